import type { reports as area } from '../../api/reports.ts'
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
import { updateRow } from '../store/rows.ts'
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

/** Creating a report in a workbook or a folder needs edit on it. */
function requirePlaces(
  platform: Platform,
  caller: Caller,
  deploymentId: number,
  { workbookId, folderId }: { workbookId?: number | null | undefined; folderId?: number | null | undefined },
): void {
  const access = readAccess(platform, caller, deploymentId)
  if (workbookId != null)
    requireLevel(access, 'WORKBOOK', findWorkbook(platform.db, deploymentId, workbookId).id, 'edit')
  if (folderId != null) requireLevel(access, 'FOLDER', findFolder(platform.db, deploymentId, folderId).id, 'edit')
}

/** Nobody views reports in the sandbox, so the order by last view is that of the last change. */
const ORDERS = {
  name: 't.name',
  createdAt: 't.created_at',
  updatedAt: 't.updated_at',
  lastViewedAt: 't.updated_at',
} as const

/** The report that this public id means here, or undefined when it is free to be created. */
function findByPublicId(platform: Platform, deploymentId: number, publicId: string): ReportRow | undefined {
  const { db } = platform
  if (isPlaceholder(publicId)) {
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
  const row = db.get<ReportRow>('select * from reports where public_id = ?', publicId)
  if (row && row.deployment_id !== deploymentId) {
    throw conflict(`the public id "${publicId}" belongs to a report of another deployment`)
  }
  return row
}

export const reports: Routes<typeof area> = {
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
      conditions.push(["json_extract(t.sheet, '$.externalWorkbookId') = ?", query.externalWorkbookId])
    }
    if (query.search != null) conditions.push(['instr(lower(t.name), ?) > 0', query.search.toLowerCase()])
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
    requirePlaces(platform, caller, deploymentId, body)
    return show(platform, caller, createReport(platform, caller, deploymentId, body))
  },

  upsertReportByPublicId({ platform, caller, path: { deploymentId, publicId }, body }) {
    if (body.publicId != null && body.publicId !== publicId) throw badRequest('publicId: must be the one of the path')
    const row = findByPublicId(platform, deploymentId, publicId)
    if (!row) {
      requirePlaces(platform, caller, deploymentId, body)
      return show(platform, caller, createReport(platform, caller, deploymentId, { ...body, publicId }))
    }
    requireLevel(readAccess(platform, caller, deploymentId), 'REPORT', row.id, 'edit')
    const { source: _createOnly, ...changes } = body
    return show(platform, caller, updateReport(platform, row, changes))
  },

  getReport({ platform, caller, path }) {
    return show(platform, caller, reach(platform, caller, path, 'read'))
  },

  updateReport({ platform, caller, path, body }) {
    return show(platform, caller, updateReport(platform, reach(platform, caller, path, 'edit'), body))
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
