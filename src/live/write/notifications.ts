import { api, type CreateNotificationInput, type NotificationDto } from '@boardwright/platform'
import type { Key } from '../../content/kinds.ts'
import { type Notification, notificationKey, workbookKey } from '../../content/model.ts'
import { isRecipient, recipientUnit, scheduledAs, unitsOfNotification } from '../../content/notification.ts'
import type { UnitDigests } from '../../content/threeway.ts'
import { digestsOf, type Units } from '../../content/units.ts'
import { allOf, readNotification } from '../lists.ts'
import { isAbsence, lookUp } from '../look-up.ts'
import { fromNotification, notificationFromWire } from '../map/notification.ts'
import { keysByNumber } from '../numbers.ts'
import { readAllRecipients, usersIn } from '../subscribers.ts'
import type { Remove } from './deletion.ts'
import { ignoreGone } from './folders.ts'
import { changedUnder, joinedSince, readFresh, requireSame } from './open.ts'
import { lookBeforeRepeating } from './repeat.ts'
import type { WriteState } from './state.ts'

const CREATED_WITH = ['schedule', 'timezone', 'format', 'send', 'aiSummary', 'filters', 'timeGrains', 'memberSwitchers']

/**
 * Recipients come last: until then nobody can get anything, even if the moment of the schedule falls in between. The
 * platform creates every schedule enabled.
 */
export async function createNotification(state: WriteState, wanted: Notification): Promise<UnitDigests> {
  const { client, path } = state
  const { publishedDashboard } = await readFresh(state, workbookKey(wanted.workbook))
  const dashboardId = publishedDashboard?.id
  if (dashboardId === undefined) throw changedUnder(notificationKey(wanted.slug), 'its dashboard is not published')
  const body = { ...fromNotification(wanted, CREATED_WITH), dashboardId } as CreateNotificationInput
  const known = keysByNumber(state.ids, 'notification')
  const look = async (): Promise<NotificationDto | undefined> => {
    const query = { dashboardId }
    const rows = await allOf(client.items(api.notifications.endpoints.getNotifications, { path, query }))
    return rows.find((row) => !known.has(row.id) && scheduledAs(asObject(row, wanted)) === scheduledAs(wanted))
  }
  const made = await lookBeforeRepeating(state, () => client.notifications.createNotification({ path, body }), look)
  state.ids.set(notificationKey(wanted.slug), made.id)
  // What else people have changed in it by then is not how ours was stored.
  const { isEnabled } = wanted.enabled === false ? await send(state, made.id, wanted, ['enabled']) : made
  await addRecipients(state, made.id, wanted.recipients ?? [])
  return storedIn({ ...made, isEnabled }, wanted)
}

const asObject = (row: NotificationDto, { slug, workbook }: Notification): Notification =>
  notificationFromWire(row, slug, workbook)

/** Who joined by hand is neither added nor removed, so only the recipients that the plan names count. */
const storedIn = (row: NotificationDto, wanted: Notification): UnitDigests =>
  digestsOf(
    unitsOfNotification({
      ...asObject(row, wanted),
      ...(wanted.recipients === undefined ? {} : { recipients: wanted.recipients }),
    }),
  )

const send = (
  { client, path }: WriteState,
  id: number,
  wanted: Notification,
  units: readonly string[],
): Promise<NotificationDto> =>
  client.notifications.updateNotification({ path: { ...path, id }, body: fromNotification(wanted, units) })

async function addRecipients({ client, path }: WriteState, id: number, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return
  const recipients = emails.map((email) => ({ type: 'USER' as const, email }))
  await client.notifications.addRecipients({ path: { ...path, id }, body: { recipients } })
}

/** Whoever leaves has left before anything else changes, and who is new comes last, as in a create. */
export async function updateNotification(
  state: WriteState,
  wanted: Notification,
  units: readonly string[],
): Promise<UnitDigests> {
  const key = notificationKey(wanted.slug)
  const id = state.numberOf(key)
  const fresh = await readAsSeen(state, key, id)
  const fields = units.filter((unit) => !isRecipient(unit))
  const named = new Set(units.filter(isRecipient))
  const emails = (wanted.recipients ?? []).filter((email) => named.has(recipientUnit(email)))
  const kept = new Set(emails.map(recipientUnit))
  await removeRecipients(state, id, new Set([...named].filter((unit) => !kept.has(unit))))
  const row = fields.length > 0 ? await send(state, id, wanted, fields) : fresh
  await addRecipients(state, id, emails)
  return storedIn(row, wanted)
}

async function removeRecipients({ client, path }: WriteState, id: number, units: ReadonlySet<string>): Promise<void> {
  if (units.size === 0) return
  const at = { ...path, id }
  const all = await allOf(client.items(api.notifications.endpoints.getRecipients, { path: at, query: {} }))
  const recipients = all.flatMap((each) => {
    const [email] = usersIn([each])
    const isNamed = email !== undefined && units.has(recipientUnit(email))
    return isNamed && each.userId != null ? [{ type: 'USER' as const, id: each.userId }] : []
  })
  if (recipients.length > 0) await client.notifications.removeRecipients({ path: at, body: { recipients } })
}

/** Reads it again, and throws unless it is what the plan saw. People may come and go meanwhile. */
async function readAsSeen(state: WriteState, key: Key<'notification'>, id: number): Promise<NotificationDto> {
  const fresh = await lookUp(() => readNotification(state.client, state.path, id))
  if (isAbsence(fresh)) throw changedUnder(key, 'it is gone')
  const seen = state.seen.content.get(key)?.whole()
  requireSame(key, seen && withoutPeople(seen), withoutPeople(asObject(fresh, seen ?? NOWHERE)))
  return fresh
}

const NOWHERE = { slug: '', workbook: '' } as Notification

const withoutPeople = (notification: Notification): Units => {
  const { recipients: _, ...rest } = notification
  return unitsOfNotification(rest)
}

export const removeNotification: Remove<'notification'> = async (state, key, { people }) => {
  const id = state.numberOf(key)
  if (await isNotificationGone(state, id)) return
  const now = await readAllRecipients(state.client, { ...state.path, id })
  if (!isAbsence(now) && now.length > people) throw joinedSince(key, now.length - people)
  await readAsSeen(state, key, id)
  await ignoreGone(() => state.client.notifications.deleteNotification({ path: { ...state.path, id } }))
}

export const isNotificationGone = async ({ client, path }: WriteState, id: number): Promise<boolean> =>
  isAbsence(await lookUp(() => readNotification(client, path, id)))
