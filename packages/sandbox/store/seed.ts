import { parseJson, stringifyJson } from '@boardwright/common'
import type { DashboardConfig } from '@boardwright/platform'
import type { Platform } from '../platform.ts'
import type { Seed, SeedReport, SeedWorkbook } from '../seeds/seed.ts'
import { type Publication, publish } from './dashboards.ts'
import { INITIAL_SETTINGS } from './deployments.ts'
import { addGroup } from './embed/groups.ts'
import { plantVariables } from './env-variables.ts'
import type { FolderRow } from './folders.ts'
import { plantAccount } from './plant-account.ts'
import { plantNotifications } from './plant-notifications.ts'
import { isPlaceholder } from './public-ids.ts'
import { renameReports } from './references.ts'
import type { ReportRow } from './reports.ts'
import { type Columns, insertRow, nextId, updateRow } from './rows.ts'
import type { WorkbookRow } from './workbooks.ts'

export const DEPLOYMENTS = [
  { id: 1, name: 'dev' },
  { id: 2, name: 'production' },
] as const

/** Every seed has both deployments; its content is in this one. */
export const HOME = DEPLOYMENTS[1]

/** Writes the seed to an empty platform. */
export function plantSeed(platform: Platform, seed: Seed): void {
  const { db } = platform
  for (const { id, name } of DEPLOYMENTS) {
    insertRow(db, 'deployments', { id, name, settings: stringifyJson(INITIAL_SETTINGS) })
    plantVariables(db, id)
  }
  plantAccount(db, seed)
  plantContent(platform, seed)
}

function plantContent(platform: Platform, seed: Seed): void {
  const { db } = platform
  const numbered = (kind: 'folders' | 'workbooks' | 'reports') =>
    new Map(seed[kind].map(({ id }) => [id, nextId(db, HOME.id, kind)]))
  const ids = { FOLDER: numbered('folders'), WORKBOOK: numbered('workbooks'), REPORT: numbered('reports') }
  const folder = (id: number | null | undefined) => (id == null ? null : (ids.FOLDER.get(id) ?? null))

  for (const { id, parentId, name, position, userId, createdAt, updatedAt } of seed.folders) {
    insertRow(db, 'folders', {
      id: ids.FOLDER.get(id) ?? 0,
      deployment_id: HOME.id,
      parent_id: folder(parentId),
      name,
      position,
      user_id: userId,
      updated_by: userId,
      created_at: createdAt,
      updated_at: updatedAt,
    } satisfies Columns<FolderRow>)
  }
  for (const workbook of seed.workbooks) {
    const { dashboardDraft } = workbook
    insertRow(db, 'workbooks', {
      id: ids.WORKBOOK.get(workbook.id) ?? 0,
      deployment_id: HOME.id,
      folder_id: folder(workbook.folderId),
      name: workbook.name,
      slug: workbook.slug,
      meta: stringifyJson(workbook.meta),
      draft: dashboardDraft && stringifyJson(renameReports(dashboardDraft, ids.REPORT)),
      calculated_fields: stringifyJson(workbook.calculatedFields),
      requires_review: workbook.requiresReview ? 1 : 0,
      user_id: workbook.userId,
      created_at: workbook.createdAt,
      updated_at: workbook.updatedAt,
    } satisfies Columns<WorkbookRow>)
  }
  for (const report of seed.reports) {
    const workbookId = report.workbookId == null ? null : (ids.WORKBOOK.get(report.workbookId) ?? null)
    insertRow(db, 'reports', reportColumns(report, ids.REPORT.get(report.id) ?? 0, workbookId, folder(report.folderId)))
  }
  for (const workbook of seed.workbooks)
    plantPublished(platform, workbook, ids.WORKBOOK.get(workbook.id) ?? 0, ids.REPORT)
  plantAccess(platform, seed, ids)
  plantNotifications(platform, HOME.id, seed, ids.WORKBOOK)
}

function reportColumns(report: SeedReport, id: number, workbookId: number | null, folderId: number | null) {
  const { publicId, externalWorkbookId, resultLocation, endResultCell } = report
  return {
    id,
    deployment_id: HOME.id,
    public_id: publicId !== null && isPlaceholder(publicId) ? null : publicId,
    workbook_id: workbookId,
    folder_id: folderId,
    name: report.name,
    title: report.title ?? null,
    description: report.description ?? null,
    sql_query: report.sqlQuery ?? null,
    json_query: report.jsonQuery ?? null,
    pivot_items: report.pivotItems == null ? null : stringifyJson(report.pivotItems),
    meta: report.meta == null ? null : stringifyJson(report.meta),
    source: report.source ?? null,
    version: report.version,
    sheet: stringifyJson({ externalWorkbookId, resultLocation, endResultCell }),
    placements: stringifyJson(report.externalWorkbookPlacements ?? []),
    user_id: report.userId,
    refreshed_by: report.userId,
    created_at: report.createdAt,
    updated_at: report.updatedAt,
  } satisfies Columns<ReportRow>
}

/** What viewers see: the published dashboard, with reports as they were at the time if the seed says so. */
function plantPublished(
  platform: Platform,
  seed: SeedWorkbook,
  workbookId: number,
  reports: ReadonlyMap<number, number>,
): void {
  const { db } = platform
  const { published } = seed
  if (!published) return
  const publication: Publication = {
    config: renameReports(published.config as DashboardConfig, reports),
    title: published.title ?? null,
    description: published.description ?? null,
    allowEmbed: published.allowEmbed,
    userId: seed.userId,
  }
  const { id } = publish(platform, { id: workbookId, deployment_id: HOME.id }, publication)
  const { publicId, status, versionNumber } = published
  updateRow(db, 'dashboards', id, { public_id: publicId, status, version_number: versionNumber })
  for (const { reportId, versionNumber: version, ...shown } of published.outdatedSnapshots ?? []) {
    const at = [id, reports.get(reportId) ?? 0]
    const now = db.get<{ body: string }>('select body from snapshots where dashboard_id = ? and report_id = ?', ...at)
    const body = { ...(parseJson(now?.body ?? '{}') as object), ...shown, versionNumber: version }
    db.run(
      'update snapshots set id = ?, version_number = ?, body = ? where dashboard_id = ? and report_id = ?',
      nextId(db, HOME.id, 'report_versions'),
      version,
      stringifyJson(body),
      ...at,
    )
  }
}

function plantAccess(
  platform: Platform,
  seed: Seed,
  ids: Record<'FOLDER' | 'WORKBOOK' | 'REPORT', ReadonlyMap<number, number>>,
): void {
  const { db } = platform
  for (const { type, id, userId, action } of seed.access.grants) {
    insertRow(db, 'grants', { type, id: ids[type].get(id) ?? 0, user_id: userId, action })
  }
  for (const { id, name, displayName = null, createdAt = null, groups = [] } of seed.access.embedTenants) {
    insertRow(db, 'embed_tenants', { id, name, display_name: displayName, created_at: createdAt })
    for (const group of groups) addGroup(platform, id, group.name, group.description ?? null)
  }
  for (const shared of seed.access.embedAccess) {
    const tenant = 'embedTenantName' in shared ? shared.embedTenantName : '*'
    insertRow(db, 'embed_access', { workbook_id: ids.WORKBOOK.get(shared.workbookId) ?? 0, tenant })
  }
}
