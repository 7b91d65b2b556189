import type { Client } from '@boardwright/platform'
import { type Content, type Entity, ofKind, withObjects } from '../content/entity.ts'
import { membersOfGroup } from '../content/group.ts'
import type { Key } from '../content/kinds.ts'
import type { UserGroup } from '../content/model.ts'
import { normalEmail } from '../content/people.ts'
import { formerKeys } from '../content/renames.ts'
import { listUsers } from './lists.ts'
import { isAbsence, lookUp } from './look-up.ts'
import type { DeploymentNames } from './names/types.ts'
import type { LiveNote } from './notes.ts'
import { type UnknownPeople, unknownAmong } from './recipients.ts'
import type { Inventory } from './wire.ts'

export type Memberships = ReadonlyMap<Key, ReadonlySet<number>>

export const membershipsIn = ({ groups }: Inventory, names: DeploymentNames): Memberships =>
  new Map(
    groups.flatMap(({ id, group: { members = [] } }): [Key, ReadonlySet<number>][] => {
      const key = names.keyOf('group', id)
      return key === undefined ? [] : [[key, new Set(members.map(({ value }) => Number(value)))]]
    }),
  )

export interface MembersAsked {
  readonly content: Content
  readonly memberships: Memberships
  readonly declared: Content
  /** What was applied last. */
  readonly applied: Content | undefined
}

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
export async function readGroupMembers(client: Client, asked: MembersAsked): Promise<MembersRead> {
  const { counted, fresh, provisioned } = peopleIn(asked)
  const { content, memberships, declared } = asked
  const isAsked = fresh.length > 0 || [...counted.values()].some(({ size }) => size > 0)
  const users = isAsked ? await lookUp(() => listUsers(client)) : []
  const notes = leftBehind(asked)
  if (isAbsence(users)) {
    const message = 'the users of the account cannot be read with this token: nobody joins or leaves a group'
    // If they cannot be named, live counts as equal to the tree.
    const asDeclared = withMembers(content, counted, (key) => membersOf(declared.get(key)) ?? [])
    return { content: asDeclared, notes: [...notes, { kind: 'unseen', message }], unknown: new Map(), provisioned }
  }
  const named = withMembers(content, counted, (key, those) =>
    users.flatMap(({ id, email }) =>
      memberships.get(key)?.has(id) && those.has(normalEmail(email)) ? [normalEmail(email)] : [],
    ),
  )
  const absent = fresh.map(([key, emails]) => {
    const there = membersOf(named.get(key)) ?? []
    return [key, emails.filter((email) => !there.includes(normalEmail(email)))] as const
  })
  return { content: named, notes, unknown: unknownAmong(absent, users), provisioned }
}

type GroupKey = Key<'group'>
type Counted = ReadonlyMap<GroupKey, ReadonlySet<string>>

interface People {
  /** By live group: who counts in it. Groups in which nobody looks at anybody are missing. */
  readonly counted: Counted
  /** By declared group: who was not applied to it before. */
  readonly fresh: readonly (readonly [GroupKey, readonly string[]])[]
  readonly provisioned: readonly GroupKey[]
}

function peopleIn({ content, declared, applied }: MembersAsked): People {
  const former = formerKeys(declared)
  const before = (key: GroupKey): readonly string[] =>
    membersOf(applied?.get(key) ?? applied?.get((former.get(key) ?? key) as GroupKey)) ?? []
  const live = ofKind(content, 'group')
  const isProvisioned = (key: GroupKey): boolean => content.get(key)?.own.members === 'off'
  return {
    counted: new Map(
      live.flatMap(({ key }) => {
        const [own, then] = [membersOf(declared.get(key)), before(key)]
        const isLeftAlone = own === undefined && (declared.has(key) || then.length === 0)
        if (isProvisioned(key) || isLeftAlone) return []
        return [[key, new Set([...(own ?? []), ...then].map(normalEmail))] as const]
      }),
    ),
    fresh: ofKind(declared, 'group').flatMap(({ key }) => {
      const known = new Set(before(key).map(normalEmail))
      const emails = (membersOf(declared.get(key)) ?? []).filter((email) => !known.has(normalEmail(email)))
      return emails.length === 0 || isProvisioned(key) ? [] : [[key, emails] as const]
    }),
    provisioned: live.flatMap(({ key }) => (isProvisioned(key) && membersOf(declared.get(key)) ? [key] : [])),
  }
}

const membersOf = (group: Entity<'group'> | undefined): readonly string[] | undefined =>
  group && membersOfGroup(group.own)

const withMembers = (
  content: Content,
  counted: Counted,
  members: (key: GroupKey, counted: ReadonlySet<string>) => readonly string[],
): Content =>
  withObjects(
    content,
    new Map(
      ofKind(content, 'group').flatMap(({ key, own }): [Key, UserGroup][] => {
        const those = counted.get(key)
        return those === undefined ? [] : [[key, { ...own, members: members(key, those) }]]
      }),
    ),
  )

/** A file that no longer says who is in its group takes nobody out. */
function leftBehind({ content, declared, applied }: MembersAsked): LiveNote[] {
  return ofKind(declared, 'group').flatMap((group): LiveNote[] => {
    const { key, name } = group
    const count = membersOf(group) === undefined && content.has(key) ? (membersOf(applied?.get(key)) ?? []).length : 0
    const whom = count === 1 ? '1 member whom an apply added stays' : `${count} members whom an apply added stay`
    const message = `${whom} in "${name}", whose file names none any more (\`members: []\` takes them out)`
    return count === 0 ? [] : [{ kind: 'left-behind', key, message }]
  })
}

/** How many are in each of these groups besides those who are known. */
export const joinedIn = (
  memberships: Memberships,
  leaving: readonly { readonly key: Key; readonly known: ReadonlySet<string> }[],
): ReadonlyMap<Key, number> =>
  new Map(leaving.map(({ key, known }) => [key, (memberships.get(key)?.size ?? 0) - known.size]))
