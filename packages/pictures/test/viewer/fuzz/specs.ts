import { expression, split } from './expressions.ts'
import type { Random } from './random.ts'
import { DATA, HOSTILE, MADE, NAMES, SCALES, SIGNALS, UPDATED } from './words.ts'

type Json = unknown
type Spec = Readonly<Record<string, unknown>>

/** A row of any type; keys such as `__proto__` are the row's own, as in a file. */
export function row(random: Random, depth = 2): Json {
  if (depth === 0)
    return random.one<Json>([0, 1, 2.5, -3, '', 'a', 'constructor', '__proto__', '2024-05-01', null, true])
  const inner = (): Json => row(random, depth - 1)
  return random.one<() => Json>([
    () =>
      Object.fromEntries([
        ...random.some(3, () => [random.one(NAMES), inner()]),
        ['a', inner()],
        ['b', random.below(9)],
      ]),
    () => JSON.parse(`{"__proto__": {"a": 1}, "constructor": ${JSON.stringify(inner())}, "b": ${random.below(5)}}`),
    () => random.some(3, inner),
    () => row(random, 0),
    () => ({ unit: name(random), fields: [{ field: name(random), type: random.one(['E', 'R']) }], values: [inner()] }),
    () => ({ a: random.below(5), b: random.below(9), c: random.one(['x', 'y', 'constructor', '__proto__']) }),
  ])()
}

const rows = (random: Random): Json[] =>
  [row(random, 2), ...random.some(4, () => row(random, 2))].filter((each) => each !== null)

/** The name of a field, a path to one, or a signal that makes one. */
function field(random: Random): Json {
  const path = (): string =>
    random.one([
      () => random.one(['a', 'b', 'c']),
      () => random.one(NAMES),
      () => `${random.one(NAMES)}.${random.one(NAMES)}`,
      () => `['${random.one(NAMES)}'][0]`,
    ])()
  // The library stumbles over some names that it finds in a specification, but not over those that are made.
  if (random.is(0.3)) return { signal: split(random.one(NAMES)) }
  return random.is(0.15) ? { signal: expression(random, 2) } : path()
}

const name = (random: Random): string => (random.is(0.5) ? random.one(['a', 'b', 'c', 'd']) : random.one(NAMES))
const names = (random: Random, count: number): string[] => Array.from({ length: count }, () => name(random))
const number = (random: Random): Json => (random.is(0.2) ? { signal: expression(random, 2) } : random.below(10))

const OPS = [
  'count',
  'values',
  'sum',
  'mean',
  'min',
  'argmin',
  'argmax',
  'distinct',
  'median',
  'q1',
  'valid',
  'product',
]
const WINDOW = ['row_number', 'rank', 'lag', 'lead', 'first_value', 'nth_value', 'prev_value', 'ntile', 'cume_dist']

/** The transforms that read fields of rows, or write under names that content gives. */
export const TRANSFORMS: readonly ((random: Random) => Spec)[] = [
  (random) => ({ type: 'formula', as: name(random), expr: expression(random) }),
  (random) => ({ type: 'formula', as: name(random), expr: expression(random) }),
  (random) => ({ type: 'filter', expr: expression(random) }),
  (random) => ({ type: 'fold', fields: [field(random), field(random)], as: names(random, 2) }),
  (random) => ({ type: 'flatten', fields: [field(random)], as: names(random, 1), index: name(random) }),
  (random) => ({
    ...{ type: random.one(['aggregate', 'joinaggregate']), groupby: [field(random)], as: names(random, 2) },
    ...{ fields: [field(random), field(random)], ops: [random.one(OPS), random.one(OPS)] },
  }),
  (random) => ({
    ...{ type: 'window', groupby: [field(random)], sort: { field: field(random) }, as: names(random, 2) },
    ...{ ops: [random.one(WINDOW), random.one(OPS)], fields: [field(random), field(random)], params: [1, null] },
  }),
  (random) => ({
    type: 'pivot',
    field: field(random),
    value: field(random),
    groupby: [field(random)],
    op: random.one(OPS),
  }),
  (random) => ({ type: 'project', fields: [field(random), field(random)], as: names(random, 2) }),
  (random) => ({
    ...{
      type: 'lookup',
      from: random.one(random.is(0.9) ? ['plain'] : DATA),
      key: field(random),
      fields: [field(random)],
    },
    ...{ values: [field(random)], as: names(random, 1), default: row(random, 0) },
  }),
  (random) => ({
    type: 'stack',
    field: field(random),
    groupby: [field(random)],
    sort: { field: field(random) },
    as: names(random, 2),
  }),
  (random) => ({ type: 'bin', field: field(random), extent: [0, 10], as: names(random, 2), signal: random.one(MADE) }),
  (random) => ({ type: 'extent', field: field(random), signal: random.one(MADE) }),
  (random) => ({
    type: 'timeunit',
    field: field(random),
    units: ['year'],
    as: names(random, 2),
    signal: random.one(MADE),
  }),
  (random) => ({
    type: 'collect',
    sort: { field: [field(random), field(random)], order: ['ascending', 'descending'] },
  }),
  (random) => ({
    type: 'countpattern',
    field: field(random),
    pattern: random.one(['.', '\\w+']),
    as: names(random, 2),
  }),
  (random) => ({ type: 'identifier', as: name(random) }),
  (random) => ({
    type: 'impute',
    field: field(random),
    key: field(random),
    keyvals: [1, 'a'],
    groupby: [field(random)],
    value: number(random),
  }),
  () => ({ type: 'sample', size: 3 }),
  (random) => ({ type: 'nest', keys: [field(random)], generate: random.is(0.5) }),
  (random) => ({ type: 'stratify', key: field(random), parentKey: field(random) }),
  (random) => ({
    type: random.one(['treemap', 'tree', 'pack', 'partition']),
    field: field(random),
    as: names(random, 6),
  }),
  (random) => ({ type: 'quantile', field: field(random), as: names(random, 2) }),
  (random) => ({ type: 'kde', field: field(random), extent: [0, 3], steps: 4, as: names(random, 2) }),
  (random) => ({ type: 'regression', x: field(random), y: field(random), as: names(random, 2) }),
  (random) => ({ type: 'dotbin', field: field(random), as: name(random) }),
  (random) => ({ type: 'geojson', fields: [field(random), field(random)], signal: random.one(MADE) }),
  (random) => ({ type: 'geopoint', projection: 'earth', fields: [field(random), field(random)], as: names(random, 2) }),
  (random) => ({
    type: random.one(['geoshape', 'geopath']),
    projection: 'earth',
    field: field(random),
    as: name(random),
  }),
  (random) => ({ type: 'linkpath', shape: random.one(['line', 'arc', 'constructor']), as: name(random) }),
  (random) => ({ type: 'crossfilter', fields: [field(random)], query: [[0, 3]], signal: random.one(MADE) }),
]

function data(random: Random, own: string): Spec {
  const format = random.is(0.08)
    ? {
        format: {
          ...(random.is(0.3) ? { property: random.one(NAMES) } : {}),
          parse: {
            [name(random)]: random.one(random.is(0.1) ? ['constructor', 'valueOf'] : ['number', 'date', "date:'%Y'"]),
          },
        },
      }
    : {}
  if (own === 'plain') return { name: own, values: rows(random) }
  const from = random.is(0.25) ? { source: 'plain' } : { values: rows(random), ...format }
  return { name: own, ...from, transform: random.some(3, () => random.one(TRANSFORMS)(random)) }
}

function signal(random: Random, own: string): Spec {
  const on = random.is(0.3)
    ? {
        on: [
          { events: random.one(['click', 'pointermove[event.item]', 'window:keydown']), update: expression(random) },
        ],
      }
    : {}
  return UPDATED.includes(own)
    ? { name: own, update: expression(random), ...on }
    : { name: own, value: row(random, 1), ...(random.is(0.3) ? { init: expression(random) } : {}), ...on }
}

const CHANNELS = [
  'x',
  'y',
  'x2',
  'width',
  'fill',
  'shape',
  'text',
  'tooltip',
  'size',
  'mark',
  'context',
  'items',
  'href',
]

function value(random: Random): Json {
  return random.one<() => Json>([
    () => ({ signal: expression(random) }),
    () => ({ field: field(random), scale: random.one(SCALES) }),
    () => ({ field: { group: random.one(NAMES) } }),
    () => ({ field: { parent: random.one(NAMES) } }),
    () => ({ value: row(random, random.is(0.9) ? 0 : 1) }),
    () => [{ test: expression(random), value: 1 }, { signal: expression(random) }],
  ])()
}

function marks(random: Random, depth = 1): Spec[] {
  const type = random.one(['symbol', 'rect', 'text', 'line', 'shape', 'group', 'rule'])
  const channels = Object.fromEntries(
    random.some(4, () => [random.is(0.7) ? random.one(CHANNELS) : name(random), value(random)]),
  )
  return [
    {
      ...{
        type,
        from: { data: random.one(DATA) },
        encode: { enter: channels, update: { [name(random)]: value(random) } },
      },
      ...(random.is(0.3)
        ? { transform: [random.one([...TRANSFORMS.slice(0, 2), ...TRANSFORMS.slice(-3)])(random)] }
        : {}),
      ...(type === 'group' && depth > 0
        ? {
            from: { facet: { name: 'part', data: 'plain', groupby: field(random) } },
            signals: [signal(random, random.one(SIGNALS))],
            marks: marks(random, depth - 1),
          }
        : {}),
    },
  ]
}

function scale(random: Random, own: string): Spec {
  const extra = random.is(0.3)
    ? { [random.one(['constructor', 'call', 'bind', 'copy', 'toString', 'unknown', 'nice'])]: row(random, 0) }
    : {}
  const domain = random.is(0.3) ? { signal: expression(random) } : { data: random.one(DATA), field: field(random) }
  return {
    name: own,
    type: random.one(['ordinal', 'linear', 'band', 'point']),
    domain,
    range: random.one<Json>([[0, 9], 'width', { signal: expression(random) }]),
    ...extra,
  }
}

/** Now and then, one more. */
const hostile = (random: Random, names: readonly string[]): readonly string[] =>
  random.is(0.05) ? [...names, random.one(HOSTILE)] : names

export function vegaSpec(random: Random): Spec {
  return {
    $schema: 'https://vega.github.io/schema/vega/v6.json',
    ...{ width: 50, height: 50, data: hostile(random, DATA).map((own) => data(random, own)) },
    signals: hostile(random, [...SIGNALS, ...UPDATED]).map((own) => signal(random, own)),
    scales: hostile(random, SCALES).map((own) => scale(random, own)),
    projections: [{ name: 'earth', type: random.one(['mercator', 'equirectangular', 'constructor']) }],
    marks: random.some(2, () => marks(random)).flat(),
    config: config(random),
  }
}

const config = (random: Random): Spec =>
  random.is(0.2)
    ? JSON.parse(`{${JSON.stringify(random.one(NAMES))}: {${JSON.stringify(random.one(NAMES))}: {"polluted": 1}}}`)
    : {}

const LITE: readonly ((random: Random) => Spec)[] = [
  (random) => ({ calculate: expression(random), as: name(random) }),
  (random) => ({ calculate: expression(random), as: name(random) }),
  (random) => ({ filter: expression(random) }),
  (random) => ({ filter: { field: String(name(random)), oneOf: [row(random, 1), 1] } }),
  (random) => ({ fold: names(random, 2), as: names(random, 2) }),
  (random) => ({ flatten: names(random, 1), as: names(random, 1) }),
  (random) => ({
    aggregate: [{ op: random.one(OPS), field: name(random), as: name(random) }],
    groupby: names(random, 1),
  }),
  (random) => ({ window: [{ op: random.one(WINDOW), field: name(random), as: name(random) }] }),
  (random) => ({ pivot: name(random), value: name(random), groupby: names(random, 1) }),
  (random) => ({ bin: true, field: name(random), as: names(random, 2) }),
  (random) => ({ timeUnit: 'year', field: name(random), as: name(random) }),
  (random) => ({
    lookup: name(random),
    from: { data: { values: rows(random) }, key: name(random), fields: names(random, 1) },
  }),
]

export function liteSpec(random: Random): Spec {
  const channel = (): Json =>
    random.one<() => Json>([
      () => ({ field: name(random), type: random.one(['nominal', 'quantitative', 'ordinal', 'temporal']) }),
      () => ({ field: name(random), aggregate: random.one(['mean', 'count', 'argmax']) }),
      () => ({ condition: { test: expression(random), value: 1 }, value: 2 }),
      () => ({ value: { expr: expression(random) } }),
      () => ({ field: name(random), type: 'quantitative', bin: true, axis: { labelExpr: expression(random) } }),
    ])()
  const encoding = Object.fromEntries(
    random.some(3, () => [random.one(['x', 'y', 'color', 'tooltip', 'detail', 'order']), channel()]),
  )
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    ...{
      data: { name: 'plain', values: rows(random) },
      mark: random.one(['bar', 'point', 'line', 'text', 'arc']),
      encoding,
    },
    transform: random.some(5, () => random.one(LITE)(random)),
    params: hostile(random, [...SIGNALS, ...UPDATED]).map((own) =>
      own !== 'unit' && random.is(0.95)
        ? { name: own, ...(UPDATED.includes(own) ? { expr: expression(random) } : { value: row(random, 1) }) }
        : { name: own, select: random.one(['point', 'interval']) },
    ),
    config: config(random),
  }
}
