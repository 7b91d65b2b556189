import { createHash } from 'node:crypto'
import { objectOf, parseJson, stringifyJson } from '@boardwright/common'
import type { CreateReportInput, Report, UpdateReportInput } from '@boardwright/platform'
import { badRequest, conflict, notFound } from '../http/refusal.ts'
import type { Caller, Platform } from '../platform.ts'
import type { Access } from './access.ts'
import type { Database, Value } from './database.ts'
import { folderPathOf } from './folders.ts'
import { mintPublicId, placeholderOf, requireFreePublicId } from './public-ids.ts'
import { insertRow, nextId, storedName, updateRow } from './rows.ts'
import { findOwner } from './users.ts'

export interface ReportRow {
  readonly id: number
  readonly deployment_id: number
  readonly public_id: string | null
  readonly workbook_id: number | null
  readonly folder_id: number | null
  readonly name: string
  readonly title: string | null
  readonly description: string | null
  readonly sql_query: string | null
  readonly json_query: string | null
  readonly pivot_items: string | null
  readonly meta: string | null
  readonly source: string | null
  readonly version: number
  readonly sheet: string
  readonly placements: string
  readonly user_id: number
  readonly refreshed_by: number
  readonly created_at: string
  readonly updated_at: string
}

type Input = Omit<CreateReportInput, 'source'> & UpdateReportInput

export function findReport(db: Database, deploymentId: number, id: number): ReportRow {
  const row = db.get<ReportRow>('select * from reports where id = ? and deployment_id = ?', id, deploymentId)
  if (!row) throw notFound(`report ${id}`)
  return row
}

const trimmed = (text: string): string => text.trim()
const json = (value: unknown): string => stringifyJson(value)

/** Input fields that have a column, and how each is stored. */
const FIELDS = {
  name: { column: 'name', store: storedName },
  title: { column: 'title', store: trimmed },
  sqlQuery: { column: 'sql_query', store: String },
  jsonQuery: { column: 'json_query', store: String },
  pivotItems: { column: 'pivot_items', store: json },
  meta: { column: 'meta', store: json },
  workbookId: { column: 'workbook_id', store: Number },
  folderId: { column: 'folder_id', store: Number },
} as const satisfies Record<string, { column: keyof ReportRow; store: (value: never) => Value }>

/** Columns whose change makes a new version. The place of a report is not among them. */
const DEFINITION = new Set<string>(['name', 'title', 'sql_query', 'json_query', 'pivot_items', 'meta'])

/** The spreadsheet link is stored with a report but is not part of its definition. */
const SHEET_FIELDS = [
  'host',
  'externalWorkbookId',
  'resultLocation',
  'endResultCell',
  'sheetId',
  'workbookName',
] as const

/** The columns that an input changes. What is not sent stays; null clears, or is ignored if the switch says so. */
function columnsOf(platform: Platform, row: ReportRow | undefined, input: Input): Record<string, Value> {
  const columns: Record<string, Value> = {}
  for (const [field, { column, store }] of Object.entries(FIELDS)) {
    const value = input[field]
    if (value === undefined) continue
    if (value === null) {
      if (platform.switches.nulls === 'clear' && column !== 'name') columns[column] = null
    } else {
      columns[column] = (store as (value: unknown) => Value)(value)
    }
  }
  if (input.meta && row?.meta && platform.switches.reportMeta === 'merge') {
    columns['meta'] = json(objectOf([...Object.entries(parseJson(row.meta) as object), ...Object.entries(input.meta)]))
  }
  const isSent = (value: unknown): boolean =>
    platform.switches.nulls === 'clear' ? value !== undefined : value != null
  const sheet = Object.fromEntries(
    SHEET_FIELDS.filter((name) => isSent(input[name])).map((name) => [name, input[name]]),
  )
  if (Object.keys(sheet).length > 0) {
    columns['sheet'] = json({ ...(JSON.parse(row?.sheet ?? '{}') as object), ...sheet })
  }
  return columns
}

export function createReport(
  platform: Platform,
  caller: Caller,
  deploymentId: number,
  input: CreateReportInput,
): ReportRow {
  const { db, clock } = platform
  if (input.publicId != null) requireFreePublicId(platform, input.publicId)
  const id = nextId(db, deploymentId, 'reports')
  insertRow(db, 'reports', {
    id,
    deployment_id: deploymentId,
    public_id: input.publicId ?? mintPublicId(),
    name: 'Untitled report',
    source: input.source ?? 'PLAYGROUND',
    version: 1,
    sheet: '{}',
    placements: '[]',
    user_id: caller.userId,
    refreshed_by: caller.userId,
    created_at: clock.stamp(),
    updated_at: clock.stamp(),
    ...columnsOf(platform, undefined, input),
  })
  return findReport(db, deploymentId, id)
}

/** Only sent fields change, and sending what is already there changes nothing. `source` is never changed. */
export function updateReport(platform: Platform, row: ReportRow, input: UpdateReportInput): ReportRow {
  const { db, clock, switches } = platform
  const expected = input.expectedVersion
  if (expected != null && switches.expectedVersion === 'known' && expected !== row.version) {
    throw conflict(`the report is at version ${row.version}, not ${expected}: read it again`)
  }
  const columns = columnsOf(platform, row, input)
  if (input.publicId != null && input.publicId !== row.public_id) {
    if (row.public_id !== null) throw badRequest('publicId is write-once: this report has one already')
    requireFreePublicId(platform, input.publicId)
    columns['public_id'] = input.publicId
  }
  const changed = Object.entries(columns).filter(([name, value]) => row[name as keyof ReportRow] !== value)
  if (changed.length === 0) return row
  const redefined = changed.some(([name]) => DEFINITION.has(name))
  updateRow(db, 'reports', row.id, {
    ...Object.fromEntries(changed),
    version: row.version + (redefined ? 1 : 0),
    updated_at: clock.stamp(),
  })
  return findReport(db, row.deployment_id, row.id)
}

export function removeReport({ db }: Platform, row: ReportRow): void {
  if (row.public_id !== null) db.run('insert or ignore into retired_public_ids values (?)', row.public_id)
  db.run("delete from grants where type = 'REPORT' and id = ?", row.id)
  db.run('delete from reports where id = ?', row.id)
}

const checksum = (row: ReportRow): string =>
  createHash('sha1')
    .update(`${row.sql_query ?? ''}\n${row.json_query ?? ''}`)
    .digest('hex')

/** Slim rows lack the definition of a report: a client has to read the report alone. */
export function toReport(platform: Platform, access: Access, row: ReportRow, rows: 'full' | 'slim' = 'full'): Report {
  const { db } = platform
  const level = access.levelOf('REPORT', row.id)
  const sheet = JSON.parse(row.sheet) as Record<string, string | null>
  const folderId = row.folder_id
  const shown: Report = {
    id: row.id,
    publicId: row.public_id ?? placeholderOf(row.id),
    deploymentId: row.deployment_id,
    type: 'REPORT',
    name: row.name,
    title: row.title,
    description: row.description,
    workbookId: row.workbook_id,
    folderId,
    folderPath: folderPathOf(db, folderId),
    source: row.source as Report['source'],
    version: row.version,
    userId: row.user_id,
    user: findOwner(db, row.user_id),
    createdBy: row.user_id,
    refreshedBy: row.refreshed_by,
    refreshedByUser: findOwner(db, row.refreshed_by),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    currentQueryChecksum: checksum(row),
    canEdit: level === 'edit' || level === 'manage',
    canManage: level === 'manage',
    rolesWithAccess: [],
  }
  if (rows === 'slim') return shown
  return {
    ...shown,
    sqlQuery: row.sql_query,
    jsonQuery: row.json_query,
    pivotItems: row.pivot_items === null ? null : (parseJson(row.pivot_items) as Report['pivotItems']),
    meta: row.meta === null ? null : (parseJson(row.meta) as Report['meta']),
    externalWorkbookId: sheet['externalWorkbookId'] ?? null,
    resultLocation: sheet['resultLocation'] ?? null,
    endResultCell: sheet['endResultCell'] ?? null,
    externalWorkbookPlacements: parseJson(row.placements) as Report['externalWorkbookPlacements'],
  }
}
