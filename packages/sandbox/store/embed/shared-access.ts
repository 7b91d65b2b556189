import type { Platform } from '../../platform.ts'
import type { Access, Kind } from '../access.ts'
import { readChain } from '../folders.ts'
import { accessSources, anyOf, EVERYBODY, inSharedFolder, isSharedFolder } from './shares.ts'

/**
 * What is shared with an embed tenant in one deployment, as an `Access`: the same for every user of the tenant. The
 * folders above something shared are visible, but not what else is in them.
 */
export function readSharedAccess({ db }: Platform, deploymentId: number, tenant: string | null): Access {
  const audiences = tenant === null ? [EVERYBODY] : [EVERYBODY, tenant]
  const workbooks = anyOf(Object.values(accessSources(tenant ?? EVERYBODY)))
  const inFolder = inSharedFolder(audiences)
  const ids = (table: string, { where, values }: typeof workbooks): number[] =>
    db
      .all<{ id: number }>(
        `select t.id from ${table} t where t.deployment_id = ? and ${where}`,
        deploymentId,
        ...values,
      )
      .map(({ id }) => id)

  const shared = {
    WORKBOOK: new Set(ids('workbooks', workbooks)),
    REPORT: new Set(ids('reports', inFolder)),
    FOLDER: new Set(ids('folders', isSharedFolder(audiences))),
  } as const satisfies Record<Kind, Set<number>>
  const holders = db.all<{ folder_id: number | null }>(
    `select folder_id from workbooks where id in (select value from json_each(?))
     union select parent_id from folders where id in (select value from json_each(?))`,
    JSON.stringify([...shared.WORKBOOK]),
    JSON.stringify([...shared.FOLDER]),
  )
  const navigation = new Set(holders.flatMap(({ folder_id }) => readChain(db, folder_id)).map(({ id }) => id))
  const visible = { ...shared, FOLDER: new Set([...shared.FOLDER, ...navigation]) }

  return {
    levelOf: (kind, id) => (shared[kind].has(id) ? 'read' : 'none'),
    isVisible: (kind, id) => visible[kind].has(id),
    visibleOnly: (kind) => ({
      where: 't.id in (select value from json_each(?))',
      values: [JSON.stringify([...visible[kind]])],
    }),
  }
}
