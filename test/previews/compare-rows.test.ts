import { describe, expect, test } from 'vitest'
import { JsonNumber } from '../../packages/common/json.ts'
import { compareRows, type RowsSide } from '../../src/previews/decide/compare-rows.ts'

const side = (rows: readonly Record<string, unknown>[], more: Partial<RowsSide> = {}): RowsSide => ({
  ...{ rows, keys: ['city'], measures: ['revenue'], sums: ['revenue'], isCut: false },
  ...more,
})
const EXACT = { usual: 1e-9, byMeasure: new Map<string, number>() }
const BERN = { city: 'Bern', revenue: 10 }
const BASEL = { city: 'Basel', revenue: 20 }

describe('rows before and after', () => {
  test.each([
    ['in another order', [BASEL, BERN]],
    [
      'as texts',
      [
        { city: 'Bern', revenue: '10.0' },
        { city: 'Basel', revenue: new JsonNumber('20.00') },
      ],
    ],
    ['by what sums differ', [{ city: 'Bern', revenue: 10 + 1e-12 }, BASEL]],
  ])('are the same %s', (_, rows) => {
    expect(compareRows(side([BERN, BASEL]), side(rows), EXACT)).toMatchObject({
      isSame: true,
      rows: { came: 0, went: 0 },
    })
  })

  test('differ in a measure, and by how much', () => {
    const after = side([{ ...BERN, revenue: 11 }, BASEL])
    expect(compareRows(side([BERN, BASEL]), after, EXACT)).toEqual({
      measures: [{ name: 'revenue', isSum: true, before: 30, after: 31, rows: 1, most: 0.1 }],
      rows: { before: 2, after: 2, both: 2, came: 0, went: 0 },
      ...{ isPartial: false, isSame: false },
    })
    expect(compareRows(side([BERN, BASEL]), after, { ...EXACT, usual: 0.1 }).isSame).toBe(true)
    expect(compareRows(side([BERN]), after, { ...EXACT, byMeasure: new Map([['revenue', 0.5]]) }).rows.came).toBe(1)
  })

  test('of an average are not added up, except a single row', () => {
    const average = { sums: [] }
    const [was, is] = [side([BERN, BASEL], average), side([BERN, { ...BASEL, revenue: 25 }], average)]
    const differing = { name: 'revenue', isSum: false, before: null, after: null, rows: 1, most: 0.25 }
    expect(compareRows(was, is, EXACT).measures).toEqual([differing])
    expect(compareRows(side([BERN], average), side([{ ...BERN, revenue: 5 }], average), EXACT).measures).toEqual([
      { name: 'revenue', isSum: true, before: 10, after: 5, rows: 1, most: 0.5 },
    ])
    expect(compareRows(side([BERN, BASEL]), is, EXACT).measures).toEqual([differing])
  })

  test('are added and removed', () => {
    const found = compareRows(side([BERN, BASEL]), side([BERN, { city: 'Chur', revenue: 5 }]), EXACT)
    expect(found).toMatchObject({ isSame: false, rows: { before: 2, after: 2, came: 1, went: 1 } })
    expect(found.measures).toEqual([{ name: 'revenue', isSum: true, before: 30, after: 15, rows: 0, most: null }])
  })

  test('of a renamed measure are compared under both names', () => {
    const after = side(
      [
        { city: 'Bern', sales: 10 },
        { city: 'Basel', sales: 20 },
      ],
      { measures: ['sales'], sums: ['sales'] },
    )
    expect(compareRows(side([BERN, BASEL]), after, EXACT)).toMatchObject({
      isSame: true,
      measures: [{ name: 'sales', was: 'revenue', isSum: true, before: 30, after: 30, rows: 0, most: null }],
    })
  })

  test('differ when a measure is added or removed', () => {
    const more = side([{ ...BERN, count: 1 }], { measures: ['revenue', 'count'] })
    expect(compareRows(side([BERN]), more, EXACT).isSame).toBe(false)
    expect(compareRows(more, side([BERN]), EXACT).measures).toContainEqual({
      ...{ name: 'count', only: 'before', isSum: true, before: 1, after: null },
      ...{ rows: 0, most: null },
    })
  })

  test('that look alike are matched by their order, and a text is not a number', () => {
    const twice = side([BERN, BERN])
    expect(compareRows(twice, twice, EXACT).isSame).toBe(true)
    expect(compareRows(twice, side([BERN]), EXACT).rows.went).toBe(1)
    expect(
      compareRows(side([{ city: 'Bern', revenue: null }]), side([{ city: 'Bern', revenue: 0 }]), EXACT).isSame,
    ).toBe(false)
    expect(
      compareRows(side([{ city: 'Bern', revenue: 'n/a' }]), side([{ city: 'Bern', revenue: 'n/a' }]), EXACT).isSame,
    ).toBe(true)
  })

  test('that were cut off are partial', () => {
    expect(compareRows(side([BERN], { isCut: true }), side([BERN]), EXACT)).toMatchObject({
      isPartial: true,
      isSame: true,
    })
  })
})
