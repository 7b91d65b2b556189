import type { Api, UserOAuthToken } from '@boardwright/platform'
import { notFound } from '../http/refusal.ts'
import type { Routes } from '../http/route.ts'
import type { Platform } from '../platform.ts'
import { findIntegration } from './oauth-integrations.ts'

interface TokenRow {
  readonly id: number
  readonly user_id: number
  readonly integration_id: number
  readonly status: string
  readonly access_expires_at: string | null
  readonly refresh_expires_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

const HOUR = 3_600_000
const MONTH = 30 * 24 * HOUR

export const userOAuthTokens: Routes<Api['userOAuthTokens']> = {
  listUserOAuthTokens: ({ platform, caller }) =>
    platform.db
      .all<TokenRow>('select * from user_oauth_tokens where user_id = ? order by id', caller.userId)
      .map((row) => toToken(platform, row)),

  getUserOAuthToken: ({ platform, caller, path: { integrationId } }) =>
    toToken(platform, findToken(platform, caller.userId, integrationId)),

  revokeUserOAuthToken({ platform, caller, path: { integrationId } }) {
    const { id } = findToken(platform, caller.userId, integrationId)
    platform.db.run('delete from user_oauth_tokens where id = ?', id)
    return undefined
  },

  initiateOAuthFlow({ platform: { db, clock, switches }, caller, path: { integrationId } }) {
    const granted = switches.oauthConsent === 'granted'
    const until = (ms: number): string | null => (granted ? clock.stamp(ms) : null)
    db.run(
      `insert into user_oauth_tokens (user_id, integration_id, status, access_expires_at, refresh_expires_at,
         created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?)
       on conflict do update set status = excluded.status, access_expires_at = excluded.access_expires_at,
         refresh_expires_at = excluded.refresh_expires_at, updated_at = excluded.updated_at`,
      caller.userId,
      findIntegration(db, integrationId).id,
      granted ? 'active' : 'pending',
      until(HOUR),
      until(MONTH),
      clock.stamp(),
      clock.stamp(),
    )
    return undefined
  },
}

function findToken({ db }: Platform, userId: number, integrationId: number): TokenRow {
  const row = db.get<TokenRow>(
    'select * from user_oauth_tokens where user_id = ? and integration_id = ?',
    userId,
    integrationId,
  )
  if (!row) throw notFound(`a token of the OAuth integration ${integrationId}`)
  return row
}

const toToken = ({ clock }: Platform, row: TokenRow): UserOAuthToken => ({
  id: row.id,
  userId: row.user_id,
  integrationId: row.integration_id,
  status: row.access_expires_at !== null && row.access_expires_at <= clock.stamp() ? 'expired' : row.status,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  accessTokenExpiresAt: row.access_expires_at,
  refreshTokenExpiresAt: row.refresh_expires_at,
  lastError: null,
})
