import { rm } from 'node:fs/promises'
import type { Api } from '@boardwright/platform'
import { pageSize, slicePage, sortedPage } from '../http/paging.ts'
import type { AsyncRoutes } from '../http/route.ts'
import { exclusively, openModel } from '../models/model.ts'
import { readSettings } from '../store/deployments.ts'
import { readLogLines } from '../store/log-lines.ts'
import { listPods } from '../store/pods.ts'
import { listVersions } from '../store/releases.ts'
import { removeDeployment } from '../store/remove-deployment.ts'

/** Operations on a deployment other than reading and changing its settings. */
export const runtime: Pick<
  AsyncRoutes<Api['deployments']>,
  'deleteDeployment' | 'listDeploymentVersions' | 'logs' | 'pods'
> = {
  deleteDeployment({ platform, path: { deploymentId } }) {
    return exclusively(platform, deploymentId, async ({ repository }) => {
      platform.db.atomically(() => removeDeployment(platform, deploymentId))
      await rm(repository, { recursive: true, force: true })
      return { success: true }
    })
  },

  async listDeploymentVersions({ platform, path: { deploymentId }, query }) {
    const all = listVersions(readSettings(platform, deploymentId))
    const { rows, pageInfo } = slicePage(all, { ...query, first: pageSize(platform.switches, query.first) })
    return { items: rows, pageInfo }
  },

  async logs({ platform, path: { deploymentId }, query }) {
    const { deployBranchName } = readSettings(platform, deploymentId)
    const lines = readLogLines(platform, deploymentId, deployBranchName)
      .filter(({ source }) => query.source == null || source === query.source)
      .filter(({ pod }) => query.pod == null || pod === query.pod)
      .filter(({ container }) => query.container == null || container === query.container)
      .map((line) => ({ ...line, sort: line.date }))
    const { rows, pageInfo } = sortedPage(platform.switches, lines, byTime, query)
    return { items: rows.map(({ pod, date, message }) => ({ pod, date, message })), pageInfo }
  },

  async pods({ platform, path: { deploymentId }, query }) {
    const all = listPods(openModel(platform, deploymentId))
    const { rows, pageInfo } = slicePage(all, { ...query, first: pageSize(platform.switches, query.first) })
    return { items: rows, pageInfo }
  },
}

interface Sorted {
  readonly id: number
  readonly sort: string | number
}

const byTime = (a: Sorted, b: Sorted): number => (a.sort < b.sort ? -1 : Number(a.sort > b.sort) || a.id - b.id)
