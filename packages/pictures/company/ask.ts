import { readRange } from './calendar.ts'
import { type Filter, membersOf, testOf } from './filters.ts'
import { type Group, groupMembers } from './group.ts'
import type { Members } from './members.ts'
import type { Query, TimeDimension } from './query.ts'
import { type Aggregate, compile, type Expression, keyOf, partsOf } from './sql/syntax.ts'
import { type Cell, cellOf, compareValues, roundedValue, type Value } from './values.ts'

export type Row = Readonly<Record<string, Cell>>

export interface Answer {
  readonly rows: readonly Row[]
  /** The number of rows without a limit. */
  readonly total: number
}

const USUAL_LIMIT = 10_000

export function ask(members: Members, query: Query): Answer {
  const { measures, dimensions, timeDimensions } = query
  const grained = timeDimensions.filter(({ granularity }) => granularity !== undefined)
  const measured = new Map(measures.map((name) => [name, members.measure(name)]))
  const groups: Expression[] = [
    ...dimensions.map((name): Expression => ({ kind: 'member', name })),
    ...grained.map(
      ({ dimension, granularity }): Expression => ({ kind: 'member', name: dimension, grain: granularity }),
    ),
  ]
  const isMeasure = (filter: Filter): boolean =>
    membersOf(filter).some((name) => measures.includes(name) || members.hasMeasure(name))
  const having = query.filters
    .filter(isMeasure)
    .flatMap((filter) => testOf(filter, (name) => expressionOf(members, name)) ?? [])
  const aggregates = aggregatesIn([...measured.values(), ...having])
  const found = groupMembers(members, { groups, where: whereOf(query, members, isMeasure), aggregates })
  const readings = new Map([...measured].map(([name, expression]) => [name, onGroups(expression, groups)]))
  const tests = having.map((test) => onGroups(test, groups))
  const left = found.filter((group) => tests.every((test) => test(group) === true))
  const rows = left.map((group): Row => {
    const keys = group.keys.map((value, index) => [dimensions[index], cellOf(value)] as const)
    const times = grained.flatMap(({ dimension, granularity }, index) => {
      const cell = cellOf(group.keys[dimensions.length + index] ?? null)
      return [
        [`${dimension}.${granularity}`, cell],
        // The time itself is there if it was asked for.
        ...(dimensions.includes(dimension) ? [] : [[dimension, cell] as const]),
      ] as const
    })
    const values = [...readings].map(([name, reading]) => [name, cellOf(roundedValue(reading(group)))] as const)
    return Object.fromEntries([...keys.slice(0, dimensions.length), ...times, ...values])
  })
  const start = query.offset ?? 0
  const ordered = rows.toSorted(comparing(query, grained))
  return { rows: ordered.slice(start, start + (query.limit ?? USUAL_LIMIT)), total: rows.length }
}

const expressionOf = (members: Members, name: string): Expression =>
  members.hasMeasure(name) || !members.dimension(name) ? members.measure(name) : { kind: 'member', name }

function whereOf(query: Query, members: Members, isMeasure: (filter: Filter) => boolean): Expression[] {
  const ranges = query.timeDimensions.flatMap(({ dimension, dateRange }) => {
    const range = readRange(dateRange)
    if (!range) return []
    const [from, to] = [range[0].getTime(), range[1].getTime()]
    const test = (value: Value): boolean => {
      const time = value instanceof Date ? value.getTime() : Number.NaN
      return time >= from && time < to
    }
    return [{ kind: 'test', of: { kind: 'member', name: dimension }, test } satisfies Expression]
  })
  const filters = query.filters
    .filter((filter) => !isMeasure(filter))
    .flatMap((filter) => testOf(filter, (name) => ({ kind: 'member', name })) ?? [])
  return [...ranges, ...filters, ...query.segments.map(members.segment)]
}

/** The aggregates in these expressions, each once. */
export const aggregatesIn = (expressions: readonly Expression[]): Aggregate[] => {
  const found = expressions.flatMap((each): Aggregate[] =>
    each.kind === 'aggregate' ? [each] : aggregatesIn(partsOf(each)),
  )
  return [...new Map(found.map((each) => [keyOf(each), each])).values()]
}

/** Evaluates an expression of aggregates and grouping keys for one group. */
export function onGroups(expression: Expression, groups: readonly Expression[]): (group: Group) => Value {
  let current: Group | undefined
  const keys = new Map(groups.map((each, index) => [keyOf(each), index]))
  const reading = compile(expression, (part) => {
    if (part.kind === 'aggregate') {
      const key = keyOf(part)
      return () => current?.counted.get(key) ?? (part.how === 'count' || part.how === 'distinct' ? 0 : null)
    }
    const index = keys.get(keyOf(part))
    return index === undefined || part.kind === 'value' ? undefined : () => current?.keys[index] ?? null
  })
  return (group) => {
    current = group
    return reading(0)
  }
}

/** In the order asked for; else by time, else by the first measure, largest first. Ties are ordered by name. */
function comparing(
  { order, measures, dimensions }: Query,
  grained: readonly TimeDimension[],
): (a: Row, b: Row) => number {
  const [time, measure] = [grained[0]?.dimension, measures[0]]
  const usual: [string, string][] = time ? [[time, 'asc']] : measure ? [[measure, 'desc']] : []
  const by = [
    ...(order.length > 0 ? order : usual),
    ...dimensions.map((name) => [name, 'asc'] as const),
    ...grained.map(({ dimension }) => [dimension, 'asc'] as const),
  ]
  return (a, b) => {
    for (const [name, direction] of by) {
      const sign = compareValues(a[name] ?? null, b[name] ?? null)
      if (sign !== 0) return direction === 'desc' ? -sign : sign
    }
    return 0
  }
}
