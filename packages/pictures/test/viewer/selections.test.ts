import { expressionFunction } from 'vega'
import { expect, test } from 'vitest'
import { nativeFunction } from '../../viewer/vega/expression/native.ts'
import { watch } from './fuzz/oracle.ts'
import { SHARED } from './shared.ts'

type Row = Readonly<Record<string, unknown>>

interface Selection {
  readonly values: { readonly value: readonly Row[] }
}

/** A function of the library as charts call it that have this selection. */
function calledIn(name: string, picked: Selection): ((...args: unknown[]) => unknown) | undefined {
  const context = { data: { picked }, scales: {} }
  return nativeFunction(name, { ...context, functions: { context } })
}

const selection = (rows: readonly Row[]): Selection => ({ values: { value: rows } })

const resolve = (rows: readonly Row[], ...how: readonly unknown[]): unknown =>
  calledIn('vlSelectionResolve', selection(rows))?.('picked', ...how)

const own = (name: string, value: unknown): object => Object.fromEntries([[name, value]])

test.each(SHARED)('a selection may have a column and a view that are called %s, and nothing else changes', (name) => {
  const changed = watch()
  for (const unit of [...SHARED, 'call', 'apply', 'assign']) {
    const rows = [1, 2].map((value) => ({ unit, fields: [{ field: name, type: 'E' }], values: [value] }))
    expect(resolve(rows, 'union', true, true)).toEqual({
      ...own(name, [1, 2]),
      vlPoint: { or: [own(name, 1), own(name, 2)] },
    })
    const ranges = [[3, 1]].map((values) => ({ unit, fields: [{ field: name, type: 'R' }], values: [values] }))
    expect(resolve(ranges, 'union')).toEqual(own(name, [1, 3]))
  }
  expect(changed()).toBeUndefined()
})

test('views intersect by their names', () => {
  const rows = ['valueOf', 'b'].map((unit, index) => ({
    unit,
    fields: [{ field: 'toString', type: 'E' }],
    values: [[index, 7]],
  }))
  expect(resolve(rows, 'intersect')).toEqual({ toString: [7] })
  expect(resolve(rows, 'intersect', true, true)).toEqual({
    toString: [7],
    vlPoint: { and: [{ or: [{ toString: [0, 7] }] }, { or: [{ toString: [1, 7] }] }] },
  })
})

test('rows without columns are selected by their number', () => {
  expect(resolve([{ unit: 'call', _vgsid_: 4 }], 'union')).toEqual({ _vgsid_: [4] })
})

const TYPES = ['E', 'R', 'R-E', 'R-LE', 'R-RE', 'E-LT', 'E-LTE', 'E-GT', 'E-GTE', 'E-VALID', 'E-ONE', 'E-?']
const VALUES = [0, 1, 2, 3, null, undefined, 'a', Number.NaN, new Date(2)]
const WANTED: Readonly<Record<string, readonly unknown[]>> = {
  E: [1, [1, 2], [new Date(2)], new Date(2), null, 'a', []],
  R: [
    [1, 2],
    [new Date(1), new Date(3)],
    [3, 0],
  ],
  'E-ONE': [[1, 'a'], [], [null]],
}
const wantedBy = (type: string): readonly unknown[] =>
  WANTED[type] ?? (type.startsWith('R') ? WANTED['R'] : [2, 'a']) ?? []

test.each(TYPES)('rows are in a selection as the library says, compared by %s', (type) => {
  const library = expressionFunction('vlSelectionTest')
  const cases = wantedBy(type).flatMap((first) => wantedBy(type).map((second) => [first, second] as const))
  for (const [first, second] of cases) {
    for (const units of [
      ['a', 'a'],
      ['a', 'b'],
    ]) {
      for (const how of ['union', 'intersect']) {
        const rows = () =>
          [first, second].map((wanted, index) => ({
            unit: units[index],
            fields: [{ field: 'v', type }],
            values: [wanted],
          }))
        const counts = new Map(units.map((unit) => [unit, { count: units.filter((each) => each === unit).length }]))
        const picked = () => ({ values: { value: rows() }, 'index:unit': { value: counts } })
        const own = calledIn('vlSelectionTest', picked())
        for (const v of VALUES) {
          const theirs = library.call({ context: { data: { picked: picked() } } }, 'picked', { v }, how)
          expect(own?.('picked', { v }, how), JSON.stringify([v, first, second, units, how])).toBe(Boolean(theirs))
        }
      }
    }
  }
})

test.each(SHARED)('a selection in views that are called %s compares what rows have of their own', (name) => {
  const rows = ['x', 'y'].map((value, index) => ({
    unit: index === 0 ? name : 'toString',
    fields: [{ field: name, type: 'E' }],
    values: [[value, 'both', undefined]],
  }))
  const isIn = calledIn('vlSelectionTest', selection(rows))
  const [x, both, other] = ['x', 'both', 'z'].map((value) => own(name, value))
  const expected = name === 'toString' ? [true, true, false] : [false, true, false]
  expect([x, both, other].map((row) => isIn?.('picked', row, 'intersect'))).toEqual(expected)
  expect(isIn?.('picked', {}, 'intersect')).toBe(true)
  expect(rows.flatMap(({ fields }) => fields.map((field) => Object.keys(field)))).toEqual([
    ['field', 'type'],
    ['field', 'type'],
  ])
})

test('a selection is of what rows have of their own', () => {
  const select = calledIn('vlSelectionTuples', selection([]))
  const marks = [{ datum: { a: { b: 1 } } }, { datum: [] }]
  const fields = ['a.b', 'constructor', 'slice'].map((field) => ({ field, type: 'E' }))
  expect(select?.(marks.slice(0, 1), { unit: 'u', fields })).toEqual([
    { unit: 'u', fields, values: [1, undefined, undefined] },
  ])
  expect(select?.([{ datum: { _vgsid_: 3 } }], { unit: 'u' })).toEqual([{ unit: 'u', _vgsid_: 3 }])
  expect(fields[0]).toEqual({ field: 'a.b', type: 'E' })
  expect(() => select?.(marks, 'u')).toThrow('needs a map')
})
