import { describe, expect, test } from 'vitest'
import type { ReportDefinition } from '../../src/content/model.ts'
import { chartFields } from '../../src/lint/chart-fields.ts'

const QUERY = {
  measures: ['cash.inflow', 'cash.outflow'],
  dimensions: ['cash.region'],
  timeDimensions: [{ dimension: 'cash.day', granularity: 'day' }],
}
const LITE = 'https://vega.github.io/schema/vega-lite/v5.json'
const chart = (spec: object, more: object = {}): Partial<ReportDefinition> => ({
  query: QUERY,
  spec: { $schema: LITE, data: { name: 'query' }, ...spec },
  ...more,
})
const x = (field: unknown): object => ({ encoding: { x: { field } } })

const missing = (definition: Partial<ReportDefinition>): string[] | undefined =>
  chartFields(definition)?.missing.map(({ name, path }) => `${path.join('.')} ${name}`)

describe('a column that a chart draws from', () => {
  test.each([
    ['a measure', x('cash\\.inflow')],
    ['in brackets', x("['cash.inflow']")],
    ['in brackets without quotes', x('[cash.inflow]')],
    ['without a backslash', x('cash.inflow')],
    ['a dimension', x('cash\\.region')],
    ['a time by its own name', x('cash\\.day')],
    ['a time with its granularity', x('cash\\.day\\.day')],
    ['the compared range', x('compareDateRange')],
    ['one for each row of a repeat', { repeat: ['cash.inflow'], spec: x({ repeat: 'repeat' }) }],
    ['of a calculation', { transform: [{ calculate: '1', as: 'out' }], ...x('out') }],
    ['of an aggregate', { transform: [{ aggregate: [{ op: 'sum', field: 'cash.inflow', as: 'sum' }] }], ...x('sum') }],
    ['of a fold with names', { transform: [{ fold: ['cash.inflow'], as: ['k', 'v'] }], ...x('v') }],
    ['of a fold without names', { transform: [{ fold: ['cash.inflow'] }], ...x('key') }],
    ['of a bin', { transform: [{ bin: true, field: 'cash.inflow', as: ['low', 'high'] }], ...x('high') }],
  ])('is there: %s', (_what, spec) => {
    expect(missing(chart(spec))).toEqual([])
  })

  test.each([
    ['in an encoding', x('cash\\.inflw'), ['spec.encoding.x.field cash.inflw']],
    ['that the model has and the query does not ask for', x('cash.closing'), ['spec.encoding.x.field cash.closing']],
    ['with another granularity', x('cash.day.month'), ['spec.encoding.x.field cash.day.month']],
    ['in a layer', { layer: [x('cash.inflow'), x('inflow')] }, ['spec.layer.1.encoding.x.field inflow']],
    [
      'in a condition',
      { encoding: { color: { condition: { field: 'a', test: '' } } } },
      ['spec.encoding.color.condition.field a'],
    ],
    [
      'in a sort',
      { encoding: { x: { field: 'cash.region', sort: { field: 'b' } } } },
      ['spec.encoding.x.sort.field b'],
    ],
    [
      'in an aggregate',
      { transform: [{ aggregate: [{ op: 'sum', field: 'c', as: 'd' }] }] },
      ['spec.transform.0.aggregate.0.field c'],
    ],
    ['in a facet', { facet: { field: 'e' }, spec: x('cash.region') }, ['spec.facet.field e']],
  ])('is missing: %s', (_what, spec, expected) => {
    expect(missing(chart(spec))).toEqual(expected)
  })

  test.each([
    ['SQL makes the rows', chart(x('a'), { sql: 'select 1 as a' })],
    ['code makes the rows', chart(x('a'), { pythonCode: 'rows' })],
    ['a column is an expression', chart(x('a'), { query: { measures: [{ expression: {} }] } })],
    ['nothing is asked', { spec: { $schema: LITE, ...x('a') } }],
    ['the chart has rows of its own', chart({ data: { values: [{ a: 1 }] }, ...x('a') })],
    ['a layer has rows of its own', chart({ layer: [{ data: { url: 'a.csv' }, ...x('a') }] })],
    [
      'a pivot makes a column for each value',
      chart({ transform: [{ pivot: 'cash.region', value: 'cash.inflow' }], ...x('ZH') }),
    ],
    ['a lookup brings others', chart({ transform: [{ lookup: 'cash.region', from: { fields: ['a'] } }], ...x('a') })],
    ['it is Vega', chart({ $schema: 'https://vega.github.io/schema/vega/v5.json', ...x('a') })],
    ['it is a table', { query: QUERY, spec: { columns: [{ field: 'a' }] } }],
    ['it is a text', { query: QUERY, spec: '{' as never }],
  ])('is not checked if %s', (_what, definition) => {
    expect(chartFields(definition)).toBeUndefined()
  })

  test('a chart need not name its schema: whatever is drawn as Vega-Lite is checked', () => {
    const { $schema: _, ...spec } = { $schema: LITE, ...x('cash.gone') }
    const found = chartFields({ kind: 'vega', query: QUERY, spec })?.missing
    expect(found).toEqual([{ name: 'cash.gone', path: ['spec', 'encoding', 'x', 'field'] }])
    expect(chartFields({ kind: 'vega', query: QUERY, spec: { ...spec, marks: [] } })).toBeUndefined()
  })

  test.each([
    ['a KPI', 'KPI', { kind: 'kpi', spec: { value: '@' } }, 'spec.value'],
    [
      'a table',
      'table',
      { kind: 'table', spec: { columns: [{ title: 'A' }, { field: '@' }] } },
      'spec.columns.1.field',
    ],
    ['a map', 'map', { kind: 'map', spec: { tooltip: ['cash.region', '@'] } }, 'spec.tooltip.1'],
    ['a Sankey', 'sankey', { kind: 'sankey', spec: { source: '@' } }, 'spec.source'],
    [
      'a pivot',
      'pivot',
      { kind: 'table', pivot: { measures: ['@'] }, spec: { columns: [{ field: 'x' }] } },
      'pivot.measures.0',
    ],
    ['a pivot of a table without a look', 'pivot', { pivot: { rows: ['@'] } }, 'pivot.rows.0'],
  ])('is looked for in %s', (_, what, look, path) => {
    const naming = (name: string) =>
      chartFields({ query: QUERY, ...JSON.parse(JSON.stringify(look).replace('@', name)) } as Partial<ReportDefinition>)
    expect(naming('cash.day.day')?.missing).toEqual([])
    expect(naming('cash.closing')).toEqual({
      what,
      from: 'query',
      columns: ['cash.inflow', 'cash.outflow', 'cash.region', 'cash.day', 'cash.day.day'],
      missing: [
        { name: 'cash.closing', path: path.split('.').map((step) => (/^\d$/.test(step) ? Number(step) : step)) },
      ],
    })
  })

  test.each([
    ['select date as month, sum(x) as total from a', ['net']],
    ['select A as "Net" from a', []],
    ['with b as (select 1 as z) select z as net from b union all select 2', []],
    ['(select 1 as c) limit 1', ['net']],
    ['select * from a', undefined],
    ['select b.*, 1 as c from b', undefined],
    ['select count(*) from a', undefined],
    ['select {{ x }} as c from a', undefined],
  ])('is looked for in the columns of an SQL: %s', (sql, expected) => {
    const found = chartFields({ sql, kind: 'kpi', spec: { value: 'net' } })
    expect(found?.missing.map(({ name }) => name)).toEqual(expected)
  })

  test('is missing beside a comparison only if it is a member, since comparisons add columns of other names', () => {
    const compared = (name: string) =>
      chartFields({ query: QUERY, kind: 'kpi', spec: { value: name }, periodComparisons: [] }, (each) =>
        each.startsWith('cash.'),
      )?.missing.map((each) => each.name)
    expect([compared('before'), compared('cash.closing')]).toEqual([[], ['cash.closing']])
  })
})
