import { expect, test } from 'vitest'
import { renamedByHand } from '../../src/lint/uses/renamed-by-hand.ts'

const FILE = 'data-model/model/cubes/orders.yml'
const files = (cubes: string) => new Map([[FILE, Buffer.from(`cubes:\n${cubes}`)]])
const cube = (measures: string, name = 'orders'): string =>
  `  - {name: ${name}, sql_table: orders, measures: [${measures}]}\n`

const COUNT = '{name: count, type: count}'
const SUM = '{name: sum, type: sum, sql: amount}'

test.each<[what: string, before: string, now: string, expected: Record<string, string>]>([
  ['the same', cube(COUNT), cube(COUNT), {}],
  ['a member renamed', cube(COUNT), cube('{name: n, type: count}'), { 'orders.count': 'n' }],
  ['and titled', cube(COUNT), cube('{name: n, type: count, title: Number}'), { 'orders.count': 'n' }],
  ['and moved', cube(`${COUNT}, ${SUM}`), cube(`${SUM}, {name: n, type: count}`), { 'orders.count': 'n' }],
  ['another one', cube(COUNT), cube(SUM), {}],
  ['removed', cube(`${COUNT}, ${SUM}`), cube(SUM), {}],
  ['added, and the old one kept', cube(COUNT), cube(`${COUNT}, {name: n, type: count}`), {}],
  ['two of which it could be', cube(COUNT), cube('{name: a, type: count}, {name: b, type: count}'), {}],
  ['two that it could have been', cube(`${COUNT}, {name: n, type: count}`), cube('{name: a, type: count}'), {}],
  [
    'two renamed',
    cube(`${COUNT}, ${SUM}`),
    cube('{name: a, type: count}, {name: b, type: sum, sql: amount}'),
    {
      'orders.count': 'a',
      'orders.sum': 'b',
    },
  ],
  ['a cube renamed', cube(COUNT), cube(COUNT, 'sales'), { orders: 'sales' }],
])('what is renamed by hand: %s', (_, before, now, expected) => {
  expect(Object.fromEntries(renamedByHand(files(before), files(now)))).toEqual(expected)
})
