import { readRange } from './calendar.ts'
import { type Filter, membersOf, testOf } from './filters.ts'
import { type Group, groupMembers } from './group.ts'
import type { Members } from './members.ts'
import type { Query, TimeDimension } from './query.ts'
import { type Aggregate, compile, type Expression, keyOf, partsOf } from './sql/syntax.ts'
import { type Cell, cellOf, compareValues, oneOf, roundedValue, seedOf, type Value } from './values.ts'

export type Row = Readonly<Record<string, Cell>>

export interface Answer {
  readonly rows: readonly Row[]
  /** The number of rows without a limit. */
  readonly total: number
}

const USUAL_LIMIT = 10_000

export function ask(members: Members, asked: Query): Answer {
  const { query, shown } = standIns(asked, members)
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
    const keys = group.keys.map((value, index) => [dimensions[index], shown(dimensions[index], cellOf(value))] as const)
    const times = grained.flatMap(({ dimension, granularity }, index) => {
      const cell = cellOf(group.keys[dimensions.length + index] ?? null)
      return [
        [`${dimension}.${granularity}`, cell],
        [dimension, cell],
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

interface StoodIn {
  readonly query: Query
  /** A value under the name that the query uses for it. */
  readonly shown: (dimension: string | undefined, cell: Cell) => Cell
}

/**
 * Filters name values of a real company. If ours has no such value, one of its own stands in, under the requested
 * name. It is the same value in every query.
 */
function standIns(query: Query, members: Members): StoodIn {
  const names = new Map<string, Map<Cell, string>>()
  const known = new Map<string, readonly string[]>()
  const wordsOf = (name: string): readonly string[] => {
    const before = known.get(name)
    if (before) return before
    const found = [...new Set(members.valuesOf(name).map(cellOf))].filter((cell) => typeof cell === 'string')
    known.set(name, found)
    return found
  }
  const standIn = (filter: Filter): Filter => {
    if ('and' in filter) return { and: filter.and.map(standIn) }
    if ('or' in filter) return { or: filter.or.map(standIn) }
    const { member, operator, values } = filter
    if ((operator !== 'equals' && operator !== 'in') || members.dimension(member)?.type !== 'string') return filter
    const words = wordsOf(member)
    const own = new Set(words)
    const asked = new Set(values)
    return {
      ...filter,
      values: values.map((value) => {
        if (typeof value !== 'string' || own.has(value) || words.length === 0) return value
        const word = words[oneOf(words.length, seedOf(value), 0)] ?? value
        const called = names.get(member) ?? new Map<Cell, string>()
        if (!asked.has(word) && !called.has(word)) names.set(member, called.set(word, value))
        return word
      }),
    }
  }
  const filters = query.filters.map(standIn)
  return {
    query: { ...query, filters },
    shown: (dimension, cell) => (dimension === undefined ? cell : (names.get(dimension)?.get(cell) ?? cell)),
  }
}
