import { expect, test } from 'vitest'
import { nearest, nearestPath } from '../nearest.ts'

const NAMES = ['revenue-by-month', 'revenue', 'title', 'id', 'is', 'dimensions', 'measures', 'filters', 'x']

test.each([
  ['revenu-by-month', 'revenue-by-month'],
  ['titel', 'title'],
  ['Title', 'title'],
  ['mesures', 'measures'],
  ['dimension', 'dimensions'],
  ['dimesnoin', 'dimensions'],
  ['idd', 'id'],
  ['fliter', 'filters'],
])('%s is probably %s', (word, meant) => {
  expect(nearest(word, NAMES)).toBe(meant)
})

test.each(['orders', 'y', '', 'mean', 'revenue-by-quarter', 'x'.repeat(10_000)])('nothing is similar to %s', (word) => {
  expect(nearest(word, NAMES)).toBeUndefined()
})

test.each([
  ['orders', 'sales/orders.report.yaml'],
  ['revenu', undefined],
  ['sales/order', 'sales/orders'],
])('of paths, %s is probably %s', (word, meant) => {
  expect(nearestPath(word, ['sales/revenue', 'sales/orders.report.yaml', 'sales/orders'])).toBe(meant)
})

test.each([
  ['orders.nn', undefined],
  ['customers.lat', undefined],
  ['orders.cnt', 'orders.count'],
  ['order.count', 'orders.count'],
  ['content/sales/ab', undefined],
])('parts that names share do not make the rest alike: %s is probably %s', (word, meant) => {
  expect(nearest(word, ['orders.id', 'orders.count', 'customers.id', 'content/sales/xy'])).toBe(meant)
})

test('a name that is right is not its own suggestion', () => {
  expect(nearest('title', ['title'])).toBeUndefined()
  expect(nearest('title', ['title', 'titles'])).toBe('titles')
})

test('the nearest wins, then the first', () => {
  expect(nearest('tilte', ['tiles', 'title', 'tilt'])).toBe('title')
  expect(nearest('name1', ['name2', 'name3'])).toBe('name2')
})
