import type { Coded } from './coded.ts'
import type { Members } from './members.ts'
import { type Aggregate, compile, type Expression, keyOf, partsOf, type Reading } from './sql/syntax.ts'
import { compareValues, numberOf, rounded, type Value } from './values.ts'

export interface Group {
  readonly keys: readonly Value[]
  /** Keyed by `keyOf` of the aggregate. */
  readonly counted: Map<string, Value>
}

interface Asked {
  readonly groups: readonly Expression[]
  readonly where: readonly Expression[]
  readonly aggregates: readonly Aggregate[]
  /** The cube to use if nothing else says whose rows are meant. */
  readonly cube?: string | undefined
}

/** Groups the rows of cubes. Each aggregate counts rows of its own cube, however that is joined with the others. */
export function groupMembers(members: Members, { groups, where, aggregates, cube: usual = '' }: Asked): Group[] {
  const found = new Map<string, Group>()
  const cubes = [...groups, ...where].flatMap((each) => cubesIn(each, members))
  const counted = new Set(aggregates.map(({ cube }) => cube))
  for (const cube of counted.size > 0 ? counted : [cubes[0] ?? usual])
    countCube(members, { cube, cubes, groups, where, own: aggregates.filter((each) => each.cube === cube) }, found)
  return [...found.values()]
}

function cubesIn(expression: Expression, members: Members): string[] {
  if (expression.kind === 'raw') return [expression.cube]
  if (expression.kind === 'member') return [members.origin(expression.name).split('.')[0] ?? '']
  if (expression.kind === 'aggregate') return [expression.cube]
  return partsOf(expression).flatMap((part) => cubesIn(part, members))
}

/**
 * The cube to start from so that each row has one row of every other cube: the given one, else the smallest possible.
 */
function rootFor({ joins, model, tables }: Members, cube: string, cubes: readonly string[]): string {
  const all = [...new Set([cube, ...cubes])]
  const reachesAll = (from: string): boolean => all.every((to) => joins.reaches(from, to))
  if (reachesAll(cube)) return cube
  const others = Object.keys(model.cubes).filter(reachesAll)
  return others.toSorted((a, b) => tables(a).size - tables(b).size)[0] ?? cube
}

interface Count {
  readonly cube: string
  readonly cubes: readonly string[]
  readonly groups: readonly Expression[]
  readonly where: readonly Expression[]
  readonly own: readonly Aggregate[]
}

function countCube(members: Members, { cube, cubes, groups, where, own }: Count, found: Map<string, Group>): void {
  const root = rootFor(members, cube, cubes)
  const resolve = members.resolveOn(root)
  const [table, counted, rows] = [members.tables(root), members.tables(cube), members.joins.rows(root, cube)]
  const columns = groups.map((each) => members.coded(root, each))
  const tests = where.map((each) => compile(each, resolve))
  const here = members.resolveOn(cube)
  const counters = own.map((each) => createCounter(each, (of) => compile(of, here)))
  const ids = new Map<number | string, number>()
  const codeAt = columns.length > MOST_IN_A_NUMBER ? codesAt(columns) : codeOfAll(columns)
  const keys: (readonly Value[])[] = []
  const seen = new Set<number>()
  const keeps = allOf([table.keeps, ...tests.map((test) => (row: number) => test(row) === true)])
  let last: number | string | undefined
  let id = 0
  for (let row = 0; row < table.size; row += 1) {
    if (!keeps(row)) continue
    const code = codeAt(row)
    if (code !== last) {
      id = ids.get(code) ?? keys.length
      if (id === keys.length) {
        ids.set(code, id)
        keys.push(columns.map(({ codes, values }) => values[codes[row] ?? -1] ?? null))
      }
      last = code
    }
    const at = rows === 'same' ? row : (rows[row] ?? 0)
    if (rows !== 'same') {
      // A row that appears twice counts once.
      const once = id * counted.size + at
      if (seen.has(once) || !counted.keeps(at)) continue
      seen.add(once)
    }
    for (const counter of counters) counter.add(id, at)
  }
  // An aggregate over no rows still gives a row.
  if (groups.length === 0 && keys.length === 0) keys.push([])
  for (const [id, own] of keys.entries()) {
    const key = own.map(codeOf).join('\n')
    const group = found.get(key) ?? { keys: own, counted: new Map() }
    for (const counter of counters) group.counted.set(counter.key, counter.result(id))
    found.set(key, group)
  }
}

type Keeps = (row: number) => boolean

/** Runs for every row, so a single test is returned without a wrapper. */
function allOf(tests: readonly Keeps[]): Keeps {
  const [first, ...rest] = tests
  if (!first) return () => true
  if (rest.length === 0) return first
  return (row) => tests.every((test) => test(row))
}

const codeOf = (value: Value): string => (value instanceof Date ? `t${value.getTime()}` : `${typeof value}${value}`)

const MOST_IN_A_NUMBER = 3
/** More than the rows of any table. */
const MOST_CODES = 2 ** 17

function codeOfAll(columns: readonly Coded[]): (row: number) => number {
  const [first, second, third] = columns.map(({ codes }) => codes)
  if (!first) return () => 0
  if (!second) return (row) => first[row] ?? 0
  if (!third) return (row) => (first[row] ?? 0) * MOST_CODES + (second[row] ?? 0)
  return (row) => ((first[row] ?? 0) * MOST_CODES + (second[row] ?? 0)) * MOST_CODES + (third[row] ?? 0)
}

const codesAt =
  (columns: readonly Coded[]) =>
  (row: number): string =>
    columns.map(({ codes }) => codes[row]).join()

interface Counter {
  readonly key: string
  readonly add: (group: number, row: number) => void
  readonly result: (group: number) => Value
}

/** Computes an aggregate for each group. */
export function createCounter(aggregate: Aggregate, compiled: (of: Expression) => Reading): Counter {
  const reading: Reading = aggregate.of ? compiled(aggregate.of) : () => 1
  const tests = aggregate.where.map(compiled).map((test) => (row: number) => test(row) === true)
  const keeps = tests.length === 0 ? undefined : allOf(tests)
  const { take, result } = COUNTERS[aggregate.how]()
  return {
    key: keyOf(aggregate),
    add(group, row) {
      if (keeps?.(row) === false) return
      const value = reading(row)
      if (value !== null) take(group, value)
    },
    result,
  }
}

interface Counting {
  readonly take: (group: number, value: Exclude<Value, null>) => void
  readonly result: (group: number) => Value
}

const extreme = (sign: 1 | -1): Counting => {
  const best = new Map<number, Value>()
  return {
    take(group, value) {
      const known = best.get(group)
      if (known === undefined || compareValues(value, known) * sign > 0) best.set(group, value)
    },
    result: (group) => best.get(group) ?? null,
  }
}

function adding(end: (sum: number, count: number) => Value): Counting {
  const [sums, counts]: [number[], number[]] = [[], []]
  return {
    take(group, value) {
      const number = numberOf(value)
      if (number === null) return
      sums[group] = (sums[group] ?? 0) + number
      counts[group] = (counts[group] ?? 0) + 1
    },
    result: (group) => end(sums[group] ?? 0, counts[group] ?? 0),
  }
}

const COUNTERS: Readonly<Record<Aggregate['how'], () => Counting>> = {
  count() {
    const counts: number[] = []
    return {
      take(group) {
        counts[group] = (counts[group] ?? 0) + 1
      },
      result: (group) => counts[group] ?? 0,
    }
  },
  sum: () => adding((sum, count) => (count === 0 ? null : rounded(sum))),
  avg: () => adding((sum, count) => (count === 0 ? null : rounded(sum / count))),
  min: () => extreme(-1),
  max: () => extreme(1),
  distinct() {
    const seen = new Map<number, Set<string>>()
    return {
      take(group, value) {
        const known = seen.get(group) ?? new Set()
        seen.set(group, known.add(codeOf(value)))
      },
      result: (group) => seen.get(group)?.size ?? 0,
    }
  },
}
