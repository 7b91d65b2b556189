import type { Api, NotificationRecipient, QueryOf } from '@boardwright/platform'
import { readPage } from '../http/paging.ts'
import { badRequest } from '../http/refusal.ts'
import type { Routes } from '../http/route.ts'
import type { Caller, Platform } from '../platform.ts'
import type { Value } from '../store/database.ts'
import {
  createNotification,
  findNotification,
  findTarget,
  type NotificationRow,
  toNotification,
  updateNotification,
} from '../store/notifications.ts'
import {
  dropRecipient,
  putRecipient,
  type RecipientRow,
  reachedBy,
  resolveRecipients,
  toRecipient,
} from '../store/recipients.ts'

export const notifications: Routes<Api['notifications']> = {
  getNotifications({ platform, path: { deploymentId }, query }) {
    platform.messages.seen()
    const conditions: [string, ...Value[]][] = [
      ['t.deployment_id = ?', deploymentId],
      ...filtersOf(deploymentId, query),
    ]
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

  createNotification({ platform, path: { deploymentId }, body }) {
    if ((body.dashboardId == null) === (body.dashboardPublicId == null)) {
      throw badRequest('name the dashboard by exactly one of dashboardId and dashboardPublicId')
    }
    const { id } = findTarget(platform.db, deploymentId, body)
    return toNotification(createNotification(platform, deploymentId, id, body))
  },

  getNotification({ platform, path }) {
    return toNotification(findNotification(platform.db, path.deploymentId, path.id))
  },

  updateNotification({ platform, caller, path, body }) {
    const row = findNotification(platform.db, path.deploymentId, path.id)
    return watched(platform, caller, row, () => toNotification(updateNotification(platform, row, body)))
  },

  deleteNotification({ platform, caller, path }) {
    const row = findNotification(platform.db, path.deploymentId, path.id)
    watched(platform, caller, row, () => platform.db.run('delete from notifications where id = ?', row.id))
  },

  getRecipients({ platform, path, query }) {
    const { id } = findNotification(platform.db, path.deploymentId, path.id)
    platform.messages.seen()
    const { rows, pageInfo } = readPage<RecipientRow>(
      platform.db,
      platform.switches,
      {
        from: 'notification_recipients t',
        where: 't.notification_id = ?',
        values: [id],
        orderBy: 't.id',
        descending: true,
      },
      query,
    )
    return { items: rows.map(toRecipient), pageInfo }
  },

  addRecipients({ platform, caller, path, body }) {
    const row = findNotification(platform.db, path.deploymentId, path.id)
    const buckets: Record<'created' | 'updated' | 'unchanged', NotificationRecipient[]> = {
      created: [],
      updated: [],
      unchanged: [],
    }
    watched(platform, caller, row, () => {
      for (const ready of resolveRecipients(platform, body.recipients)) {
        buckets[putRecipient(platform, row, ready)].push(ready.shown)
      }
    })
    return {
      createdRecipients: buckets.created,
      updatedRecipients: buckets.updated,
      unchangedRecipients: buckets.unchanged,
    }
  },

  removeRecipients({ platform, caller, path, body }) {
    const row = findNotification(platform.db, path.deploymentId, path.id)
    watched(platform, caller, row, () => {
      for (const recipient of body.recipients) dropRecipient(platform.db, row.id, recipient)
    })
  },
}

/** Changes a schedule, and tells the log of messages whom it reaches now. People in the UI see what they do. */
function watched<T>({ db, messages }: Platform, { keyId }: Caller, row: NotificationRow, change: () => T): T {
  const before = reachedBy(db, row.id)
  const result = change()
  if (keyId > 0) {
    const after = reachedBy(db, row.id)
    messages.changed({ deployment: row.deployment_id, notification: row.id, key: keyId, before, after })
  }
  return result
}

type Filters = QueryOf<Api['notifications']['endpoints']['getNotifications']>

/** Filters by at most one dashboard and one recipient. */
function filtersOf(deploymentId: number, query: Filters): [string, ...Value[]][] {
  const { dashboardId, dashboardPublicId, recipientUserId, recipientEmail } = query
  const { recipientEmbedTenantName: tenant, recipientExternalId: external } = query
  if (dashboardId != null && dashboardPublicId != null) {
    throw badRequest('dashboardId: cannot be combined with dashboardPublicId')
  }
  if ((tenant == null) !== (external == null)) {
    throw badRequest('recipientEmbedTenantName and recipientExternalId go together')
  }
  if ([recipientUserId, recipientEmail, tenant].filter((filter) => filter != null).length > 1) {
    throw badRequest('name one recipient only')
  }
  const to = (condition: string): string =>
    `t.id in (select notification_id from notification_recipients r where r.deployment_id = ? and ${condition})`
  const filters: [string, ...(Value | undefined | null)[]][] = [
    ['t.dashboard_id = ?', dashboardId],
    ['t.dashboard_id = (select id from dashboards where public_id = ?)', dashboardPublicId],
    [to("r.type = 'USER' and r.subject = ?"), deploymentId, recipientUserId == null ? null : String(recipientUserId)],
    [to('r.email = ?'), deploymentId, recipientEmail?.toLowerCase()],
    [
      to('r.tenant = ? and r.external_id = ?'),
      deploymentId,
      tenant?.trim().toLowerCase(),
      external?.trim().toLowerCase(),
    ],
  ]
  return filters.filter((filter): filter is [string, ...Value[]] => filter.every((value) => value != null))
}
