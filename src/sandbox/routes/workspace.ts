import type { workspace as area, WorkspaceItem } from '../../api/workspace.ts'
import { slicePage } from '../http/paging.ts'
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
import { updateRow } from '../store/rows.ts'
import { findWorkbook, removeWorkbook, toWorkbook, type WorkbookRow } from '../store/workbooks.ts'

type Ref = { readonly type: Kind; readonly id: number }

/** What differs between the kinds, in one place. */
const KINDS = {
  FOLDER: {
    table: 'folders',
    parent: 'parent_id',
    find: findFolder,
    show: (platform: Platform, _access: Access, row: unknown) => toFolder(platform, row as FolderRow),
    remove: ({ db }: Platform, row: { id: number }) => removeFolder(db, row.id),
  },
  WORKBOOK: {
    table: 'workbooks',
    parent: 'folder_id',
    find: findWorkbook,
    show: (platform: Platform, _access: Access, row: unknown) =>
      toWorkbook(platform, row as WorkbookRow, platform.switches.listRows),
    remove: (platform: Platform, row: unknown) => removeWorkbook(platform, row as WorkbookRow),
  },
  REPORT: {
    table: 'reports',
    parent: 'folder_id',
    find: findReport,
    show: (platform: Platform, access: Access, row: unknown) =>
      toReport(platform, access, row as ReportRow, platform.switches.listRows),
    remove: (platform: Platform, row: unknown) => removeReport(platform, row as ReportRow),
  },
} as const

const showItem = (platform: Platform, access: Access, { type, id }: Ref, deploymentId: number): WorkspaceItem =>
  KINDS[type].show(platform, access, KINDS[type].find(platform.db, deploymentId, id)) as WorkspaceItem

function move(
  platform: Platform,
  caller: Caller,
  deploymentId: number,
  item: Ref,
  folderId: number | null,
): WorkspaceItem {
  const { db, clock } = platform
  const { table, parent, find } = KINDS[item.type]
  find(db, deploymentId, item.id)
  const access = readAccess(platform, caller, deploymentId)
  requireLevel(access, item.type, item.id, 'manage')
  if (folderId !== null) requireLevel(access, 'FOLDER', findFolder(db, deploymentId, folderId).id, 'edit')
  if (item.type === 'FOLDER') {
    if (readChain(db, folderId).some(({ id }) => id === item.id)) throw badRequest('a folder cannot move into itself')
    requireDepth(db, folderId, heightOf(db, item.id))
  }
  updateRow(db, table, item.id, { [parent]: folderId, updated_at: clock.stamp() })
  return showItem(platform, access, item, deploymentId)
}

/** One by one in the given order, each for itself: what fails is listed, what was done stays done. */
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

export const workspace: Routes<typeof area> = {
  workspaceObjects({ platform, caller, path: { deploymentId }, query }) {
    const { db } = platform
    const access = readAccess(platform, caller, deploymentId)
    const types = query.types ?? (['FOLDER', 'WORKBOOK', 'REPORT'] as const)
    const order = ORDERS[query.orderByField ?? 'name']
    const down = query.orderByDirection === 'DESC'

    const refs = (['FOLDER', 'WORKBOOK', 'REPORT'] as const)
      .filter((kind) => types.includes(kind))
      .flatMap((kind) => {
        const { table, parent } = KINDS[kind]
        const visible = access.visibleOnly(kind)
        const level: [string, ...Value[]] =
          query.search == null
            ? [`t.${parent} is ?${kind === 'REPORT' ? ' and t.workbook_id is null' : ''}`, query.folderId || null]
            : ['instr(lower(t.name), ?) > 0', query.search.toLowerCase()]
        const [where, ...values] = level
        const rows = db.all<{ id: number; position: number; sort: string }>(
          `select t.id, ${kind === 'FOLDER' ? 't.position' : '0 as position'}, t.${order} as sort from ${table} t
           where t.deployment_id = ? and ${where} and ${visible.where}`,
          deploymentId,
          ...values,
          ...visible.values,
        )
        return rows.map((row) => ({ ...row, type: kind }))
      })
    const folders = refs.filter(({ type }) => type === 'FOLDER').sort((a, b) => a.position - b.position || a.id - b.id)
    const others = refs
      .filter(({ type }) => type !== 'FOLDER')
      .sort((a, b) => (a.sort < b.sort ? -1 : a.sort > b.sort ? 1 : a.id - b.id) * (down ? -1 : 1))
    const first = Math.min(query.first ?? platform.switches.pageSize, platform.switches.pageSizeCap)
    const { rows, pageInfo } = slicePage([...folders, ...others], { first, after: query.after })
    return { items: rows.map((ref) => showItem(platform, access, ref, deploymentId)), pageInfo }
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
