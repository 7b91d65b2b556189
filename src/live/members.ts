import type { Client } from '@boardwright/platform'
import type { LedgerFacts } from '../base/facts.ts'
import { type Content, type Entity, ofKind, withObjects } from '../content/entity.ts'
import { membersOfGroup } from '../content/group.ts'
import type { Key } from '../content/kinds.ts'
import type { UserGroup } from '../content/model.ts'
import { normalEmail, personUnit, roleIn } from '../content/people.ts'
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
  /** What waits for a later apply keeps there what was applied to it. */
  readonly entries: LedgerFacts['entries']
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
    const unseen = [...counted.keys()].map((key): LiveNote => ({ kind: 'unseen', key, message }))
    return { content: asDeclared, notes: [...notes, ...unseen], unknown: new Map(), provisioned }
  }
  const named = withMembers(content, counted, (key, units) =>
    users.flatMap(({ id, email }) =>
      memberships.get(key)?.has(id) && units.has(memberUnit(email)) ? [normalEmail(email)] : [],
    ),
  )
  const absent = fresh.map(([key, emails]) => {
    const there = membersOf(named.get(key)) ?? []
    return [key, emails.filter((email) => !there.includes(normalEmail(email)))] as const
  })
  return { content: named, notes, unknown: unknownAmong(absent, users), provisioned }
}

type GroupKey = Key<'group'>
/** By group: the units of its members that count. */
type Counted = ReadonlyMap<GroupKey, ReadonlySet<string>>

interface People {
  /** Live groups. Those in which nobody looks at anybody are missing. */
  readonly counted: Counted
  /** By declared group: who was not applied to it before. */
  readonly fresh: readonly (readonly [GroupKey, readonly string[]])[]
  readonly provisioned: readonly GroupKey[]
}

const memberUnit = (email: string): string => personUnit('member', email)

/** The members that were applied to a group, by the name that it had then. */
function appliedTo({ declared, applied, entries }: Omit<MembersAsked, 'memberships' | 'content'>) {
  const former = formerKeys(declared)
  return (key: GroupKey): ReadonlySet<string> => {
    const then = applied?.get(key) ?? applied?.get((former.get(key) ?? key) as GroupKey)
    const { base = {}, next } = entries.get(key) ?? {}
    const waiting = [...Object.keys(base), ...Object.keys(next?.units ?? {})]
    const units = waiting.filter((unit) => roleIn(unit) === 'member')
    return new Set([...(membersOf(then) ?? []).map(memberUnit), ...units])
  }
}

function peopleIn(asked: MembersAsked): People {
  const { content, declared } = asked
  const before = appliedTo(asked)
  const live = ofKind(content, 'group')
  const isProvisioned = (key: GroupKey): boolean => content.get(key)?.own.members === 'off'
  return {
    counted: new Map(
      live.flatMap(({ key }) => {
        const [own, applied] = [membersOf(declared.get(key)), before(key)]
        // A file without members leaves all alone. Without a file, whoever an apply added counts.
        const isLeftAlone = own === undefined && (declared.has(key) || applied.size === 0)
        if (isProvisioned(key) || isLeftAlone) return []
        return [[key, new Set([...(own ?? []).map(memberUnit), ...applied])] as const]
      }),
    ),
    fresh: ofKind(declared, 'group').flatMap(({ key }) => {
      const known = before(key)
      const emails = (membersOf(declared.get(key)) ?? []).filter((email) => !known.has(memberUnit(email)))
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
  members: (key: GroupKey, units: ReadonlySet<string>) => readonly string[],
): Content =>
  withObjects(
    content,
    new Map(
      ofKind(content, 'group').flatMap(({ key, own }): [Key, UserGroup][] => {
        const units = counted.get(key)
        return units === undefined ? [] : [[key, { ...own, members: members(key, units) }]]
      }),
    ),
  )

/** A file that no longer says who is in its group takes nobody out. */
function leftBehind(asked: MembersAsked): LiveNote[] {
  const before = appliedTo(asked)
  return ofKind(asked.declared, 'group').flatMap((group): LiveNote[] => {
    const { key, name } = group
    const count = membersOf(group) === undefined && asked.content.has(key) ? before(key).size : 0
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
