import { isMap, objectOf, parseJson, stringifyJson } from '@boardwright/common'
import type { DashboardConfig, DashboardConfigDraftInput, UpdateWorkbookInput, Workbook } from '@boardwright/platform'
import { badRequest, conflict, notFound } from '../http/refusal.ts'
import type { Caller, Platform } from '../platform.ts'
import { readConfig, requireReports, storedConfig } from './dashboard-config.ts'
import { findDashboard, toDashboard } from './dashboards.ts'
import type { Database, Value } from './database.ts'
import { findFolder, folderPathOf } from './folders.ts'
import { type ReportRow, removeReport } from './reports.ts'
import { insertRow, nextId, storedName, updateRow } from './rows.ts'
import { findOwner } from './users.ts'

export interface WorkbookRow {
  readonly id: number
  readonly deployment_id: number
  readonly folder_id: number | null
  readonly name: string
  readonly slug: string | null
  /** Without `dashboardDraft`, which has its own column. */
  readonly meta: string
  readonly draft: string | null
  readonly calculated_fields: string
  readonly requires_review: number
  readonly user_id: number
  readonly created_at: string
  readonly updated_at: string
}

type Meta = Record<string, unknown>

export function findWorkbook(db: Database, deploymentId: number, id: number): WorkbookRow {
  const row = db.get<WorkbookRow>('select * from workbooks where id = ? and deployment_id = ?', id, deploymentId)
  if (!row) throw notFound(`workbook ${id}`)
  return row
}

export const findBySlug = (db: Database, deploymentId: number, slug: string): WorkbookRow | undefined =>
  db.get<WorkbookRow>('select * from workbooks where deployment_id = ? and slug = ?', deploymentId, slug)

export function normalSlug(slug: string): string {
  const normal = slug.trim().toLowerCase()
  if (normal === '') throw badRequest('a slug must not be blank')
  return normal
}

const parseConfig = (text: string | null): DashboardConfig | null => (text === null ? null : readConfig(text))
const parseMeta = (row: WorkbookRow): Meta => parseJson(row.meta) as Meta

export const draftOf = (row: WorkbookRow): DashboardConfig | null => parseConfig(row.draft)

/** Checks a draft against what is stored, and returns the text to store. */
export function draftToStore(
  platform: Platform,
  row: WorkbookRow | undefined,
  deploymentId: number,
  draft: DashboardConfigDraftInput,
): string {
  const config = storedConfig(platform, draft)
  const published = row ? findDashboard(platform.db, row.id) : undefined
  requireReports(platform, deploymentId, config, [row ? draftOf(row) : null, parseConfig(published?.config ?? null)])
  return stringifyJson(config)
}

/** Keys keep their order, and any text may be a key: `meta` is free-form. */
function merge(stored: Meta, sent: Meta, depth: 'shallow' | 'deep'): Meta {
  const joined = Object.entries(sent).map(([key, value]): [string, unknown] => {
    const before = Object.hasOwn(stored, key) ? stored[key] : undefined
    return [key, depth === 'deep' && isMap(before) && isMap(value) ? merge(before, value, depth) : value]
  })
  return objectOf([...Object.entries(stored), ...joined])
}

/**
 * The columns that `meta` changes. Under `dashboardDraft` it holds a draft: the same one that the dashboard calls
 * write.
 */
function metaColumns(
  platform: Platform,
  row: WorkbookRow | undefined,
  deploymentId: number,
  meta: NonNullable<UpdateWorkbookInput['meta']>,
  how: 'merge' | 'replace',
): Record<string, Value> {
  const { switches } = platform
  const { dashboardDraft } = meta
  const rest = objectOf(Object.entries(meta).filter(([key]) => key !== 'dashboardDraft'))
  const next = how === 'merge' && row ? merge(parseMeta(row), rest, switches.bySlugMeta) : rest
  const columns: Record<string, Value> = { meta: stringifyJson(next) }
  const dropped = how === 'replace' && switches.replacedMetaDraft === 'dropped'
  if (dashboardDraft) columns['draft'] = draftToStore(platform, row, deploymentId, dashboardDraft)
  else if (dropped || (dashboardDraft === null && switches.nulls === 'clear')) columns['draft'] = null
  return columns
}

function changesOf(
  platform: Platform,
  row: WorkbookRow | undefined,
  deploymentId: number,
  input: UpdateWorkbookInput,
  how: 'merge' | 'replace',
) {
  const columns: Record<string, Value> = {}
  if (input.name != null) columns['name'] = storedName(input.name)
  if (input.folderId !== undefined) {
    if (input.folderId !== null) findFolder(platform.db, deploymentId, input.folderId)
    columns['folder_id'] = input.folderId
  }
  if (input.meta) Object.assign(columns, metaColumns(platform, row, deploymentId, input.meta, how))
  else if (input.meta === null && platform.switches.nulls === 'clear') {
    Object.assign(columns, metaColumns(platform, row, deploymentId, {}, 'replace'))
  }
  return columns
}

export function createWorkbook(
  platform: Platform,
  caller: Caller,
  deploymentId: number,
  input: UpdateWorkbookInput,
  slug: string | null,
): WorkbookRow {
  const { db, clock } = platform
  const columns = changesOf(platform, undefined, deploymentId, input, 'replace')
  const id = nextId(db, deploymentId, 'workbooks')
  insertRow(db, 'workbooks', {
    id,
    deployment_id: deploymentId,
    folder_id: null,
    name: 'Untitled workbook',
    slug,
    meta: '{}',
    draft: null,
    calculated_fields: '{}',
    user_id: caller.userId,
    created_at: clock.stamp(),
    updated_at: clock.stamp(),
    ...columns,
  })
  return findWorkbook(db, deploymentId, id)
}

/**
 * Only sent fields change. By slug `meta` is merged, by id it is replaced. Sending what is already there changes
 * nothing.
 */
export function updateWorkbook(
  platform: Platform,
  row: WorkbookRow,
  input: UpdateWorkbookInput,
  how: 'merge' | 'replace',
): WorkbookRow {
  const columns = changesOf(platform, row, row.deployment_id, input, how)
  if (input.slug != null) columns['slug'] = takeSlug(platform, row, normalSlug(input.slug), input.slugTakeover === true)
  else if (input.slug === null && platform.switches.nulls === 'clear') columns['slug'] = null
  return storeWorkbook(platform, row, columns)
}

/** Writes the columns that differ. */
export function storeWorkbook(
  { db, clock }: Platform,
  row: WorkbookRow,
  columns: Readonly<Record<string, Value>>,
): WorkbookRow {
  const changed = Object.entries(columns).filter(([name, value]) => row[name as keyof WorkbookRow] !== value)
  if (changed.length > 0)
    updateRow(db, 'workbooks', row.id, { ...Object.fromEntries(changed), updated_at: clock.stamp() })
  return findWorkbook(db, row.deployment_id, row.id)
}

function takeSlug(platform: Platform, row: WorkbookRow, slug: string, takeover: boolean): string {
  const holder = findBySlug(platform.db, row.deployment_id, slug)
  if (holder && holder.id !== row.id) {
    if (!takeover) throw conflict(`the slug "${slug}" belongs to another workbook`)
    storeWorkbook(platform, holder, { slug: null })
  }
  return slug
}

export function removeWorkbook(platform: Platform, row: WorkbookRow): void {
  const { db, switches } = platform
  const reports = db.all<ReportRow>('select * from reports where workbook_id = ?', row.id)
  for (const report of reports) {
    if (switches.deletedWorkbookReports === 'removed') removeReport(platform, report)
    else updateRow(db, 'reports', report.id, { workbook_id: null, folder_id: row.folder_id })
  }
  db.run("delete from grants where type = 'WORKBOOK' and id = ?", row.id)
  db.run('delete from notifications where dashboard_id in (select id from dashboards where workbook_id = ?)', row.id)
  db.run('delete from workbooks where id = ?', row.id)
}

const withDraft = (meta: Meta, draft: DashboardConfig): Meta =>
  objectOf([...Object.entries(meta), ['dashboardDraft', draft]])

/** Slim rows lack the dashboards. */
export function toWorkbook(platform: Platform, row: WorkbookRow, rows: 'full' | 'slim' = 'full'): Workbook {
  const { db, switches } = platform
  const draft = draftOf(row)
  const dashboard = findDashboard(db, row.id)
  const meta = parseMeta(row)
  const shown: Workbook = {
    id: row.id,
    name: row.name,
    deploymentId: row.deployment_id,
    type: 'WORKBOOK',
    slug: row.slug,
    meta: rows === 'full' && switches.metaDraft === 'with' && draft ? withDraft(meta, draft) : meta,
    calculatedFields: parseJson(row.calculated_fields) as Meta,
    folderId: row.folder_id,
    folderPath: folderPathOf(db, row.folder_id),
    createdBy: row.user_id,
    userId: row.user_id,
    user: findOwner(db, row.user_id),
    isFavorite: false,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
  if (rows === 'slim') return shown
  return {
    ...shown,
    dashboardDraft: draft,
    dashboardPublished: parseConfig(dashboard?.config ?? null),
    publishedDashboard: dashboard ? toDashboard(db, dashboard) : null,
  }
}
