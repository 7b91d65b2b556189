import type { LedgerFacts } from '../base/facts.ts'
import { type Content, type Entity, ofKind, withObjects } from '../content/entity.ts'
import { membersOfGroup } from '../content/group.ts'
import type { Key } from '../content/kinds.ts'
import type { UserGroup } from '../content/model.ts'
import { personUnit, roleIn } from '../content/people.ts'
import { appliedUnits } from './left-behind.ts'
import type { DeploymentNames } from './names/types.ts'
import type { Inventory } from './wire.ts'

/** By group: the numbers of all who are in it, as texts. */
export type Memberships = ReadonlyMap<Key, ReadonlySet<string>>

export const membershipsIn = ({ groups }: Inventory, names: DeploymentNames): Memberships =>
  new Map(
    groups.flatMap(({ id, group: { members = [] } }): [Key, ReadonlySet<string>][] => {
      const key = names.keyOf('group', id)
      return key === undefined ? [] : [[key, new Set(members.flatMap(({ value }) => value ?? []))]]
    }),
  )

/** What tells whose membership counts. */
export interface MembersAsked {
  readonly content: Content
  readonly memberships: Memberships
  readonly declared: Content
  readonly entries: LedgerFacts['entries']
}

type GroupKey = Key<'group'>
/** By group: the units of its members that count. */
type Counted = ReadonlyMap<GroupKey, ReadonlySet<string>>

export interface CountedPeople {
  /** Live groups. Those in which nobody looks at anybody are missing. */
  readonly counted: Counted
  /** By declared group: who was not applied to it before. */
  readonly fresh: readonly (readonly [GroupKey, readonly string[]])[]
  readonly provisioned: readonly GroupKey[]
}

export const memberUnit = (email: string): string => personUnit('member', email)

export function countedPeople(asked: MembersAsked): CountedPeople {
  const { content, declared } = asked
  const before = (key: GroupKey): ReadonlySet<string> =>
    new Set(appliedUnits(asked.entries, key).filter((unit) => roleIn(unit) === 'member'))
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

export const membersOf = (group: Entity<'group'> | undefined): readonly string[] | undefined =>
  group && membersOfGroup(group.own)

export const withCountedMembers = (
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

/** How many are in each of these groups besides those who are known. */
export const joinedIn = (
  memberships: Memberships,
  leaving: readonly { readonly key: Key; readonly known: ReadonlySet<string> }[],
): ReadonlyMap<Key, number> =>
  new Map(leaving.map(({ key, known }) => [key, (memberships.get(key)?.size ?? 0) - known.size]))
