import type { Api } from '@boardwright/platform'
import { signDataToken } from '../data/token.ts'
import { slicePage } from '../http/paging.ts'
import { badRequest, forbidden } from '../http/refusal.ts'
import type { AsyncRoutes } from '../http/route.ts'
import { findBranch, isFork } from '../models/branches.ts'
import { buildStatus } from '../models/builds.ts'
import { exclusively, type Model, openModel } from '../models/model.ts'
import {
  changeSettings,
  type DeploymentRow,
  findDeployment,
  readSettings,
  toDeployment,
  writeSettings,
} from '../store/deployments.ts'
import { runtime } from './deployment-runtime.ts'

export const deployments: AsyncRoutes<Api['deployments']> = {
  async getDeployments({ platform, caller, query }) {
    const { offset, limit, first, after, creationStep } = query
    const byOffset = offset != null || limit != null
    if (byOffset && (first !== undefined || after !== undefined)) {
      throw badRequest('offset and limit cannot be used together with first and after')
    }
    const all = platform.db
      .all<DeploymentRow>('select id, name, settings from deployments order by id')
      .filter(({ id }) => caller.scope === null || caller.scope.includes(id))
      .map((row) => toDeployment(platform, row))
      .filter((deployment) => creationStep === undefined || creationStep.includes(deployment.creationStep))
    const start = offset ?? 0
    const size = limit ?? all.length
    const page = byOffset ? { rows: all.slice(start, start + size), pageInfo: null } : slicePage(all, { first, after })
    return {
      items: page.rows,
      pageInfo: page.pageInfo,
      data: page.rows,
      pagination: { total: all.length, offset: start, limit: size },
      count: page.rows.length,
      totalCount: all.length,
    }
  },

  async getDeployment({ platform, path: { deploymentId } }) {
    return toDeployment(platform, findDeployment(platform.db, deploymentId))
  },

  async getDeploymentSettings({ platform, path: { deploymentId } }) {
    return readSettings(platform, deploymentId)
  },

  updateDeployment({ platform, caller, path: { deploymentId }, body }) {
    if (!caller.isAdmin) throw forbidden('changing the settings of a deployment needs an admin')
    return exclusively(platform, deploymentId, async (model) => {
      const next = changeSettings(model.settings, body, platform.switches.nulls)
      requireShared(model, next.deployBranchName)
      writeSettings(platform, deploymentId, next)
      return readSettings(platform, deploymentId)
    })
  },

  async buildStatus({ platform, caller, path: { deploymentId }, query }) {
    return buildStatus(openModel(platform, deploymentId), caller, query.branchName)
  },

  async deploymentToken({ platform, caller, path: { deploymentId }, body }) {
    if (caller.embed) throw forbidden('an embed session queries with its own token')
    return { platformApiToken: signDataToken(platform, { deploymentId }, body?.expiresIn ?? DAY) }
  },

  ...runtime,
}

function requireShared(model: Model, name: string): void {
  const branch = findBranch(model, name)
  if (!branch) throw badRequest(`deployBranchName: ${name} is not a branch of this deployment`)
  if (isFork(branch)) throw badRequest(`deployBranchName: ${name} is a personal branch`)
}

const DAY = 86_400
