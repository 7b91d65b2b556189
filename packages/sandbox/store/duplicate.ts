import { stringifyJson } from '@boardwright/common'
import type { Caller, Platform } from '../platform.ts'
import { readAccess } from './access.ts'
import { readConfig } from './dashboard-config.ts'
import { findDashboard, publish } from './dashboards.ts'
import { mintPublicId } from './public-ids.ts'
import { renameReports } from './references.ts'
import type { ReportRow } from './reports.ts'
import { insertRow, nextId } from './rows.ts'
import { draftOf, findWorkbook, type WorkbookRow } from './workbooks.ts'

/**
 * An independent copy: its dashboards name the copied reports. Sharing, embedding, the slug and the review stay with
 * the source.
 */
export function duplicateWorkbook(platform: Platform, caller: Caller, source: WorkbookRow): WorkbookRow {
  const { db, clock, switches } = platform
  const access = readAccess(platform, caller, source.deployment_id)
  const editable = source.folder_id !== null && ['edit', 'manage'].includes(access.levelOf('FOLDER', source.folder_id))
  const folderId = editable ? source.folder_id : null
  const stamps = { user_id: caller.userId, created_at: clock.stamp(), updated_at: clock.stamp() }
  const id = nextId(db, source.deployment_id, 'workbooks')
  const copy = {
    ...source,
    ...stamps,
    id,
    folder_id: folderId,
    name: `Copy of ${source.name}`,
    slug: null,
    meta: switches.duplicateMeta === 'copied' ? source.meta : '{}',
    draft: null,
    requires_review: 0,
  }
  insertRow(db, 'workbooks', copy)

  const copies = new Map<number, number>()
  for (const report of db.all<ReportRow>('select * from reports where workbook_id = ? order by id', source.id)) {
    const reportId = nextId(db, source.deployment_id, 'reports')
    copies.set(report.id, reportId)
    insertRow(db, 'reports', {
      ...report,
      ...stamps,
      id: reportId,
      public_id: mintPublicId(),
      workbook_id: id,
      folder_id: report.folder_id === null ? null : folderId,
      version: 1,
    })
  }
  const draft = draftOf(source)
  if (draft) db.run('update workbooks set draft = ? where id = ?', stringifyJson(renameReports(draft, copies)), id)
  const published = findDashboard(db, source.id)
  if (published) {
    publish(platform, copy, {
      config: renameReports(readConfig(published.config), copies),
      title: published.title,
      description: published.description,
      allowEmbed: false,
      userId: caller.userId,
    })
  }
  return findWorkbook(db, source.deployment_id, id)
}
