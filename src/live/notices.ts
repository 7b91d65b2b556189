import { api, type Client } from '@boardwright/platform'
import type { Key } from '../content/model.ts'
import { normalEmail } from '../content/people.ts'
import { allOf, FIRST } from './lists.ts'
import { isAbsence, lookUp } from './look-up.ts'
import { readAllRecipients } from './subscribers.ts'

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
  const notifications = await lookUp(() => countNotifications(client, deploymentId))
  const notices = publishables.map(async ({ key, workbook, dashboard, embedded }): Promise<[Key, Notices]> => {
    const tenants = embedded ? await lookUp(() => countTenants(client, deploymentId, workbook)) : 0
    return [
      key,
      {
        notifications: isAbsence(notifications) ? null : (notifications.get(dashboard) ?? 0),
        tenants: isAbsence(tenants) ? null : tenants,
      },
    ]
  })
  return new Map(await Promise.all(notices))
}

/** Whom the enabled schedules of these dashboards reach. One is missing if this key may not read it. */
export async function readAudiences(
  client: Client,
  deploymentId: number,
  publishables: readonly Publishable[],
): Promise<ReadonlyMap<Key, readonly string[]>> {
  const found = publishables.map(async ({ key, dashboard }): Promise<[Key, readonly string[]][]> => {
    const all = await lookUp(async () => {
      const query = { first: FIRST, dashboardId: dashboard ?? null }
      const schedules = await allOf(
        client.items(api.notifications.endpoints.getNotifications, { path: { deploymentId }, query }),
      )
      const due = schedules.filter(({ isEnabled }) => isEnabled)
      return Promise.all(due.map(({ id }) => readAllRecipients(client, { deploymentId, id })))
    })
    if (isAbsence(all)) return []
    const reached = all.flatMap((each) => (isAbsence(each) ? [] : each.flatMap(({ email }) => email ?? [])))
    return [[key, [...new Set(reached.map(normalEmail))].sort()]]
  })
  return new Map((await Promise.all(found)).flat())
}

/** How many enabled notifications each dashboard has, by its number. */
async function countNotifications(
  client: Client,
  deploymentId: number,
): Promise<ReadonlyMap<number | undefined, number>> {
  const counts = new Map<number | undefined, number>()
  const rows = client.items(api.notifications.endpoints.getNotifications, {
    path: { deploymentId },
    query: { first: FIRST },
  })
  for await (const { dashboardId, isEnabled } of rows)
    if (isEnabled && dashboardId != null) counts.set(dashboardId, (counts.get(dashboardId) ?? 0) + 1)
  return counts
}

async function countTenants(client: Client, deploymentId: number, workbookId: number): Promise<number> {
  const { tenants } = await client.workbooks.getEmbedAccess({ path: { deploymentId, workbookId } })
  return tenants.filter(({ action }) => action === 'read').length
}
