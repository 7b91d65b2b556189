import { parseJson, stringifyJson } from '@boardwright/common'
import type { DeploymentEnvironmentToken } from '@boardwright/platform'
import { after } from '../control/clock.ts'
import { signDataToken } from '../data/token.ts'
import type { Platform } from '../platform.ts'
import { insertRow } from './rows.ts'

interface TokenRow {
  readonly token: string
  readonly security_context: string
  readonly created_at: string
  readonly expires_at: string
}

export interface NewToken {
  readonly deploymentId: number
  readonly environmentId: number
  readonly branch: string
  readonly securityContext: Readonly<Record<string, unknown>>
  readonly scopes: readonly string[] | undefined
  readonly seconds: number
}

const toToken = (row: TokenRow): DeploymentEnvironmentToken => ({
  token: row.token,
  security_context: parseJson(row.security_context) as Record<string, unknown>,
  created_at: row.created_at,
  expires_at: row.expires_at,
})

/** The tokens of an environment that have not expired, newest first. Expired ones are removed. */
export function listTokens(
  { db, clock }: Platform,
  deploymentId: number,
  environmentId: number,
): DeploymentEnvironmentToken[] {
  return db
    .all<TokenRow>(
      `select * from environment_tokens where deployment_id = ? and environment_id = ? and expires_at > ?
       order by id desc`,
      deploymentId,
      environmentId,
      clock.stamp(),
    )
    .map(toToken)
}

export function addToken(platform: Platform, made: NewToken): DeploymentEnvironmentToken {
  const { db, clock } = platform
  const { deploymentId, environmentId, branch, securityContext, scopes, seconds } = made
  const now = clock.now()
  db.run('delete from environment_tokens where expires_at <= ?', now.toISOString())
  const row = {
    token: signDataToken(platform, { deploymentId, branch, securityContext, scopes }, seconds),
    security_context: stringifyJson(securityContext),
    created_at: now.toISOString(),
    expires_at: after(now, seconds * 1000),
  }
  insertRow(db, 'environment_tokens', { ...row, deployment_id: deploymentId, environment_id: environmentId })
  return toToken(row)
}
