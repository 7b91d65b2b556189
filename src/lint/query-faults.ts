import { didYouMean, nearest, oncePer } from '@boardwright/common'
import { reachesBy } from '@boardwright/platform/model'
import { type NameFault, nameFaults, Query, type QueryModel } from '@boardwright/platform/query'
import { someOf } from '../content/counted.ts'
import type { PlaceOf, Problem, ValuePath } from '../content/problem.ts'
import { expressionsIn, ownersInQuery, type PlacedQuery } from '../content/query-uses.ts'
import { schemaProblems } from '../content/schema-problems.ts'
import { grainsOf, hasMember, hasOwner, type KnownMembers, type Members, ownersIn } from './members.ts'
import { IN_EXPRESSION } from './uses/sql-uses.ts'

/** What is wrong in a query, apart from members that the data model lacks. */
export const queryFaults = (placed: PlacedQuery, members: Members, placeOf: PlaceOf): Problem[] => [
  ...refusals(placed, placeOf),
  ...unknownOwners(placed, members, placeOf),
  ...nameProblems(placed, members, placeOf),
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

/** Names that exist, but not as the query uses them. Those that do not exist are told of with the whole report. */
function nameProblems(placed: PlacedQuery, members: Members, placeOf: PlaceOf): Problem[] {
  if (!members.known) return []
  const { query, path: at } = placed
  const areOwnersKnown = ownersInQuery(placed).every(({ member: owner }) => hasOwner(members, owner))
  const member: QueryModel['member'] = (name) =>
    members.facts.get(name) ?? (hasMember(members, name) ? 'open' : undefined)
  const model: QueryModel = { member, reaches: reachesIn(members) }
  // What does not exist cannot be joined either, and that is said already.
  const faults = nameFaults(query, model).filter(({ why }) => why !== 'not joined' || areOwnersKnown)
  return faults.flatMap((fault): Problem[] => {
    const told = tell(fault, members)
    return told ? [{ ...told, ...placeOf([...at, ...fault.path]) }] : []
  })
}

const reachesIn = oncePer(({ joins }: KnownMembers) => (joins ? reachesBy(joins) : () => true))

interface Told {
  readonly kind: Problem['kind']
  readonly message: string
  readonly hint?: string | undefined
}

function tell(fault: NameFault, members: KnownMembers): Told | undefined {
  switch (fault.why) {
    case 'unknown':
      return undefined
    case 'wrong list':
      return told(
        `"${fault.member}" is a ${singular(fault.list)}, but it is listed under ${String(fault.path[0])}`,
        fault.expected === 'filters' ? 'Filter by a measure or a dimension.' : `Put it under \`${fault.list}\`.`,
      )
    case 'not time': {
      const { list, type } = members.facts.get(fault.member) ?? {}
      const what = list === 'segments' ? 'a segment' : `of type ${type ?? 'another type'}`
      const message = `"${fault.member}" is ${what}, but a time dimension must be of type time`
      return told(message, timeStep(members, fault.member, list === 'segments' ? 'segments' : 'dimensions'))
    }
    case 'granularity': {
      const grains = grainsOf(members, fault.member)
      const hint = didYouMean(nearest(fault.granularity, grains), `Write one of these: ${grains.join(', ')}.`)
      return told(`"${fault.member}" has no granularity "${fault.granularity}"`, hint)
    }
    case 'hidden':
      return refused(
        `"${fault.member}" is hidden in the data model, so no query may show it`,
        'Write `public: true` in its definition, or take it out of the query. A filter may name it.',
      )
    case 'mixed':
      return refused(
        'this group of filters has measures and dimensions',
        'Make two filters of it: one of measures, one of dimensions.',
      )
    case 'not joined':
      return refused(
        `no joins connect what the query names: ${listOf(fault.cubes)}`,
        'Add a join to the data model, or make two queries of it.',
      )
  }
}

const told = (message: string, hint: string): Told => ({ kind: 'MEMBER_UNKNOWN', message, hint })
const refused = (message: string, hint: string): Told => ({ kind: 'QUERY_REFUSED', message, hint })

const singular = (list: string): string => (list === 'hierarchies' ? 'hierarchy' : list.slice(0, -1))

function timeStep({ facts }: KnownMembers, name: string, list: string): string {
  const owner = name.split('.')[0] ?? ''
  const times = [...facts].flatMap(([each, { type }]) =>
    type === 'time' && each.startsWith(`${owner}.`) ? [each] : [],
  )
  return `Put it under \`${list}\`${times.length === 0 ? '' : `, or name one of time: ${listOf(times)}`}.`
}

const MOST_LISTED = 6

export const listOf = (names: readonly string[]): string => someOf(names, MOST_LISTED)
