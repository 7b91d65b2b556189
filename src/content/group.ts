import type { PickSide } from './merge.ts'
import type { UserGroup } from './model.ts'
import { mergePeople, peopleWith, unitsOfPeople } from './people.ts'
import { present, type Units } from './units.ts'
import type { UnitValue } from './with-units.ts'

/** The members that count; undefined if the group's are left alone. */
export const membersOfGroup = ({ members }: UserGroup): readonly string[] | undefined =>
  members === 'off' ? undefined : members

export const unitsOfGroup = (group: UserGroup): Units =>
  present([['name', group.name.trim()], ...unitsOfPeople('member', membersOfGroup(group))])

export function mergeGroup(repo: UserGroup, live: UserGroup, pick: PickSide): UserGroup {
  const [declared, seen = []] = [membersOfGroup(repo), membersOfGroup(live)]
  return {
    ...repo,
    name: pick('name') === 'live' ? live.name : repo.name,
    ...(declared && { members: mergePeople('member', declared, seen, pick) }),
  }
}

/** The inverse of `unitsOfGroup`: the same group with some units replaced. */
export const groupWith = (group: UserGroup, changes: readonly UnitValue[]): UserGroup => ({
  ...group,
  members: peopleWith('member', membersOfGroup(group) ?? [], changes),
})
