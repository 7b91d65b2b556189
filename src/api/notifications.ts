import { z } from 'zod'
import { area } from './endpoint.ts'
import { cursorQuery, DeploymentParams, Id, pageOf } from './shared.ts'

const FilterOperator = z
  .enum([
    'equals',
    'not_equals',
    'greater_than',
    'greater_than_or_equal',
    'less_than',
    'less_than_or_equal',
    'contains',
    'not_contains',
    'starts_with',
    'not_starts_with',
    'ends_with',
    'not_ends_with',
    'is_null',
    'is_not_null',
    'is_empty',
    'is_not_empty',
    'between',
    'custom',
  ])
  .meta({ id: 'FilterOperator' })

const DashboardFilter = z
  .looseObject({
    member: z.string(),
    operator: FilterOperator.nullish(),
    value: z.union([z.string(), z.number(), z.boolean(), z.array(z.unknown())]).nullish(),
    caseSensitive: z.unknown().optional(),
    startInclusive: z.unknown().optional(),
    endInclusive: z.unknown().optional(),
  })
  .meta({ id: 'DashboardFilter' })

const DashboardTimeGrain = z.looseObject({ member: z.string(), grain: z.string() }).meta({ id: 'DashboardTimeGrain' })

const DashboardMemberSwitcher = z
  .looseObject({ member: z.string(), selected: z.string() })
  .meta({ id: 'DashboardMemberSwitcher' })

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
    filters: z.array(DashboardFilter).nullish(),
    timeGrains: z.array(DashboardTimeGrain).nullish(),
    memberSwitchers: z.array(DashboardMemberSwitcher).nullish(),
  })
  .meta({ id: 'NotificationDto' })
export type NotificationDto = z.output<typeof NotificationDto>

export const NotificationRecipient = z
  .looseObject({
    type: z.enum(['USER', 'EMBED_USER', 'SLACK']),
    userId: Id.nullish(),
    embedUserId: Id.nullish(),
    email: z.string().nullish(),
    username: z.string().nullish(),
    embedTenantName: z.string().nullish(),
    externalId: z.string().nullish(),
    channelId: z.string().nullish(),
    channelName: z.string().nullish(),
  })
  .meta({ id: 'NotificationRecipient' })
export type NotificationRecipient = z.output<typeof NotificationRecipient>

const NotificationParams = DeploymentParams.extend({ id: Id })

export const notifications = area('Notifications', {
  getNotifications: {
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}/notifications',
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
  },
  getNotification: {
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}/notifications/{id}',
    summary: 'Read a scheduled notification.',
    auth: 'bearer',
    admin: true,
    repeat: 'safe',
    params: NotificationParams,
    response: NotificationDto,
  },
  getRecipients: {
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}/notifications/{id}/recipients',
    summary: 'List the recipients of a notification, the newest first.',
    auth: 'bearer',
    admin: true,
    repeat: 'safe',
    params: NotificationParams,
    query: z.object(cursorQuery),
    response: pageOf(NotificationRecipient).meta({ id: 'NotificationRecipientsListResponse' }),
  },
})
