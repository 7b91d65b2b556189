import type { Change } from '../../picture/before-after.ts'
import type { Tile } from '../../picture/tiles.ts'

export const tile = (id: string, label: string, place: readonly number[], more: Partial<Tile> = {}): Tile => {
  const [x = 0, y = 0, w = 1, h = 1] = place
  return { id, label, type: 'CHART', x, y, w, h, ...more }
}

const REST = [
  tile('n', 'Net revenue', [8, 0, 4, 4], { shows: 'kpi' }),
  tile('o', 'Orders', [8, 4, 4, 3], { shows: 'kpi' }),
  tile('r', 'Region', [8, 7, 4, 5], { type: 'FILTER' }),
]
const months = (y: number): Tile => tile('m', 'Revenue by month', [0, y, 8, 6], { shows: 'vega' })
const customers = (y: number): Tile => tile('t', 'Top customers', [0, y, 8, 6], { shows: 'table' })

/** Two widgets change places, and one shows something else. */
export const SWAP: Change = {
  title: 'Sales / Revenue overview',
  told: ['2 widgets moved, 3 unchanged'],
  columns: 12,
  changed: new Set(['n']),
  before: [months(0), customers(6), ...REST],
  after: [months(6), customers(0), ...REST],
}

const wall = (y = 0): Tile[] =>
  Array.from({ length: 200 }, (_, n) =>
    tile(`w${n}`, `Widget ${n}`, [(n % 4) * 3, Math.floor(n / 4) * 4 + y, 3, 4], { type: n % 3 ? 'CHART' : 'TEXT' }),
  )

/** Every one of 200 widgets is pushed down by a new one. */
export const WALL: Change = {
  ...{ title: 'The wall', told: ['1 widget added, 200 moved'], columns: 12, changed: new Set() },
  before: wall(),
  after: [tile('new', 'Read this first', [0, 0, 12, 2], { type: 'TEXT' }), ...wall(2)],
}
