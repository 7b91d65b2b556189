import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '../../../../test/support/any-text.ts'
import type { Box } from '../../picture/changes.ts'
import { drawChange } from '../../picture/characters.ts'
import { cutTo, widthOf } from '../../picture/width.ts'

const box = (label: string, x: number, y: number, w: number, h: number): Box => ({ id: label, label, x, y, w, h })
const draw = (before: Box[], after: Box[], columns = 12): string => drawChange({ columns, before, after }).join('\n')

describe('before and after in characters', () => {
  const rest = [box('Net revenue', 8, 0, 4, 4), box('Orders', 8, 4, 4, 3), box('Region', 8, 7, 4, 5)]

  test('two widgets that swap places', () => {
    expect(
      draw(
        [box('Revenue by month', 0, 0, 8, 6), box('Top customers', 0, 6, 8, 6), ...rest],
        [box('Revenue by month', 0, 6, 8, 6), box('Top customers', 0, 0, 8, 6), ...rest],
      ),
    ).toBe(
      `
now                            after
+----------------+--------+    +----------------+--------+
| Revenue by     | Net    |    | Top customers ^| Net    |
| month          | revenue|    |                | revenue|
|                +--------+    |                +--------+
+----------------+ Orders |    +----------------+ Orders |
| Top customers  +--------+    | Revenue by    v+--------+
|                | Region |    | month          | Region |
+----------------+--------+    +----------------+--------+`.trimStart(),
    )
  })

  test('lines join and arrows are arrows where a terminal has such characters, and nothing else is different', () => {
    const change = {
      columns: 12,
      before: [box('A', 0, 0, 6, 4), box('B', 6, 0, 6, 4), box('Over', 3, 2, 6, 4)],
      after: [box('A', 0, 0, 12, 4), box('B', 0, 4, 6, 4), box('C', 6, 4, 6, 2)],
    }
    const joined = drawChange(change, 'box').join('\n')
    expect(joined).toMatchInlineSnapshot(`
      "now                            after
      ┌────────────┬────────────┐    ┌─────────────────────────┐
      │ A    ┌─────┼──────┐     │    │ A                      =│
      └──────┼─────┴──────┼─────┘    ├────────────┬────────────┤
             └────────────┘          │ B         ←│ C         *│
                                     │            ├────────────┘
                                     └────────────┘
      * new   = resized   x removed"
    `)
    const asAscii = joined
      .replaceAll('─', '-')
      .replaceAll('│', '|')
      .replaceAll(/[┌┐└┘├┤┬┴┼]/g, '+')
      .replaceAll('←', '<')
    expect(asAscii).toBe(drawChange(change).join('\n'))
  })

  test('wide characters, a new, a resized and a removed one', () => {
    expect(
      draw(
        [box('売上高レポート', 0, 0, 6, 4), box('Orders 🎉', 6, 0, 6, 4), box('Old', 0, 4, 12, 2)],
        [box('売上高レポート', 0, 0, 4, 4), box('Orders 🎉', 6, 0, 6, 4), box('New', 0, 4, 12, 2)],
      ),
    ).toMatchInlineSnapshot(`
      "now                            after
      +------------+------------+    +--------+   +------------+
      | 売上高レポ | Orders 🎉  |    | 売上  =|   | Orders 🎉  |
      | ート       |            |    | 高レポ |   |            |
      +------------+------------+    +--------+---+------------+
      | Old                    x|    | New                    *|
      +-------------------------+    +-------------------------+
      * new   = resized   x removed"
    `)
  })

  test('a box beyond the grid, one above it, two that overlap, one of a single column', () => {
    expect(
      draw(
        [box('A', 0, 0, 6, 4), box('Off', 20, -3, 6, 4), box('Over', 3, 2, 6, 4)],
        [box('A', 0, 0, 8, 4), box('Tiny', 0, 9, 1, 1)],
      ),
    ).toMatchInlineSnapshot(`
      "now                            after
      +-----+             +-----+    +----------------+
      | A   |             |    x|    | A             =|
      |     |             | Off |    +----------------+
      |     |             +-----+    +-+
      |  +--+--+                     |*|
      +--+--+ x|                     +-+
         | Over|
         +-----+
      * new   = resized   x removed"
    `)
  })

  test('thirty widgets, of which the last fifteen move down', () => {
    const many = Array.from({ length: 30 }, (_, index) =>
      box(`Widget number ${index}`, (index % 3) * 4, Math.floor(index / 3) * 4, 4, 4),
    )
    expect(
      draw(
        many,
        many.map((each, index) => (index < 15 ? each : { ...each, y: each.y + 4 })),
      ),
    ).toMatchInlineSnapshot(`
      "now                            after
      +--------+-------+--------+    +--------+-------+--------+
      | Widget | Widget| Widget |    | Widget | Widget| Widget |
      | number | number| number |    | number | number| number |
      +--------+-------+--------+    +--------+-------+--------+
      | Widget | Widget| Widget |    | Widget | Widget| Widget |
      | number | number| number |    | number | number| number |
      +--------+-------+--------+    +--------+-------+--------+
      | Widget | Widget| Widget |    | Widget | Widget| Widget |
      | number | number| number |    | number | number| number |
      +--------+-------+--------+    +--------+-------+--------+
      | Widget | Widget| Widget |    | Widget | Widget| Widget |
      | number | number| number |    | number | number| number |
      +--------+-------+--------+    +--------+-------+--------+
      | Widget | Widget| Widget |    | Widget | Widget| Widget |
      | number | number| number |    | number | number| number |
      +--------+-------+--------+    +--------+-------+--------+
      | Widget | Widget| Widget |    +--------+-------+--------+
      | number | number| number |    |       v|      v|       v|
      +--------+-------+--------+    | Widget | Widget| Widget |
      | Widget | Widget| Widget |    +--------+-------+--------+
      | number | number| number |    |       v|      v|       v|
      +--------+-------+--------+    | Widget | Widget| Widget |
      | Widget | Widget| Widget |    +--------+-------+--------+
      | number | number| number |    |       v|      v|       v|
      +--------+-------+--------+    | Widget | Widget| Widget |
      | Widget | Widget| Widget |    +--------+-------+--------+
      | number | number| number |    |       v|      v|       v|
      +--------+-------+--------+    | Widget | Widget| Widget |
      | Widget | Widget| Widget |    +--------+-------+--------+
      | number | number| number |    |       v|      v|       v|
      +--------+-------+--------+    | Widget | Widget| Widget |
                                     +--------+-------+--------+"
    `)
  })

  test('one changed row of eighty becomes a window around the change', () => {
    const tall = Array.from({ length: 80 }, (_, index) => box(`W${index}`, 0, index, 12, 1))
    const lines = drawChange({ columns: 12, before: tall, after: tall.with(60, { ...box('W60', 0, 60, 6, 1) }) })
    expect(lines.length).toBeLessThanOrEqual(44)
    expect(lines.join('\n')).toContain('W60')
    expect(lines.join('\n')).toContain('lines above)')
  })

  test('no drawing if nothing visible changes', () => {
    const inside = { ...box('Inside', 0, 0, 2, 2), parent: 'tabs' }
    expect(draw([inside, ...rest], [{ ...inside, x: 4 }, ...rest])).toBe('')
  })

  test('a first dashboard has no before', () => {
    expect(draw([], [box('A', 0, 0, 12, 2)])).toMatchInlineSnapshot(`
      "after
      +-------------------------+
      | A                      *|
      +-------------------------+
      * new"
    `)
  })
})

test('any boxes: no line wider than 60 columns, all lines straight, no control character', () => {
  const number = fc.oneof(fc.integer({ min: -3, max: 14 }), fc.integer())
  const boxes = fc.array(
    fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      label: anyText(),
      x: number,
      y: number,
      w: number,
      h: number,
    }),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(boxes, boxes, fc.integer({ min: -1, max: 30 }), (before, after, columns) => {
      for (const line of drawChange({ columns, before, after })) {
        expect(widthOf(line)).toBeLessThanOrEqual(60)
        expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/)
        if (widthOf(line) <= 27 || line.startsWith('*')) continue
        const left = cutTo(line, 27)
        expect(widthOf(left)).toBe(27)
        expect(line.slice(left.length, left.length + 4)).toBe('    ')
      }
    }),
  )
})
