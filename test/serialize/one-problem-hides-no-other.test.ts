import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { validateProject } from '../../src/check/validate.ts'

/** Whoever mends a file wants to see everything that is wrong with it, not one layer at a time. */

const MODEL = `cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: status, sql: status, type: string}
    measures:
      - {name: count, type: count}
`
const PLACE = { x: 0, y: 0, w: 6, h: 4 }
const DASHBOARD = {
  title: 'Revenue',
  widgets: [
    { id: 'months', type: 'CHART', report: 'by-mnoth', position: PLACE },
    { id: 'status', type: 'FILTER', position: { ...PLACE, y: 4 }, config: { member: 'orders.statsu' } },
    { id: 'others', type: 'CHART', report: 'by-month', position: { ...PLACE, y: 8 }, config: { title: 'Others' } },
  ],
}
const REPORT = {
  id: 'byMonth00001',
  name: 'By month',
  kind: 'vega',
  query: { measures: ['orders.cuont'], dimensions: ['orders.status'], limit: '10' },
  spec: { mark: 'bars', encoding: { x: { field: 'orders\\.stauts', type: 'nominal' } } },
}
const WORKBOOK = { slug: 'revenue', name: 'Revenue' }

interface Files {
  readonly workbook?: unknown
  readonly dashboard?: unknown
  readonly report?: unknown
  readonly copy?: unknown
}

/** JSON is YAML. Each value is on a line of its own, so that its place tells the problems apart. */
function problemsOf({ workbook = WORKBOOK, dashboard = DASHBOARD, report = REPORT, copy }: Files): string[] {
  const at = 'content/revenue'
  const texts: Record<string, unknown> = {
    [`${at}/workbook.yaml`]: workbook,
    [`${at}/dashboard.yaml`]: dashboard,
    [`${at}/reports/by-month.yaml`]: report,
    ...(copy === undefined ? {} : { [`${at}/reports/a-copy.yaml`]: copy }),
  }
  const files = new Map(
    [
      ...Object.entries(texts).map(([file, value]) => [file, `${JSON.stringify(value, null, 2)}\n`]),
      ['data-model/model/cubes/orders.yml', MODEL],
    ].map(([file = '', text = '']) => [file, new TextEncoder().encode(text)] as const),
  )
  const project = { root: '/nowhere', files, config: undefined, problems: [] }
  return validateProject(project, undefined).problems.map(({ message }) => message)
}

const IN_DASHBOARD = ['no report "by-mnoth" in this workbook', 'the data model has no member "orders.statsu"']
const IN_REPORT = [
  'the data model has no member "orders.cuont"',
  '"limit" must be a number, not a text',
  'Vega-Lite has no mark "bars"',
  'the data model has no member "orders.stauts"',
]

test('without another mistake, these are found', () => {
  expect(problemsOf({}).sort()).toEqual([...IN_DASHBOARD, ...IN_REPORT].sort())
})

const { widgets } = DASHBOARD
const [months, status, others] = widgets
const withOthers = (more: object) => ({ ...DASHBOARD, widgets: [months, status, { ...others, ...more }] })

describe('a mistake does not hide the others', () => {
  test.each<readonly [string, Files, RegExp]>([
    ['an unknown key of a dashboard', { dashboard: { ...DASHBOARD, titel: 'x' } }, /unknown key "titel"/],
    ['a title that is a number', { dashboard: { ...DASHBOARD, title: 5 } }, /"title" must be a text/],
    ['a layout that is a text', { dashboard: { ...DASHBOARD, layout: 'wide' } }, /"layout"/],
    ['an unknown type of widget', { dashboard: withOthers({ type: 'CHRT' }) }, /not "CHRT"/],
    [
      'a widget without a height',
      { dashboard: withOthers({ position: { x: 0, y: 0, w: 1 } }) },
      /position\.h" is missing/,
    ],
    ['a widget without an id', { dashboard: withOthers({ id: undefined }) }, /id" is missing/],
    ['a config that is a text', { dashboard: withOthers({ config: 'x' }) }, /config"/],
    ['a report that is a number', { dashboard: withOthers({ report: 5 }) }, /report"/],
    ['a widget that is a text', { dashboard: { ...DASHBOARD, widgets: [...widgets, 'x'] } }, /widgets\[3\]/],
    ['a workbook without a slug', { workbook: { name: 'Revenue' } }, /slug" is missing/],
    ['an unknown key of a report', { report: { ...REPORT, titel: 'x' } }, /unknown key "titel"/],
    ['a report without an id', { report: { ...REPORT, id: undefined } }, /id" is missing/],
    ['a name that is a number', { report: { ...REPORT, name: 5 } }, /"name" must be a text/],
    ['SQL that is a number', { report: { ...REPORT, sql: 5 } }, /"sql" must be a text, not 5/],
    ['a pivot that is a text', { report: { ...REPORT, pivot: 'x' } }, /"pivot"/],
    ['an id that another report has', { copy: { ...REPORT, query: { measures: ['orders.nope'] } } }, /is in .* too/],
  ])('%s', (_what, files, own) => {
    const found = problemsOf(files)
    expect(found).toEqual(expect.arrayContaining([...IN_DASHBOARD, ...IN_REPORT]))
    expect(found).toEqual(expect.arrayContaining([expect.stringMatching(own)]))
  })

  test('and adds none: a dashboard without a list of widgets is not taken for a report', () => {
    const found = problemsOf({ dashboard: { title: 5, widgets: 'x' } })
    expect(found.filter((message) => !IN_REPORT.includes(message))).toEqual([
      expect.stringMatching(/"title" must be a text/),
      expect.stringMatching(/"widgets" must be a list/),
    ])
  })

  test('nor does the mistake in a copy hide what else is wrong in it', () => {
    const found = problemsOf({ copy: { ...REPORT, query: { measures: ['orders.nope'] } } })
    expect(found).toContain('the data model has no member "orders.nope"')
  })
})

test('whatever stands anywhere in a file, it is read to the end', () => {
  const paths = (value: unknown): (string | number)[][] =>
    typeof value !== 'object' || value === null
      ? [[]]
      : [[], ...Object.entries(value).flatMap(([key, inner]) => paths(inner).map((path) => [key, ...path]))]
  const put = (value: unknown, [step, ...more]: readonly (string | number)[], given: unknown): unknown => {
    if (step === undefined) return given
    const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>
    copy[step] = put(copy[step], more, given)
    return copy
  }
  const strange = fc.constantFrom<unknown>(
    null,
    0,
    -1,
    '',
    'x',
    true,
    [],
    ['x'],
    [[]],
    {},
    { a: 1 },
    [{ id: 1 }],
    [null],
  )
  const broken = (key: 'dashboard' | 'report', whole: object) =>
    fc.tuple(fc.constantFrom(...paths(whole)), strange).map(([path, given]) => ({ [key]: put(whole, path, given) }))
  fc.assert(
    fc.property(fc.oneof(broken('dashboard', DASHBOARD), broken('report', REPORT)), (files) => {
      expect(problemsOf(files)).toEqual(expect.any(Array))
    }),
  )
})
