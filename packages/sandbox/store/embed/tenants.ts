import { type EmbedTenant, EmbedTenantName } from '@boardwright/platform'
import { badRequest, notFound } from '../../http/refusal.ts'
import type { Platform } from '../../platform.ts'
import type { Database } from '../database.ts'
import { insertRow, updateRow } from '../rows.ts'

export interface TenantRow {
  readonly id: number
  readonly name: string
  readonly display_name: string | null
  readonly created_at: string | null
}

export const canonicalName = (name: string): string => name.trim().toLowerCase()

export const findTenant = (db: Database, name: string): TenantRow | undefined =>
  db.get<TenantRow>('select * from embed_tenants where name = ?', canonicalName(name))

export function requireTenant(db: Database, name: string): TenantRow {
  const tenant = findTenant(db, name)
  if (!tenant) throw notFound(`embed tenant "${name}"`)
  return tenant
}

/** Sessions and provisioning create tenants on demand. */
export function ensureTenant(platform: Platform, sent: string, displayName?: string | null): TenantRow {
  const { db, clock } = platform
  const name = canonicalName(sent)
  const known = findTenant(db, name)
  if (!known) {
    const checked = EmbedTenantName.safeParse(name)
    if (!checked.success) throw badRequest(`embedTenantName: ${checked.error.issues[0]?.message ?? 'is not valid'}`)
    insertRow(db, 'embed_tenants', { name, display_name: displayName ?? null, created_at: clock.stamp() })
  } else if (displayName != null && displayName !== known.display_name) {
    updateRow(db, 'embed_tenants', known.id, { display_name: displayName })
  }
  return requireTenant(db, name)
}

export function toEmbedTenant(db: Database, { id, name, display_name, created_at }: TenantRow): EmbedTenant {
  const users = db.get<{ n: number }>('select count(*) as n from embed_users where tenant_id = ?', id)
  return { id, name, userCount: users?.n ?? 0, displayName: display_name, createdAt: created_at }
}
