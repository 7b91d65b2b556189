import type { NotificationDto, UpdateNotificationInput } from '@boardwright/platform'
import { NotificationFile } from '../../content/files.ts'
import type { Notification } from '../../content/model.ts'

/** Without its recipients, which are read by themselves. */
export const notificationFromWire = (wire: NotificationDto, slug: string, workbook: string): Notification => ({
  ...{ slug, workbook, schedule: wire.cronExpression, timezone: wire.timezone, format: wire.notificationFormat },
  ...{ enabled: wire.isEnabled, send: wire.notificationEnabled, aiSummary: wire.notificationAiSummary },
  ...valuesIn(wire),
})

const CONTROLS = ['filters', 'timeGrains', 'memberSwitchers'] as const

/** An empty list is the same as none. */
const valuesIn = (wire: NotificationDto): Partial<Notification> =>
  Object.fromEntries(
    CONTROLS.flatMap((key) => {
      const values = wire[key] ?? []
      return values.length === 0 ? [] : [[key, values]]
    }),
  )

/** Whether a file can say it. */
export const fitsFile = ({ cronExpression, timezone, notificationFormat }: NotificationDto): boolean =>
  NotificationFile.safeParse({ slug: 'a', schedule: cronExpression, timezone, format: notificationFormat }).success

/** The fields of these units, as a call takes them. A list that is gone is sent empty. */
export function fromNotification(notification: Notification, units: Iterable<string>): UpdateNotificationInput {
  const fields = [...units].flatMap((unit) => Object.entries(FIELDS[unit]?.(notification) ?? {}))
  return Object.fromEntries(fields)
}

const FIELDS: Readonly<Record<string, (from: Notification) => UpdateNotificationInput>> = {
  schedule: ({ schedule }) => ({ scheduleType: 'CUSTOM', customCron: schedule }),
  timezone: ({ timezone }) => ({ timezone }),
  format: ({ format }) => ({ notificationFormat: format as 'png' | 'pdf' }),
  enabled: ({ enabled }) => (enabled === undefined ? {} : { isEnabled: enabled }),
  send: ({ send }) => ({ notificationEnabled: send }),
  aiSummary: ({ aiSummary }) => ({ notificationAiSummary: aiSummary }),
  ...Object.fromEntries(CONTROLS.map((key) => [key, (from: Notification) => ({ [key]: (from[key] ?? []) as never })])),
}
