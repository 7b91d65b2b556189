import { signJwt, verifyJwt } from '../http/jwt.ts'
import { badRequest, forbidden, notFound, unauthorized } from '../http/refusal.ts'
import { findBranch, isServed } from '../models/branches.ts'
import { type Model, openModel } from '../models/model.ts'
import type { Platform } from '../platform.ts'
import { readEmbedQueries } from '../store/embed/credential.ts'

/** What a token of the data API gives access to. */
export interface DataAccess {
  readonly deploymentId: number
  /** The branch of the environment that the token is for; absent: any branch. */
  readonly branch?: string | undefined
  readonly securityContext?: Readonly<Record<string, unknown>> | undefined
  /** Absent: all scopes. */
  readonly scopes?: readonly string[] | undefined
}

export type Scope = 'data' | 'meta' | 'sql'

const USE = 'data'

export const signDataToken = (platform: Platform, access: DataAccess, seconds: number): string =>
  signJwt(platform, USE, { ...access }, seconds)

/** The header holds the bare token, without a prefix. */
export function readDataToken(platform: Platform, header: string | undefined): DataAccess {
  if (header === undefined || header === '') throw unauthorized('Authorization header is missing: send the token')
  const verified = verifyJwt(platform, USE, header)
  // It may be the token of an embed session, which queries its own branch as its own user.
  if (!verified.ok && verified.problem === 'is for another use') return readEmbedQueries(platform, header)
  if (!verified.ok) throw unauthorized(`the token ${verified.problem}: send a token of the data API, without a prefix`)
  return verified.claims as unknown as DataAccess
}

/** Where a request to the data API went: to the root, a deployment, or one branch of it. */
export interface Place {
  readonly deploymentId?: number | undefined
  readonly branch?: string | undefined
}

/** The model that a request is for, if the token allows it. */
export function openPlace(platform: Platform, access: DataAccess, place: Place, scope: Scope): [Model, string] {
  if (place.deploymentId !== undefined && place.deploymentId !== access.deploymentId) {
    throw forbidden(`the token is not for deployment ${place.deploymentId}`)
  }
  if (place.branch !== undefined && access.branch !== undefined && place.branch !== access.branch) {
    throw forbidden(`the token is not for the branch ${place.branch}`)
  }
  if (access.scopes && !access.scopes.includes(scope)) throw forbidden(`the token lacks the scope "${scope}"`)
  const model = openModel(platform, access.deploymentId)
  const name = place.branch ?? access.branch ?? model.settings.deployBranchName
  const branch = findBranch(model, name)
  if (!branch) throw notFound(`branch ${name}`)
  if (!isServed(model, branch)) throw badRequest(`nothing serves the branch ${name}`)
  return [model, name]
}
