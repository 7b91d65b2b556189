import { badRequest } from '../http/refusal.ts'
import type { Platform } from '../platform.ts'
import type { Database } from './database.ts'
import { requireDistinct } from './embed/names.ts'
import { ensureTenant } from './embed/tenants.ts'
import { type EmbedUserRow, ensureEmbedUser, findByExternalId, tidyExternalId } from './embed/users.ts'
import type { UserRow } from './user-row.ts'

/** A user of the account, or an embed user, as exports and notifications name them. */
export interface SubjectInput {
  readonly userId?: number | null | undefined
  readonly email?: string | null | undefined
  readonly embedTenantName?: string | null | undefined
  readonly externalId?: string | null | undefined
  readonly groups?: readonly string[] | null | undefined
  readonly userAttributes?: readonly { readonly name: string }[] | null | undefined
  readonly securityContext?: Readonly<Record<string, unknown>> | null | undefined
}

/** The active user with this id, or with this e-mail address in any case. Undefined if there is none. */
export function findSubject(db: Database, { userId, email }: SubjectInput): UserRow | undefined {
  if (userId == null && email == null) throw badRequest('userId or email: one of them must name the user')
  const found = db.get<UserRow>(
    `select * from users where is_deactivated = 0 and deleted_at is null
     and (? is null or id = ?) and (? is null or lower(email) = lower(?)) order by id limit 1`,
    userId ?? null,
    userId ?? null,
    email ?? null,
    email ?? null,
  )
  return found
}

/** The tenant and the tidy id of an embed user, or 400. */
export function nameEmbedUser({ embedTenantName, externalId }: SubjectInput): { tenant: string; externalId: string } {
  if (embedTenantName == null || externalId == null) {
    throw badRequest('embedTenantName and externalId: both are needed to name an embed user')
  }
  return { tenant: embedTenantName, externalId: tidyExternalId(externalId) }
}

/** An embed user, created if there is none yet. The address is stored only if the user has none. */
export function provisionSubject(
  platform: Platform,
  named: { tenant: string; externalId: string },
  email: string | null | undefined,
): { tenant: string; user: EmbedUserRow } {
  const tenant = ensureTenant(platform, named.tenant)
  const known = findByExternalId(platform.db, tenant, named.externalId)
  const address = known?.email == null ? (email ?? undefined) : undefined
  return { tenant: tenant.name, user: ensureEmbedUser(platform, tenant, named.externalId, { email: address }) }
}

/** The groups and attributes for one rendering must exist already: nothing of them is stored. */
export function requireKnown(db: Database, { groups, userAttributes }: SubjectInput): void {
  const missing = (table: string, names: readonly string[]): string[] =>
    names.filter((name) => !db.get(`select 1 from ${table} where name = ?`, name))
  const groupless = missing('user_groups', groups ?? [])
  if (groupless.length > 0) throw badRequest(`Groups with names ${groupless.join(', ')} not found`)
  requireDistinct('userAttributes', userAttributes ?? [])
  const undefinedOnes = missing(
    'user_attributes',
    (userAttributes ?? []).map(({ name }) => name),
  )
  if (undefinedOnes.length > 0) throw badRequest(`User attributes not found: ${undefinedOnes.join(', ')}`)
}

export const isEmail = (text: string | null | undefined): text is string =>
  text != null && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
