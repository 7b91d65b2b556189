import { createHash, randomBytes } from 'node:crypto'
import { parseJson, stringifyJson } from '@boardwright/common'
import type { EmbedSessionSettings } from '@boardwright/platform'
import { signJwt } from '../../http/jwt.ts'
import { unauthorized } from '../../http/refusal.ts'
import type { Platform } from '../../platform.ts'
import { insertRow, updateRow } from '../rows.ts'
import { readEmbedding } from './account.ts'
import { effectiveSettings } from './settings.ts'
import type { Subject } from './subject.ts'

export interface SessionRow {
  readonly id: number
  readonly deployment_id: number
  readonly embed_user_id: number | null
  readonly user_id: number | null
  readonly tenant_id: number | null
  readonly creator_mode: number
  /** The claims of the token, as JSON. */
  readonly claims: string
  readonly minted_at: string
  readonly exchanged_at: string | null
  readonly revoked_at: string | null
}

interface NewSession {
  readonly deploymentId: number
  readonly tenantId: number | null
  readonly creatorMode: boolean
  readonly subject: Subject
  readonly claims: Readonly<Record<string, unknown>>
}

/** The `aud` of the tokens that a session is exchanged for. */
export const EMBED = 'embed'

const MINUTES = 60
const HOURS = 60 * MINUTES
const TO_EXCHANGE = 5 * MINUTES
/** All counted from the creation of the session. */
const TRUSTED = 23 * HOURS
const SIGNED_FOR = 24 * HOURS

const secondsOf = (stamp: string): number => Math.floor(Date.parse(stamp) / 1000)

/** For five minutes an id is a credential, so only its hash is stored. */
const hashId = (sessionId: string): string => createHash('sha256').update(sessionId).digest('hex')

export function mintSession({ db, clock }: Platform, session: NewSession): string {
  const { subject, deploymentId, tenantId, creatorMode, claims } = session
  const sessionId = randomBytes(16).toString('hex')
  db.run('delete from embed_sessions where minted_at < ?', clock.stamp(-SIGNED_FOR * 1000))
  insertRow(db, 'embed_sessions', {
    hash: hashId(sessionId),
    deployment_id: deploymentId,
    embed_user_id: subject.embedUserId,
    user_id: subject.userId,
    tenant_id: tenantId,
    creator_mode: creatorMode ? 1 : 0,
    claims: stringifyJson({ ...subject.claims, ...claims }),
    minted_at: clock.stamp(),
  })
  return sessionId
}

/** Returns the token of a session, once. */
export function exchangeSession(platform: Platform, sessionId: string): string {
  const { db, clock, switches } = platform
  const row = db.get<SessionRow>('select * from embed_sessions where hash = ?', hashId(sessionId))
  if (!row || row.exchanged_at !== null || row.revoked_at !== null) {
    throw unauthorized('the session id is unknown, was used or was revoked')
  }
  if (clock.stamp() > laterThan(row.minted_at, TO_EXCHANGE)) throw unauthorized('the session id has expired')
  updateRow(db, 'embed_sessions', row.id, { exchanged_at: clock.stamp() })
  if (row.embed_user_id !== null) updateRow(db, 'embed_users', row.embed_user_id, { last_login: clock.stamp() })

  const claims = parseJson(row.claims) as { readonly settings: EmbedSessionSettings }
  const minted = secondsOf(row.minted_at)
  return signJwt(
    platform,
    EMBED,
    {
      sid: row.id,
      ...(switches.embedTokens === 'revocable' ? { revocable: true } : {}),
      trustedUntil: minted + TRUSTED,
      ...claims,
      effectiveSettings: effectiveSettings(claims.settings, readEmbedding(db)),
    },
    minted + SIGNED_FOR - secondsOf(clock.stamp()),
  )
}

const laterThan = (stamp: string, seconds: number): string => new Date(Date.parse(stamp) + seconds * 1000).toISOString()

/** Succeeds even if there is nothing to revoke: the answer must not tell. */
export function revokeSession({ db, clock }: Platform, sessionId: string): void {
  db.run(
    'update embed_sessions set revoked_at = ? where hash = ? and revoked_at is null',
    clock.stamp(),
    hashId(sessionId),
  )
}
