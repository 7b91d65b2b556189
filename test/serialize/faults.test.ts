import { describe, expect, test } from 'vitest'
import { FIELDS, LIFTED } from '../../src/content/fields.ts'
import { REPORT_REGIONS, usesInSql } from '../../src/content/uses.ts'
import { faultsOf } from '../../src/serialize/faults.ts'
import type { Members } from '../../src/serialize/members.ts'
import { readYaml } from '../../src/serialize/yaml/read.ts'

const MEMBERS: Members = {
  known: true,
  of: new Map([
    ['orders', new Set(['count', 'status', 'ordered_at'])],
    ['sales', new Set(['revenue', 'region'])],
  ]),
}

const found = (yaml: string): string[] => {
  const { value, placeOf, problems } = readYaml(yaml, 'a.yaml')
  expect(problems).toEqual([])
  return faultsOf(value, MEMBERS, placeOf).map(({ at, message }) => `${at.line}:${at.column} ${message}`)
}

const report = (text: string): string => `id: aaaaaaaaaaaa\nname: Orders\n${text}`
const widget = (config: string): string => `title: Sales\nwidgets:\n  - {id: w, type: FILTER, config: ${config}}\n`

/** Every place in which a name can stand, as `@`. */
const PLACES: readonly (readonly [place: string, text: string, right: string, wrong: string])[] = [
  ['a measure', report('query: {measures: [@]}'), 'orders.count', 'orders.cuont'],
  ['a dimension', report('query: {dimensions: [@]}'), 'orders.status', 'orders.statsu'],
  [
    'a dimension with a granularity',
    report('query: {dimensions: [@]}'),
    'orders.ordered_at.day',
    'orders.orderd_at.day',
  ],
  ['a segment', report('query: {measures: [orders.count], segments: [@]}'), 'orders.status', 'orders.statsu'],
  [
    'a time dimension',
    report('query: {timeDimensions: [{dimension: @, granularity: day}]}'),
    'orders.ordered_at',
    'orders.orderd_at',
  ],
  [
    'a filter',
    report('query: {measures: [orders.count], filters: [{member: @, operator: set}]}'),
    'orders.status',
    'orders.statsu',
  ],
  [
    'a filter of older queries',
    report('query: {measures: [orders.count], filters: [{dimension: @, operator: set}]}'),
    'orders.status',
    'orders.statsu',
  ],
  [
    'a filter within others',
    report('query: {measures: [orders.count], filters: [{or: [{and: [{member: @, operator: set}]}]}]}'),
    'orders.status',
    'orders.statsu',
  ],
  [
    'a key of the order',
    report('query: {measures: [orders.count], order: {@: asc}}'),
    'orders.status',
    'orders.statsu',
  ],
  [
    'an item of the order',
    report('query: {measures: [orders.count], order: [[@, asc]]}'),
    'orders.status',
    'orders.statsu',
  ],
  ['rows of a pivot', report('pivot: {rows: [@]}'), 'orders.status', 'orders.statsu'],
  [
    'columns of a pivot with a granularity',
    report('pivot: {columns: [@]}'),
    'orders.ordered_at.day',
    'orders.orderd_at.day',
  ],
  ['the value of a number', report('kind: kpi\nspec: {value: @}'), 'orders.count', 'orders.cuont'],
  ['a sparkline', report('kind: kpi\nspec: {sparkline: {member: @}}'), 'orders.count', 'orders.cuont'],
  ['a column of a table', report('kind: table\nspec: {columns: [{field: @}]}'), 'sales.revenue', 'sales.revenu'],
  ['formats by column', report('kind: table\nspec: {formats: {@: {format: "$"}}}'), 'sales.revenue', 'sales.revenu'],
  ['a place on a map', report('kind: map\nspec: {latitude: @}'), 'sales.region', 'sales.regoin'],
  [
    'a field of a chart',
    report('kind: vega\nspec: {encoding: {x: {field: "@"}}}'),
    'sales\\\\.region',
    'sales\\\\.regoin',
  ],
  [
    'an expression of a chart',
    report(`kind: vega\nspec: {transform: [{calculate: "-datum['@']"}]}`),
    'sales.revenue',
    'sales.revenu',
  ],
  ['missing rows', report('fillMissingRows: {member: @}'), 'orders.ordered_at', 'orders.orderd_at'],
  ['a comparison', report('periodComparisons: [{measure: @}]'), 'orders.count', 'orders.cuont'],
  [
    'the time of a comparison',
    report('periodComparisons: [{timeDimension: @}]'),
    'orders.ordered_at',
    'orders.orderd_at',
  ],
  ['preferences', report('preferences: {hidden: [@]}'), 'orders.status', 'orders.statsu'],
  ['the member of a control', widget('{member: @}'), 'sales.region', 'sales.regoin'],
  ['the options of a field switcher', widget('{options: [@]}'), 'sales.revenue', 'sales.revenu'],
  ['a drill-down of a widget', widget('{drill: {dimensions: [@]}}'), 'orders.status', 'orders.statsu'],
]

describe('a name of a member', () => {
  test.each(PLACES)('in %s is looked up', (_, template, right, wrong) => {
    expect(found(template.replace('@', () => right))).toEqual([])
    const name = wrong.replaceAll('\\\\.', '.')
    const text = template.replace('@', () => wrong)
    const [one = '', ...more] = found(text)
    expect(more).toEqual([])
    const [place = '', ...message] = one.split(' ')
    expect(message.join(' ')).toBe(`the data model has no member "${name}"`)
    const [line = 0, column = 0] = place.split(':').map(Number)
    // An expression is marked where it begins.
    expect(text.split('\n')[line - 1]?.slice(column - 1)).toContain(wrong)
  })

  test('of a cube that is not there is found where nothing else can stand', () => {
    expect(found(widget('{member: sale.region}'))).toEqual(['3:44 the data model has no member "sale.region"'])
    expect(found(report('query: {measures: [order.count]}'))).toEqual([
      '3:20 the data model has no member "order.count"',
    ])
  })

  test.each([
    ['a sentence', 'preferences: {note: "See orders.txt, or ask."}'],
    ['a file', 'spec: {data: {url: data.csv}}'],
    ['a version', 'spec: {$schema: "https://vega.github.io/schema/vega-lite/v5.json"}'],
    ['a format', 'spec: {format: "$,.2f"}'],
    ['a colour and a number', 'spec: {color: "#2f6f62", opacity: 0.5, size: "1.5"}'],
    ['a field of data of its own', 'spec: {encoding: {x: {field: properties.name}}}'],
    [
      'a value of a filter',
      'query: {measures: [orders.count], filters: [{member: orders.status, operator: equals, values: [orders.nix]}]}',
    ],
  ])('%s is none', (_, text) => {
    expect(found(report(text))).toEqual([])
  })

  test('is looked for in every free-form key of a report', () => {
    const written = FIELDS.report.filter(({ policy }) => policy === 'written').map((field) => field.tree ?? field.wire)
    const texts = [
      'id',
      'name',
      'title',
      'path',
      'folder',
      'sql',
      'externalWorkbookId',
      'resultLocation',
      'endResultCell',
    ]
    const other = ['meta', 'kind', 'pythonCode']
    expect([...texts, ...other, 'query', ...REPORT_REGIONS].sort()).toEqual(
      [...new Set([...written, ...LIFTED])].sort(),
    )
  })

  test('is not known where the data model is code', () => {
    const { value, placeOf } = readYaml(report('query: {measures: [orders.nix]}'), 'a.yaml')
    expect(faultsOf(value, { known: false, because: 'x.js is code' }, placeOf)).toEqual([])
  })
})

describe('what nobody should write', () => {
  test.each<[string, string, string[]]>([
    [
      'a kind that is none',
      report('kind: tabel'),
      ['3:7 "kind" must be one of vega, table, kpi, html, map, sankey, not "tabel"'],
    ],
    [
      'a query with a key that is none',
      report('query: {measures: [orders.count], mesures: []}'),
      ['3:35 unknown key "mesures"'],
    ],
    [
      'a chart without a report',
      'widgets:\n  - {id: w, type: CHART, position: {x: 0, y: 0, w: 1, h: 1}}\n',
      ['2:19 widget "w" is a CHART and names no report'],
    ],
    [
      'a widget without a size',
      'widgets:\n  - {id: w, type: DIVIDER, position: {x: 0, y: 0, w: 0, h: 1}}\n',
      ['2:38 widget "w" has no size: w and h are at least 1'],
    ],
    ['no kind', report('title: Orders'), []],
    ['a kind that is nothing', report('kind: null'), []],
  ])('%s', (_, text, expected) => {
    expect(found(text)).toEqual(expected)
  })
})

describe('an SQL may use a member', () => {
  test.each([
    ['SELECT count FROM orders', true],
    ['select MEASURE(o.count) from Orders o', true],
    ['SELECT "count" FROM "orders"', true],
    ['SELECT counts FROM orders', false],
    ['SELECT count FROM sales', false],
    ["SELECT 'count' FROM orders", false],
    ['SELECT 1 -- count\nFROM orders', false],
    ['SELECT /* count */ 1 FROM orders', false],
  ])('%s: %s', (sql, expected) => {
    expect(usesInSql(sql, 'orders.count')).toBe(expected)
  })
})
