import { expect, test } from 'vitest'
import type { Dashboard } from '../../src/content/model.ts'
import { drawingOf } from '../../src/plan/drawing.ts'

test('a drawing has its numbers in one order, whatever that of the file is', () => {
  const one: Dashboard = { widgets: [{ id: 'a', type: 'TEXT', position: { x: 1, y: 2, w: 3, h: 4 } }] }
  const other: Dashboard = { widgets: [{ id: 'a', type: 'TEXT', position: { h: 4, w: 3, y: 2, x: 1 } }] }
  expect(JSON.stringify(drawingOf(one, other, () => undefined)?.after)).toBe(
    JSON.stringify(drawingOf(one, one, () => undefined)?.after),
  )
})
