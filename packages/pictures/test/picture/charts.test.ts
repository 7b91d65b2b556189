import { expect, test } from 'vitest'
import type { Change } from '../../picture/before-after.ts'
import { type DrawnBoard, drawCharts, drawWidgetCharts, HEADING } from '../../picture/charts.ts'
import { CHANGED } from '../../picture/differences.ts'
import type { Sheet } from '../../picture/shapes.ts'
import { lengthOf } from '../../picture/text/fit.ts'
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

const linesOf = (sheet: Sheet | undefined) =>
  (sheet?.shapes ?? []).flatMap((shape) => (shape.kind === 'text' ? [shape] : []))
const textsOf = (sheet: Sheet | undefined): string[] => linesOf(sheet).map(({ text }) => text)
const drawn = (change: Partial<Change> = {}, heading: readonly [before: string, after: string] = ['Cash', 'Cash']) => {
  const [before, after] = heading.map((text) => ({ ...{ x: 20, y: 18, width: 1160, height: 40 }, text }))
  return drawCharts(
    { ...SWAP, ...change },
    { before: { ...boardOf(SWAP.before), heading: before }, after: { ...boardOf(SWAP.after), heading: after } },
  )
}

test('a heading that changes is framed after the change, and only then', () => {
  const still = { changed: new Set<string>(), after: SWAP.before }
  expect(textsOf(drawn(still))).not.toContain('~ changed')
  const sheet = drawn(still, ['Cash', 'Cash and forecast'])
  expect(textsOf(sheet).filter((text) => text === '~ changed')).toHaveLength(1)
  expect(textsOf(sheet)).toContain('changed')
  const [frame] = (sheet?.shapes ?? []).filter((shape) => shape.kind === 'box' && shape.radius === 5)
  expect(frame).toMatchObject({ stroke: 'changed' })
  expect((frame?.kind === 'box' && frame.x) || 0).toBeGreaterThan((sheet?.width ?? 0) / 2)
})

test('the legend says what each colour of the picture means, and nothing that is not on it', () => {
  const legendWith = (changed: readonly string[], more: Partial<Change> = {}) =>
    drawn({ changed: new Set(changed), ...more })?.parts?.legend.map(({ ink, words }) => [ink, words])
  expect(legendWith([])).toEqual([['moved', 'moved']])
  expect(legendWith(['n'])).toEqual([
    ['moved', 'moved'],
    ['changed', 'changed'],
  ])
  expect(legendWith(['t'])).toEqual([['moved', 'moved, changed']])
  const resized = SWAP.before.map((tile, index) => (index === 0 ? { ...tile, h: tile.h + 1 } : tile))
  expect(legendWith([], { after: resized })?.[0]).toEqual(['moved', 'resized'])
  expect(legendWith([], { after: SWAP.before.slice(1) })).toEqual([['removed', 'removed']])
})

test('what changes stands below the name, within the picture, and no more than can be read at a glance', () => {
  const told = Array.from({ length: 9 }, (_, n) => `widget ${n} ${'is another one now '.repeat(n * 9)}`.trim())
  const widget = { id: 'n', label: 'Net revenue', difference: CHANGED, notes: [] }
  const board = { ...boardOf(SWAP.after), svg: '<svg><rect/><g data-widget="n"><path/></g></svg>' }
  const own = drawWidgetCharts({ ...widget, told }, { before: board, after: board })
  for (const [sheet, most] of [
    [drawn({ told }), 6],
    [own, 4],
  ] as const) {
    const texts = textsOf(sheet)
    expect(texts).toContain('widget 0')
    expect(texts).toContain(`and ${9 - most + 1} more`)
    expect(texts.filter((text) => text.startsWith('widget'))).toHaveLength(most - 1)
    for (const line of linesOf(sheet)) expect(line.x + lengthOf(line.text, line)).toBeLessThanOrEqual(sheet?.width ?? 0)
    const few = textsOf(
      most === 6
        ? drawn({ told: told.slice(0, 1) })
        : drawWidgetCharts({ ...widget, told: told.slice(0, 1) }, { before: board, after: board }),
    )
    expect(few.join('\n')).not.toMatch(/and \d+ more/)
  }
})

test('of what is new or deleted as a whole, no widget is marked', () => {
  const one = { ...SWAP, before: [] }
  for (const charts of [{ after: boardOf(SWAP.after) }, { before: boardOf(SWAP.after) }]) {
    const sheet = drawCharts(one, charts)
    expect(sheet?.parts?.legend).toEqual([])
    expect(textsOf(sheet).filter((text) => /new|removed/.test(text))).toEqual([])
  }
})

const WIDGET = { id: 'n', label: 'Net revenue', difference: CHANGED, notes: [] }
const boardWith = (drawn: string): DrawnBoard => ({
  ...boardOf(SWAP.after),
  svg: `<svg><rect /><g data-widget="n">${drawn}</g><g data-heading="yes">${drawn}</g></svg>`,
  heading: { x: 20, y: 18, width: 300, height: 40, text: drawn },
})

test('where both sides look the same there are none, and it says why', () => {
  const told = ['title "Sold" → "Orders"']
  const same = drawWidgetCharts({ ...WIDGET, told }, { before: boardWith('<path/>'), after: boardWith('<path/>') })
  expect(same?.parts?.sides).toEqual([])
  expect(same?.shapes.filter(({ kind }) => kind === 'inset')).toEqual([])
  expect(textsOf(same)).toContain('Nothing to see here: the widget does not show that title.')
  const other = drawWidgetCharts({ ...WIDGET, told }, { before: boardWith('<path/>'), after: boardWith('<rect/>') })
  expect(other?.parts?.sides.map(({ name }) => name)).toEqual(['Now', 'After'])
})

test('a heading that changes has a picture of its own, as large as it is', () => {
  const sides = { before: boardWith('<path/>'), after: boardWith('<rect/>') }
  const sheet = drawWidgetCharts({ ...WIDGET, id: HEADING, label: 'Heading', told: [] }, sides)
  expect(sheet?.parts?.sides.map(({ w, h }) => [w, h])).toEqual(Array(2).fill([300, 40]))
  expect(sheet?.shapes.flatMap((shape) => (shape.kind === 'inset' ? [shape.drawn] : []))).toEqual([
    '<rect /><g data-heading="yes"><path/></g>',
    '<rect /><g data-heading="yes"><rect/></g>',
  ])
})

test('a colour that changes is seen beside its name', () => {
  const told = ['colour #6f4e37 → #2f6f4e']
  for (const sheet of [
    drawn({ told }),
    drawWidgetCharts({ ...WIDGET, told }, { before: boardWith('<path/>'), after: boardWith('<rect/>') }),
  ]) {
    const swatches = (sheet?.shapes ?? []).flatMap((shape) =>
      shape.kind === 'inset' && shape.drawn.includes('fill="#') ? [shape] : [],
    )
    expect(swatches.map((each) => /#\w+/.exec(each.drawn)?.[0])).toEqual(['#6f4e37', '#2f6f4e'])
    const named = linesOf(sheet).filter(({ text }) => text.startsWith('#'))
    expect(named.map(({ text }) => text)).toEqual(['#6f4e37 →', '#2f6f4e'])
    for (const [index, { x, w }] of swatches.entries()) expect(x + w).toBeLessThan(named[index]?.x ?? 0)
  }
})
