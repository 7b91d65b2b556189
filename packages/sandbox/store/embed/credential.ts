import { parseJson } from '@boardwright/common'
import { verifyJwt } from '../../http/jwt.ts'
import { unauthorized } from '../../http/refusal.ts'
import type { Caller, Platform } from '../../platform.ts'
import { readSettings } from '../deployments.ts'
import { mayCreate } from '../roles.ts'
import type { UserRow } from '../user-row.ts'
import { requireEmbedding } from './account.ts'
import { EMBED, type SessionRow } from './sessions.ts'
import type { TenantRow } from './tenants.ts'
import { findEmbedUser } from './users.ts'

/** Keys of the account contain no dots. */
export const isToken = (credential: string): boolean => credential.split('.').length === 3

/** The user behind the token of an embed session. It acts as that user, in its deployment. */
export function findEmbedCaller(platform: Platform, token: string): Caller {
  const row = findSession(platform, token)
  return { ...findUserOf(platform, row), ...placeOf(platform, row) }
}

/** The branch that a session queries, and what its queries know about the user. */
export function readEmbedQueries(platform: Platform, token: string) {
  const row = findSession(platform, token)
  const { username } = findUserOf(platform, row)
  const { branchName, securityContext, groups, userAttributes } = parseJson(row.claims) as {
    readonly branchName: string | null
    readonly securityContext: Readonly<Record<string, unknown>>
    readonly groups: readonly string[]
    readonly userAttributes: Readonly<Record<string, unknown>>
  }
  return {
    deploymentId: row.deployment_id,
    branch: branchName ?? readSettings(platform, row.deployment_id).deployBranchName,
    securityContext: { ...securityContext, platform: { username, groups, userAttributes } },
  }
}

function findSession(platform: Platform, token: string): SessionRow {
  const verified = verifyJwt(platform, EMBED, token)
  if (!verified.ok) throw unauthorized(`the token ${verified.problem}`)
  const { sid, revocable, trustedUntil } = verified.claims
  const row = platform.db.get<SessionRow>('select * from embed_sessions where id = ?', Number(sid))
  if (!row) throw unauthorized('the session of this token is gone')
  if (revocable === true && row.revoked_at !== null) throw unauthorized('the session of this token was revoked')
  const now = platform.clock.now().getTime() / 1000
  if (platform.switches.embedTokenEnd === 'trust' && now >= Number(trustedUntil)) {
    throw unauthorized('the token is no longer trusted')
  }
  requireEmbedding(platform)
  return row
}

type Who = Pick<Caller, 'userId' | 'username' | 'isAdmin' | 'mayCreate'>

function findUserOf({ db }: Platform, row: SessionRow): Who {
  const external = row.embed_user_id === null ? undefined : findEmbedUser(db, row.embed_user_id)
  if (external) {
    return { userId: external.id, username: external.username, isAdmin: false, mayCreate: row.creator_mode === 1 }
  }
  const user = db.get<UserRow>(
    'select * from users where id = ? and deleted_at is null and is_deactivated = 0',
    row.user_id,
  )
  if (!user) throw unauthorized('the user of this token is gone')
  return { userId: user.id, username: user.username, isAdmin: user.is_admin === 1, mayCreate: mayCreate(db, user) }
}

/** Below the ids of all keys, so that no two credentials share an id. */
const keyIdOf = ({ id }: SessionRow): number => -1_000_000_000 - id

function placeOf({ db }: Platform, row: SessionRow): Omit<Caller, keyof Who> {
  const tenant = db.get<TenantRow>('select * from embed_tenants where id = ?', row.tenant_id)
  return {
    keyId: keyIdOf(row),
    scope: [row.deployment_id],
    personal: true,
    embed: {
      deploymentId: row.deployment_id,
      tenant: tenant ? { id: tenant.id, name: tenant.name } : null,
      creatorMode: row.creator_mode === 1,
    },
  }
}
