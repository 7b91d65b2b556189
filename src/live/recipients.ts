import type { Client, User } from '@boardwright/platform'
import type { LedgerFacts } from '../base/facts.ts'
import { type Content, type Entity, ofKind, withObjects } from '../content/entity.ts'
import type { Key } from '../content/kinds.ts'
import type { Notification } from '../content/model.ts'
import { isRecipient, recipientUnit } from '../content/notification.ts'
import { normalEmail } from '../content/people.ts'
import type { LiveObjects } from './content.ts'
import { appliedUnits } from './left-behind.ts'
import { type Absence, isAbsence } from './look-up.ts'
import type { LiveNote } from './notes.ts'
import { type AskedSchedule, type ReadUsers, readAllRecipients, readSubscribers, usersIn } from './subscribers.ts'

/** By object: those whom the tree declares and who are no active users, and who is. */
export type UnknownPeople = ReadonlyMap<Key, { readonly emails: readonly string[]; readonly users: readonly string[] }>

export interface RecipientsRead {
  /** What is live, with the recipients that count. */
  readonly content: Content
  readonly notes: readonly LiveNote[]
  readonly unknown: UnknownPeople
}

interface ReadOne {
  readonly key: Key
  readonly notification: Notification
  readonly note?: LiveNote
}

/**
 * Reads the recipients of schedules only where the tree declares some, or where they were applied. Of those that are
 * live, only these count: whoever else joined is theirs, and no address of theirs is kept.
 */
export async function readRecipients(
  client: Client,
  live: LiveObjects,
  deploymentId: number,
  declared: Content,
  entries: LedgerFacts['entries'],
  readUsers: ReadUsers,
): Promise<RecipientsRead> {
  const countedIn = (key: Key<'notification'>): ReadonlySet<string> | undefined => {
    const wanted = declared.get(key)
    const own = wanted?.own.recipients
    const applied = appliedUnits(entries, key).filter(isRecipient)
    const isAsked = wanted === undefined ? applied.length > 0 : own !== undefined
    return isAsked ? new Set([...(own ?? []).map(recipientUnit), ...applied]) : undefined
  }
  const schedules = ofKind(live.content, 'notification')
  const asked = schedules.flatMap(({ key }): AskedSchedule[] => {
    const [counted, id] = [countedIn(key), live.ids.get(key)]
    return counted === undefined || id === undefined ? [] : [{ key, id, counted }]
  })
  const subscribers = await readSubscribers(client, deploymentId, asked, readUsers)
  const all = schedules.flatMap(({ key, name, whole }): ReadOne[] => {
    const found = subscribers.get(key)
    if (found === undefined) return []
    if (!isAbsence(found)) return [{ key, notification: { ...whole(), recipients: found } }]
    // If they cannot be read, live counts as equal to the tree.
    const recipients = declared.get(key)?.own.recipients
    const note: LiveNote = { kind: 'unseen', key, message: `who gets "${name}" cannot be read with this token` }
    return [{ key, notification: { ...whole(), ...(recipients && { recipients }) }, note }]
  })
  const content = withObjects(live.content, new Map(all.map(({ key, notification }) => [key, notification])))
  return {
    content,
    notes: all.flatMap(({ note }) => note ?? []),
    unknown: await unknownIn(readUsers, ofKind(declared, 'notification'), content),
  }
}

async function unknownIn(
  readUsers: ReadUsers,
  declared: readonly Entity<'notification'>[],
  live: Content,
): Promise<UnknownPeople> {
  const wanted = declared.flatMap(({ key, own: { recipients = [] } }): [Key, readonly string[]][] => {
    const there = new Set(live.get(key)?.own.recipients?.map(recipientUnit))
    const fresh = recipients.filter((email) => !there.has(recipientUnit(email)))
    return fresh.length === 0 ? [] : [[key, fresh]]
  })
  const users = wanted.length === 0 ? [] : await readUsers()
  return unknownAmong(wanted, users)
}

/** A key that may not list the users checks nobody. */
export function unknownAmong(
  wanted: readonly (readonly [Key, readonly string[]])[],
  users: readonly User[] | Absence,
): UnknownPeople {
  if (isAbsence(users)) return new Map()
  const active = new Set(users.flatMap(({ email, isDeactivated }) => (isDeactivated ? [] : [normalEmail(email)])))
  return new Map(
    wanted.flatMap(([key, fresh]) => {
      const emails = fresh.filter((email) => !active.has(normalEmail(email)))
      return emails.length === 0 ? [] : [[key, { emails, users: [...active] }] as const]
    }),
  )
}

/** Schedules that go, each with the recipients that are known already. */
export interface LeavingSchedule {
  readonly key: Key
  readonly id: number
  readonly known: ReadonlySet<string>
}

/** How many get each of these schedules besides those who are known. One is missing if this key may not read it. */
export async function readJoined(
  client: Client,
  deploymentId: number,
  leaving: readonly LeavingSchedule[],
): Promise<ReadonlyMap<Key, number>> {
  const counts = leaving.map(async ({ key, id, known }): Promise<[Key, number][]> => {
    const found = await readAllRecipients(client, { deploymentId, id })
    if (isAbsence(found)) return []
    const ours = usersIn(found).filter((email) => known.has(recipientUnit(email)))
    return [[key, found.length - ours.length]]
  })
  return new Map((await Promise.all(counts)).flat())
}
