import { describe, expect, test } from 'vitest'
import type { ScenePosition, SceneWidget } from '../../scene.ts'
import { type Breakpoint, breakpointAt, gridAt } from '../../viewer/layout/breakpoint.ts'
import { nestWidgets, tabsOf, underTab } from '../../viewer/layout/nest.ts'
import { placeWidgets } from '../../viewer/layout/place.ts'

const at = (
  id: string,
  [x, y, w, h]: readonly [number, number, number, number],
  more: Partial<SceneWidget> = {},
): SceneWidget => ({
  ...{ id, type: 'TEXT', position: { x, y, w, h } },
  ...more,
})
const place = (widgets: readonly SceneWidget[], breakpoint: Breakpoint): Record<string, ScenePosition> =>
  Object.fromEntries(
    placeWidgets(nestWidgets(widgets), breakpoint, gridAt(breakpoint, {})).map(({ nested, at: where }) => [
      nested.widget.id,
      where,
    ]),
  )

describe('places', () => {
  test('are as written on a wide screen, in reading order', () => {
    const placed = place([at('b', [6, 0, 6, 2]), at('c', [0, 2, 12, 2]), at('a', [0, 0, 6, 2])], 'lg')
    expect(Object.keys(placed)).toEqual(['a', 'b', 'c'])
    expect(placed['b']).toEqual({ x: 6, y: 0, w: 6, h: 2 })
  })

  test('for a breakpoint are kept, and the others give way', () => {
    const placed = place(
      [at('own', [0, 5, 12, 2], { responsiveLayouts: { sm: { x: 0, y: 0, w: 6, h: 3 } } }), at('free', [0, 0, 12, 4])],
      'sm',
    )
    expect(placed).toEqual({ own: { x: 0, y: 0, w: 6, h: 3 }, free: { x: 0, y: 3, w: 6, h: 4 } })
  })

  test('one step narrower have round edges, so a full row stays full', () => {
    const row = [at('a', [0, 0, 4, 3]), at('b', [4, 0, 4, 3]), at('c', [8, 0, 4, 3])]
    expect(place(row, 'md')).toEqual({
      a: { x: 0, y: 0, w: 3, h: 3 },
      b: { x: 3, y: 0, w: 4, h: 3 },
      c: { x: 7, y: 0, w: 3, h: 3 },
    })
  })

  test('one step narrower are where they were: what is low does not climb beside what is high', () => {
    const widgets = [
      at('kpi', [0, 0, 4, 2]),
      at('tall', [4, 0, 8, 6]),
      at('under', [0, 2, 4, 4]),
      at('last', [0, 6, 12, 3]),
    ]
    expect(place(widgets, 'md')).toEqual({
      kpi: { x: 0, y: 0, w: 3, h: 2 },
      tall: { x: 3, y: 0, w: 7, h: 6 },
      under: { x: 0, y: 2, w: 3, h: 4 },
      last: { x: 0, y: 6, w: 10, h: 3 },
    })
  })

  test('one step narrower leave empty what is empty', () => {
    const widgets = [at('a', [0, 0, 4, 6]), at('b', [4, 0, 4, 2]), at('under b', [4, 2, 3, 4])]
    expect(place(widgets, 'md')['under b']).toEqual({ x: 3, y: 2, w: 3, h: 4 })
  })

  test('follow the columns of the dashboard', () => {
    const grid = gridAt('md', { cols: { lg: 24, md: 12 } })
    const placed = placeWidgets(nestWidgets([at('a', [0, 0, 12, 2]), at('b', [12, 0, 12, 2])]), 'md', grid)
    expect(placed.map(({ at: { x, w } }) => [x, w])).toEqual([
      [0, 6],
      [6, 6],
    ])
  })

  test('of small widgets stay side by side on a phone', () => {
    expect(place([at('a', [0, 0, 3, 2]), at('b', [3, 0, 3, 2]), at('c', [6, 0, 6, 2])], 'xs')).toEqual({
      a: { x: 0, y: 0, w: 4, h: 2 },
      b: { x: 0, y: 2, w: 4, h: 2 },
      c: { x: 0, y: 4, w: 4, h: 2 },
    })
    expect(place([at('a', [0, 0, 2, 2]), at('b', [2, 0, 2, 2])], 'xs')).toEqual({
      a: { x: 0, y: 0, w: 2, h: 2 },
      b: { x: 2, y: 0, w: 2, h: 2 },
    })
  })

  test('of a container with tabs are as tall as its tallest tab, wherever its widgets are in the file', () => {
    const box = at('box', [0, 0, 8, 9], {
      config: { layout: 'tabs', tabs: [{ id: 'one' }, { id: 'two' }] },
      type: 'CONTAINER',
    })
    const inner = [
      at('map', [0, 0, 12, 7], { config: { parentId: 'box', tabId: 'one' } }),
      at('table', [0, 7, 12, 7], { config: { parentId: 'box', tabId: 'two' } }),
    ]
    expect(place([box, ...inner], 'md')['box']?.h).toBe(9)
  })

  test('that are far away come nearer, and none is outside the grid', () => {
    const placed = place([at('a', [0, 0, 12, 2]), at('far', [99, 1e9, 50, 1e6])], 'lg')
    expect(placed['far']).toEqual({ x: 0, y: 8, w: 12, h: 200 })
  })

  test('that make no sense are still somewhere', () => {
    expect(place([at('a', [Number.NaN, 0, 1, 1]), at('b', [-3, -3, 0, 0])], 'lg')['b']).toEqual({
      x: 0,
      y: 0,
      w: 1,
      h: 1,
    })
  })
})

test('the breakpoint is the widest that fits', () => {
  expect([1300, 1200, 1199, 700, 480, 10].map((width) => breakpointAt(width, {}))).toEqual([
    'lg',
    'lg',
    'md',
    'xs',
    'xs',
    'xxs',
  ])
  expect(breakpointAt(700, { breakpoints: { sm: 600 } })).toBe('sm')
})

test('tabs contain the widgets that name them, and the first tab the rest', () => {
  const [box] = nestWidgets([
    at('box', [0, 0, 12, 8], {
      type: 'CONTAINER',
      config: { layout: 'tabs', tabs: [{ id: 'one', title: 'One' }, { id: 'two' }] },
    }),
    at('a', [0, 0, 1, 1], { config: { parentId: 'box', tabId: 'two' } }),
    at('b', [0, 0, 1, 1], { config: { parentId: 'box' } }),
  ])
  if (!box) throw new Error('nothing is there')
  expect(tabsOf(box.widget)).toEqual([
    { id: 'one', title: 'One' },
    { id: 'two', title: 'Tab 2' },
  ])
  expect(underTab(box, 'two').map(({ widget }) => widget.id)).toEqual(['a'])
  expect(underTab(box, 'one').map(({ widget }) => widget.id)).toEqual(['b'])
})
