import { expect, test } from 'vitest'
import { readModel } from '../../../platform/model/model.ts'
import { companyOf } from '../../company/company.ts'
import { readCompanyModel } from '../../company/read-model.ts'

const TEXT = `cubes:
  - name: regions
    sql_table: regions
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: rating, sql: rating, type: number}
      - {name: size, sql: "{rating} + 1", type: number}
  - name: orders
    sql_table: orders
    joins: [{name: regions, relationship: many_to_one, sql: "{CUBE}.region_id = {regions}.id"}]
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: net, sql: "gross - refund", type: number}
      - {name: paid, sql: "{CUBE}.is_paid or {CUBE}.is_late", type: boolean}
    segments: [{name: open, sql: "{CUBE}.is_paid or {CUBE}.is_late"}]
    measures:
      - {name: count, type: count}
      - {name: revenue, sql: gross, type: sum}
      - {name: refunds, sql: refund, type: sum}
      - {name: cost, sql: cost, type: sum}
      - {name: margin, sql: "{revenue} - {cost}", type: number}
      - {name: share, sql: "1.0 * {margin} / {revenue}", type: number}
      - {name: bracketed, sql: "1.0 * ({margin}) / {revenue}", type: number}
      - {name: twice, sql: "{net} * 2", type: sum}
      - {name: sizes, sql: "{regions.size} * 2", type: sum}
      - {name: ratings, sql: "{regions.rating}", type: sum}
      - {name: unpaid, sql: "case when not {paid} then 1 else 0 end", type: sum}
      - {name: closed, sql: "case when not {open} then 1 else 0 end", type: sum}
      - {name: paid_not, sql: "case when not {CUBE}.is_paid or {CUBE}.is_late then 1 else 0 end", type: sum}
      - {name: again, sql: "{again} + 1", type: number}
`
const company = companyOf(readCompanyModel(readModel([{ file: 'model/a.yml', text: TEXT }]).wholes))

function valuesOf(...measures: readonly string[]): number[] {
  const query = {
    ...{ measures: measures.map((name) => `orders.${name}`), dimensions: [], segments: [] },
    ...{ timeDimensions: [], filters: [], order: [], limit: 10 },
  }
  const [row = {}] = company.ask(query).rows
  return measures.map((name) => Number((row as Record<string, unknown>)[`orders.${name}`]))
}

test('the SQL of a measure stands in that of another one without brackets, as the engine puts it there', () => {
  const [revenue = 0, cost = 0, share, bracketed] = valuesOf('revenue', 'cost', 'share', 'bracketed')
  expect(share).toBeCloseTo(1.0 * revenue - cost / revenue, 6)
  expect(bracketed).toBeCloseTo((revenue - cost) / revenue, 6)
})

test('so does the SQL of a dimension and of a segment, also of another cube', () => {
  const [revenue = 0, refunds = 0, twice] = valuesOf('revenue', 'refunds', 'twice')
  expect(twice).toBeCloseTo(revenue - 2 * refunds, 2)
  const [unpaid, closed, paidNot] = valuesOf('unpaid', 'closed', 'paid_not')
  expect([unpaid, closed]).toEqual([paidNot, paidNot])
  const [sizes = 0, ratings = 0, count = 0] = valuesOf('sizes', 'ratings', 'count')
  expect(sizes).toBe(ratings + 2 * count)
})

test('a measure that is made of itself ends', () => {
  expect(Number.isFinite(valuesOf('again')[0])).toBe(true)
})
