import { forbidden, notFound } from '../http/refusal.ts'
import type { Caller, Platform } from '../platform.ts'
import type { Value } from './database.ts'

export type Kind = 'FOLDER' | 'WORKBOOK' | 'REPORT'

const LEVELS = { none: 0, read: 1, edit: 2, manage: 3 } as const
export type Level = keyof typeof LEVELS

interface Item {
  readonly id: number
  readonly user_id: number
  readonly folder_id: number | null
  readonly workbook_id?: number | null
}

/** What one user may do with the content of one deployment. */
export interface Access {
  levelOf(kind: Kind, id: number): Level
  /** A folder is also visible when something inside it is: as navigation. */
  isVisible(kind: Kind, id: number): boolean
  /** An SQL condition on `t.id`, with its values. */
  visibleOnly(kind: Kind): { where: string; values: Value[] }
}

const EVERYTHING: Access = {
  levelOf: () => 'manage',
  isVisible: () => true,
  visibleOnly: () => ({ where: 'true', values: [] }),
}

/** Owners manage what they own. A grant counts for everything below it: a folder's for its workbooks and their reports. */
export function readAccess({ db }: Platform, caller: Caller, deploymentId: number): Access {
  if (caller.isAdmin) return EVERYTHING

  const granted = new Map(
    db
      .all<{ type: Kind; id: number; action: Level }>(
        'select type, id, action from grants where user_id = ?',
        caller.userId,
      )
      .map(({ type, id, action }) => [`${type} ${id}`, LEVELS[action]] as const),
  )
  const rows = (table: string, columns: string): Item[] =>
    db.all<Item>(`select id, user_id, ${columns} from ${table} where deployment_id = ?`, deploymentId)
  const folders = new Map(rows('folders', 'parent_id as folder_id').map((row) => [row.id, row]))
  const workbooks = new Map(rows('workbooks', 'folder_id').map((row) => [row.id, row]))
  const reports = new Map(rows('reports', 'folder_id, workbook_id').map((row) => [row.id, row]))
  const all = { FOLDER: folders, WORKBOOK: workbooks, REPORT: reports }

  const rank = (kind: Kind, id: number | null | undefined): number => {
    const item = id == null ? undefined : all[kind].get(id)
    if (!item) return 0
    const own = item.user_id === caller.userId ? LEVELS.manage : 0
    return Math.max(
      own,
      granted.get(`${kind} ${item.id}`) ?? 0,
      rank('WORKBOOK', item.workbook_id),
      rank('FOLDER', item.folder_id),
    )
  }

  const navigation = new Set<number>()
  const openWay = (folderId: number | null): void => {
    if (folderId === null || navigation.has(folderId)) return
    navigation.add(folderId)
    openWay(folders.get(folderId)?.folder_id ?? null)
  }
  for (const kind of ['FOLDER', 'WORKBOOK', 'REPORT'] as const) {
    for (const item of all[kind].values()) if (rank(kind, item.id) > 0) openWay(item.folder_id)
  }

  const isVisible = (kind: Kind, id: number): boolean => rank(kind, id) > 0 || (kind === 'FOLDER' && navigation.has(id))
  return {
    levelOf: (kind, id) => (Object.keys(LEVELS) as Level[])[rank(kind, id)] ?? 'none',
    isVisible,
    visibleOnly: (kind) => ({
      where: 't.id in (select value from json_each(?))',
      values: [JSON.stringify([...all[kind].keys()].filter((id) => isVisible(kind, id)))],
    }),
  }
}

/** What cannot be seen does not exist (404); what can be seen but not changed is forbidden (403). */
export function requireLevel(access: Access, kind: Kind, id: number, needed: Level): void {
  if (!access.isVisible(kind, id)) throw notFound(`${kind.toLowerCase()} ${id}`)
  if (LEVELS[access.levelOf(kind, id)] < LEVELS[needed]) {
    throw forbidden(`this needs ${needed} access to the ${kind.toLowerCase()} ${id}`)
  }
}
