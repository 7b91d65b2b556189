import type { Platform } from '../../platform.ts'
import { removeFolder } from '../folders.ts'
import { type ReportRow, removeReport } from '../reports.ts'
import { removeWorkbook, type WorkbookRow } from '../workbooks.ts'
import type { TenantRow } from './tenants.ts'

/**
 * Deletes an embed tenant and everything that belongs to it: what its users own, in every deployment, and what is
 * shared with it. Its users, groups, attributes, sessions and comments are rows below the tenant's own, and go with
 * it.
 */
export function deleteTenant(platform: Platform, tenant: TenantRow): void {
  const { db } = platform
  const owned = <Row>(table: string): Row[] =>
    db.all<Row>(
      `select * from ${table} where user_id in (select id from embed_users where tenant_id = ?) order by id`,
      tenant.id,
    )
  for (const report of owned<ReportRow>('reports')) removeReport(platform, report)
  for (const workbook of owned<WorkbookRow>('workbooks')) removeWorkbook(platform, workbook)
  const folders = owned<{ id: number }>('folders')
  // What others keep in such a folder moves to the root, including their sub-folders.
  for (const { id } of folders) db.run('update folders set parent_id = null where parent_id = ?', id)
  for (const { id } of folders) removeFolder(db, id)
  for (const table of ['embed_access', 'embed_folder_access']) {
    db.run(`delete from ${table} where tenant = ?`, tenant.name)
  }
  db.run('delete from embed_tenants where id = ?', tenant.id)
}
