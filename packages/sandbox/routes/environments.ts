import type { Api, DeploymentEnvironment } from '@boardwright/platform'
import { type PageQuery, slicePage } from '../http/paging.ts'
import { notFound } from '../http/refusal.ts'
import type { Call, Routes } from '../http/route.ts'
import { type ServedBranch, servedBranches } from '../models/environments.ts'
import { openModel } from '../models/model.ts'
import type { Platform } from '../platform.ts'
import { addToken, listTokens } from '../store/environment-tokens.ts'

type NewTokenCall = Pick<
  Call<Api['environments']['endpoints']['createDeploymentEnvironmentToken']>,
  'platform' | 'path' | 'body'
>

export const environments: Routes<Api['environments']> = {
  getDeploymentEnvironments({ platform, path: { deploymentId }, query }) {
    const model = openModel(platform, deploymentId)
    const all = servedBranches(model)
      .filter(({ type }) => query.type == null || type === query.type)
      .map((served) => toEnvironment(model.settings.deploymentUrl, served))
    return twinnedPage(all, query)
  },

  getDeploymentEnvironmentTokens({ platform, path: { deploymentId, environmentId }, query }) {
    findEnvironment(platform, deploymentId, environmentId)
    return twinnedPage(listTokens(platform, deploymentId, environmentId), query)
  },

  createDeploymentEnvironmentToken: (call) => newToken(call, call.body.scopes ?? undefined),

  createDeploymentEnvironmentTokenForMetaSync: (call) => newToken(call, call.body.scopes ?? ['meta']),
}

const HOUR = 3600

function newToken({ platform, path: { deploymentId, environmentId }, body }: NewTokenCall, scopes?: readonly string[]) {
  const { branch } = findEnvironment(platform, deploymentId, environmentId)
  const { security_context: securityContext, expires_in: seconds } = body
  return {
    data: addToken(platform, {
      deploymentId,
      environmentId,
      branch,
      securityContext,
      scopes,
      seconds: seconds ?? HOUR,
    }),
  }
}

function findEnvironment(platform: Platform, deploymentId: number, id: number): ServedBranch {
  const found = servedBranches(openModel(platform, deploymentId)).find((served) => served.id === String(id))
  if (!found) throw notFound(`environment ${id}`)
  return found
}

type TwinnedQuery = Omit<PageQuery, 'offset'> & {
  offset?: number | null | undefined
  limit?: number | null | undefined
}

/** As on the platform: the older pair of parameters applies to the older list only. */
function twinnedPage<T>(all: readonly T[], query: TwinnedQuery) {
  const { rows, pageInfo } = slicePage(all, { first: query.first, after: query.after })
  const offset = query.offset ?? 0
  const limit = query.limit ?? all.length
  return {
    items: rows,
    pageInfo,
    data: all.slice(offset, offset + limit),
    pagination: { total: all.length, offset, limit },
  }
}

/** An environment, with the address of the branch's data API. */
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
