import type { notifications as area, NotificationDto, NotificationRecipient } from '../../api/notifications.ts'
import { parseJson } from '../../json.ts'
import { pageSize, readPage, slicePage } from '../http/paging.ts'
import { badRequest, notFound } from '../http/refusal.ts'
import type { Routes } from '../http/route.ts'
import type { Platform } from '../platform.ts'
import type { Value } from '../store/database.ts'

interface NotificationRow {
  readonly id: number
  readonly deployment_id: number
  readonly dashboard_id: number
  readonly body: string
  readonly recipients: string
}

function findNotification({ db }: Platform, deploymentId: number, id: number): NotificationRow {
  const row = db.get<NotificationRow>(
    'select * from notifications where id = ? and deployment_id = ?',
    id,
    deploymentId,
  )
  if (!row) throw notFound(`notification ${id}`)
  return row
}

const toNotification = (row: NotificationRow): NotificationDto =>
  ({
    ...(parseJson(row.body) as object),
    id: row.id,
    deploymentId: row.deployment_id,
    dashboardId: row.dashboard_id,
  }) as NotificationDto

/** A recipient with all of these, somewhere in the list. */
const recipientWith = (...fields: readonly string[]): string =>
  `exists (select 1 from json_each(t.recipients) r where ${fields
    .map((field) => `lower(json_extract(r.value, '$.${field}')) = lower(?)`)
    .join(' and ')})`

export const notifications: Routes<typeof area> = {
  getNotifications({ platform, path: { deploymentId }, query }) {
    const { recipientUserId, recipientEmail, recipientEmbedTenantName: tenant, recipientExternalId: external } = query
    if (query.dashboardId != null && query.dashboardPublicId != null) {
      throw badRequest('dashboardId: cannot be combined with dashboardPublicId')
    }
    if ((tenant == null) !== (external == null)) {
      throw badRequest('recipientEmbedTenantName and recipientExternalId go together')
    }
    if ([recipientUserId, recipientEmail, tenant].filter((filter) => filter != null).length > 1) {
      throw badRequest('name one recipient only')
    }
    const conditions: [string, ...Value[]][] = [['t.deployment_id = ?', deploymentId]]
    if (query.dashboardId != null) conditions.push(['t.dashboard_id = ?', query.dashboardId])
    if (query.dashboardPublicId != null) {
      conditions.push(['t.dashboard_id = (select id from dashboards where public_id = ?)', query.dashboardPublicId])
    }
    if (recipientUserId != null) conditions.push([recipientWith('userId'), String(recipientUserId)])
    if (recipientEmail != null) conditions.push([recipientWith('email'), recipientEmail])
    if (tenant != null && external != null) {
      conditions.push([recipientWith('embedTenantName', 'externalId'), tenant, external])
    }
    const { rows, pageInfo } = readPage<NotificationRow>(
      platform.db,
      platform.switches,
      {
        from: 'notifications t',
        where: conditions.map(([condition]) => condition).join(' and '),
        values: conditions.flatMap(([, ...values]) => values),
        orderBy: 't.id',
        descending: true,
      },
      query,
    )
    return { items: rows.map(toNotification), pageInfo }
  },

  getNotification({ platform, path }) {
    return toNotification(findNotification(platform, path.deploymentId, path.id))
  },

  getRecipients({ platform, path, query }) {
    const row = findNotification(platform, path.deploymentId, path.id)
    const all = (parseJson(row.recipients) as NotificationRecipient[]).toReversed()
    const { rows, pageInfo } = slicePage(all, { ...query, first: pageSize(platform.switches, query.first) })
    return { items: rows, pageInfo }
  },
}
