// Slow: its dashboards are random, and many.
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { anyText } from '../../../../test/support/any-text.ts'
import { readPng } from '../../../../test/support/png.ts'
import { fontsWith } from '../../draw/fonts.ts'
import { createPainter } from '../../draw/index.ts'
import { type Change, drawDashboards } from '../../picture/before-after.ts'
import type { Sheet } from '../../picture/shapes.ts'
import { renderSvg } from '../../picture/svg.ts'
import { SWAP, tile, WALL } from './boards.ts'

const drawn = (change: Change): Sheet => {
  const sheet = drawDashboards(change)
  if (sheet === undefined) throw new Error('nothing was drawn')
  return sheet
}
const svgOf = (change: Change): string => renderSvg(drawn(change))
const textsOf = (svg: string): string[] =>
  [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text ?? '')

describe('a dashboard before and after', () => {
  test('is the picture that is checked in', async () => {
    await expect(svgOf(SWAP)).toMatchFileSnapshot('swap.svg')
  })

  test('names what it shows, every widget on both sides, and what happened to each in a word', () => {
    const svg = svgOf(SWAP)
    expect(svg).toContain('role="img"')
    expect(svg).toContain('<title>Sales / Revenue overview: 2 widgets moved, 3 unchanged</title>')
    const texts = textsOf(svg)
    for (const name of ['Revenue by month', 'Top customers', 'Orders', 'Region']) {
      expect(texts.filter((text) => text === name)).toHaveLength(2)
    }
    expect(texts.filter((text) => text === 'moved')).toHaveLength(3)
    expect(texts).toContain('~ changed')
  })

  test('draws its arrows, because few fonts have bold ones', () => {
    const shapes = drawn(SWAP).shapes
    expect(shapes.filter((shape) => shape.kind === 'text' && /[←↑→↓]/u.test(shape.text))).toEqual([])
    expect(shapes.filter((shape) => shape.kind === 'path' && shape.stroke === 'onMark')).toHaveLength(4)
  })

  test('has colours for light and dark mode, loads nothing and runs nothing', () => {
    const svg = svgOf(SWAP)
    expect(svg).toMatch(/\.f-page\{fill:#f3f4f7\}.*@media\(prefers-color-scheme:dark\)\{.*\.f-page\{fill:#13171e\}/)
    expect(svg).not.toMatch(/<script|\son\w+=|href|url\(|@import|<foreignObject|<image/i)
  })

  test('the sketch in a box is that of its kind: with another name, and another report, it is the same', () => {
    const sketchOf = (shows: string, id = 'a', label = 'Cash') =>
      drawn({ ...SWAP, before: [], after: [tile(id, label, [0, 0, 8, 6], { shows })] }).shapes.filter(
        ({ kind }) => kind !== 'text',
      )
    expect(sketchOf('table', 'b', '9,876,543')).toEqual(sketchOf('table'))
    expect(sketchOf('kpi')).not.toEqual(sketchOf('table'))
  })

  test('what is new has no before, what is deleted no after, and nothing gives no picture', () => {
    expect(textsOf(svgOf({ ...SWAP, before: [] }))).not.toContain('Now')
    expect(textsOf(svgOf({ ...SWAP, after: [] }))).not.toContain('After')
    expect(drawDashboards({ ...SWAP, before: [], after: [] })).toBeUndefined()
  })

  test('a container shows its content, and its tab with the difference', () => {
    const holder = tile('c', 'Where', [0, 0, 8, 9], { type: 'CONTAINER' })
    const first = tile('a', 'Map of it', [0, 0, 12, 7], { parent: 'c map' })
    const second = (h: number) => tile('b', 'Rows of it', [0, 0, 12, h], { parent: 'c table' })
    const texts = textsOf(
      svgOf({ ...SWAP, before: [holder, first, second(7)], after: [holder, first, second(6)], changed: new Set() }),
    )
    expect(texts.filter((text) => text === 'Where')).toHaveLength(2)
    expect(texts).toEqual(expect.arrayContaining(['map', 'table', 'Map of it', 'Rows of it', '= resized']))
  })

  test('200 widgets: every name can be read, and the files stay small', () => {
    const sheet = drawn(WALL)
    const texts = new Set(textsOf(renderSvg(sheet)))
    for (let n = 0; n < 200; n += 1) expect(texts).toContain(`Widget ${n}`)
    expect(texts).toContain('Read this first')
    expect(renderSvg(sheet).length).toBeLessThan(500_000)
  })

  test('what is too much is counted: 5,000 widgets, a grid of a million rows', () => {
    const many = Array.from({ length: 5_000 }, (_, n) => tile(`w${n}`, `Widget ${n}`, [0, n, 12, 1]))
    const sheet = drawn({ ...SWAP, before: many, after: many.toReversed() })
    expect(sheet.height).toBeLessThan(5_000)
    expect(renderSvg(sheet).length).toBeLessThan(1_500_000)
    const texts = textsOf(renderSvg(sheet)).join('\n')
    expect(texts).toContain('Not drawn, because there are very many: 4400 more widgets.')
    expect(texts).toMatch(/Not drawn, because the dashboard is very tall: .*\d+ below/)
    const far = drawn({ ...SWAP, before: [tile('a', 'A', [0, 0, 4, 1_000_000]), tile('b', 'B', [0, 9e9, 4, 4])] })
    expect(far.height).toBeLessThan(5_000)
  })

  test('containers that contain each other are counted, and the rest is drawn', () => {
    const one = tile('one', 'One', [0, 0, 4, 4], { type: 'CONTAINER', parent: 'two' })
    const two = tile('two', 'Two', [0, 0, 4, 4], { type: 'CONTAINER', parent: 'one' })
    const self = tile('self', 'Self', [0, 0, 4, 4], { parent: 'self' })
    const texts = textsOf(svgOf({ ...SWAP, after: [...SWAP.after, one, two, self] }))
    expect(texts).toContain('Not drawn, because they sit in each other: 3 widgets.')
    expect(texts).toContain('Orders')
  })

  const Place = fc.oneof(
    fc.integer({ min: -50, max: 200 }),
    fc.constantFrom(1e9, -1e9, Number.NaN, Number.POSITIVE_INFINITY),
  )
  const Tiles = fc.array(
    fc
      .record({
        id: fc.constantFrom('a', 'b', 'c', 'd', 'e f', ''),
        label: anyText({ maxLength: 80 }),
        type: fc.constantFrom('CHART', 'TEXT', 'FILTER', 'CONTAINER', 'PARENT', 'DIVIDER', 'SPACER', 'constructor', ''),
        shows: fc.constantFrom(undefined, 'table', 'kpi', 'map', 'sankey', 'toString'),
        parent: fc.constantFrom(undefined, 'a', 'b', 'a x', 'e f g', 'gone'),
        place: fc.array(Place, { minLength: 4, maxLength: 4 }),
      })
      .map(({ id, label, place, ...more }) => tile(id, label, place, more)),
    { maxLength: 12 },
  )

  test('wherever widgets are: a drawing of finite size, in well-formed XML', () => {
    fc.assert(
      fc.property(Tiles, Tiles, anyText(), fc.integer({ min: -1, max: 99 }), (before, after, title, columns) => {
        const sheet = drawDashboards({ ...SWAP, before, after, title, columns })
        if (sheet === undefined) return
        expect(sheet.height).toBeLessThan(6_000)
        const svg = renderSvg(sheet)
        expect(svg).not.toMatch(/"(NaN|-?Infinity|undefined)/)
        // Names are texts: outside of tags, with nothing in them that begins one.
        expect(svg.replace(/<[a-z/][^<>]*>/g, '')).not.toMatch(/[<>]|&(?!(amp|lt|gt|quot|#39);)/)
        expect(svg).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\ufffe\uffff]/)
      }),
      { numRuns: 150 },
    )
  })
})

describe('the same in pixels', () => {
  const painter = createPainter({ processes: 1 })
  afterAll(() => painter.close())
  const paint = (sheet: Sheet, svg = renderSvg(sheet)) =>
    painter.draw({ svg, width: sheet.width, height: sheet.height, format: 'png', scale: 1 })

  test('has boxes at the places of the SVG, in its colours for light mode', async () => {
    const sheet = drawn(SWAP)
    const { width, height, colourAt } = readPng((await paint(sheet)).bytes)
    expect([width, height]).toEqual([sheet.width, sheet.height])
    expect(colourAt(2, 2)).toBe('f3f4f7')
    const filled = sheet.shapes.flatMap((shape) =>
      shape.kind === 'box' && shape.w > 150 && shape.fill === 'movedTint' ? [shape] : [],
    )
    expect(filled).toHaveLength(2)
    for (const { x, y, w, h } of filled) {
      expect(colourAt(Math.round(x + 4), Math.round(y + h / 2))).toBe('edf3fd')
      expect(colourAt(Math.round(x + w / 2), Math.round(y))).toMatch(/^[23].[67].c/)
    }
  })

  test('200 widgets are a small file', async () => {
    expect((await paint(drawn(WALL))).bytes.length).toBeLessThan(1_000_000)
  })

  test('a letter in another script is drawn if this machine has a font for it; else it is named', async () => {
    const sheet = drawn({ ...SWAP, title: 'Москва, Αθήνα' })
    expect((await paint(sheet)).lacking).toEqual([])
    const title = 'თბილისი'
    const georgian = await paint(drawn({ ...SWAP, title }))
    const isThere = fontsWith([...title]).length > 0
    expect(georgian.lacking).toEqual(isThere ? [] : [...new Set(title)].sort())
    const other = await paint(drawn({ ...SWAP, title: 'სამკურნ' }))
    expect(readPng(georgian.bytes).types).toContain('IDAT')
    expect(Buffer.from(georgian.bytes).equals(Buffer.from(other.bytes))).toBe(!isThere)
    expect((await paint(drawn({ ...SWAP, title: '\u{12000}' }))).lacking).toEqual(['\u{12000}'])
  })
})
