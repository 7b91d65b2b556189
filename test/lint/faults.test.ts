import { describe, expect, test } from 'vitest'
import { readYaml } from '../../packages/common/yaml/read.ts'
import { FIELDS, LIFTED } from '../../src/content/fields.ts'
import { REPORT_REGIONS, usesInSql } from '../../src/content/uses.ts'
import { faultsOf } from '../../src/lint/faults.ts'
import { type Members, readMembers } from '../../src/lint/members.ts'
import { readTreeModel } from '../../src/serialize/model/read.ts'
import { PLACES, report, widget } from '../serialize/places.ts'

function fact(list: string, type: string, granularities: readonly string[] = []) {
  return { list, type, granularities, isVisible: true, paths: [] }
}

const MEMBERS: Members = {
  known: true,
  of: new Map([
    ['orders', new Set(['count', 'status', 'ordered_at', 'open'])],
    ['sales', new Set(['revenue', 'region'])],
  ]),
  facts: new Map([
    ['orders.count', fact('measures', 'count')],
    ['orders.status', fact('dimensions', 'string')],
    ['orders.open', fact('segments', '')],
    ['orders.ordered_at', fact('dimensions', 'time', ['fiscal_year'])],
    ['sales.revenue', fact('measures', 'sum')],
    ['sales.region', fact('dimensions', 'number')],
  ]),
  joins: new Map(),
  gone: new Map(),
  hidden: new Set(),
  more: false,
  open: new Set(),
}

const board = (...widgets: readonly string[]): string => `widgets:\n${widgets.map((each) => `  - ${each}\n`).join('')}`

const found = (yaml: string): string[] => {
  const { value, placeOf, problems } = readYaml(yaml, 'a.yaml')
  expect(problems).toEqual([])
  return faultsOf(value, MEMBERS, placeOf)
    .map(({ at, message }) => `${at.line}:${at.column} ${message}`)
    .filter((line) => !line.includes(ASKS_NOTHING))
}

/** Most of the reports here are only a part of one. */
const ASKS_NOTHING = 'the report asks for nothing yet'

test.each([
  ['nothing', 'kind: table', true],
  ['a query that is empty', 'query: {}', false],
  ['a query', 'query: {measures: [orders.count]}', false],
  ['SQL', 'sql: select 1', false],
  ['an SQL of blanks', 'sql: " "', true],
  ['Python', 'pythonCode: print(1)', false],
  ['a spreadsheet', 'source: {type: spreadsheet}', false],
])('a report with %s', (_, text, isTold) => {
  const { value, placeOf } = readYaml(report(text), 'a.yaml')
  const told = faultsOf(value, MEMBERS, placeOf).filter(({ message }) => message.startsWith(ASKS_NOTHING))
  expect(told.map(({ warning, hint }) => [warning, hint])).toEqual(
    isTold ? [[true, expect.stringContaining('`query: {measures: [orders.count]}`')]] : [],
  )
})

test('a misspelled member in a query is reported once, and a missing column only if it is missing', () => {
  const kpi = 'kind: kpi\nspec: {value: sales.revenue}\nperiodComparisons: []\n'
  expect(found(report(`${kpi}query: {measures: [sales.revenu]}`))).toEqual([
    expect.stringMatching(/the data model has no member "sales\.revenu"$/),
  ])
  expect(found(report(`${kpi}query: {measures: [orders.count]}`))).toEqual([
    expect.stringMatching(/the query gives the KPI no column "sales\.revenue"$/),
  ])
})

test.each([
  [
    'a group with measures and dimensions',
    'the query: this group',
    '[{or: [{member: orders.count, operator: gt, values: [1]}, {and: [{member: orders.status, operator: set}]}]}]',
  ],
  ['a filter by a segment', '"orders.open" is a segment', '[{member: orders.open, operator: set}]'],
])('%s is refused', (_, message, filters) => {
  const told = found(report(`query: {measures: [orders.count], filters: ${filters}}`))
  expect(told).toEqual([expect.stringContaining(message.replace('the query: ', ''))])
})

test('cubes that no joins connect are refused together, whoever reads them, and a path is followed in one direction', () => {
  const model = `cubes:
  - {name: a, sql_table: a, joins: [{name: b, relationship: many_to_one, sql: "1"}], measures: [{name: n, type: count}], dimensions: [{name: id, sql: id, type: number, primary_key: true}]}
  - {name: b, sql_table: b, joins: [{name: c, relationship: many_to_one, sql: "1"}], dimensions: [{name: d, sql: d, type: string}]}
  - {name: c, sql_table: c, dimensions: [{name: d, sql: d, type: string}, {name: far, sql: "{a.n}", type: number, sub_query: true}]}
  - {name: lonely, sql_table: l, dimensions: [{name: d, sql: d, type: string}]}
views:
  - {name: v, cubes: [{join_path: a.b, includes: [d]}]}
`
  const members = readMembers(readTreeModel(new Map([['data-model/model/a.yml', Buffer.from(model)]])))
  const told = (query: string): string[] => {
    const { value, placeOf } = readYaml(report(`query: ${query}`), 'a.yaml')
    return faultsOf(value, members, placeOf).map(({ message }) => message)
  }
  for (const right of ['[b.d, c.d], measures: [a.n]', '[c.d, b.d]', '[v.d, c.d]', '[c.far]'])
    expect(told(`{dimensions: ${right}}`), right).toEqual([])
  for (const wrong of ['[lonely.d], measures: [a.n]', '[v.d, lonely.d]'])
    expect(told(`{dimensions: ${wrong}}`), wrong).toEqual([expect.stringMatching(/^no joins connect .*lonely/)])
  expect(told('{dimensions: [a.n, lonely.d]}')).toEqual([expect.stringMatching(/listed under dimensions$/)])
})

describe('a granularity', () => {
  const time = (grain: string): string => `{timeDimensions: [{dimension: orders.ordered_at, granularity: ${grain}}]}`
  test.each([
    ['of every time', time('quarter')],
    ['of the dimension', time('fiscal_year')],
    ['behind a dimension', '{dimensions: [orders.ordered_at.fiscal_year]}'],
    ['behind what is ordered', '{measures: [orders.count], order: {orders.ordered_at.week: asc}}'],
  ])('is known: %s', (_, query) => {
    expect(found(report(`query: ${query}`))).toEqual([])
  })

  test.each([
    ['of a time', time('monthly'), 'monthly'],
    ['behind a dimension', '{dimensions: [orders.ordered_at.fiscal_yaer]}', 'fiscal_yaer'],
  ])('is not known: %s', (_, query, grain) => {
    const [one, ...more] = found(report(`query: ${query}`))
    expect(more).toEqual([])
    expect(one).toMatch(new RegExp(`^\\d+:\\d+ "orders.ordered_at" has no granularity "${grain}"$`))
  })

  test('of an unknown member is not reported twice', () => {
    expect(
      found(report('query: {timeDimensions: [{dimension: orders.orderd_at, granularity: monthly}]}')),
    ).toHaveLength(1)
  })

  test('of a dimension is accepted wherever views and cubes take the dimension', () => {
    const model = `cubes:
  - name: orders
    dimensions: [{name: at, type: time, sql: at, granularities: [{name: season, interval: 3 months}]}]
  - {name: returns, extends: orders}
views:
  - name: sales
    cubes: [{join_path: orders, prefix: true, includes: [{name: at, alias: sold}]}]
`
    const members = readMembers(readTreeModel(new Map([['data-model/model/orders.yml', Buffer.from(model)]])))
    const grains = [...(members.known ? members.facts : [])].map(([name, { granularities }]) => [name, granularities])
    expect(Object.fromEntries(grains)).toEqual({
      'orders.at': ['season'],
      'returns.at': ['season'],
      'sales.orders_sold': ['season'],
    })
  })
})

describe('a member under a key of a query', () => {
  const model = `cubes:
  - name: orders
    measures: [{name: count, type: count}]
    dimensions: [{name: at, type: time, sql: at}, {name: status, type: string, sql: status}]
    segments: [{name: open, sql: "true"}]
  - {name: returns, extends: orders}
views:
  - name: sales
    cubes:
      - {join_path: orders, prefix: true, includes: [{name: at, alias: sold}, count, lost]}
      - {join_path: elsewhere, includes: [count]}
`
  const members = readMembers(readTreeModel(new Map([['data-model/model/orders.yml', Buffer.from(model)]])))
  const told = (query: string): string[] => {
    const { value, placeOf } = readYaml(report(`query: ${query}`), 'a.yaml')
    return faultsOf(value, members, placeOf).map(({ message, hint }) => `${message}: ${hint}`)
  }

  test.each([
    ['its own', '{measures: [orders.count], dimensions: [orders.status, orders.at.month], segments: [orders.open]}'],
    ['that of a view', '{measures: [sales.orders_count], timeDimensions: [{dimension: sales.orders_sold}]}'],
    [
      'in filters and order',
      '{measures: [orders.count], filters: [{member: orders.count, operator: set}], order: {orders.at: asc}}',
    ],
  ])('%s is accepted there', (_, query) => {
    expect(told(query)).toEqual([])
  })

  test('may be an expression, which is not checked', () => {
    expect(told('{measures: [{expression: orders.status}], dimensions: [orders.at]}')).toEqual([
      'the SQL is not checked: it is in an expression of the query: undefined',
    ])
  })

  test('is reported as removed if the view takes it from a place that lacks it', () => {
    expect(told('{measures: [sales.orders_lost]}')).toEqual([
      expect.stringMatching(/^"sales\.orders_lost" was taken from "orders\.lost", which no longer exists/),
    ])
  })

  test.each([
    ['{measures: [returns.status]}', '"returns.status" is a dimension, but it is listed under measures', 'dimensions'],
    ['{measures: [orders.at.month]}', '"orders.at" is a dimension, but it is listed under measures', 'dimensions'],
    [
      '{dimensions: [sales.orders_count]}',
      '"sales.orders_count" is a measure, but it is listed under dimensions',
      'measures',
    ],
    ['{dimensions: [orders.open]}', '"orders.open" is a segment, but it is listed under dimensions', 'segments'],
  ])('%s is reported with its right place', (query, message, list) => {
    expect(told(query)).toContain(`${message}: Put it under \`${list}\`.`)
  })
})

describe('what is not public is not suggested:', () => {
  const model = `
cubes:
  - name: orders
    sql_table: orders
    measures:
      - {name: count, type: count}
    dimensions:
      - {name: key, sql: id, type: string, public: false}
      - {name: secret, sql: secret, type: string, shown: false}
      - {name: status, sql: status, type: string}
  - name: ledger
    sql_table: ledger
    public: false
    measures:
      - {name: count, type: count}
`
  const members = readMembers(readTreeModel(new Map([['data-model/model/orders.yml', Buffer.from(model)]])))
  const hints = (yaml: string): (string | undefined)[] => {
    const { value, placeOf } = readYaml(yaml, 'a.yaml')
    return faultsOf(value, members, placeOf).map(({ hint }) => hint)
  }
  test.each([
    ['orders.nothing', 'Add it to the data model, or write another member of orders: count, status.'],
    ['orders.secrets', 'Add it to the data model, or write another member of orders: count, status.'],
    ['elsewhere.count', 'Write a member of another cube or view: there are orders.'],
  ])('in place of %s', (name, hint) => {
    expect(hints(report(`query: {dimensions: [${name}], limit: 1}`))).toEqual([hint])
  })

  test('but filters may name it, and nothing may show it', () => {
    const filters = 'filters: [{member: orders.key, operator: set}, {member: orders.secret, operator: set}]'
    expect(hints(report(`query: {measures: [orders.count], ${filters}}`))).toEqual([])
    const shown = hints(report('query: {dimensions: [orders.key, orders.secret], measures: [ledger.count]}'))
    const made = expect.stringMatching(/^Write `public: true` in its definition/)
    expect(shown.toSorted()).toEqual([expect.stringMatching(/^Add a join/), made, made, made])
  })
})

describe('a name of a member', () => {
  test.each(PLACES)('in %s is checked', (_, template, right, wrong) => {
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

  test('of an unknown cube is found where only a member is possible', () => {
    expect(found(widget('{member: sale.region}'))).toEqual(['3:44 the data model has no member "sale.region"'])
    expect(found(report('query: {measures: [order.count]}'))).toEqual([
      '3:20 the data model has no member "order.count"',
    ])
  })

  test.each([
    ['a sentence', 'preferences: {note: "See orders.txt, or ask."}'],
    ['a file', 'spec: {data: {url: data.csv}}'],
    ['a version', 'spec: {$schema: "https://vega.github.io/schema/vega-lite/v5.json"}'],
    ['a format', 'kind: kpi\nspec: {format: "$,.2f"}'],
    ['a colour and a number', 'spec: {mark: {type: point, color: "#2f6f62", opacity: 0.5, size: "1.5"}}'],
    ['a field of data of its own', 'spec: {encoding: {x: {field: properties.name}}}'],
    [
      'a value of a filter',
      'query: {measures: [orders.count], filters: [{member: orders.status, operator: equals, values: [orders.nix]}]}',
    ],
  ])('%s is not a member', (_, text) => {
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
    const where = 'keys with free-form values go into REPORT_REGIONS in src/content/uses.ts, all others into this test'
    expect([...texts, ...other, 'query', ...REPORT_REGIONS].sort(), where).toEqual(
      [...new Set([...written, ...LIFTED])].sort(),
    )
  })

  test('is unknown if the data model is code', () => {
    const { value, placeOf } = readYaml(report('query: {measures: [orders.nix]}'), 'a.yaml')
    expect(faultsOf(value, { known: false, because: 'x.js is code' }, placeOf)).toEqual([])
  })
})

describe('bad practice', () => {
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
      ['2:19 widget "w" is a CHART, but names no report'],
    ],
    [
      'a widget without a size',
      'widgets:\n  - {id: w, type: DIVIDER, position: {x: 0, y: 0, w: 0, h: 1}}\n',
      ['2:38 widget "w" has no size: w and h are at least 1'],
    ],
    [
      'controls of nothing',
      board('{id: f, type: FILTER}', '{id: g, type: TIME_GRAIN, config: {member: ""}}', '{id: s, type: FIELD}'),
      [
        '2:19 widget "f" is a FILTER, but names no member to filter by',
        '3:19 widget "g" is a TIME_GRAIN, but names no time dimension',
        '4:19 widget "s" is a FIELD, but offers no members',
      ],
    ],
    [
      'controls of something',
      board(
        '{id: f, type: FILTER, config: {member: orders.status}}',
        '{id: g, type: TIME_GRAIN, config: {member: orders.ordered_at}}',
        '{id: s, type: FIELD, config: {options: [orders.count]}}',
        '{id: t, type: FIELD, config: {member: orders.count}}',
      ),
      [],
    ],
    [
      'texts without a text',
      board(
        '{id: a, type: TEXT}',
        "{id: b, type: TEXT, config: {markdown: ' '}}",
        '{id: c, type: TEXT, config: {text: x}}',
      ),
      ['2:19 widget "a" is a TEXT, but says nothing', '3:19 widget "b" is a TEXT, but says nothing'],
    ],
    [
      'containers without widgets',
      board('{id: a, type: CONTAINER}', '{id: b, type: PARENT}', '{id: c, type: AI, config: {parentId: b}}'),
      ['2:19 widget "a" is a CONTAINER, but holds no widgets'],
    ],
    [
      'a tab without widgets',
      board(
        '{id: a, type: CONTAINER, config: {layout: tabs, tabs: [{id: x}, {id: y, title: Y}, {id: 3}]}}',
        '{id: b, type: AI, config: {parentId: a}}',
        "{id: c, type: AI, config: {parentId: a, tabId: '3'}}",
      ),
      ['2:69 tab "Y" of widget "a" holds no widgets'],
    ],
    ['no kind', report('title: Orders'), []],
    ['a kind that is nothing', report('kind: null'), []],
  ])('%s', (_, text, expected) => {
    expect(found(text)).toEqual(expected)
  })
})

test('an empty widget gets a warning with a member to copy, a chart without a report an error', () => {
  const { value, placeOf } = readYaml(board('{id: f, type: FILTER}', '{id: c, type: CHART}'), 'a.yaml')
  const problems = faultsOf(value, MEMBERS, placeOf).map(({ warning, hint, of }) => ({ warning, hint, of }))
  expect(problems).toEqual([
    { warning: true, of: 'f', hint: 'Add the member, as `config: {member: orders.status}`, or remove the widget.' },
    { warning: undefined, of: 'c', hint: expect.stringMatching(/^Add "report"/) },
  ])
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
