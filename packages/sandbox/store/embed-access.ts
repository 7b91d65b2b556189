import type { EmbedAccessResponse, UpdateEmbedAccessInput } from '@boardwright/platform'
import { badRequest, notFound } from '../http/refusal.ts'
import type { Platform } from '../platform.ts'
import { findDashboard } from './dashboards.ts'
import { insertRow, updateRow } from './rows.ts'

/** The built-in group of all embed users, and the first id of the tenants' sharing groups. */
const ALL_EMBED_USERS = '*'
const ALL_GROUP_ID = 1
const TENANT_GROUPS_FROM = 100

export function toEmbedAccess({ db }: Platform, workbookId: number): EmbedAccessResponse {
  const tenants = db.all<{ id: number; name: string }>(
    `select e.id, e.name from embed_access a join embed_tenants e on e.name = a.tenant
     where a.workbook_id = ? order by e.name`,
    workbookId,
  )
  const everyone = isShared(db, workbookId, ALL_EMBED_USERS)
  return {
    allowEmbed: findDashboard(db, workbookId)?.allow_embed === 1,
    allEmbedUsers: { enabled: everyone, action: everyone ? 'read' : 'none', groupId: ALL_GROUP_ID },
    tenants: tenants.map(({ id, name }) => ({
      embedTenantName: name,
      groupId: TENANT_GROUPS_FROM + id,
      action: 'read' as const,
    })),
  }
}

const isShared = (db: Platform['db'], workbookId: number, tenant: string): boolean =>
  db.get('select 1 from embed_access where workbook_id = ? and tenant = ?', workbookId, tenant) !== undefined

/** One audience per call, or the `allowEmbed` switch alone, or both. What is already so is a 400. */
export function changeEmbedAccess(platform: Platform, workbookId: number, input: UpdateEmbedAccessInput): void {
  const { db } = platform
  const { action, embedTenantName, allowEmbed } = input
  const everyone = input.allEmbedUsers === true
  if (everyone && embedTenantName != null)
    throw badRequest('name one audience: embedTenantName or allEmbedUsers, not both')
  const tenant = everyone ? ALL_EMBED_USERS : (embedTenantName ?? undefined)
  if (tenant !== undefined && action == null) throw badRequest('action: say "read" or "none" for the audience')
  if (tenant === undefined && action != null)
    throw badRequest('name the audience: embedTenantName, or allEmbedUsers: true')
  if (tenant !== undefined && !everyone && !db.get('select 1 from embed_tenants where name = ?', tenant)) {
    throw notFound(`embed tenant "${tenant}"`)
  }
  const dashboard = findDashboard(db, workbookId)
  if (allowEmbed != null && !dashboard) throw badRequest('allowEmbed needs a published dashboard: publish first')

  let changes = 0
  if (tenant !== undefined && isShared(db, workbookId, tenant) !== (action === 'read')) {
    if (action === 'read') insertRow(db, 'embed_access', { workbook_id: workbookId, tenant })
    else db.run('delete from embed_access where workbook_id = ? and tenant = ?', workbookId, tenant)
    changes += 1
  }
  if (allowEmbed != null && dashboard && (dashboard.allow_embed === 1) !== allowEmbed) {
    updateRow(db, 'dashboards', dashboard.id, { allow_embed: allowEmbed ? 1 : 0 })
    changes += 1
  }
  if (changes === 0) throw badRequest('nothing to change: this is already set')
}
