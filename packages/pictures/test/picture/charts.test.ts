import { expect, test } from 'vitest'
import { type DrawnBoard, drawCharts } from '../../picture/charts.ts'
import { SWAP } from './boards.ts'

/** A board as wide as its side of the picture, with 40 pixels for a row. */
const boardOf = (tiles: typeof SWAP.after): DrawnBoard => ({
  ...{ svg: '<svg/>', width: 1200, height: 600 },
  places: Object.fromEntries(
    tiles.map(({ id, x, y, w, h }) => [id, { x: x * 100 + 4, y: y * 40 + 60, width: w * 100 - 8, height: h * 40 - 8 }]),
  ),
})

test('what happens to a widget stands on its upper edge, where it covers no heading', () => {
  const { shapes = [] } = drawCharts(SWAP, { before: boardOf(SWAP.before), after: boardOf(SWAP.after) }) ?? {}
  const boxes = shapes.flatMap((shape) => (shape.kind === 'box' ? [shape] : []))
  const chips = boxes.filter(({ h, radius, fill, w }) => h === 18 && radius === 9 && fill !== undefined && w > 30)
  const edges = boxes.filter(({ radius, strokeWidth, fill }) => radius === 5 && strokeWidth === 2 && fill === undefined)
  expect([chips.length, edges.length]).toEqual([3, 3])
  for (const chip of chips) expect(edges.map(({ y }) => y)).toContain(chip.y + 9)
})
