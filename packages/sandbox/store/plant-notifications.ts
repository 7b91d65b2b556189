import { stringifyJson } from '@boardwright/common'
import type { Platform } from '../platform.ts'
import type { Seed } from '../seeds/seed.ts'
import { provisionSubject } from './embed-subjects.ts'
import { findNotification } from './notifications.ts'
import { putRecipient } from './recipients.ts'
import { insertRow, nextId } from './rows.ts'

/** The schedules of a seed, for the published dashboards of its workbooks. */
export function plantNotifications(
  platform: Platform,
  deploymentId: number,
  seed: Seed,
  workbooks: ReadonlyMap<number, number>,
): void {
  const { db } = platform
  for (const { workbookId, recipients, id: _seedId, humanReadableSchedule: _words, ...body } of seed.notifications) {
    const dashboard = db.get<{ id: number }>(
      'select id from dashboards where workbook_id = ?',
      workbooks.get(workbookId) ?? 0,
    )
    const id = nextId(db, deploymentId, 'notifications')
    insertRow(db, 'notifications', {
      id,
      deployment_id: deploymentId,
      dashboard_id: dashboard?.id ?? 0,
      body: stringifyJson(body),
    })
    const row = findNotification(db, deploymentId, id)
    for (const recipient of recipients) {
      const shown = { ...recipient }
      if (recipient.embedTenantName != null && recipient.externalId != null) {
        const named = { tenant: recipient.embedTenantName, externalId: recipient.externalId }
        const { user } = provisionSubject(platform, named, recipient.email)
        Object.assign(shown, { embedUserId: user.id, username: user.username })
      }
      putRecipient(platform, row, { shown, properties: '{}' })
    }
  }
}
