import { didYouMean, nearest } from '@boardwright/common'
import { Query } from '@boardwright/platform/query'
import { someOf } from '../content/counted.ts'
import type { PlaceOf, Problem, ValuePath } from '../content/problem.ts'
import { expressionsIn, grainUses, ownersInQuery, type PlacedQuery, queryUses } from '../content/query-uses.ts'
import { schemaProblems } from '../content/schema-problems.ts'
import { grainsOf, hasMember, hasOwner, type ListOfQuery, type Members, ownersIn } from './members.ts'
import { IN_EXPRESSION } from './uses/sql-uses.ts'

/** What is wrong in a query, apart from members that the data model lacks. */
export const queryFaults = (placed: PlacedQuery, members: Members, placeOf: PlaceOf): Problem[] => [
  ...refusals(placed, placeOf),
  ...unknownOwners(placed, members, placeOf),
  ...misplacedMembers(placed, members, placeOf),
  ...unknownGrains(placed, members, placeOf),
  ...unchecked(placed, members, placeOf),
]

function refusals({ query, path: at }: PlacedQuery, placeOf: PlaceOf): Problem[] {
  const inQuery = (path: ValuePath, what?: 'key' | 'value') => placeOf([...at, ...path], what)
  return schemaProblems({ placeOf: inQuery }, Query, query).map((problem) => ({
    ...problem,
    kind: 'QUERY_REFUSED',
    message: problem.message.replace(/^the file /, 'the query '),
  }))
}

function unknownOwners(placed: PlacedQuery, members: Members, placeOf: PlaceOf): Problem[] {
  if (!members.known) return []
  return ownersInQuery(placed).flatMap(({ member: owner, path }): Problem[] => {
    if (hasOwner(members, owner)) return []
    const owners = ownersIn(members)
    const hint = didYouMean(nearest(owner, owners), `Write one of these: ${listOf(owners)}.`)
    const message = `the data model has no cube or view "${owner}"`
    return [{ kind: 'MEMBER_UNKNOWN', ...placeOf(path), message, hint, lacks: owner }]
  })
}

/** A query that has SQL of its own. */
function unchecked(placed: PlacedQuery, members: Members, placeOf: PlaceOf): Problem[] {
  const [first] = members.known ? expressionsIn(placed) : []
  if (!first) return []
  const message = `the SQL is not checked: ${IN_EXPRESSION}`
  return [{ kind: 'SQL_UNCHECKED', ...placeOf(first.path), message, doubt: 'expression', warning: true }]
}

function unknownGrains(placed: PlacedQuery, members: Members, placeOf: PlaceOf): Problem[] {
  if (!members.known) return []
  return grainUses(placed).flatMap(({ member, grain, path, isKey }): Problem[] => {
    const grains = grainsOf(members, member)
    if (!isCertain(members, member) || grains.includes(grain)) return []
    const hint = didYouMean(nearest(grain, grains), `Write one of these: ${grains.join(', ')}.`)
    return [
      {
        kind: 'MEMBER_UNKNOWN',
        ...placeOf(path, isKey ? 'key' : 'value'),
        message: `"${member}" has no granularity "${grain}"`,
        hint,
      },
    ]
  })
}

const isCertain = (members: Extract<Members, { known: true }>, member: string): boolean =>
  hasMember(members, member) && !members.open.has(member.split('.')[0] ?? '')

/** By key of a query: the list that its names must be from. */
const BELONGS: Readonly<Record<string, ListOfQuery>> = {
  measures: 'measures',
  dimensions: 'dimensions',
  timeDimensions: 'dimensions',
}

function timeStep({ types }: Extract<Members, { known: true }>, name: string): string {
  const owner = name.split('.')[0] ?? ''
  const times = [...types].flatMap(([each, type]) => (type === 'time' && each.startsWith(`${owner}.`) ? [each] : []))
  return `Put it under \`dimensions\`${times.length === 0 ? '' : `, or name one of time: ${listOf(times)}`}.`
}

function misplacedMembers({ query, path: at }: PlacedQuery, members: Members, placeOf: PlaceOf): Problem[] {
  if (!members.known) return []
  return queryUses(query).flatMap(({ member, path }): Problem[] => {
    const [key] = path
    const expected = BELONGS[String(key)]
    const name = member.split('.').slice(0, 2).join('.')
    const list = members.lists.get(name)
    const type = members.types.get(name)
    if (key === 'timeDimensions' && list === 'dimensions' && type !== undefined && type !== 'time') {
      const message = `"${name}" is of type ${type}, but a time dimension must be of type time`
      return [{ kind: 'MEMBER_UNKNOWN', ...placeOf([...at, ...path]), message, hint: timeStep(members, name) }]
    }
    if (!expected || !list || list === expected) return []
    const message = `"${name}" is a ${list.slice(0, -1)}, but it is listed under ${key}`
    return [{ kind: 'MEMBER_UNKNOWN', ...placeOf([...at, ...path]), message, hint: `Put it under \`${list}\`.` }]
  })
}

const MOST_LISTED = 6

export const listOf = (names: readonly string[]): string => someOf(names, MOST_LISTED)
