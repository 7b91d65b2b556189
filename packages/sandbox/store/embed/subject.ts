import type { GenerateSession } from '@boardwright/platform'
import { notFound } from '../../http/refusal.ts'
import type { Platform } from '../../platform.ts'
import type { UserRow } from '../user-row.ts'
import { assignValues, upsertAttributes, valuesOf } from './attributes.ts'
import { groupNamesOf, replaceGroups, upsertGroups } from './groups.ts'
import { ACCOUNT, OWN_USERS, scopeOf } from './scope.ts'
import type { TenantRow } from './tenants.ts'
import { type EmbedUserRow, ensureEmbedUser } from './users.ts'

/** The user of a session, and what queries know about them. */
export interface Subject {
  readonly embedUserId: number | null
  readonly userId: number | null
  readonly claims: Readonly<Record<string, unknown>>
}

export function findInternal({ db }: Platform, username: string): Subject {
  const row = db.get<UserRow>(
    'select * from users where username = ? and deleted_at is null and is_deactivated = 0',
    username,
  )
  if (!row) throw notFound(`internalId: the user "${username}"`)
  return {
    embedUserId: null,
    userId: row.id,
    claims: {
      user: { id: row.id, username: row.username, email: row.email, displayName: row.first_name, picture: row.picture },
      groups: groupNamesOf(db, OWN_USERS, row.id),
      userAttributes: valuesOf(db, OWN_USERS, row.id),
    },
  }
}

/**
 * Updates the external user to what was sent. Definitions come first, so that groups and attributes may use what the
 * same request defines.
 */
export function prepareExternal(
  platform: Platform,
  tenant: TenantRow | null,
  externalId: string,
  body: GenerateSession,
): Subject {
  const { db } = platform
  const user = ensureEmbedUser(platform, tenant, externalId, body)
  const scope = tenant && body.creatorMode === true ? scopeOf(tenant.id) : ACCOUNT
  if (tenant) {
    upsertGroups(platform, tenant.id, body.groupDefinitions ?? [])
    upsertGroups(platform, tenant.id, body.tenantGroupDefinitions ?? [])
    upsertAttributes(platform, scope, tenant.id, body.userAttributeDefinitions ?? [])
  }
  if (body.groups != null || body.tenantGroups != null) {
    replaceGroups(db, scope, user.id, [...(body.groups ?? []), ...(body.tenantGroups ?? [])])
  }
  assignValues(db, scope, user.id, body.userAttributes ?? [])
  return {
    embedUserId: user.id,
    userId: null,
    claims: {
      user: toClaim(user),
      groups: [...groupNamesOf(db, ACCOUNT, user.id), ...tenantGroups(platform, tenant, user)],
      userAttributes: valuesOf(db, scope, user.id),
    },
  }
}

const toClaim = ({ id, username, external_id, email, display_name, picture }: EmbedUserRow) => ({
  id,
  username,
  externalId: external_id,
  email,
  displayName: display_name,
  picture,
})

/** Prefixed, so that a tenant's group is never mistaken for one of the account. */
function tenantGroups({ db, switches }: Platform, tenant: TenantRow | null, user: EmbedUserRow): string[] {
  if (!tenant) return []
  const prefix = `system:tenant:${tenant.name}:${switches.embedGroupNames === 'group' ? 'group:' : ''}`
  return groupNamesOf(db, scopeOf(tenant.id), user.id).map((name) => `${prefix}${name}`)
}
