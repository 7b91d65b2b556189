import { mulberry32, pick } from '../../seeds/made.ts'

interface MetaMember {
  readonly name: string
  readonly type?: string
}

export interface MetaCube {
  readonly name: string
  readonly measures: readonly MetaMember[]
  readonly dimensions: readonly MetaMember[]
  readonly segments: readonly MetaMember[]
}

const OPERATORS = [
  ...['equals', 'notEquals', 'contains', 'notContains', 'startsWith', 'notStartsWith', 'endsWith', 'notEndsWith'],
  ...['in', 'notIn', 'gt', 'gte', 'lt', 'lte', 'set', 'notSet', 'measureFilter', 'inDateRange', 'notInDateRange'],
  ...['onTheDate', 'beforeDate', 'beforeOrOnDate', 'afterDate', 'afterOrOnDate', 'isBig'],
]
/** Those that need no dates. */
const PLAIN = OPERATORS.slice(0, 14)
/** The first half of each list is right. */
const VALUES = [
  ...['Bern', 'paid', 'abc', '1', '0', '-3.5', '2026-01-01', 'Zürich', 0, 12, -1, true, null],
  ...['', '2026-13-01', 'last 7 days', 'next century', false, { and: [] }, '__proto__', 'toString', '\u0000'],
]
const GRAINS = ['day', 'week', 'month', 'quarter', 'year', 'second', 'fortnight', 'constructor', '']
const RANGES = [
  ...[
    'last 7 days',
    'this month',
    'from 30 days ago to now',
    'yesterday',
    ['2026-01-01'],
    ['2026-01-01', '2026-03-31'],
  ],
  ...['2026-02-30', 'soon', '', ['2026-03-31', '2026-01-01'], ['x', 'y'], [], 7],
]
const ODD = [
  'orders.nope',
  'nope.count',
  'orders',
  'orders.ordered_at.month',
  'constructor.name',
  '__proto__.x',
  '',
  'a.b.c.d',
]
const SINGLE: readonly (readonly [key: string, values: readonly unknown[]])[] = [
  ['limit', [0, 1, 3, 50_000, 50_001, -1, '5', 1.5, null]],
  ['offset', [0, 2, 1_000_000, -1, '1']],
  ['timezone', ['UTC', 'Europe/Zurich', 'Mars/Olympus', '', 7]],
  ['total', [true, false, 'yes']],
  ['ungrouped', [true, false]],
  ['responseFormat', ['default', 'compact', 'columnar', 'xml']],
  ['cache', ['no-cache', 'stale-if-slow', 'never']],
  ['maskedMembers', [[{ member: 'orders.count' }]]],
  ['joinHints', [[['orders', 'customers']], [[]], 'x']],
  ['subqueryJoins', [[], [{}]]],
  ['colour', ['red']],
]

/** Makes queries about a model, some of them right: the same seed makes the same ones. */
export function createQueries(cubes: readonly MetaCube[], seed: number): () => unknown {
  const random = mulberry32(seed)
  const happens = (share: number): boolean => random() < share
  /** Most queries have the right shape: else nothing but shapes would be tried. */
  let isWild = false
  const isOdd = (share: number): boolean => isWild && happens(share)
  const some = <T>(most: number, make: () => T): T[] => Array.from({ length: Math.floor(random() * (most + 1)) }, make)
  const all = (list: 'measures' | 'dimensions' | 'segments') =>
    cubes.flatMap((cube) => cube[list].map(({ name }) => name))
  const lists = { measures: all('measures'), dimensions: all('dimensions'), segments: all('segments') }
  const times = cubes.flatMap(({ dimensions }) =>
    dimensions.flatMap(({ name, type }) => (type === 'time' ? [name] : [])),
  )
  const everything = Object.values(lists).flat()
  /** Mostly of one cube, so that joins are possible. */
  const nameIn = (names: readonly string[], cube: string): unknown => {
    if (isOdd(0.1)) return pick<unknown>(random, happens(0.8) ? ODD : [7, null, {}, { expression: 'x' }])
    const near = isOdd(0.3) ? names : names.filter((name) => name.startsWith(`${cube}.`))
    return pick(random, isOdd(0.1) || near.length === 0 ? everything : near)
  }
  const filter = (cube: string, depth: number): unknown => {
    if (depth < 3 && happens(0.4))
      return {
        [happens(0.5) ? 'and' : 'or']: some(2, () => filter(cube, depth + 1)),
        ...(isOdd(0.1) ? { or: [] } : {}),
      }
    const member = nameIn(happens(0.4) ? lists.measures : lists.dimensions, cube)
    const values = isOdd(0.2)
      ? {}
      : { values: [pick(random, fitting(VALUES)), ...some(1, () => pick(random, fitting(VALUES)))] }
    return {
      [happens(0.9) ? 'member' : 'dimension']: member,
      operator: pick(random, isWild ? OPERATORS : PLAIN),
      ...values,
    }
  }
  const fitting = <T>(all: readonly T[]): readonly T[] => (isWild ? all : all.slice(0, all.length / 2))
  const time = (cube: string): object => ({
    dimension: isOdd(0.2) ? nameIn(everything, cube) : nameIn(times, cube),
    ...(happens(0.7) ? { granularity: pick(random, fitting(GRAINS)) } : {}),
    ...(happens(0.5) ? { dateRange: pick(random, fitting(RANGES)) } : {}),
    ...(isOdd(0.1) ? { compareDateRange: some(3, () => pick(random, RANGES)) } : {}),
  })
  const order = (cube: string): unknown => {
    const pairs = some(
      2,
      () => [nameIn(everything, cube), pick(random, isOdd(0.2) ? ['up'] : ['asc', 'desc'])] as const,
    )
    return happens(0.5) ? pairs : Object.fromEntries(pairs.map(([name, way]) => [String(name), way]))
  }
  const query = (): object => {
    const cube = pick(random, cubes).name
    isWild = happens(0.3)
    return {
      ...(happens(0.9) ? { limit: 10 } : {}),
      ...(happens(0.9) ? { measures: some(2, () => nameIn(lists.measures, cube)) } : {}),
      ...(happens(0.7) ? { dimensions: some(2, () => nameIn(lists.dimensions, cube)) } : {}),
      ...(happens(0.15) ? { segments: some(2, () => nameIn(lists.segments, cube)) } : {}),
      ...(happens(0.4) ? { timeDimensions: some(2, () => time(cube)) } : {}),
      ...(happens(0.6) ? { filters: some(2, () => filter(cube, 0)) } : {}),
      ...(happens(0.3) ? { order: order(cube) } : {}),
      ...Object.fromEntries(SINGLE.flatMap(([key, values]) => (isOdd(0.1) ? [[key, pick(random, values)]] : []))),
    }
  }
  return () => {
    if (happens(0.02)) return pick(random, [null, 7, '', 'x', '{"measures":', [], {}, [[]], true])
    if (happens(0.03)) return some(4, query)
    return happens(0.03) ? JSON.stringify(query()) : query()
  }
}
