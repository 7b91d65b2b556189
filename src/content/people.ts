import { digestOfValue } from './digest.ts'
import type { PickSide } from './merge.ts'
import type { UnitValue } from './with-units.ts'

/**
 * People on a list, each a unit, so that they come and go one by one, in any order. What was applied is read by more
 * people than the list is: the unit's name has a digest where an address would be.
 */
const ROLES = ['recipient', 'member'] as const
type Role = (typeof ROLES)[number]

export const normalEmail = (email: string): string => email.trim().toLowerCase()

export const personUnit = (role: Role, email: string): string => `${role} ${digestOfValue(normalEmail(email))}`

/** What a person is in this unit; undefined if it is about no person. */
export const roleIn = (unit: string): Role | undefined => ROLES.find((role) => unit.startsWith(`${role} `))

/** Who may see, get or join something: read with requests of their own, which a key may be refused alone. */
export const isReadBeside = (unit: string): boolean => unit.startsWith('embed ') || roleIn(unit) !== undefined

export const unitsOfPeople = (role: Role, emails: readonly string[] = []): (readonly [string, string])[] =>
  emails.map((email) => [personUnit(role, email), normalEmail(email)])

/** In the order of the file. Who is picked from live and has no line yet comes last. */
export function mergePeople(
  role: Role,
  declared: readonly string[],
  seen: readonly string[],
  pick: PickSide,
): readonly string[] {
  const unitOf = (email: string): string => personUnit(role, email)
  const there = new Set(seen.map(unitOf))
  const isKept = (email: string): boolean => pick(unitOf(email)) === 'repo' || there.has(unitOf(email))
  const known = new Set(declared.map(unitOf))
  const joined = seen.filter((email) => !known.has(unitOf(email)) && pick(unitOf(email)) === 'live')
  return [...declared.filter(isKept), ...joined]
}

/** The same people, with some of them put back to what they were on the list: there, with their address, or not. */
export function peopleWith(role: Role, people: readonly string[], changes: readonly UnitValue[]): readonly string[] {
  const ofRole = changes.filter(({ unit }) => roleIn(unit) === role)
  const named = new Set(ofRole.map(({ unit }) => unit))
  const back = ofRole.flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
  return [...people.filter((email) => !named.has(personUnit(role, email))), ...back]
}
