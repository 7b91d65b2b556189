import { stringifyJson } from '@boardwright/common'
import type { ReportSnapshot } from '@boardwright/platform'
import { badRequest, forbidden, notFound } from '../../http/refusal.ts'
import type { Caller, Platform } from '../../platform.ts'
import { readConfig } from '../dashboard-config.ts'
import { findDashboard, publish, toDashboard } from '../dashboards.ts'
import { mintPublicId } from '../public-ids.ts'
import { renameReports } from '../references.ts'
import { insertRow, nextId } from '../rows.ts'
import { createWorkbook, findWorkbook, type WorkbookRow } from '../workbooks.ts'
import { readSharedAccess } from './shared-access.ts'

interface Place {
  readonly deploymentId: number
  readonly workbookId: number
}

/**
 * A copy of what viewers see of a shared workbook: a fresh report for each snapshot, published again, at the root.
 * The live reports and the draft of the source are not used.
 */
export function duplicateShared(platform: Platform, caller: Caller, { deploymentId, workbookId }: Place): WorkbookRow {
  const { db } = platform
  if (caller.embed?.creatorMode !== true) throw forbidden('"shared" is for creator-mode embed sessions only')
  const access = readSharedAccess(platform, deploymentId, caller.embed.tenant?.name ?? null)
  if (!access.isVisible('WORKBOOK', workbookId)) throw notFound(`workbook ${workbookId}`)
  const source = findWorkbook(db, deploymentId, workbookId)
  const published = findDashboard(db, source.id)
  if (!published) throw badRequest(`workbook ${workbookId} has no published dashboard`)

  const copy = createWorkbook(platform, caller, deploymentId, { name: `Copy of ${source.name}` }, null)
  const copies = new Map(
    toDashboard(db, published).reportSnapshots.map((snapshot) => [
      snapshot.reportId,
      addReport(platform, caller, copy, snapshot),
    ]),
  )
  const config = renameReports(readConfig(published.config), copies)
  db.run('update workbooks set draft = ? where id = ?', stringifyJson(config), copy.id)
  publish(platform, copy, {
    config,
    title: published.title,
    description: published.description,
    allowEmbed: false,
    userId: caller.userId,
  })
  return findWorkbook(db, deploymentId, copy.id)
}

function addReport(platform: Platform, caller: Caller, workbook: WorkbookRow, snapshot: ReportSnapshot): number {
  const { db, clock } = platform
  const id = nextId(db, workbook.deployment_id, 'reports')
  insertRow(db, 'reports', {
    id,
    deployment_id: workbook.deployment_id,
    public_id: mintPublicId(),
    workbook_id: workbook.id,
    name: snapshot.name ?? 'Untitled report',
    title: snapshot.title ?? null,
    description: snapshot.description ?? null,
    sql_query: snapshot.sqlQuery ?? null,
    meta: snapshot.meta == null ? null : stringifyJson(snapshot.meta),
    source: 'PLAYGROUND',
    version: 1,
    sheet: '{}',
    placements: '[]',
    user_id: caller.userId,
    refreshed_by: caller.userId,
    created_at: clock.stamp(),
    updated_at: clock.stamp(),
  })
  return id
}
