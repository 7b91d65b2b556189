import type { Api, CreateReportInput } from '@boardwright/platform'
import { requireAuthor } from '../http/auth.ts'
import { type Listing, listAnswer, pageSize, readPage } from '../http/paging.ts'
import { badRequest, conflict } from '../http/refusal.ts'
import type { Routes } from '../http/route.ts'
import type { Caller, Platform } from '../platform.ts'
import { type Level, readAccess, requireLevel } from '../store/access.ts'
import type { Value } from '../store/database.ts'
import { findFolder } from '../store/folders.ts'
import { connectPlacement, disconnectPlacement, refreshPlacement } from '../store/placements.ts'
import { findByPlaceholder, isPlaceholder } from '../store/public-ids.ts'
import { createReport, findReport, type ReportRow, removeReport, toReport, updateReport } from '../store/reports.ts'
import { idsNamed, updateRow } from '../store/rows.ts'
import { findWorkbook } from '../store/workbooks.ts'

interface Place {
  readonly deploymentId: number
  readonly reportId: number
}

/** The report, if the caller has this much access to it. */
function reach(platform: Platform, caller: Caller, { deploymentId, reportId }: Place, needed: Level): ReportRow {
  const row = findReport(platform.db, deploymentId, reportId)
  requireLevel(readAccess(platform, caller, deploymentId), 'REPORT', row.id, needed)
  return row
}

const show = (platform: Platform, caller: Caller, row: ReportRow) =>
  toReport(platform, readAccess(platform, caller, row.deployment_id), row)

interface Places {
  readonly workbookId?: number | null | undefined
  readonly folderId?: number | null | undefined
}

/** Putting a report into a workbook or a folder needs edit on it. Places that it is already in (`now`) do not count. */
function requirePlaces(
  platform: Platform,
  caller: Caller,
  deploymentId: number,
  { workbookId, folderId }: Places,
  now?: ReportRow,
): void {
  const access = readAccess(platform, caller, deploymentId)
  if (workbookId != null && workbookId !== now?.workbook_id)
    requireLevel(access, 'WORKBOOK', findWorkbook(platform.db, deploymentId, workbookId).id, 'edit')
  if (folderId != null && folderId !== now?.folder_id)
    requireLevel(access, 'FOLDER', findFolder(platform.db, deploymentId, folderId).id, 'edit')
}

function create(platform: Platform, caller: Caller, deploymentId: number, body: CreateReportInput): ReportRow {
  requireAuthor(caller)
  requirePlaces(platform, caller, deploymentId, body)
  return createReport(platform, caller, deploymentId, body)
}

/** Nobody views reports in the sandbox, so `lastViewedAt` orders by the last change. */
const ORDERS = {
  name: 't.name',
  createdAt: 't.created_at',
  updatedAt: 't.updated_at',
  lastViewedAt: 't.updated_at',
} as const

/** Matches a report's own link to a spreadsheet, or one of its placements. */
const IN_SPREADSHEET = `(json_extract(t.sheet, '$.externalWorkbookId') = ? or exists (
  select 1 from json_each(t.placements) p where json_extract(p.value, '$.workbookId') = ?))`

/** The report that has this public id here, or undefined if the id is free to be created. */
function findByPublicId(platform: Platform, deploymentId: number, publicId: string): ReportRow | undefined {
  const { db } = platform
  const row = db.get<ReportRow>('select * from reports where public_id = ?', publicId)
  if (!row && isPlaceholder(publicId)) {
    const [found, another] = findByPlaceholder(db, deploymentId, publicId)
    if (another) {
      throw conflict(
        `"${publicId}" is a placeholder that several reports share: give one an id of its own first`,
        'ambiguous_legacy_id',
      )
    }
    if (!found) throw badRequest(`"${publicId}" is a placeholder, not an id: choose a 12-character id of your own`)
    updateRow(db, 'reports', found.id, { public_id: publicId })
    return findReport(db, deploymentId, found.id)
  }
  if (row && row.deployment_id !== deploymentId) {
    throw conflict(`the public id "${publicId}" belongs to a report of another deployment`)
  }
  return row
}

export const reports: Routes<Api['reports']> = {
  getReports({ platform, caller, path: { deploymentId }, query }) {
    const byOffset = query.limit != null || query.page != null
    const byCursor = query.first !== undefined || query.after !== undefined
    if (byOffset && byCursor) throw badRequest('use first and after, or limit and page, not both')
    if (byCursor && query.sortBy === 'lastViewedAt') throw badRequest('sortBy lastViewedAt has no cursors')

    const access = readAccess(platform, caller, deploymentId)
    const conditions: [string, ...Value[]][] = [['t.deployment_id = ?', deploymentId]]
    if (query.workbookId != null) conditions.push(['t.workbook_id = ?', query.workbookId])
    if (query.folderId != null) conditions.push(['t.folder_id = ?', query.folderId])
    if (query.externalWorkbookId != null) {
      conditions.push([IN_SPREADSHEET, query.externalWorkbookId, query.externalWorkbookId])
    }
    if (query.search != null) {
      const ids = idsNamed(platform.db, 'reports', deploymentId, query.search)
      conditions.push(['t.id in (select value from json_each(?))', JSON.stringify(ids)])
    }
    const visible = access.visibleOnly('REPORT')
    conditions.push([visible.where, ...visible.values])

    const listing: Listing = {
      from: 'reports t',
      where: conditions.map(([condition]) => condition).join(' and '),
      values: conditions.flatMap(([, ...values]) => values),
      orderBy: query.sortBy ? ORDERS[query.sortBy] : 't.id',
      descending: query.sortDirection === 'DESC',
    }
    const size = pageSize(platform.switches, query.limit)
    const window = byOffset ? { first: size, offset: ((query.page ?? 1) - 1) * size } : query
    const page = readPage<ReportRow>(platform.db, platform.switches, listing, window)
    const items = page.rows.map((row) => toReport(platform, access, row, platform.switches.listRows))
    return listAnswer(items, page.pageInfo, page.count)
  },

  createReport({ platform, caller, path: { deploymentId }, body }) {
    return show(platform, caller, create(platform, caller, deploymentId, body))
  },

  upsertReportByPublicId({ platform, caller, path: { deploymentId, publicId }, body }) {
    if (body.publicId != null && body.publicId !== publicId) throw badRequest('publicId: must be the one of the path')
    const row = findByPublicId(platform, deploymentId, publicId)
    if (!row) return show(platform, caller, create(platform, caller, deploymentId, { ...body, publicId }))
    requireLevel(readAccess(platform, caller, deploymentId), 'REPORT', row.id, 'edit')
    requirePlaces(platform, caller, deploymentId, body, row)
    const { source: _createOnly, ...changes } = body
    return show(platform, caller, updateReport(platform, row, changes))
  },

  getReport({ platform, caller, path }) {
    return show(platform, caller, reach(platform, caller, path, 'read'))
  },

  updateReport({ platform, caller, path, body }) {
    const row = reach(platform, caller, path, 'edit')
    requirePlaces(platform, caller, path.deploymentId, body, row)
    return show(platform, caller, updateReport(platform, row, body))
  },

  deleteReport({ platform, caller, path }) {
    removeReport(platform, reach(platform, caller, path, 'manage'))
    return undefined
  },

  refreshReport({ platform, caller, path, body }) {
    const row = reach(platform, caller, path, 'read')
    return show(platform, caller, refreshPlacement(platform, caller, row, body ?? {}))
  },

  connectReportToWorkbook({ platform, caller, path, body }) {
    const row = reach(platform, caller, path, 'read')
    return show(platform, caller, connectPlacement(platform, caller, row, body))
  },

  disconnectReportFromWorkbook({ platform, caller, path, body }) {
    const row = reach(platform, caller, path, 'read')
    return show(platform, caller, disconnectPlacement(platform, row, body ?? {}))
  },
}
