import type { environments as area, DeploymentEnvironment } from '../../api/environments.ts'
import { slicePage } from '../http/paging.ts'
import type { Routes } from '../http/route.ts'
import { type ServedBranch, servedBranches } from '../models/environments.ts'
import { openModel } from '../models/model.ts'

export const environments: Routes<typeof area> = {
  getDeploymentEnvironments({ platform, path: { deploymentId }, query }) {
    const model = openModel(platform, deploymentId)
    const all = servedBranches(model)
      .filter(({ type }) => query.type == null || type === query.type)
      .map((served) => toEnvironment(model.settings.deploymentUrl, served))
    const { rows, pageInfo } = slicePage(all, { first: query.first, after: query.after })
    const offset = query.offset ?? 0
    const limit = query.limit ?? all.length
    return {
      items: rows,
      pageInfo,
      // As on the platform: the older pair of parameters is obeyed here, and only here.
      data: all.slice(offset, offset + limit),
      pagination: { total: all.length, offset, limit },
    }
  },
}

/** Where a branch's data API would be. Nothing answers there: the sandbox runs no queries. */
function toEnvironment(deploymentUrl: string, { id, type, branch, user }: ServedBranch): DeploymentEnvironment {
  const place = type === 'production' ? deploymentUrl : `${deploymentUrl}/dev-mode/${encodeURIComponent(branch)}`
  return {
    id,
    type,
    branch,
    user: user ?? null,
    api_credentials: [{ type: 'rest', version: 1, url: `${place}/v1` }],
  }
}
