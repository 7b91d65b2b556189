import { api } from '../api/index.ts'
import type { Client } from '../client/client.ts'
import type { Key } from '../content/model.ts'
import { allOf } from './lists.ts'
import { isAbsence, lookUp } from './look-up.ts'

export interface Publishable {
  readonly key: Key
  readonly workbook: number
  readonly dashboard: number | undefined
  readonly embedded: boolean
}

/** Who notices a publish; null if this key may not read it. */
export interface Notices {
  readonly notifications: number | null
  readonly tenants: number | null
}

export async function readNotices(
  client: Client,
  deploymentId: number,
  publishables: readonly Publishable[],
): Promise<ReadonlyMap<Key, Notices>> {
  if (publishables.length === 0) return new Map()
  const path = { deploymentId }
  const notifications = await lookUp(() =>
    allOf(client.items(api.notifications.endpoints.getNotifications, { path, query: {} })),
  )
  const notices = publishables.map(async ({ key, workbook, dashboard, embedded }): Promise<[Key, Notices]> => {
    const tenants = embedded ? await lookUp(() => countTenants(client, deploymentId, workbook)) : 0
    return [
      key,
      {
        notifications: isAbsence(notifications)
          ? null
          : notifications.filter(({ dashboardId, isEnabled }) => isEnabled && dashboardId === dashboard).length,
        tenants: isAbsence(tenants) ? null : tenants,
      },
    ]
  })
  return new Map(await Promise.all(notices))
}

async function countTenants(client: Client, deploymentId: number, workbookId: number): Promise<number> {
  const { tenants } = await client.workbooks.getEmbedAccess({ path: { deploymentId, workbookId } })
  return tenants.filter(({ action }) => action === 'read').length
}
