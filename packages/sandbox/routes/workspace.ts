import type { Api, QueryOf, WorkspaceItem } from '@boardwright/platform'
import { sortedPage } from '../http/paging.ts'
import { badRequest, Refusal } from '../http/refusal.ts'
import type { Routes } from '../http/route.ts'
import type { Caller, Platform } from '../platform.ts'
import { type Access, type Kind, readAccess, requireLevel } from '../store/access.ts'
import type { Value } from '../store/database.ts'
import {
  type FolderRow,
  findFolder,
  heightOf,
  readChain,
  removeFolder,
  requireDepth,
  toFolder,
} from '../store/folders.ts'
import { findReport, type ReportRow, removeReport, toReport } from '../store/reports.ts'
import { idsNamed, updateRow } from '../store/rows.ts'
import { findWorkbook, removeWorkbook, toWorkbook, type WorkbookRow } from '../store/workbooks.ts'

type Ref = { readonly type: Kind; readonly id: number }
type Rows = 'full' | 'slim'

/** The differences between the kinds. */
const KINDS = {
  FOLDER: {
    table: 'folders',
    parent: 'parent_id',
    level: '',
    find: findFolder,
    show: (platform: Platform, _access: Access, row: unknown) => toFolder(platform, row as FolderRow),
    remove: ({ db }: Platform, row: { id: number }) => removeFolder(db, row.id),
  },
  WORKBOOK: {
    table: 'workbooks',
    parent: 'folder_id',
    level: '',
    find: findWorkbook,
    show: (platform: Platform, _access: Access, row: unknown, rows: Rows) =>
      toWorkbook(platform, row as WorkbookRow, rows),
    remove: (platform: Platform, row: unknown) => removeWorkbook(platform, row as WorkbookRow),
  },
  REPORT: {
    table: 'reports',
    parent: 'folder_id',
    // A report of a workbook is listed in its workbook only.
    level: ' and t.workbook_id is null',
    find: findReport,
    show: (platform: Platform, access: Access, row: unknown, rows: Rows) =>
      toReport(platform, access, row as ReportRow, rows),
    remove: (platform: Platform, row: unknown) => removeReport(platform, row as ReportRow),
  },
} as const

const ALL_KINDS = ['FOLDER', 'WORKBOOK', 'REPORT'] as const

const showItem = (
  platform: Platform,
  access: Access,
  { type, id }: Ref,
  deploymentId: number,
  rows: Rows = 'full',
): WorkspaceItem =>
  KINDS[type].show(platform, access, KINDS[type].find(platform.db, deploymentId, id), rows) as WorkspaceItem

function move(
  platform: Platform,
  caller: Caller,
  deploymentId: number,
  item: Ref,
  folderId: number | null,
): WorkspaceItem {
  const { db, clock } = platform
  const { table, parent, find } = KINDS[item.type]
  const row: object = find(db, deploymentId, item.id)
  const access = readAccess(platform, caller, deploymentId)
  requireLevel(access, item.type, item.id, 'manage')
  if (folderId !== null) requireLevel(access, 'FOLDER', findFolder(db, deploymentId, folderId).id, 'edit')
  if (item.type === 'FOLDER') {
    if (readChain(db, folderId).some(({ id }) => id === item.id)) throw badRequest('a folder cannot move into itself')
    requireDepth(db, folderId, heightOf(db, item.id))
  }
  if (Reflect.get(row, parent) !== folderId) {
    const by = item.type === 'FOLDER' ? { updated_by: caller.userId } : {}
    updateRow(db, table, item.id, { [parent]: folderId, ...by, updated_at: clock.stamp() })
  }
  return showItem(platform, access, item, deploymentId)
}

/**
 * Handles the items one by one, in the given order and independently: failures are listed, and what was done stays
 * done.
 */
function each<T>(platform: Platform, items: readonly Ref[], work: (item: Ref) => T) {
  const distinct = [...new Map(items.map((item) => [`${item.type} ${item.id}`, item])).values()]
  const done: T[] = []
  const failed: { type: Kind; id: number; error: { status: number; message: string } }[] = []
  for (const { type, id } of distinct) {
    try {
      done.push(platform.db.atomically(() => work({ type, id })))
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause
      failed.push({ type, id, error: { status: cause.status, message: cause.message } })
    }
  }
  return { done, failed }
}

const ORDERS = {
  name: 'name',
  created_at: 'created_at',
  updated_at: 'updated_at',
  viewer_last_viewed_at: 'updated_at',
} as const

/**
 * Folders sort by position, a number, and the rest by a text, so the type of `sort` tells them apart. That text ends in
 * the kind, because a report may have the number of a workbook.
 */
interface Sorted {
  readonly id: number
  readonly sort: string | number
}
const isFolder = ({ sort }: Sorted): boolean => typeof sort === 'number'

/** Folders come first and are always ascending; the direction applies to the rest. */
const inDirection = (direction: 'ASC' | 'DESC' | null | undefined) => (a: Sorted, b: Sorted) => {
  if (isFolder(a) !== isFolder(b)) return isFolder(a) ? -1 : 1
  const order = a.sort < b.sort ? -1 : a.sort > b.sort ? 1 : a.id - b.id
  return direction === 'DESC' && !isFolder(a) ? -order : order
}

/** The items that this access may see: of one level, or of all levels in a search. */
export function listItems(
  platform: Platform,
  access: Access,
  deploymentId: number,
  query: QueryOf<Api['workspace']['endpoints']['workspaceObjects']>,
) {
  const { db, switches } = platform
  const folderId = query.folderId || null
  const { search } = query
  if (search == null && folderId !== null)
    requireLevel(access, 'FOLDER', findFolder(db, deploymentId, folderId).id, 'none')

  const refs = [...new Set(query.types ?? ALL_KINDS)].flatMap((kind) => {
    const { table, parent, level } = KINDS[kind]
    const visible = access.visibleOnly(kind)
    const order = kind === 'FOLDER' ? 'position' : ORDERS[query.orderByField ?? 'name']
    const [where, ...values]: [string, ...Value[]] =
      search == null
        ? [`t.${parent} is ?${level}`, folderId]
        : ['t.id in (select value from json_each(?))', JSON.stringify(idsNamed(db, table, deploymentId, search))]
    return db
      .all<Sorted>(
        `select t.id, t.${order} as sort from ${table} t where t.deployment_id = ? and ${where} and ${visible.where}`,
        deploymentId,
        ...values,
        ...visible.values,
      )
      .map(({ id, sort }) => ({ id, sort: typeof sort === 'number' ? sort : `${sort}\0${kind}`, type: kind }))
  })
  const { rows, pageInfo } = sortedPage(switches, refs, inDirection(query.orderByDirection), query)
  return { items: rows.map((ref) => showItem(platform, access, ref, deploymentId, switches.listRows)), pageInfo }
}

export const workspace: Routes<Api['workspace']> = {
  workspaceObjects({ platform, caller, path: { deploymentId }, query }) {
    return listItems(platform, readAccess(platform, caller, deploymentId), deploymentId, query)
  },

  moveWorkspaceObject({ platform, caller, path: { deploymentId }, body }) {
    return move(platform, caller, deploymentId, body, body.folderId ?? null)
  },

  bulkMoveWorkspaceObjects({ platform, caller, path: { deploymentId }, body }) {
    const { done, failed } = each(platform, body.items, (item) =>
      move(platform, caller, deploymentId, item, body.folderId ?? null),
    )
    return { moved: done, failed }
  },

  bulkDeleteWorkspaceObjects({ platform, caller, path: { deploymentId }, body }) {
    const { done, failed } = each(platform, body.items, (item) => {
      const row = KINDS[item.type].find(platform.db, deploymentId, item.id)
      requireLevel(readAccess(platform, caller, deploymentId), item.type, item.id, 'manage')
      KINDS[item.type].remove(platform, row)
      return item
    })
    return { deleted: done, failed }
  },
}
