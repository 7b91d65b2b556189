import type { CompiledMember, Members } from './members.ts'
import { listPeriods, readRange } from './periods.ts'
import type { FilterTree, Query } from './query.ts'
import { type Cell, chance, measureOf, originOf, valuesOf } from './values.ts'

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
  const measures = (query.measures ?? []).flatMap(find)
  const groups = makeGroups((query.dimensions ?? []).flatMap(find), query.filters ?? [], now)
  const periods = makePeriods(query, now)
  const keys = periods.flatMap((period) => groups.map((group) => ({ ...group, ...period })))
  const all = keys
    .map(
      (key): Row => ({
        ...key,
        ...Object.fromEntries(measures.map((m) => [m.name, measureOf(m, nameOf(key, members))])),
      }),
    )
    .filter((row) => (query.filters ?? []).every((filter) => passes(row, filter)))
  const start = query.offset ?? 0
  const rows = all.toSorted(comparing(query)).slice(start, start + (query.limit ?? USUAL_LIMIT))
  return { rows, total: all.length }
}

/** A row is named by where its values come from, so that a view and the cube behind it agree. */
const nameOf = (key: Row, members: Members): string =>
  Object.entries(key)
    .map(([name, value]) => {
      const member = members.byName.get(name)
      return `${member ? originOf(member) : name}=${value}`
    })
    .sort()
    .join('|')

/** The combinations of the dimensions' values that occur. */
function makeGroups(dimensions: readonly CompiledMember[], filters: readonly FilterTree[], now: Date): Row[] {
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
        const at = place === 0 ? index : Math.floor(chance(`${originOf(dimension)}#${index}`) * values.length)
        return [dimension.name, values[at % Math.max(values.length, 1)] ?? null]
      }),
    ),
  )
  return [...new Map(groups.map((group) => [JSON.stringify(group), group])).values()]
}

/** What a filter asks to be equal to something is there. */
function allowed(name: string, filters: readonly FilterTree[]): readonly Cell[] | undefined {
  const wanted = filters.find(
    ({ member, operator, values }) => member === name && operator === 'equals' && values?.length,
  )
  return wanted?.values as readonly Cell[] | undefined
}

function makePeriods({ timeDimensions }: Query, now: Date): Row[] {
  return (timeDimensions ?? [])
    .filter(({ granularity }) => granularity != null)
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

type Test = (value: Cell, wanted: readonly unknown[]) => boolean
const text = (value: unknown): string => String(value).toLowerCase()
const isOneOf: Test = (value, wanted) => wanted.some((each) => String(each) === String(value))
const holds: Test = (value, wanted) => wanted.some((each) => text(value).includes(text(each)))
const compares =
  (test: (value: number, wanted: number) => boolean): Test =>
  (value, [wanted]) =>
    test(Number(value), Number(wanted))

const TESTS: Readonly<Record<string, Test>> = {
  equals: isOneOf,
  notEquals: (value, wanted) => !isOneOf(value, wanted),
  contains: holds,
  notContains: (value, wanted) => !holds(value, wanted),
  startsWith: (value, wanted) => wanted.some((each) => text(value).startsWith(text(each))),
  endsWith: (value, wanted) => wanted.some((each) => text(value).endsWith(text(each))),
  gt: compares((value, wanted) => value > wanted),
  gte: compares((value, wanted) => value >= wanted),
  lt: compares((value, wanted) => value < wanted),
  lte: compares((value, wanted) => value <= wanted),
  set: (value) => value !== null,
  notSet: (value) => value === null,
}

/** A filter on something that the rows do not show takes nothing away. */
function passes(row: Row, { member, operator = '', values, and, or }: FilterTree): boolean {
  if (and) return and.every((filter) => passes(row, filter))
  if (or) return or.length === 0 || or.some((filter) => passes(row, filter))
  const value = member === undefined ? undefined : row[member]
  const test = TESTS[operator]
  return value === undefined || test === undefined || test(value, values ?? [])
}

/** As asked; else by time, else by the first measure, the greatest first. */
function comparing({ order, timeDimensions, measures }: Query): (a: Row, b: Row) => number {
  const asked = Array.isArray(order) ? order : Object.entries(order ?? {})
  const time = timeDimensions?.find(({ granularity }) => granularity != null)?.dimension
  const usual: [string, 'asc' | 'desc'][] = time ? [[time, 'asc']] : measures?.[0] ? [[measures[0], 'desc']] : []
  const by = asked.length > 0 ? asked : usual
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
