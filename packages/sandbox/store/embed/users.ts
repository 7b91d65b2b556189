import type { EmbedUser, EmbedUserProfile } from '@boardwright/platform'
import { badRequest, Refusal } from '../../http/refusal.ts'
import type { Platform } from '../../platform.ts'
import type { Database, Value } from '../database.ts'
import { insertRow, updateRow } from '../rows.ts'
import type { TenantRow } from './tenants.ts'

export interface EmbedUserRow {
  readonly id: number
  readonly tenant_id: number | null
  readonly external_id: string
  readonly shows_external_id: number
  readonly username: string
  readonly email: string | null
  readonly display_name: string | null
  readonly picture: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly last_login: string | null
}

/** Above all ids of the account's own users. */
const FIRST_ID = 900_001

/** External users are unique within their tenant. Without a tenant they belong to the account's own. */
type Tenant = TenantRow | null

export function tidyExternalId(sent: string): string {
  const id = sent.trim().toLowerCase()
  if (id === '') throw badRequest('externalId: must not be blank')
  return id
}

export const findEmbedUser = (db: Database, id: number): EmbedUserRow | undefined =>
  db.get<EmbedUserRow>('select * from embed_users where id = ?', id)

export const findByExternalId = (db: Database, tenant: Tenant, externalId: string): EmbedUserRow | undefined =>
  db.get<EmbedUserRow>(
    'select * from embed_users where coalesce(tenant_id, 0) = ? and external_id = ?',
    tenant?.id ?? 0,
    externalId,
  )

interface Facts {
  readonly email?: string | null | undefined
  readonly userProfile?: EmbedUserProfile | null | undefined
}

/** Updates a user to what was sent: sent fields are overwritten, the others are kept. */
export function ensureEmbedUser(platform: Platform, tenant: Tenant, externalId: string, facts: Facts): EmbedUserRow {
  const { db, clock } = platform
  const { displayName, picture } = facts.userProfile ?? {}
  const sent = { email: facts.email, display_name: displayName, picture }
  const clears = platform.switches.nulls === 'clear'
  const columns = Object.fromEntries(
    Object.entries(sent).filter(([, value]) => value !== undefined && (value !== null || clears)),
  ) as Record<string, string | null>
  const known = findByExternalId(db, tenant, externalId)
  if (!known) addEmbedUser(platform, tenant, externalId, columns)
  else if (Object.entries(columns).some(([name, value]) => known[name as keyof EmbedUserRow] !== value)) {
    updateRow(db, 'embed_users', known.id, { ...columns, updated_at: clock.stamp() })
  }
  return findByExternalId(db, tenant, externalId) as EmbedUserRow
}

function addEmbedUser(
  { db, clock, switches }: Platform,
  tenant: Tenant,
  externalId: string,
  columns: Readonly<Record<string, string | null>>,
): void {
  const count = db.get<{ n: number }>('select count(*) as n from embed_users')?.n ?? 0
  if (count >= switches.embedUserLimit) {
    throw new Refusal(429, `the account is at its limit of ${switches.embedUserLimit} external users`)
  }
  const last = db.get<{ seq: number }>("select seq from sqlite_sequence where name = 'embed_users'")?.seq ?? 0
  insertRow(db, 'embed_users', {
    id: Math.max(last + 1, FIRST_ID),
    tenant_id: tenant?.id ?? null,
    external_id: externalId,
    shows_external_id: switches.embedExternalIds === 'shown' ? 1 : 0,
    username: tenant ? `${tenant.name}:${externalId}` : externalId,
    ...columns,
    created_at: clock.stamp(),
    updated_at: clock.stamp(),
  })
}

/**
 * A condition for the users of a tenant whose texts contain the search, in any case. In SQL, case would be ignored
 * for ASCII letters only.
 */
export function foundBy(
  db: Database,
  tenantId: number,
  search: string | null | undefined,
  matches: (row: EmbedUserRow, wanted: string) => boolean,
): { where: string; values: Value[] } {
  if (!search) return { where: 't.tenant_id = ?', values: [tenantId] }
  const wanted = search.toLowerCase()
  const ids = db
    .all<EmbedUserRow>('select * from embed_users where tenant_id = ?', tenantId)
    .filter((row) => matches(row, wanted))
    .map(({ id }) => id)
  return { where: 't.id in (select value from json_each(?))', values: [JSON.stringify(ids)] }
}

export const contains = (text: string | null, wanted: string): boolean => text?.toLowerCase().includes(wanted) === true

/** Users older than the field have an external id that is not shown. */
export const toEmbedUser = (row: EmbedUserRow): EmbedUser => ({
  id: row.id,
  username: row.username,
  email: row.email,
  externalId: row.shows_external_id === 1 ? row.external_id : null,
  firstName: row.display_name,
  createdAt: row.created_at,
  lastLogin: row.last_login,
})
