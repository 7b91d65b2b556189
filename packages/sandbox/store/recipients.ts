import { parseJson, stringifyJson } from '@boardwright/common'
import type {
  NotificationRecipient,
  NotificationRecipientInput,
  RemoveNotificationRecipientInput,
} from '@boardwright/platform'
import { badRequest } from '../http/refusal.ts'
import type { Platform } from '../platform.ts'
import type { Database } from './database.ts'
import { canonicalName } from './embed/tenants.ts'
import { findSubject, isEmail, nameEmbedUser, provisionSubject, requireKnown } from './embed-subjects.ts'
import type { NotificationRow } from './notifications.ts'
import { insertRow, updateRow } from './rows.ts'

export interface RecipientRow {
  readonly id: number
  readonly notification_id: number
  readonly type: string
  /** The id of the user, the embed user or the channel, as text. */
  readonly subject: string
  /** What the API shows. */
  readonly shown: string
  /** What is only used to render for this recipient. */
  readonly properties: string
}

export const toRecipient = (row: RecipientRow): NotificationRecipient => parseJson(row.shown) as NotificationRecipient

interface Ready {
  readonly shown: NotificationRecipient
  readonly properties: string
}

/** Checks all of them before anything is written: one bad recipient fails the whole request. */
export function resolveRecipients(platform: Platform, inputs: readonly NotificationRecipientInput[]): Ready[] {
  const resolved = inputs.map((input) => RESOLVE[input.type](platform, input))
  return [...new Map(resolved.map((ready) => [`${ready.shown.type} ${subjectOf(ready.shown)}`, ready])).values()]
}

const RESOLVE: Readonly<
  Record<NotificationRecipient['type'], (platform: Platform, input: NotificationRecipientInput) => Ready>
> = {
  USER({ db }, input) {
    const user = findSubject(db, input)
    if (!user || !isEmail(user.email)) throw badRequest(`there is no active user ${input.userId ?? input.email}`)
    const { id, email, username } = user
    return { shown: { type: 'USER', userId: id, email, username }, properties: '{}' }
  },
  EMBED_USER(platform, input) {
    const named = nameEmbedUser(input)
    requireKnown(platform.db, input)
    const { tenant, user } = provisionSubject(platform, named, isEmail(input.email) ? input.email : undefined)
    const email = [user.email, user.external_id].find(isEmail)
    if (email === undefined) throw badRequest(`the embed user ${user.external_id} has no e-mail address`)
    const { groups, userAttributes, securityContext } = input
    const { id: embedUserId, username, external_id: externalId } = user
    return {
      shown: { type: 'EMBED_USER', embedUserId, email, username, embedTenantName: tenant, externalId },
      properties: stringifyJson({ groups, userAttributes, securityContext }),
    }
  },
  SLACK() {
    throw badRequest('recipients of type SLACK are not supported yet')
  },
}

const subjectOf = ({ userId, embedUserId, channelId }: NotificationRecipient): string =>
  String(userId ?? embedUserId ?? channelId ?? '')

/** Adds or updates one recipient of a notification, and returns what happened. */
export function putRecipient(
  { db }: Platform,
  { id: notificationId, deployment_id }: NotificationRow,
  { shown, properties }: Ready,
): 'created' | 'updated' | 'unchanged' {
  const subject = subjectOf(shown)
  const known = db.get<RecipientRow>(
    'select * from notification_recipients where notification_id = ? and type = ? and subject = ?',
    notificationId,
    shown.type,
    subject,
  )
  if (known?.properties === properties) return 'unchanged'
  if (known) {
    updateRow(db, 'notification_recipients', known.id, { properties })
    return 'updated'
  }
  insertRow(db, 'notification_recipients', {
    deployment_id,
    notification_id: notificationId,
    type: shown.type,
    subject,
    email: shown.email?.toLowerCase() ?? null,
    tenant: shown.embedTenantName ?? null,
    external_id: shown.externalId ?? null,
    shown: stringifyJson(shown),
    properties,
  })
  return 'created'
}

/** Nothing happens if they are not subscribed. */
export function dropRecipient(db: Database, notificationId: number, input: RemoveNotificationRecipientInput): void {
  const { type, id, embedTenantName } = input
  if (type === 'EMBED_USER' && embedTenantName == null) {
    throw badRequest('embedTenantName: is needed to remove an embed user')
  }
  db.run(
    `delete from notification_recipients where notification_id = ? and type = ? and subject = ?
     and (type <> 'EMBED_USER' or tenant = ?)`,
    notificationId,
    type,
    String(id),
    canonicalName(embedTenantName ?? ''),
  )
}

/** Who would get a message if the schedule were due now. */
export const reachedBy = (db: Database, notificationId: number): string[] =>
  db
    .all<{ type: string; subject: string; email: string | null }>(
      `select r.type, r.subject, r.email from notification_recipients r join notifications n on n.id = r.notification_id
       where n.id = ? and json_extract(n.body, '$.isEnabled') and json_extract(n.body, '$.notificationEnabled')`,
      notificationId,
    )
    .map(({ type, subject, email }) => email ?? `${type} ${subject}`)
