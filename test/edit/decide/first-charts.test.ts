import { describe, expect, test } from 'vitest'
import { firstChart, firstDashboard } from '../../../src/edit/decide/first-charts.ts'

const FACTS = {
  'orders.number': { kind: 'dimension', type: 'string' },
  'orders.channel': { kind: 'dimension', type: 'string', title: 'Sold by' },
  'orders.created_at': { kind: 'dimension', type: 'time' },
  'orders.count': { kind: 'measure', type: 'count' },
  'orders.net_revenue': { kind: 'measure', type: 'sum', format: 'currency', currency: 'CHF' },
  'orders.completed': { kind: 'segment' },
  'people.email': { kind: 'dimension', type: 'string' },
  'people.count': { kind: 'measure', type: 'count' },
} as const

const MONTH = { dimension: 'orders.created_at', granularity: 'month' }

describe('the first chart', () => {
  test.each([
    [['orders.count'], undefined, 'kpi', 'Number of orders', { measures: ['orders.count'] }],
    [
      ['orders.net_revenue', 'orders.created_at'],
      undefined,
      'vega',
      'Net revenue by month',
      { measures: ['orders.net_revenue'], timeDimensions: [MONTH] },
    ],
    [
      ['orders.created_at.week', 'orders.count'],
      undefined,
      'vega',
      'Number of orders by week',
      { measures: ['orders.count'], timeDimensions: [{ ...MONTH, granularity: 'week' }] },
    ],
    [
      ['orders.channel', 'orders.count'],
      undefined,
      'vega',
      'Number of orders by sold by',
      { measures: ['orders.count'], dimensions: ['orders.channel'] },
    ],
    [['orders.channel'], undefined, 'table', 'Rows by sold by, as a table', { dimensions: ['orders.channel'] }],
    [
      ['orders'],
      'table',
      'table',
      'Number of orders by month and sold by, as a table',
      { measures: ['orders.count'], dimensions: ['orders.channel'], timeDimensions: [MONTH] },
    ],
    [
      ['people'],
      undefined,
      'vega',
      'Number of people by email',
      { measures: ['people.count'], dimensions: ['people.email'] },
    ],
  ] as const)('of %j, to look like %s: %s', (words, look, kind, name, query) => {
    const chart = firstChart(words, look, FACTS)
    expect([chart.name, chart.report['kind'], chart.report['query']]).toEqual([name, kind, query])
  })

  test('of one number has its course in whole periods below it, if there is a time', () => {
    const [number] = firstDashboard(['orders'], FACTS)
    expect(number).toMatchObject({
      name: 'Number of orders',
      report: {
        query: { measures: ['orders.count'], timeDimensions: [{ dimension: 'orders.created_at' }] },
        spec: { value: 'orders.count', sparkline: { granularity: 'month', points: 24 } },
      },
    })
    expect(firstDashboard(['people'], FACTS)[0]?.report['spec']).toEqual({ value: 'people.count' })
  })

  test('names the columns as rows have them', () => {
    const { report } = firstChart(['orders.net_revenue', 'orders.created_at', 'orders.channel'], undefined, FACTS)
    expect(report['spec']).toMatchObject({
      mark: 'line',
      encoding: {
        x: { field: 'orders\\.created_at\\.month', type: 'temporal', title: 'Month', axis: { title: null } },
        y: { field: 'orders\\.net_revenue', type: 'quantitative', title: 'Net revenue', axis: { title: 'CHF' } },
        color: { field: 'orders\\.channel', type: 'nominal', title: 'Sold by' },
      },
    })
  })

  test('has names beside its bars, where they are level at every width', () => {
    const { report } = firstChart(['orders.channel', 'orders.count'], undefined, FACTS)
    expect(report['spec']).toMatchObject({
      mark: 'bar',
      encoding: {
        x: { field: 'orders\\.count', type: 'quantitative', title: 'Number of orders', axis: { title: null } },
        y: { field: 'orders\\.channel', type: 'nominal', title: 'Sold by', axis: { title: null }, sort: '-x' },
      },
    })
  })

  test('of rows has the columns that its name says, in that order and in those words', () => {
    const { report } = firstChart(['orders'], 'table', FACTS)
    expect(report['spec']).toEqual({
      columns: [
        { field: 'orders.created_at.month', label: 'Month' },
        { field: 'orders.channel', label: 'Sold by' },
        { field: 'orders.count', label: 'Number of orders' },
      ],
    })
  })

  test.each([
    [['orders.cuont'], undefined, 'the data model in this tree has no "orders.cuont"', 'Did you mean "orders.count"?'],
    [['order'], undefined, 'the data model in this tree has no "order"', 'Did you mean "orders"?'],
    [['orders.number.week'], undefined, 'has no "orders.number.week"', 'such as orders.number'],
    [['orders.completed'], undefined, 'orders.completed is a segment', 'measures and dimensions'],
    [['orders.channel'], 'bar', 'a chart of the kind bar needs a measure', '--kind table'],
    [['orders.count'], 'line', 'a chart of the kind line needs something to split by', '--kind kpi'],
  ] as const)('of %j, to look like %s, is refused', (words, look, message, hint) => {
    const refusal = (() => {
      try {
        return firstChart(words, look, FACTS)
      } catch (cause) {
        return cause
      }
    })()
    expect(refusal).toMatchObject({ message: expect.stringContaining(message), hint: expect.stringContaining(hint) })
  })

  test('without a data model says where to get one', () => {
    expect(() => firstChart(['orders.count'], undefined, {})).toThrow(
      'the data model in this tree has no "orders.count"',
    )
  })
})

test('the first dashboard has a total, its course over time, a breakdown and the rows, if there are members for them', () => {
  const kinds = (...words: string[]) => firstDashboard(words, FACTS).map(({ report }) => report['kind'])
  expect(kinds('orders')).toEqual(['kpi', 'vega', 'vega', 'table'])
  expect(kinds('people')).toEqual(['kpi', 'vega', 'table'])
  expect(kinds('orders.count', 'orders.created_at')).toEqual(['kpi', 'vega', 'table'])
  expect(kinds('orders.count')).toEqual(['kpi', 'table'])
  expect(() => firstDashboard(['orders.channel'], FACTS)).toThrow('--from names no measure')
})
