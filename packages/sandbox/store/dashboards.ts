import { parseJson, stringifyJson } from '@boardwright/common'
import { type Dashboard, type DashboardConfig, ReportSnapshot } from '@boardwright/platform'
import type { Platform } from '../platform.ts'
import { readConfig } from './dashboard-config.ts'
import type { Database } from './database.ts'
import { dashboardPublicId, placeholderOf } from './public-ids.ts'
import { reportIdsOf } from './references.ts'
import type { ReportRow } from './reports.ts'
import { insertRow, nextId, updateRow } from './rows.ts'

/** The published dashboard of a workbook, which is what viewers see. */
export interface DashboardRow {
  readonly id: number
  readonly public_id: string
  readonly deployment_id: number
  readonly workbook_id: number
  readonly status: Dashboard['status']
  readonly allow_embed: number
  readonly title: string | null
  readonly description: string | null
  readonly config: string
  readonly version_number: number
  readonly version_id: number
  readonly created_by: number | null
}

export interface Publication {
  readonly config: DashboardConfig
  readonly title: string | null
  readonly description: string | null
  readonly allowEmbed: boolean
  readonly userId: number
}

export const findDashboard = (db: Database, workbookId: number): DashboardRow | undefined =>
  db.get<DashboardRow>('select * from dashboards where workbook_id = ?', workbookId)

/** Keys of a report's `meta` that a snapshot shows at its top level. */
const LIFTED = ['kind', 'spec', 'pythonCode', 'fillMissingRows', 'periodComparisons', 'preferences'] as const

function snapshotOf(report: ReportRow): Omit<ReportSnapshot, 'id'> {
  const meta = report.meta === null ? null : (parseJson(report.meta) as Record<string, unknown>)
  const lifted = LIFTED.map((key) => {
    const value = meta?.[key] ?? null
    return [key, ReportSnapshot.shape[key].safeParse(value).success ? value : null]
  })
  return {
    reportId: report.id,
    publicId: report.public_id ?? placeholderOf(report.id),
    versionNumber: report.version,
    name: report.name,
    title: report.title,
    description: report.description,
    isSourceReport: report.source === null ? null : report.source !== 'PLAYGROUND',
    sqlQuery: report.sql_query,
    meta,
    ...Object.fromEntries(lifted),
  }
}

/** Freezes every report that the dashboard names in its current state. Each version of a report has one snapshot id. */
function takeSnapshots(
  { db }: Platform,
  dashboard: { id: number; deployment_id: number },
  config: DashboardConfig,
): void {
  db.run('delete from snapshots where dashboard_id = ?', dashboard.id)
  let place = 0
  for (const reportId of reportIdsOf(config)) {
    const report = db.get<ReportRow>(
      'select * from reports where id = ? and deployment_id = ?',
      reportId,
      dashboard.deployment_id,
    )
    if (!report) continue
    const known = db.get<{ id: number }>(
      'select id from report_versions where report_id = ? and version_number = ?',
      report.id,
      report.version,
    )
    const id = known?.id ?? nextId(db, dashboard.deployment_id, 'report_versions')
    if (!known) insertRow(db, 'report_versions', { report_id: report.id, version_number: report.version, id })
    insertRow(db, 'snapshots', {
      dashboard_id: dashboard.id,
      place,
      id,
      report_id: report.id,
      version_number: report.version,
      body: stringifyJson(snapshotOf(report)),
    })
    place += 1
  }
}

/** Every publish makes a version, even of identical content. A dashboard keeps its id and public id for ever. */
export function publish(
  platform: Platform,
  workbook: { id: number; deployment_id: number },
  { config, title, description, allowEmbed, userId }: Publication,
): DashboardRow {
  const { db } = platform
  const before = findDashboard(db, workbook.id)
  const columns = {
    status: 'published',
    allow_embed: allowEmbed ? 1 : 0,
    title,
    description,
    config: stringifyJson(config),
    version_number: (before?.version_number ?? 0) + 1,
    version_id: nextId(db, workbook.deployment_id, 'dashboard_versions'),
  }
  const id = before?.id ?? nextId(db, workbook.deployment_id, 'dashboards')
  if (before) updateRow(db, 'dashboards', id, columns)
  else {
    insertRow(db, 'dashboards', {
      id,
      public_id: dashboardPublicId(workbook.deployment_id, workbook.id),
      deployment_id: workbook.deployment_id,
      workbook_id: workbook.id,
      created_by: userId,
      ...columns,
    })
  }
  takeSnapshots(platform, { id, deployment_id: workbook.deployment_id }, config)
  return findDashboard(db, workbook.id) as DashboardRow
}

export function toDashboard(db: Database, row: DashboardRow): Dashboard {
  const snapshots = db.all<{ id: number; body: string }>(
    'select id, body from snapshots where dashboard_id = ? order by place',
    row.id,
  )
  return {
    id: row.id,
    publicId: row.public_id,
    deploymentId: row.deployment_id,
    workbookId: row.workbook_id,
    status: row.status,
    allowEmbed: row.allow_embed === 1,
    title: row.title,
    description: row.description,
    config: readConfig(row.config),
    versionNumber: row.version_number,
    versionId: row.version_id,
    createdBy: row.created_by,
    reportSnapshots: snapshots.map(({ id, body }) => ({
      id,
      ...(parseJson(body) as Omit<ReportSnapshot, 'id'>),
    })) as ReportSnapshot[],
  }
}
