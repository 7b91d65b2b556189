import { api, type Client, type NotificationRecipient, type User } from '@boardwright/platform'
import type { Key } from '../content/kinds.ts'
import { recipientUnit } from '../content/notification.ts'
import { normalEmail } from '../content/people.ts'
import { allOf, FIRST } from './lists.ts'
import { type Absence, isAbsence, lookUp } from './look-up.ts'

/** The users of the account, or why this key may not see them. Asks for them only once. */
export type ReadUsers = () => Promise<readonly User[] | Absence>

/** A schedule, and the units of those whose coming and going counts. */
export interface AskedSchedule {
  readonly key: Key
  readonly id: number
  readonly counted: ReadonlySet<string>
}

/** The addresses of those who count and get a schedule; why not, if this key may not see them. */
export type Subscribers = ReadonlyMap<Key, readonly string[] | Absence>

/**
 * The platform lists the people of one schedule, and the schedules of one person. Where fewer people count than there
 * are schedules, their lists say the same in fewer requests. Who is no user of the account has no such list.
 */
export async function readSubscribers(
  client: Client,
  deploymentId: number,
  asked: readonly AskedSchedule[],
  readUsers: ReadUsers,
): Promise<Subscribers> {
  const people = new Set(asked.flatMap(({ counted }) => [...counted]))
  const users = people.size + 1 < asked.length ? await readUsers() : 'hidden'
  const known = new Map(isAbsence(users) ? [] : users.map((user) => [recipientUnit(user.email), user]))
  const isByPerson = ({ counted }: AskedSchedule): boolean => [...counted].every((unit) => known.has(unit))
  const named = new Set(asked.filter(isByPerson).flatMap(({ counted }) => [...counted]))
  const theirs = await Promise.all(
    [...known].flatMap(([unit, user]) => (named.has(unit) ? [readSchedules(client, deploymentId, user)] : [])),
  )
  const found = asked.map(async (each): Promise<[Key, readonly string[] | Absence]> => {
    if (isByPerson(each)) return [each.key, theirs.flatMap(({ email, ids }) => (ids.has(each.id) ? [email] : []))]
    const all = await readAllRecipients(client, { deploymentId, id: each.id })
    return [each.key, isAbsence(all) ? all : usersIn(all).filter((email) => each.counted.has(recipientUnit(email)))]
  })
  return new Map(await Promise.all(found))
}

async function readSchedules(client: Client, deploymentId: number, { id, email }: User) {
  const query = { first: FIRST, recipientUserId: id }
  const all = await allOf(client.items(api.notifications.endpoints.getNotifications, { path: { deploymentId }, query }))
  return { email: normalEmail(email), ids: new Set(all.map((each) => each.id)) }
}

export const readAllRecipients = (client: Client, path: { readonly deploymentId: number; readonly id: number }) =>
  lookUp(() => allOf(client.items(api.notifications.endpoints.getRecipients, { path, query: { first: FIRST } })))

/** The addresses of users of the account. Embed users belong to their tenants. */
export const usersIn = (recipients: readonly NotificationRecipient[]): string[] =>
  recipients.flatMap(({ type, email }) => (type === 'USER' && email != null ? [normalEmail(email)] : []))
