import type { CompiledMember, Members } from './members.ts'
import { listPeriods, readRange } from './periods.ts'
import type { Filter, Query } from './query.ts'
import { type Cell, chance, measureOf, valuesOf } from './values.ts'

export type Row = Readonly<Record<string, Cell>>

const MOST_GROUPS = 12
const MOST_PERIODS = 2000
const USUAL_LIMIT = 10_000

/** The rows of a query: made up, the same every time, and of the shape that the model promises. */
export function makeRows(members: Members, query: Query, now: Date): { rows: Row[]; total: number } {
  const find = (name: string): CompiledMember[] => {
    const member = members.byName.get(name)
    return member ? [member] : []
  }
  const measures = query.measures.flatMap(find)
  const groups = makeGroups(query.dimensions.flatMap(find), query.filters, now)
  const periods = makePeriods(query, now)
  const keys = periods.flatMap((period) => groups.map((group) => ({ ...group, ...period })))
  const all = keys
    .map(
      (key): Row => ({
        ...key,
        ...Object.fromEntries(measures.map((m) => [m.name, measureOf(m, nameOf(key, members))])),
      }),
    )
    .filter((row) => query.filters.every((filter) => passes(row, filter, now)))
  const start = query.offset ?? 0
  const rows = all.toSorted(comparing(query)).slice(start, start + (query.limit ?? USUAL_LIMIT))
  return { rows, total: all.length }
}

/** A row is named by where its values come from, so that a view and the cube behind it agree. */
const nameOf = (key: Row, members: Members): string =>
  Object.entries(key)
    .map(([name, value]) => {
      const member = members.byName.get(name)
      return `${member?.meaning ?? name}=${value}`
    })
    .sort()
    .join('|')

/** The combinations of the dimensions' values that occur. */
function makeGroups(dimensions: readonly CompiledMember[], filters: readonly Filter[], now: Date): Row[] {
  const lists = dimensions.map((dimension) => ({
    dimension,
    values: allowed(dimension.name, filters) ?? valuesOf(dimension, now),
  }))
  const [first] = lists
  if (!first) return [{}]
  const size = lists.length === 1 ? first.values.length : MOST_GROUPS
  const groups = Array.from({ length: size }, (_, index) =>
    Object.fromEntries(
      lists.map(({ dimension, values }, place) => {
        const at = place === 0 ? index : Math.floor(chance(`${dimension.meaning}#${index}`) * values.length)
        return [dimension.name, values[at % Math.max(values.length, 1)] ?? null]
      }),
    ),
  )
  return [...new Map(groups.map((group) => [JSON.stringify(group), group])).values()]
}

/** What a filter asks to be equal to something is there. */
function allowed(name: string, filters: readonly Filter[]): readonly Cell[] | undefined {
  for (const filter of filters) {
    if (!('member' in filter) || filter.member !== name || filter.values.length === 0) continue
    if (filter.operator === 'equals' || filter.operator === 'in') return filter.values as readonly Cell[]
  }
  return undefined
}

function makePeriods({ timeDimensions }: Query, now: Date): Row[] {
  return timeDimensions
    .filter(({ granularity }) => granularity !== undefined)
    .reduce<Row[]>(
      (rows, { dimension, granularity, dateRange }) => {
        const periods = listPeriods(granularity ?? 'day', readRange(dateRange, now), now)
        const joined = rows.flatMap((row) =>
          periods.map((period) => ({ ...row, [`${dimension}.${granularity}`]: period, [dimension]: period })),
        )
        return joined.slice(0, MOST_PERIODS)
      },
      [{}],
    )
}

type Test = (value: Cell, wanted: readonly unknown[], now: Date) => boolean
const text = (value: unknown): string => String(value).toLowerCase()
const isOneOf: Test = (value, wanted) => wanted.some((each) => String(each) === String(value))
const holds: Test = (value, wanted) => wanted.some((each) => text(value).includes(text(each)))
const compares =
  (test: (value: number, wanted: number) => boolean): Test =>
  (value, [wanted]) =>
    test(Number(value), Number(wanted))

const startsWith: Test = (value, wanted) => wanted.some((each) => text(value).startsWith(text(each)))
const endsWith: Test = (value, wanted) => wanted.some((each) => text(value).endsWith(text(each)))
const not =
  (test: Test): Test =>
  (...asked) =>
    !test(...asked)

/** Whether a time lies in the range that the values name. A range that only the platform can read takes nothing away. */
const dated =
  (test: (at: number, from: number, to: number) => boolean): Test =>
  (value, wanted, now) => {
    const [first = '', last = first] = wanted.map(String)
    const range = readRange(wanted.length > 1 ? [first, last] : first, now)
    return !range || test(Date.parse(`${String(value)}Z`), range[0].getTime(), range[1].getTime())
  }
const isWithin = dated((at, from, to) => at >= from && at < to)
const isBefore = dated((at, from) => at < from)
const isAfter = dated((at, _, to) => at >= to)

const TESTS: Readonly<Record<string, Test>> = {
  equals: isOneOf,
  notEquals: not(isOneOf),
  in: isOneOf,
  notIn: not(isOneOf),
  contains: holds,
  notContains: not(holds),
  startsWith,
  notStartsWith: not(startsWith),
  endsWith,
  notEndsWith: not(endsWith),
  gt: compares((value, wanted) => value > wanted),
  gte: compares((value, wanted) => value >= wanted),
  lt: compares((value, wanted) => value < wanted),
  lte: compares((value, wanted) => value <= wanted),
  set: (value) => value !== null,
  notSet: (value) => value === null,
  inDateRange: isWithin,
  notInDateRange: not(isWithin),
  onTheDate: isWithin,
  beforeDate: isBefore,
  beforeOrOnDate: not(isAfter),
  afterDate: isAfter,
  afterOrOnDate: not(isBefore),
}

/** A filter on something that the rows do not show takes nothing away. */
function passes(row: Row, filter: Filter, now: Date): boolean {
  if ('and' in filter) return filter.and.every((each) => passes(row, each, now))
  if ('or' in filter) return filter.or.length === 0 || filter.or.some((each) => passes(row, each, now))
  const value = row[filter.member]
  const test = TESTS[filter.operator]
  return value === undefined || test === undefined || test(value, filter.values, now)
}

/** As asked; else by time, else by the first measure, the greatest first. */
function comparing({ order, timeDimensions, measures }: Query): (a: Row, b: Row) => number {
  const time = timeDimensions.find(({ granularity }) => granularity !== undefined)?.dimension
  const usual: [string, 'asc' | 'desc'][] = time ? [[time, 'asc']] : measures[0] ? [[measures[0], 'desc']] : []
  const by = order.length > 0 ? order : usual
  return (a, b) => {
    for (const [name, direction] of by) {
      const [left, right] = [a[name] ?? null, b[name] ?? null]
      if (left === right) continue
      const sign = left === null || (right !== null && left < right) ? -1 : 1
      return direction === 'desc' ? -sign : sign
    }
    return 0
  }
}
