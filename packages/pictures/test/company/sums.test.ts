// Slow: it adds up every measure in many ways.
import { describe, expect, test } from 'vitest'
import { isLong } from '../../../../test/support/long.ts'
import { readModel } from '../../../platform/model/model.ts'
import { scaleSeed } from '../../../sandbox/seeds/scale.ts'
import { readDataModel, readSeed, type Seed } from '../../../sandbox/seeds/seed.ts'
import { companyOf } from '../../company/company.ts'
import type { Query } from '../../company/query.ts'
import { readCompanyModel } from '../../company/read-model.ts'

const texts = [...readDataModel('acme')].map(([file, bytes]) => ({ file, text: new TextDecoder().decode(bytes) }))
const modelOf = (change: (text: string) => string = (text) => text) =>
  readCompanyModel(readModel(texts.map(({ file, text }) => ({ file, text: change(text) }))).wholes)
const model = modelOf()
const company = companyOf(model)

const NOTHING: Query = { measures: [], dimensions: [], segments: [], timeDimensions: [], filters: [], order: [] }
const ask = (query: Partial<Query>, of = company) => of.ask({ ...NOTHING, ...query, limit: 50_000 }).rows
const sum = (values: readonly unknown[]): number => values.reduce((all: number, value) => all + Number(value ?? 0), 0)

/** A measure of a view is that of its cube. */
const originOf = (name: string): string => {
  const [owner = '', member = ''] = name.split('.')
  return model.views[owner]?.[member] ?? name
}
const adds = (name: string): boolean => {
  const [cube = '', member = ''] = originOf(name).split('.')
  return ['sum', 'count'].includes(model.cubes[cube]?.measures[member]?.type ?? '')
}

/** A report as a query: its SQL by the members that it selects, with what it leaves out. */
interface Shown {
  readonly report: string
  readonly measures: readonly string[]
  readonly query: Partial<Query>
}

function shownOn(seed: Seed): Shown[][] {
  return seed.workbooks.map(({ published, dashboardDraft }) => {
    const widgets = (published?.config ?? dashboardDraft)?.widgets ?? []
    const ids = widgets.flatMap(({ config }) => (typeof config?.['reportId'] === 'number' ? [config['reportId']] : []))
    const reports = seed.reports.filter(({ id }) => ids.includes(id))
    return reports.flatMap((report): Shown[] => {
      const sent = report.jsonQuery ? (JSON.parse(report.jsonQuery) as Record<string, unknown>) : inSql(report.sqlQuery)
      const measures = ((sent?.['measures'] ?? []) as string[]).filter(adds)
      if (measures.length === 0) return []
      const order = Object.entries((sent?.['order'] ?? {}) as object) as [string, string][]
      return [{ report: report.name, measures, query: { ...sent, order } as Partial<Query> }]
    })
  })
}

/** What the seeds' SQL over one cube or view says, as a query. */
function inSql(sql: string | null | undefined): Record<string, unknown> | undefined {
  const [, owner] = /from (\w+)/.exec(sql ?? '') ?? []
  const measures = [...(sql ?? '').matchAll(/measure\((\w+)\)/g)].map(([, name]) => `${owner}.${name}`)
  const [, grain, time] = /date_trunc\('(\w+)', (\w+)\) as/.exec(sql ?? '') ?? []
  const [, dimension] = /as ordered_at,\n\s*(\w+),/.exec(sql ?? '') ?? []
  if (owner === undefined || time === undefined || /union/.test(sql ?? '')) return undefined
  return {
    measures,
    dimensions: dimension === undefined ? [] : [`${owner}.${dimension}`],
    timeDimensions: [{ dimension: `${owner}.${time}`, granularity: grain }],
  }
}

/** Every two reports of a dashboard that show the same measure, with the filters of both. */
function pairsOf(shown: readonly Shown[]) {
  return shown.flatMap((one, index) =>
    shown.slice(index).flatMap((other) =>
      one.measures.flatMap((left) => {
        const right = other.measures.find((each) => originOf(each) === originOf(left))
        return right === undefined ? [] : [{ one, other, left, right }]
      }),
    ),
  )
}

/** What the controls of a dashboard do to all of its queries. */
interface Controls {
  readonly filters?: Query['filters']
  readonly grain?: string
}

/** Grouped as the first, filtered as both; and the number alone. */
function compared({ one, other, left, right }: ReturnType<typeof pairsOf>[number], controls: Controls = {}) {
  const filters = [
    ...(controls.filters ?? []),
    ...[...(one.query.filters ?? []), ...(other.query.filters ?? [])].filter(
      (filter) => !('and' in filter) && !('member' in filter && adds(filter.member)),
    ),
  ]
  const segments = [...(one.query.segments ?? []), ...(other.query.segments ?? [])]
  const ranges = [one, other].flatMap(({ query }) =>
    (query.timeDimensions ?? []).flatMap(({ dimension, dateRange }) =>
      dateRange === undefined ? [] : [{ dimension, dateRange }],
    ),
  )
  const totalOf = (measure: string, { query }: Pick<Shown, 'query'>): number => {
    const times = (query.timeDimensions ?? []).map(({ dateRange: _, ...time }) => ({
      ...time,
      ...(controls.grain !== undefined && time.granularity !== undefined ? { granularity: controls.grain } : {}),
    }))
    return sum(
      ask({
        ...{ measures: [measure], dimensions: query.dimensions ?? [], filters, segments },
        timeDimensions: [...times, ...ranges],
      }).map((row) => row[measure]),
    )
  }
  return [totalOf(left, one), totalOf(right, other), totalOf(left, { query: {} })]
}

describe('a measure adds up to the same', () => {
  test.each([
    ['acme', readSeed('acme'), 4],
    ['the scale seed', scaleSeed(isLong ? 10_000 : 60), 20],
  ])('in all pairs of reports on each dashboard of %s', (_, seed, least) => {
    const pairs = shownOn(seed).flatMap(pairsOf)
    expect(pairs.length).toBeGreaterThanOrEqual(least)
    // Dashboards of the scale seed have much in common: what is asked alike is compared once.
    const different = new Map(
      pairs.map((pair) => [JSON.stringify([pair.one.query, pair.other.query, pair.left, pair.right]), pair]),
    )
    for (const pair of different.values()) {
      const [one = 0, other = 0, alone = 0] = compared(pair)
      const name = `${pair.one.report} / ${pair.other.report}: ${pair.left}`
      expect({ name, isThere: alone > 0 }).toEqual({ name, isThere: true })
      expect({ name, isSame: Math.abs(one - alone) / alone < 1e-9 && Math.abs(other - alone) / alone < 1e-9 }).toEqual({
        name,
        isSame: true,
      })
    }
  })

  test('with any values of the filters and time grains of acme, and each filter changes it', () => {
    const [pairs, changed] = [shownOn(readSeed('acme')).flatMap(pairsOf), new Set<string>()]
    for (const pair of pairs) {
      const whole = compared(pair)[2] ?? 0
      for (const member of ['sales.regions_name', 'sales.channel', 'sales.customers_kind']) {
        for (const value of company.valuesOf(originOf(member)).slice(0, isLong ? 3 : 1)) {
          const filters = [{ member, operator: 'equals', values: [value] }]
          const [one = 0, other = 0, alone = 0] = compared(pair, { filters })
          expect([one, other].map((each) => each.toFixed(2))).toEqual([alone.toFixed(2), alone.toFixed(2)])
          expect(alone).toBeLessThan(whole)
          if (alone > 0) changed.add(member)
        }
      }
      for (const grain of isLong ? ['day', 'week', 'quarter', 'year'] : ['quarter']) {
        const [one = 0, other = 0] = compared(pair, { grain })
        expect([one, other].map((each) => each.toFixed(2))).toEqual([whole.toFixed(2), whole.toFixed(2)])
      }
    }
    expect(changed.size).toBe(3)
  })

  test('as SQL and as a query; and the rows behind a mark add up to the mark', () => {
    const dimensions = ['sales.customers_city']
    const cities = ask({ measures: ['sales.net_revenue'], dimensions })
    const { rows } = company.askSql(
      'select customers_city, measure(net_revenue) as r from sales group by 1 order by 2 desc',
    )
    expect(rows).toEqual(cities.map((row) => [row['sales.customers_city'], row['sales.net_revenue']]))
    for (const { 'sales.customers_city': city, 'sales.net_revenue': revenue } of cities) {
      const filters = [{ member: 'sales.customers_city', operator: 'equals', values: [city] }]
      const names = ask({
        measures: ['sales.net_revenue'],
        dimensions: ['sales.customers_name', ...dimensions],
        filters,
      })
      expect(new Set(names.map((row) => row['sales.customers_city']))).toEqual(new Set([city]))
      expect(sum(names.map((row) => row['sales.net_revenue']))).toBeCloseTo(Number(revenue), 4)
    }
  })
})

describe('one company', () => {
  test('has a customer in one city, and a city in one region', () => {
    const owners = (of: string, by: string): number[] => {
      const rows = ask({ dimensions: [of, by] })
      return [...new Set(rows.map((row) => row[of]))].map((value) => rows.filter((row) => row[of] === value).length)
    }
    expect(new Set(owners('sales.customers_name', 'sales.customers_city'))).toEqual(new Set([1]))
    expect(new Set(owners('customers.city', 'customers.region'))).toEqual(new Set([1]))
    expect(new Set(owners('sales.customers_city', 'sales.regions_name'))).toEqual(new Set([1]))
  })

  test('returns as many rows as requested', () => {
    for (const limit of [1, 600, 10_000]) {
      expect(
        company.ask({ ...NOTHING, measures: ['orders.count'], dimensions: ['orders.number'], limit }).rows,
      ).toHaveLength(limit)
    }
    const { rows, total } = company.ask({ ...NOTHING, dimensions: ['orders.number'] })
    expect([rows.length, total > 15_000]).toEqual([10_000, true])
  })

  test('answers a filter for an unknown value with nothing, and in samples with rows of its own under that name', () => {
    const filters = [{ member: 'sales.regions_name', operator: 'equals', values: ['EMEA'] }]
    const query = { ...NOTHING, measures: ['sales.count'], filters }
    const byRegion = { ...query, dimensions: ['sales.regions_name'] }
    expect(company.ask(byRegion).rows).toEqual([])
    const { rows } = company.askForSample(byRegion)
    expect(rows.map((row) => row['sales.regions_name'])).toEqual(['EMEA'])
    expect(company.askForSample(query).rows[0]?.['sales.count']).toBe(rows[0]?.['sales.count'])
  })

  test('has rows for such a filter without a data model, too', () => {
    const filters = [{ member: 'cash.region', operator: 'equals', values: ['ZH', 'RO', 'TI'] }]
    const query = { ...NOTHING, measures: ['cash.inflow'], dimensions: ['cash.region'], filters }
    const names = companyOf({ cubes: {}, views: {} })
      .askForSample(query)
      .rows.map((row) => String(row['cash.region']))
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => !['ZH', 'RO', 'TI'].includes(name))).toEqual([])
  })
})

describe('a change of the model', () => {
  const lines = ask({
    measures: ['orders.net_revenue', 'orders.gross_revenue', 'orders.count'],
    dimensions: ['orders.number', 'orders.channel', 'orders.is_refund'],
  })
  const changed = (from: RegExp, to: string) => companyOf(modelOf((text) => text.replace(from, to)))
  const one = (measure: string, of: typeof company): unknown => ask({ measures: [measure] }, of)[0]?.[measure]
  const total = (name: string, isKept: (row: (typeof lines)[number]) => boolean = () => true): number =>
    sum(lines.filter(isKept).map((row) => row[name]))

  test('to a formula changes its sum, and all that is made of it', () => {
    const after = changed(/(- name: net_revenue\n\s+)sql: net_amount/, '$1sql: gross_amount')
    expect(one('orders.net_revenue', after)).toBeCloseTo(total('orders.gross_revenue'), 4)
    expect(one('orders.average_order_value', after)).toBeCloseTo(
      total('orders.gross_revenue') / total('orders.count'),
      4,
    )
    expect(one('orders.gross_revenue', after)).toBe(one('orders.gross_revenue', company))
    expect(one('sales.net_revenue', after)).toBe(one('orders.net_revenue', after))
  })

  test('to a filter leaves only its rows', () => {
    const after = changed(
      /(- name: net_revenue\n\s+sql: net_amount\n\s+type: sum\n)/,
      '$1        filters:\n          - sql: "{CUBE}.channel = \'web\'"\n',
    )
    expect(one('orders.net_revenue', after)).toBeCloseTo(
      total('orders.net_revenue', (row) => row['orders.channel'] === 'web'),
      4,
    )
  })

  test('to a type counts the same rows in another way', () => {
    const average = changed(/(- name: net_revenue\n\s+sql: net_amount\n\s+type: )sum/, '$1avg')
    expect(one('orders.net_revenue', average)).toBeCloseTo(total('orders.net_revenue') / lines.length, 4)
    const text = changed(/(- name: is_refund\n\s+sql: .*\n\s+type: )boolean/, '$1string')
    expect(text.valuesOf('orders.is_refund')).toEqual(['false', 'true'])
    expect(company.valuesOf('orders.is_refund')).toEqual([false, true])
  })

  test('to a name or a title changes no number', () => {
    const after = changed(/- name: net_revenue\n/, '- name: net_revenue\n        title: Turnover\n')
    expect(one('orders.net_revenue', after)).toBe(one('orders.net_revenue', company))
  })
})
