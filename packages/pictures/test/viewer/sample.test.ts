import { describe, expect, test } from 'vitest'
import type { Scene, SceneMember, SceneReport } from '../../scene.ts'
import { formatCell, formatNumber } from '../../viewer/data/format.ts'
import { totalsOf } from '../../viewer/facts/totals.ts'
import { sampleRows } from '../../viewer/sample/rows.ts'
import { fillTemplate } from '../../viewer/widgets/template.ts'

const members: Record<string, SceneMember> = {
  'orders.count': { kind: 'measure', type: 'count' },
  'orders.revenue': { kind: 'measure', type: 'sum', format: 'currency' },
  'orders.rate': { kind: 'measure', type: 'number', format: 'percent' },
  'orders.status': { kind: 'dimension', type: 'string', description: 'One of open, shipped, paid.' },
  'orders.channel': { kind: 'dimension', type: 'string', description: 'Where it came in (web, phone).' },
  'orders.at': { kind: 'dimension', type: 'time' },
}
const scene: Scene = { title: 'T', dashboard: {}, reports: {}, members }
const rowsOf = (report: Partial<SceneReport>) => sampleRows({ name: 'R', ...report }, scene)

describe('sample rows', () => {
  test('follow the query: its dimensions by its periods, filtered, sorted, cut', () => {
    const { rows, columns } = rowsOf({
      query: {
        measures: ['orders.revenue', 'orders.rate'],
        dimensions: ['orders.status'],
        timeDimensions: [{ dimension: 'orders.at', granularity: 'month', dateRange: ['2026-01-01', '2026-03-31'] }],
        filters: [{ member: 'orders.status', operator: 'equals', values: ['paid', 'open'] }],
        order: { 'orders.at': 'asc', 'orders.status': 'desc' },
        limit: 5,
      },
    })
    expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'orders.status string',
      'orders.at.month time',
      'orders.revenue number',
      'orders.rate number',
    ])
    expect(rows.map((row) => `${String(row['orders.at.month']).slice(0, 7)} ${row['orders.status']}`)).toEqual([
      '2026-01 paid',
      '2026-01 open',
      '2026-02 paid',
      '2026-02 open',
      '2026-03 paid',
    ])
    for (const row of rows) {
      expect(row['orders.revenue']).toBeGreaterThan(1_000)
      expect(row['orders.rate']).toBeLessThan(1)
    }
  })

  test('follow a SELECT, even behind WITH and UNION', () => {
    const sql = `with flows as (select channel as source, status as target, sum(x) as value from orders group by 1, 2
      union all select status, 'done', sum(x) from orders group by 1) select source, target, value from flows -- "x"`
    const { rows } = rowsOf({ sql })
    expect(new Set(rows.map(({ source }) => source))).toEqual(new Set(['web', 'phone', 'open', 'shipped', 'paid']))
    expect(rows.every(({ value }) => typeof value === 'number' && value > 0)).toBe(true)
    expect(rowsOf({ sql: 'select extract(hour from at) as hour, count(*) as n from x' }).rows).toHaveLength(24)
    expect(rowsOf({ sql })).toMatchObject({ isGuessed: undefined })
  })

  test('of SQL that is too complex are guessed, and marked as guessed', () => {
    const sql = 'select status, sum(x) over (partition by status order by at) as running from orders'
    const { isGuessed, columns, rows } = rowsOf({ sql })
    expect([isGuessed, columns.map(({ name }) => name), rows.length > 0]).toEqual([true, ['status', 'running'], true])
  })

  test.each([
    ['day', 'Day', 'month', 'Month'],
    ['day', 'Booked on', 'month', 'Booked on'],
    ['day', 'Day', 'day', 'Day'],
  ])('of a time %s called %s, by %s, are headed %s', (_, title, granularity, headed) => {
    const scene = {
      title: 'T',
      dashboard: {},
      reports: {},
      members: { 'cash.day': { kind: 'dimension', type: 'time', title } },
    }
    const report = { name: 'R', query: { timeDimensions: [{ dimension: 'cash.day', granularity }] } }
    expect(sampleRows(report, scene as Scene).columns.map((column) => column.title)).toEqual([headed])
  })

  test.each([
    ['selct 1 from', 'This SQL cannot be read, at its line 1: "selct" is not expected here.'],
    ['(((', 'it ends too early'],
    ["select '", 'cannot be read'],
    ['select status\nfrom orders where (', 'This SQL cannot be read, at its line 2: it ends too early.'],
  ])('of SQL that nobody could run are not made up: %s', (sql, said) => {
    expect(() => rowsOf({ sql, spec: { mark: 'bar', encoding: { x: { field: 'status', type: 'nominal' } } } })).toThrow(
      said,
    )
    expect(rowsOf({ sql: 'select status from {{ ref("orders") }}' }).isGuessed).toBe(true)
  })

  test('include columns that the chart names and the query does not, if code may have made them', () => {
    const asked = {
      sql: "select date_trunc('week', at) as week, sum(x) as y from z",
      spec: {
        encoding: {
          x: { field: 'week', type: 'temporal' },
          detail: { field: 'kind', type: 'nominal', scale: { domain: ['actual', 'forecast'] } },
        },
      },
    }
    const { rows } = rowsOf({ ...asked, pythonCode: 'df["kind"] = "actual"' })
    expect(rows[0]?.['kind']).toBe('actual')
    expect(rows.at(-1)?.['kind']).toBe('forecast')
    expect(rowsOf(asked).rows[0]).not.toHaveProperty('kind')
  })

  test('are always the same, and exist for any input', () => {
    const report = { query: { measures: ['orders.count'], dimensions: ['orders.status'] } }
    expect(rowsOf(report).rows).toEqual(rowsOf({ ...report }).rows)
    expect(rowsOf(report).rows).toMatchInlineSnapshot(`
      [
        {
          "orders.count": 7620,
          "orders.status": "open",
        },
        {
          "orders.count": 5607,
          "orders.status": "shipped",
        },
        {
          "orders.count": 5175,
          "orders.status": "paid",
        },
      ]
    `)
    for (const odd of [
      {},
      { query: { measures: 'x', dimensions: [3], timeDimensions: [{}], order: 7 } },
      { spec: '{' },
      { query: { timeDimensions: [{ dimension: 'a.b', granularity: 'eon', dateRange: ['x', 'y'] }] } },
    ]) {
      expect(Array.isArray(rowsOf(odd as Partial<SceneReport>).rows)).toBe(true)
    }
  })
})

test.each([
  ['$,.2f', 1234.5, '$1,234.50'],
  ['$0,0', 1234.5, '$1,235'],
  ['$0.0a', 1_234_567, '$1.2M'],
  ['€0,0', -5, '−€5'],
  ['.1%', 0.1234, '12.3%'],
  [',', 12345.678, '12,345.68'],
  [undefined, 0.5, '0.5'],
])('%s of %d is %s', (format, value, text) => {
  expect(formatNumber(value, format, { locale: 'en' })).toBe(text)
})

test('a cell is formatted for the language and time zone of the page, even if these are invalid', () => {
  const formats = { locale: 'de-CH', timezone: 'Europe/Zurich' }
  expect(formatCell(1234.5, { type: 'number', format: 'currency', currency: 'CHF' }, formats)).toMatch(
    /^CHF\u00a01['’]234\.50$/,
  )
  expect(formatCell('2026-03-01T00:00:00.000', { type: 'time' }, formats)).toBe('01.03.2026')
  expect(formatCell('2026-03-01T23:30:00Z', { type: 'time' }, formats)).toBe('02.03.2026, 00:30')
  expect(formatCell(null, { type: 'number' }, formats)).toBe('–')
  expect(formatCell('2026-03-01', { type: 'time' }, { locale: 'no such language', timezone: 'Nowhere/Land' })).toBe(
    'Mar 1, 2026',
  )
})

test('an amount has the sign of its own currency, or none; a `$` in the format stands for it', () => {
  const formats = { locale: 'en' }
  const amount = { type: 'number', format: 'currency' } as const
  expect(formatCell(1234.5, amount, formats)).toBe('1,234.50')
  expect(formatCell(1234.5, { ...amount, currency: 'EUR' }, formats)).toBe('€1,234.50')
  expect(formatCell(-5, { ...amount, currency: 'CHF', decimals: 0 }, formats)).toBe('−CHF\u00a05')
  expect(formatNumber(1234.5, '$,.0f', formats, 'CHF')).toBe('CHF\u00a01,235')
  expect(formatNumber(1234.5, '$,.0f', formats, '')).toBe('1,235')
  expect(formatCell(1, { ...amount, currency: 'no currency' }, formats)).toBe('no currency\u00a01.00')
})

test.each([
  ['year', '2026'],
  ['quarter', 'Q3 2026'],
  ['month', 'Jul 2026'],
  ['week', 'Jul 1 – 7, 2026'],
  ['day', 'Jul 1, 2026'],
  ['hour', 'Jul 1, 2026'],
])('the start of a %s is named %s', (grain, text) => {
  const named = formatCell('2026-07-01T00:00:00.000', { type: 'time', grain }, { locale: 'en' })
  expect(named.replaceAll(/\s/g, ' ')).toBe(text)
})

describe('totals', () => {
  const query = {
    measures: ['orders.revenue', 'orders.average', 'orders.count'],
    dimensions: ['orders.status'],
    timeDimensions: [{ dimension: 'orders.at', granularity: 'quarter', dateRange: ['2026-01-01', '2026-06-30'] }],
  }
  const averages: Scene = { ...scene, members: { ...members, 'orders.average': { kind: 'measure', type: 'avg' } } }
  const data = sampleRows({ name: 'R', query }, averages)
  const alone = (by: Partial<typeof query>) =>
    sampleRows(
      {
        name: 'R',
        query: { ...query, ...by, timeDimensions: [{ ...query.timeDimensions[0], granularity: undefined }] },
      },
      averages,
    ).rows
  const column = (name: string) => ({ name, format: undefined })

  test('of sums are sums; that of an average is queried, and is no average or sum of averages', () => {
    const total = totalsOf(data, averages)
    const [all] = alone({ dimensions: [] })
    for (const name of query.measures) expect(total(column(name)), name).toBeCloseTo(Number(all?.[name]), 4)
    const sum = data.rows.reduce((one, row) => one + Number(row['orders.average']), 0)
    expect(total(column('orders.average'))).toBeLessThan(sum / 2)
  })

  test('of a group are those of its rows', () => {
    const total = totalsOf(data, averages, ['orders.status'])
    for (const row of alone({})) {
      for (const name of query.measures) expect(total(column(name), row), name).toBeCloseTo(Number(row[name]), 4)
    }
  })

  test('of averages are left out if they cannot be queried: of live rows, and of some of the rows', () => {
    const { totalsBy: _, ...real } = data
    const cut = sampleRows({ name: 'R', query: { ...query, limit: 3 } }, averages)
    for (const rows of [real, cut]) {
      expect(totalsOf(rows, averages)(column('orders.average'))).toBeUndefined()
      expect(totalsOf(rows, averages)(column('orders.count'))).toBeGreaterThan(0)
    }
  })
})

test('a segment of which only the name is known leaves the rows as they are', () => {
  const measures = ['orders.revenue']
  const all = rowsOf({ query: { measures } }).rows
  expect(all[0]?.['orders.revenue']).toBeGreaterThan(0)
  expect(rowsOf({ query: { measures, segments: ['orders.completed'] } }).rows).toEqual(all)
})

test('no values are made up for a name that the data model lacks', () => {
  const unknown = { 'orders.revenu': 'orders.revenue', 'x.y': null }
  const rows = (query: object) => () =>
    sampleRows({ name: 'R', query: query as SceneReport['query'] }, { ...scene, unknown })
  expect(rows({ measures: ['orders.revenu'] })).toThrow(
    'The data model has no “orders.revenu”, which the query of this report names. Did you mean “orders.revenue”?',
  )
  expect(rows({ measures: ['orders.count'], filters: [{ member: 'x.y', operator: 'set' }] })).toThrow('no “x.y”')
  expect(rows({ measures: ['orders.count'] })().rows).toHaveLength(1)
})

test('a template is filled, and every value escaped', () => {
  const rows = [
    { 'sales.name': '<b>', value: 1234 },
    { 'sales.name': 'B', value: 0 },
  ]
  const text =
    '{{! no }}{{#each rows}}<i>{{name}}{{#if value}}: {{currency value "CHF"}}{{else}}, none{{/if}}</i>{{/each}} {{count}} {{{name}}} {{unknown x}}'
  expect(fillTemplate(text, rows, { locale: 'en' })).toBe(
    '<i>&lt;b&gt;: CHF 1,234</i><i>B, none</i> 2 &lt;b&gt; {{unknown x}}',
  )
})
