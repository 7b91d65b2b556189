import { z } from 'zod'
import { UserAttributeInput } from './dashboard-controls.ts'
import type { Endpoint } from './endpoint.ts'
import { cursorQuery, DeploymentParams, FreeForm, Id, pageOf } from './shared.ts'

export const RecipientType = z.enum(['USER', 'EMBED_USER', 'SLACK'])

export const NotificationRecipient = z
  .looseObject({
    type: RecipientType,
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

export const NotificationRecipientInput = z
  .looseObject({
    type: RecipientType,
    userId: Id.nullish(),
    email: z.string().nullish(),
    embedTenantName: z.string().nullish(),
    externalId: z.string().nullish(),
    groups: z.array(z.string()).nullish(),
    userAttributes: z.array(UserAttributeInput).nullish(),
    securityContext: FreeForm.nullish(),
    channelId: z.string().nullish(),
    channelName: z.string().nullish(),
  })
  .meta({ id: 'NotificationRecipientInput' })
export type NotificationRecipientInput = z.output<typeof NotificationRecipientInput>

export const AddNotificationRecipientsInput = z
  .looseObject({ recipients: z.array(NotificationRecipientInput).min(1).max(1000) })
  .meta({ id: 'AddNotificationRecipientsInput' })

const NotificationRecipientsMutationResponse = z
  .looseObject({
    createdRecipients: z.array(NotificationRecipient),
    updatedRecipients: z.array(NotificationRecipient),
    unchangedRecipients: z.array(NotificationRecipient),
  })
  .meta({ id: 'NotificationRecipientsMutationResponse' })

export const RemoveNotificationRecipientInput = z
  .looseObject({
    type: RecipientType,
    id: z.union([Id, z.string()]).describe('`userId`, `embedUserId` or `channelId`, as it was returned.'),
    embedTenantName: z.string().nullish().describe('Required with EMBED_USER.'),
  })
  .meta({ id: 'RemoveNotificationRecipientInput' })
export type RemoveNotificationRecipientInput = z.output<typeof RemoveNotificationRecipientInput>

export const RemoveNotificationRecipientsInput = z
  .looseObject({ recipients: z.array(RemoveNotificationRecipientInput).min(1).max(1000) })
  .meta({ id: 'RemoveNotificationRecipientsInput' })

const row = {
  path: '/api/v1/deployments/{deploymentId}/notifications/{id}/recipients',
  auth: 'bearer',
  admin: true,
  repeat: 'safe',
  params: DeploymentParams.extend({ id: Id }),
} as const

export const recipientEndpoints = {
  getRecipients: {
    ...row,
    method: 'GET',
    summary: 'List the recipients of a notification, the newest first.',
    query: z.object(cursorQuery),
    response: pageOf(NotificationRecipient).meta({ id: 'NotificationRecipientsListResponse' }),
  },
  addRecipients: {
    ...row,
    method: 'POST',
    summary: 'Add recipients to a notification. All of them are checked before the first is written.',
    body: AddNotificationRecipientsInput,
    response: NotificationRecipientsMutationResponse,
    chosen:
      'An unknown or deactivated user is a 400, and so is a `userId` with the `email` of another user. Duplicates ' +
      'count once.',
    refused: {
      400: 'A recipient is invalid, inactive or has no e-mail address.',
    },
  },
  removeRecipients: {
    ...row,
    method: 'DELETE',
    summary: 'Remove recipients from a notification. It is not an error if one is not subscribed.',
    body: RemoveNotificationRecipientsInput,
    response: null,
    status: 204,
    chosen: 'The specification declares 200 and 204, and its text says 204.',
  },
} as const satisfies Record<string, Endpoint>
