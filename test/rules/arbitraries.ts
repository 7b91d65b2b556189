import fc from 'fast-check'
import { conditionWords } from '../../src/rules/conditions.ts'
import { fieldTypesOf } from '../../src/rules/fields.ts'
import { RULE_KIND_NAMES, type RuleKind } from '../../src/rules/kinds.ts'
import type { FieldType } from '../../src/rules/types.ts'

/** Rules about anything in a tree, and trees that some of them find something in. */

const TEXTS = ['Orders', 'Revenue', 'orders.count', 'CHART', 'a', 'table', 'sales']
const scalar = (type: FieldType): fc.Arbitrary<unknown> =>
  type === 'text' ? fc.constantFrom(...TEXTS) : type === 'number' ? fc.nat(4) : fc.boolean()

const ARGUMENTS: Readonly<Record<string, (type: FieldType) => fc.Arbitrary<unknown>>> = {
  equals: scalar,
  oneOf: (type) => fc.array(scalar(type), { minLength: 1, maxLength: 3 }),
  min: () => fc.nat(4),
  max: () => fc.nat(4),
  minLength: () => fc.nat(8),
  maxLength: () => fc.nat(8),
  unique: () => fc.constant(true),
  matches: () => fc.constantFrom('^O', '(?i)revenue', '[0-9]', 'e.*e', '^$'),
  every: (type) => everyOf((type as { readonly list: FieldType }).list),
}

const everyOf = (type: FieldType): fc.Arbitrary<unknown> =>
  typeof type === 'object' && 'of' in type
    ? fc
        .constantFrom(...Object.entries(type.of))
        .chain(([name, own]) => condition(own).map((said) => ({ [name]: said })))
    : condition(type)

function condition(type: FieldType): fc.Arbitrary<unknown> {
  const words = conditionWords(type).map((word) =>
    (ARGUMENTS[word] ?? scalar)(type).map((argument) => ({ [word]: argument })),
  )
  return fc.oneof(fc.constantFrom('present', 'absent'), ...words)
}

const conditions = (kind: RuleKind, least: number): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .uniqueArray(fc.constantFrom(...Object.entries(fieldTypesOf(kind))), {
      ...{ minLength: least, maxLength: 2 },
      selector: ([name]) => name,
    })
    .chain((fields) => fc.record(Object.fromEntries(fields.map(([name, type]) => [name, condition(type)]))))

const IN_TREES = RULE_KIND_NAMES.filter((kind) => kind !== 'change')

/** The text of a rule. */
export const anyRule: fc.Arbitrary<string> = fc.constantFrom(...IN_TREES).chain((kind) =>
  fc
    .record({
      on: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, conditions(kind, 1)),
      must: conditions(kind, 1),
      path: fc.option(fc.constantFrom('content/sales', 'content/*/b0', 'data-model'), { nil: undefined, freq: 1 }),
      severity: fc.constantFrom('error', 'warning'),
    })
    .map(({ on, must, path, severity }) =>
      JSON.stringify({ on: { kind, ...(path === undefined ? {} : { path }), ...on }, must, message: 'm', severity }),
    ),
)

const text = fc.constantFrom(...TEXTS)
const anyWidget = fc.record({
  type: fc.constantFrom('CHART', 'TEXT', 'FILTER'),
  title: fc.option(text, { nil: undefined }),
  x: fc.nat(6),
})
const anyReport = fc.record({ name: text, sql: fc.boolean(), limit: fc.option(fc.nat(9), { nil: undefined }) })
const anyWorkbook = fc.record({
  name: text,
  publish: fc.boolean(),
  folder: fc.constantFrom('sales', 'finance'),
  title: fc.option(text, { nil: undefined }),
  widgets: fc.array(anyWidget, { maxLength: 4 }),
  reports: fc.array(anyReport, { minLength: 1, maxLength: 3 }),
})

const MODEL = `cubes:
  - name: orders
    sql_table: orders
    measures:
      - {name: count, type: count, description: Orders}
      - {name: old, type: sum, sql: x, meta: {deprecated: use count}}
    dimensions:
      - {name: day, type: time, sql: day}
`

/** The files of a tree. */
export const anyTree: fc.Arbitrary<Record<string, string>> = fc
  .array(anyWorkbook, { minLength: 1, maxLength: 3 })
  .map((workbooks) => ({
    'content/sales/folder.yaml': 'name: Sales\n',
    'content/finance/folder.yaml': 'name: Finance\n',
    'data-model/model/orders.yml': MODEL,
    ...Object.fromEntries(workbooks.flatMap(filesOfWorkbook)),
  }))

type Made<T> = T extends fc.Arbitrary<infer V> ? V : never

function filesOfWorkbook(workbook: Made<typeof anyWorkbook>, at: number): [string, string][] {
  const { name, publish, folder, title, widgets, reports } = workbook
  const place = `content/${folder}/b${at}`
  const shown = widgets.map(({ type, title: above, x }, nth) => ({
    ...{ id: `w${nth}`, type, position: { x, y: nth * 4, w: 6, h: 4 } },
    ...(type === 'CHART' ? { report: `r${nth % reports.length}` } : {}),
    config: {
      ...(above === undefined ? {} : { title: above }),
      ...(type === 'FILTER' ? { member: 'orders.day' } : {}),
    },
  }))
  const inLines = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
  return [
    [`${place}/workbook.yaml`, inLines({ slug: `b${at}`, name, publish })],
    [`${place}/dashboard.yaml`, inLines({ ...(title === undefined ? {} : { title }), widgets: shown })],
    ...reports.map(({ name: own, sql, limit }, nth): [string, string] => [
      `${place}/reports/r${nth}.yaml`,
      inLines({
        id: `r${at}${nth}`.padEnd(12, 'x'),
        name: own,
        ...(sql
          ? { sql: 'SELECT old, count FROM orders' }
          : {
              query: {
                measures: ['orders.count', 'orders.old'],
                timeDimensions: [{ dimension: 'orders.day', granularity: 'month', dateRange: 'last 30 days' }],
                filters: [{ member: 'orders.day', operator: 'afterDate', values: ['2026-01-05'] }],
                ...(limit === undefined ? {} : { limit }),
              },
            }),
      }),
    ]),
  ]
}
