import { forbidden, notFound } from '../http/refusal.ts'
import type { Caller, Platform } from '../platform.ts'
import type { Value } from './database.ts'

export type Kind = 'FOLDER' | 'WORKBOOK' | 'REPORT'

const LEVELS = { none: 0, read: 1, edit: 2, manage: 3 } as const
export type Level = keyof typeof LEVELS
const NAMES = Object.keys(LEVELS) as Level[]

interface Condition {
  readonly where: string
  readonly values: Value[]
}

/** What one user may do with the content of one deployment. */
export interface Access {
  levelOf(kind: Kind, id: number): Level
  /** A folder is also visible for navigation if something inside it is visible. */
  isVisible(kind: Kind, id: number): boolean
  /** An SQL condition on `t.id`, with its values. */
  visibleOnly(kind: Kind): Condition
}

const EVERYTHING: Access = {
  levelOf: () => 'manage',
  isVisible: () => true,
  visibleOnly: () => ({ where: 'true', values: [] }),
}

interface Placed {
  readonly user_id: number
  readonly folder_id: number | null
  readonly workbook_id: number | null
}

/**
 * Owners manage what they own. A grant covers everything below it: a folder's covers its workbooks and their reports.
 * There are few folders, so all are read; of workbooks and reports only those that are asked about.
 */
export function readAccess({ db }: Platform, caller: Caller, deploymentId: number): Access {
  if (caller.isAdmin) return EVERYTHING
  const { userId } = caller

  const grants = db.all<{ type: Kind; id: number; action: Level }>(
    'select type, id, action from grants where user_id = ?',
    userId,
  )
  const granted = new Map(grants.map(({ type, id, action }) => [`${type} ${id}`, LEVELS[action]]))
  const grantedIds = (kind: Kind): string =>
    JSON.stringify(grants.filter(({ type }) => type === kind).map(({ id }) => id))

  const folders = new Map(
    db
      .all<{ id: number; user_id: number; parent_id: number | null }>(
        'select id, user_id, parent_id from folders where deployment_id = ?',
        deploymentId,
      )
      .map((row) => [row.id, row]),
  )
  const rank = (kind: Kind, id: number, owner: number): number =>
    Math.max(owner === userId ? LEVELS.manage : 0, granted.get(`${kind} ${id}`) ?? 0)
  const ranks = new Map<number, number>()
  function rankFolder(id: number | null): number {
    const row = id === null ? undefined : folders.get(id)
    if (!row) return 0
    const known = ranks.get(row.id)
    if (known !== undefined) return known
    const found = Math.max(rank('FOLDER', row.id, row.user_id), rankFolder(row.parent_id))
    ranks.set(row.id, found)
    return found
  }
  const place = (table: string, workbook: string, id: number): Placed | undefined =>
    db.get(
      `select user_id, folder_id, ${workbook} as workbook_id from ${table} where id = ? and deployment_id = ?`,
      id,
      deploymentId,
    )

  function rankItem(kind: Kind, id: number): number {
    if (kind === 'FOLDER') return rankFolder(id)
    const row = kind === 'WORKBOOK' ? place('workbooks', 'null', id) : place('reports', 'workbook_id', id)
    if (!row) return 0
    const above = row.workbook_id === null ? 0 : rankItem('WORKBOOK', row.workbook_id)
    return Math.max(rank(kind, id, row.user_id), rankFolder(row.folder_id), above)
  }

  const rankedFolders = (): string => JSON.stringify([...folders.keys()].filter((id) => rankFolder(id) > 0))
  const own = (kind: Kind, alias: string): Condition => ({
    where: `(${alias}.user_id = ? or ${alias}.id in (select value from json_each(?))
             or ${alias}.folder_id in (select value from json_each(?)))`,
    values: [userId, grantedIds(kind), rankedFolders()],
  })
  function visibleReports(): Condition {
    const [self, workbook] = [own('REPORT', 't'), own('WORKBOOK', 'w')]
    return {
      where: `(${self.where} or exists (select 1 from workbooks w where w.id = t.workbook_id and ${workbook.where}))`,
      values: [...self.values, ...workbook.values],
    }
  }

  /** The folders above anything visible. */
  const readNavigation = (): Set<number> => {
    const way = new Set<number>()
    const open = (id: number | null): void => {
      for (let at = id; at !== null && !way.has(at); at = folders.get(at)?.parent_id ?? null) way.add(at)
    }
    for (const { id, parent_id } of folders.values()) if (rankFolder(id) > 0) open(parent_id)
    for (const [table, condition] of [
      ['workbooks', own('WORKBOOK', 't')],
      ['reports', visibleReports()],
    ] as const) {
      const places = db.all<{ folder_id: number }>(
        `select distinct t.folder_id from ${table} t
         where t.deployment_id = ? and t.folder_id is not null and ${condition.where}`,
        deploymentId,
        ...condition.values,
      )
      for (const { folder_id } of places) open(folder_id)
    }
    return way
  }
  let navigation: Set<number> | undefined
  const isOnTheWay = (id: number): boolean => {
    navigation ??= readNavigation()
    return navigation.has(id)
  }

  const isVisible = (kind: Kind, id: number): boolean => rankItem(kind, id) > 0 || (kind === 'FOLDER' && isOnTheWay(id))
  return {
    levelOf: (kind, id) => NAMES[rankItem(kind, id)] ?? 'none',
    isVisible,
    visibleOnly(kind) {
      if (kind === 'REPORT') return visibleReports()
      if (kind === 'WORKBOOK') return own('WORKBOOK', 't')
      const ids = [...folders.keys()].filter((id) => isVisible('FOLDER', id))
      return { where: 't.id in (select value from json_each(?))', values: [JSON.stringify(ids)] }
    },
  }
}

/** What cannot be seen does not exist (404); what can be seen but not changed is forbidden (403). */
export function requireLevel(access: Access, kind: Kind, id: number, needed: Level): void {
  if (!access.isVisible(kind, id)) throw notFound(`${kind.toLowerCase()} ${id}`)
  if (LEVELS[access.levelOf(kind, id)] < LEVELS[needed]) {
    throw forbidden(`this needs ${needed} access to the ${kind.toLowerCase()} ${id}`)
  }
}
