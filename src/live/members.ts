import type { Content } from '../content/entity.ts'
import type { Key } from '../content/kinds.ts'
import { normalEmail } from '../content/people.ts'
import { countedPeople, type MembersAsked, membersOf, memberUnit, withCountedMembers } from './counted-members.ts'
import { isAbsence } from './look-up.ts'
import type { LiveNote } from './notes.ts'
import { type UnknownPeople, unknownAmong } from './recipients.ts'
import type { ReadUsers } from './subscribers.ts'

export interface MembersRead {
  /** What is live, with the members that count. */
  readonly content: Content
  readonly notes: readonly LiveNote[]
  readonly unknown: UnknownPeople
  /** Groups whose members the tree declares although a directory says who is in them. */
  readonly provisioned: readonly Key<'group'>[]
}

/**
 * Names the members of groups where the tree declares some, or where they were applied. Of those who are in a group,
 * only these count: whoever else joined is theirs. Asks for the users of the account only where there is somebody to
 * name.
 */
export async function readGroupMembers(readUsers: ReadUsers, asked: MembersAsked): Promise<MembersRead> {
  const { counted, fresh, provisioned } = countedPeople(asked)
  const { content, memberships, declared } = asked
  const isAsked = fresh.length > 0 || [...counted.values()].some(({ size }) => size > 0)
  const users = isAsked ? await readUsers() : []
  if (isAbsence(users)) {
    const message = 'the users of the account cannot be read with this token: nobody joins or leaves a group'
    // If they cannot be named, live counts as equal to the tree.
    const asDeclared = withCountedMembers(content, counted, (key) => membersOf(declared.get(key)) ?? [])
    const unseen = [...counted.keys()].map((key): LiveNote => ({ kind: 'unseen', key, message }))
    return { content: asDeclared, notes: unseen, unknown: new Map(), provisioned }
  }
  const named = withCountedMembers(content, counted, (key, units) =>
    users.flatMap(({ id, email }) =>
      memberships.get(key)?.has(String(id)) && units.has(memberUnit(email)) ? [normalEmail(email)] : [],
    ),
  )
  const absent = fresh.map(([key, emails]) => {
    const there = membersOf(named.get(key)) ?? []
    return [key, emails.filter((email) => !there.includes(normalEmail(email)))] as const
  })
  return { content: named, notes: [], unknown: unknownAmong(absent, users), provisioned }
}
