import { z } from 'zod'
import { controlValues, sentControlValues } from './dashboard-controls.ts'
import { area } from './endpoint.ts'
import { recipientEndpoints } from './recipients.ts'
import { cursorQuery, DeploymentParams, Id, pageOf } from './shared.ts'

export { NotificationRecipient } from './recipients.ts'

export const ScheduleType = z.enum(['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'CUSTOM'])

/**
 * A schedule is sent in these parts and returned as a cron expression. The ranges are only described, not part of the
 * schema.
 */
const schedule = {
  customCron: z.string().nullish().describe('Five fields. Required with CUSTOM.'),
  minute: z.int().nullish().describe('0-59'),
  hour: z.int().nullish().describe('0-23'),
  dayOfWeek: z.int().nullish().describe('0-6, Sunday is 0'),
  dayOfMonth: z.int().nullish().describe('1-31'),
  timezone: z.string().nullish().describe('Default: UTC.'),
}

const rendering = {
  notificationEnabled: z.boolean().nullish(),
  notificationFormat: z.enum(['png', 'pdf']).nullish(),
  notificationAiSummary: z.boolean().nullish(),
  ...sentControlValues,
}

export const CreateNotificationInput = z
  .looseObject({
    scheduleType: ScheduleType,
    ...schedule,
    dashboardId: Id.nullish().describe('Exactly one of the two ids.'),
    dashboardPublicId: z.string().nullish(),
    ...rendering,
  })
  .meta({ id: 'CreateNotificationInput' })
export type CreateNotificationInput = z.output<typeof CreateNotificationInput>

export const UpdateNotificationInput = z
  .looseObject({
    scheduleType: ScheduleType.nullish(),
    ...schedule,
    isEnabled: z.boolean().nullish(),
    ...rendering,
  })
  .meta({ id: 'UpdateNotificationInput' })
export type UpdateNotificationInput = z.output<typeof UpdateNotificationInput>

export const NotificationDto = z
  .looseObject({
    id: Id,
    dashboardId: Id,
    deploymentId: Id,
    cronExpression: z.string(),
    timezone: z.string(),
    isEnabled: z.boolean(),
    humanReadableSchedule: z.string(),
    notificationEnabled: z.boolean(),
    notificationFormat: z.string(),
    notificationAiSummary: z.boolean(),
    ...controlValues,
  })
  .meta({ id: 'NotificationDto' })
export type NotificationDto = z.output<typeof NotificationDto>

const NotificationParams = DeploymentParams.extend({ id: Id })

const base = '/api/v1/deployments/{deploymentId}/notifications'

export const notifications = area('Notifications', {
  getNotifications: {
    method: 'GET',
    path: base,
    summary: 'List scheduled notifications, the newest first.',
    auth: 'bearer',
    admin: true,
    repeat: 'safe',
    params: DeploymentParams,
    query: z.object({
      dashboardId: z.int().min(1).nullish(),
      dashboardPublicId: z.string().nullish(),
      recipientUserId: z.int().min(1).nullish(),
      recipientEmail: z.string().nullish(),
      recipientEmbedTenantName: z.string().nullish(),
      recipientExternalId: z.string().nullish(),
      ...cursorQuery,
    }),
    response: pageOf(NotificationDto).meta({ id: 'NotificationsListResponse' }),
    chosen: 'Filters that exclude each other, and half of an embed recipient, are refused with 400.',
    refused: {
      400: 'Two dashboards, several recipients, or half of an embed recipient.',
    },
  },
  createNotification: {
    method: 'POST',
    path: base,
    summary: 'Schedule a notification of a published dashboard. It starts without recipients.',
    auth: 'bearer',
    admin: true,
    repeat: 'look',
    params: DeploymentParams,
    body: CreateNotificationInput,
    response: NotificationDto,
    chosen:
      'Time fields default to 0, and the day of the month to 1. Out of range, a bad cron expression, one ' +
      'without CUSTOM, and an unknown time zone are 400. The default is enabled, as `png`.',
    refused: {
      400: 'No dashboard or two, or an invalid schedule.',
      404: 'There is no such dashboard.',
    },
  },
  getNotification: {
    method: 'GET',
    path: `${base}/{id}`,
    summary: 'Read a scheduled notification.',
    auth: 'bearer',
    admin: true,
    repeat: 'safe',
    params: NotificationParams,
    response: NotificationDto,
  },
  updateNotification: {
    method: 'PUT',
    path: `${base}/{id}`,
    summary: 'Update the sent parts of a notification. Its recipients and its dashboard stay.',
    auth: 'bearer',
    admin: true,
    repeat: 'safe',
    params: NotificationParams,
    body: UpdateNotificationInput,
    response: NotificationDto,
    chosen:
      'A time field without `scheduleType` changes that part of the stored schedule; if that is CUSTOM, it is a ' +
      '400. `customCron` alone makes the schedule CUSTOM. The switch `nulls` decides whether null clears filters and ' +
      'similar fields.',
    refused: {
      400: 'The schedule is invalid.',
    },
  },
  deleteNotification: {
    method: 'DELETE',
    path: `${base}/{id}`,
    summary: 'Delete a notification with its recipients.',
    auth: 'bearer',
    admin: true,
    repeat: 'safe',
    params: NotificationParams,
    response: null,
    status: 204,
    chosen: 'The specification declares 200 and 204, and its text says 204.',
  },
  ...recipientEndpoints,
})
