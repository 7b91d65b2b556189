import { parseJson, stringifyJson } from '@boardwright/common'
import type { CreateNotificationInput, NotificationDto, UpdateNotificationInput } from '@boardwright/platform'
import { notFound } from '../http/refusal.ts'
import type { Platform } from '../platform.ts'
import { describeCron } from '../schedule/describe.ts'
import { checkTimezone, nextCron } from '../schedule/parts.ts'
import type { Database } from './database.ts'
import { insertRow, nextId, updateRow } from './rows.ts'

export interface NotificationRow {
  readonly id: number
  readonly deployment_id: number
  readonly dashboard_id: number
  /** What the API shows, apart from ids and the schedule in words. */
  readonly body: string
}

type Body = Omit<NotificationDto, 'id' | 'deploymentId' | 'dashboardId' | 'humanReadableSchedule'>

export function findNotification(db: Database, deploymentId: number, id: number): NotificationRow {
  const row = db.get<NotificationRow>(
    'select * from notifications where id = ? and deployment_id = ?',
    id,
    deploymentId,
  )
  if (!row) throw notFound(`notification ${id}`)
  return row
}

const bodyOf = (row: NotificationRow): Body => parseJson(row.body) as Body

export function toNotification(row: NotificationRow): NotificationDto {
  const body = bodyOf(row)
  return {
    ...body,
    humanReadableSchedule: describeCron(body.cronExpression as string),
    id: row.id,
    deploymentId: row.deployment_id,
    dashboardId: row.dashboard_id,
  } as NotificationDto
}

/** Fields that a request sets without conversion. */
const PLAIN = ['isEnabled', 'notificationEnabled', 'notificationFormat', 'notificationAiSummary'] as const
const CLEARABLE = ['filters', 'timeGrains', 'memberSwitchers'] as const

const INITIAL = {
  timezone: 'UTC',
  isEnabled: true,
  notificationEnabled: true,
  notificationFormat: 'png',
  notificationAiSummary: false,
  filters: null,
  timeGrains: null,
  memberSwitchers: null,
} as const

function changesOf(platform: Platform, input: UpdateNotificationInput): Partial<Body> {
  const clears = platform.switches.nulls === 'clear'
  const plain = PLAIN.filter((name) => input[name] != null)
  const cleared = CLEARABLE.filter((name) => input[name] !== undefined && (input[name] !== null || clears))
  return Object.fromEntries([
    ...[...plain, ...cleared].map((name) => [name, input[name]]),
    ...(input.timezone == null ? [] : [['timezone', checkTimezone(input.timezone)]]),
  ])
}

export function createNotification(
  platform: Platform,
  deploymentId: number,
  dashboardId: number,
  input: CreateNotificationInput,
): NotificationRow {
  const body = { ...INITIAL, ...changesOf(platform, input), cronExpression: nextCron(undefined, input) }
  const id = nextId(platform.db, deploymentId, 'notifications')
  insertRow(platform.db, 'notifications', {
    id,
    deployment_id: deploymentId,
    dashboard_id: dashboardId,
    body: stringifyJson(body),
  })
  return findNotification(platform.db, deploymentId, id)
}

/** Only sent fields change. The recipients and the dashboard stay. */
export function updateNotification(
  platform: Platform,
  row: NotificationRow,
  input: UpdateNotificationInput,
): NotificationRow {
  const before = bodyOf(row)
  const cronExpression = nextCron(before.cronExpression as string, input)
  const body = stringifyJson({ ...before, ...changesOf(platform, input), cronExpression })
  updateRow(platform.db, 'notifications', row.id, { body })
  return findNotification(platform.db, row.deployment_id, row.id)
}

/** A dashboard of this deployment by either of its two ids, or 404. */
export function findTarget(
  db: Database,
  deploymentId: number,
  {
    dashboardId,
    dashboardPublicId,
  }: { dashboardId?: number | null | undefined; dashboardPublicId?: string | null | undefined },
): { id: number; workbook_id: number } {
  const [column, value] = dashboardId == null ? ['public_id', dashboardPublicId] : ['id', dashboardId]
  const row = db.get<{ id: number; workbook_id: number }>(
    `select id, workbook_id from dashboards where deployment_id = ? and ${column} = ?`,
    deploymentId,
    value ?? '',
  )
  if (!row) throw notFound(`dashboard ${value}`)
  return row
}
