import { expect, test } from 'vitest'
import { widthOf } from '../../packages/pictures/picture/width.ts'
import { plain } from '../../src/words/paint.ts'
import { entryLines, shortenPath } from '../../src/words/tree.ts'

const PATH = 'content/product/experiments/pricing-experiment/reports/price-elasticity.yaml:14:18'

test.each([
  [90, PATH],
  [76, 'content/product/experiments/pricing-experiment/…/price-elasticity.yaml:14:18'],
  [60, 'content/product/experiments/…/price-elasticity.yaml:14:18'],
  [38, 'content/…/price-elasticity.yaml:14:18'],
  [20, 'price-elas…aml:14:18'],
])('a path that has %d columns keeps its beginning, its file and its place: %s', (room, shown) => {
  expect(shortenPath(PATH, room, '…')).toBe(shown)
})

test('whatever its name and what is said of it, an entry stays in its branch and on the page', () => {
  const names = [PATH, 'x'.repeat(200), '売上'.repeat(40), 'orders.count']
  for (const width of [24, 40, 80])
    for (const strokes of ['ascii', 'box'] as const)
      for (const name of names) {
        const entry = { at: '  │  ├─ ', under: '  │  │  ', name, told: ['query', 'y'.repeat(100), 'shown'] }
        const lines = entryLines(entry, { paint: plain, width, strokes })
        expect(lines.filter((line) => widthOf(line) > width || !/^ {2}│ {2}[├│]/.test(line))).toEqual([])
      }
})
