import { didYouMean, nearest, onceInARow } from '@boardwright/common'
import { type NotChecked, readSql, type SqlRead } from '@boardwright/platform/query'
import type { Problem, ProblemPlace } from '../content/problem.ts'
import type { BesideFile } from '../serialize/documents.ts'
import { hasMember, isOpen, type KnownMembers, type Members } from './members.ts'

/** The place of a part of an SQL text. */
export type PlaceInSql = (at: number, length: number) => ProblemPlace

/** In a side file, every character has its own place. */
export const placeInSide =
  ({ file, text }: BesideFile): PlaceInSql =>
  (at, length) => {
    const before = text.slice(0, at)
    return { at: { file, line: before.split('\n').length, column: at - before.lastIndexOf('\n') }, length }
  }

const namesIn = (members: ReadonlyMap<string, ReadonlySet<string>>): string[] =>
  [...members].flatMap(([owner, all]) => [owner, ...[...all].map((member) => `${owner}.${member}`)])

const LOOK =
  'Look at this place and what stands before it: a comma too many, a bracket or quote that is not closed, or a word of another dialect.'

/** How dbt names a table. */
const REF = /^\{\{\s*ref\(\s*['"]([^'"]+)['"]\s*\)\s*\}\}$/

/** What SQL uses of a data model, of whose open cubes and views nothing is missing for certain. */
export const readSqlOf = onceInARow((members: KnownMembers, sql: string): SqlRead => {
  const read = readSql(sql, (owner) => (isOpen(members, owner) ? undefined : members.of.get(owner)))
  const mayBe = (name: string): boolean =>
    [name, name.toLowerCase()].some((each) => (each.includes('.') ? hasMember(members, each) : isOpen(members, each)))
  return { ...read, missing: read.missing.filter(({ name }) => !mayBe(name)) }
})

/** Members, cubes and views that SQL names and the data model lacks; and why the SQL was not checked, if it was not. */
export function sqlFaults(sql: string, members: Members, placeOf: PlaceInSql): Problem[] {
  if (!members.known || sql.trim() === '') return []
  const { notChecked, isRead, missing } = readSqlOf(members, sql)
  const hintFor = (doubt: NotChecked['doubt'], place: NotChecked['place']): { readonly hint?: string } => {
    const name = place && REF.exec(sql.slice(place.at, place.at + place.length))?.[1]
    if (name !== undefined)
      return { hint: `Write its name without a template: ${nearest(name, members.of.keys()) ?? name}.` }
    return place && !isRead && doubt === 'unclear' ? { hint: LOOK } : {}
  }
  const names = missing.length === 0 ? [] : namesIn(members.of)
  return [
    ...missing.map(({ name, message, at, length }): Problem => {
      const hint = didYouMean(nearest(name, names))
      const lacks = members.gone.get(name) ?? name
      return { kind: 'MEMBER_UNKNOWN', ...placeOf(at, length), message, hint, lacks }
    }),
    // A missing name may be the reason why the rest is not known.
    ...(missing.length > 0 ? [] : notChecked.slice(0, 1)).map(
      ({ because, doubt, place }): Problem => ({
        kind: 'SQL_UNCHECKED',
        ...placeOf(place?.at ?? 0, place?.length ?? 1),
        ...hintFor(doubt, place),
        message: `the SQL is not checked: ${because}`,
        doubt,
        warning: true,
        ...(doubt === 'unclear' && !isRead && place ? { isLoss: true as const } : {}),
      }),
    ),
  ]
}
