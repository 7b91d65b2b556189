import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { drawDashboards } from '../../packages/pictures/picture/before-after.ts'
import { drawCharts } from '../../packages/pictures/picture/charts.ts'
import { differencesOf } from '../../packages/pictures/picture/differences.ts'
import { PALETTE, type Role } from '../../packages/pictures/picture/palette.ts'
import { renderHtml } from '../../src/words/html.ts'
import { CODES, FOUND } from '../../src/words/paint.ts'
import { plan } from './plans.ts'

/** From the first to the one that decides if there are several. */
const MARKS: readonly (readonly [mark: string, role: Role, terminal: keyof typeof CODES | undefined, hue: string])[] = [
  ['left', 'faint', 'faint', 'faint'],
  ['changed', 'changed', 'changed', 'yellow'],
  ['moved', 'moved', undefined, 'not coloured'],
  ['added', 'added', 'added', 'green'],
  ['removed', 'removed', 'removed', 'red'],
  ['held', 'held', 'held', 'magenta'],
]
const HUES: Readonly<Record<string, number>> = { faint: 2, yellow: 33, green: 32, red: 31, magenta: 35 }

test('what happens to a widget has one colour in every renderer, as the note says', () => {
  const viewer = readFileSync('packages/pictures/viewer/style.css', 'utf8')
  const wall = readFileSync('packages/pictures/viewer/preview/preview.css', 'utf8')
  const note = readFileSync('docs/design/output.md', 'utf8')
  const html = renderHtml(plan())
  const colourOf = (text: string): string | undefined => {
    const [, name] = /^var\((--[\w-]+)\)$/.exec(text) ?? []
    return name === undefined ? text : new RegExp(`${name}: (#\\w{6});`).exec(viewer)?.[1]
  }
  const rows = [...viewer.matchAll(/\[data-mark~="(\w+)"\] \{\n {2}--bw-mark: ([^;]+);/g)].map(([, mark, ink = '']) => [
    mark,
    colourOf(ink),
  ])
  const wanted = MARKS.map(([mark, role]) => [mark === 'moved' ? 'resized' : mark, PALETTE[role].light])
  expect(rows).toEqual(wanted)
  for (const [, role, terminal, hue] of MARKS) {
    const ink = PALETTE[role].light
    expect(html).toContain(`--${role}:${ink}`)
    expect(note).toMatch(new RegExp(`\\| \\w+ \`${ink}\` \\| ${hue} \\|`))
    if (terminal) expect(CODES[terminal]).toBe(HUES[hue])
  }
  expect(html).toContain('section.held{border-color:var(--held)}')
  expect(html).toContain('.word.held{background:var(--held)}')
  const [, held = ''] = /\.pv-is-held \{\n {2}background: ([^;]+);/.exec(wall) ?? []
  expect(colourOf(held)).toBe(PALETTE.held.light)
})

test('what is found has the hues of what happens, as the note says', () => {
  const note = readFileSync('docs/design/output.md', 'utf8')
  for (const [found, style] of Object.entries(FOUND)) {
    const [hue] = Object.entries(HUES).find(([, code]) => code === CODES[style]) ?? []
    expect(note).toContain(`| ${found} | ${hue} |`)
  }
})

test('a widget that moves and changes is moved in pictures too', () => {
  const tile = { id: 'a', label: 'A', type: 'CHART', x: 0, y: 0, w: 4, h: 3 }
  const { after } = differencesOf({ before: [tile], after: [{ ...tile, x: 4 }], changed: new Set(['a']) })
  expect(after.get('a')).toMatchObject({ kind: 'moved', word: 'moved, changed' })
})

test('boxes and charts frame and explain each of it in its own colour', () => {
  const tile = (id: string, y: number) => ({ id, label: id, type: 'CHART', x: 0, y, w: 12, h: 3 })
  const [before, after] = [
    [tile('removed', 0), tile('moved', 3), tile('changed', 9)],
    [tile('added', 0), tile('moved', 6), tile('changed', 9)],
  ]
  const change = { title: 'A', told: [], columns: 12, changed: new Set(['changed']), before, after }
  const board = (tiles: typeof before) => ({
    ...{ svg: '<svg/>', width: 1200, height: 600 },
    places: Object.fromEntries(tiles.map(({ id, y }) => [id, { x: 20, y: y * 40 + 30, width: 1100, height: 100 }])),
  })
  const charts = drawCharts(change, { before: board(before), after: board(after) })
  for (const sheet of [drawDashboards(change), charts]) {
    const inks = (sheet?.shapes ?? []).flatMap((shape) => {
      if (shape.kind !== 'box') return []
      return [...(shape.h === 18 ? [shape.fill] : []), ...((shape.strokeWidth ?? 1) > 1 ? [shape.stroke] : [])]
    })
    expect([...new Set(inks)].toSorted()).toEqual(['added', 'changed', 'moved', 'removed'])
  }
})
