import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { objectOf } from '../../packages/common/json.ts'
import { mergeOverlay, type OverlayPath, overlayPaths } from '../../src/config/overlays.ts'

const DASHBOARD = {
  title: 'Revenue',
  layout: { cols: 12, rowHeight: 30 },
  widgets: [
    { id: 'a', type: 'CHART', position: { x: 0, y: 0, w: 6, h: 4 }, config: { title: 'A', tags: ['x', 'y'] } },
    { id: 'b', type: 'TEXT', position: { x: 6, y: 0, w: 6, h: 4 } },
  ],
}
const merge = (overlay: unknown, value: unknown = DASHBOARD) => mergeOverlay(value, overlay)

describe('an overlay', () => {
  test('sets keys in maps, at any depth', () => {
    const { value, matched, problems } = merge({ title: 'Umsatz', layout: { cols: 6 }, theme: { dark: true } })
    expect(value).toEqual({ ...DASHBOARD, title: 'Umsatz', layout: { cols: 6, rowHeight: 30 }, theme: { dark: true } })
    expect(matched).toEqual([['title'], ['layout', 'cols'], ['theme', 'dark']])
    expect(problems).toEqual([])
  })

  test('finds items of lists by their id, whatever their order', () => {
    const { value, matched } = merge({
      widgets: [
        { id: 'b', position: { w: 3 } },
        { id: 'a', config: { title: 'B' } },
      ],
    })
    expect(value).toMatchObject({
      widgets: [
        { id: 'a', config: { title: 'B', tags: ['x', 'y'] } },
        { id: 'b', position: { x: 6, y: 0, w: 3, h: 4 } },
      ],
    })
    expect(matched).toEqual([
      ['widgets', { id: 'b' }, 'position', 'w'],
      ['widgets', { id: 'a' }, 'config', 'title'],
    ])
  })

  test('removes keys and items', () => {
    const { value, matched, problems } = merge({
      layout: { $remove: true },
      widgets: [
        { id: 'a', $remove: true },
        { id: 'b', type: { $remove: true } },
      ],
    })
    expect(value).toEqual({ title: 'Revenue', widgets: [{ id: 'b', position: { x: 6, y: 0, w: 6, h: 4 } }] })
    expect(matched).toEqual([['layout'], ['widgets', { id: 'a' }], ['widgets', { id: 'b' }, 'type']])
    expect(problems).toEqual([])
  })

  test('sets and removes the $schema of a specification', () => {
    const config = { $schema: 'https://vega.example/v5.json', mark: 'bar' }
    const { value, matched, problems } = merge({ config: { $schema: 'v6.json' } }, { config })
    expect([value, matched, problems]).toEqual([
      { config: { $schema: 'v6.json', mark: 'bar' } },
      [['config', '$schema']],
      [],
    ])
    expect(merge({ config: { $schema: { $remove: true } } }, { config }).value).toEqual({ config: { mark: 'bar' } })
    expect(merge({ list: [{ $schema: 'v6.json' }] }, { list: [1] }).problems).toEqual([])
  })

  test('replaces other lists, and sets null', () => {
    const { value } = merge({ title: null, widgets: [{ id: 'a', config: { tags: ['z'] } }] })
    expect(value).toMatchObject({ title: null, widgets: [{ config: { title: 'A', tags: ['z'] } }, {}] })
    expect(merge({ list: [{ a: 1 }] }, { list: [{ id: 1 }, 2] }).value).toEqual({ list: [{ a: 1 }] })
  })

  test('keeps the order of keys, and adds new ones at the end', () => {
    const { value } = merge(
      { '1': 'x', b: 1, a: 2 },
      objectOf([
        ['b', 0],
        ['2', 0],
      ]),
    )
    expect(Object.entries(value as object)).toEqual([
      ['b', 1],
      ['2', 0],
      ['1', 'x'],
      ['a', 2],
    ])
  })

  test.each([null, {}])('that is %j changes nothing', (overlay) => {
    expect(merge(overlay)).toEqual({ value: DASHBOARD, matched: [], problems: [] })
  })
})

describe('a mistake in an overlay is named with its place', () => {
  test.each<[string, unknown, (string | number)[], string, string]>([
    [
      'an unknown id',
      { widgets: [{ id: 'c', type: 'TEXT' }] },
      ['widgets', 0],
      'OVERLAY_UNMATCHED',
      'no item has the id "c"',
    ],
    ['an id in no list', { rows: [{ id: 'a' }] }, ['rows', 0], 'OVERLAY_UNMATCHED', 'no item has the id "a"'],
    [
      'removing a missing key',
      { layout: { gap: { $remove: true } } },
      ['layout', 'gap'],
      'OVERLAY_UNMATCHED',
      'there is no "gap" to remove',
    ],
    [
      'removing a missing item',
      { widgets: [{ id: 'c', $remove: true }] },
      ['widgets', 0],
      'OVERLAY_UNMATCHED',
      'no item has the id "c"',
    ],
    [
      'a removal with other keys',
      { layout: { $remove: true, cols: 1 } },
      ['layout'],
      'OVERLAY_INVALID',
      'no other keys: cols',
    ],
    [
      'a removal that is not true',
      { layout: { $remove: 'yes' } },
      ['layout', '$remove'],
      'OVERLAY_INVALID',
      '"$remove" must be true',
    ],
    ['a removal of the file', { $remove: true }, ['$remove'], 'OVERLAY_INVALID', 'nothing here that can be removed'],
    [
      'a removal in a list that replaces',
      { tags: [{ $remove: true }] },
      ['tags', 0, '$remove'],
      'OVERLAY_INVALID',
      'nothing here',
    ],
    ['another mark', { layout: { $replace: 1 } }, ['layout', '$replace'], 'OVERLAY_INVALID', 'unknown key "$replace"'],
    [
      'an item without an id',
      { widgets: [{ id: 'a' }, { type: 'TEXT' }] },
      ['widgets'],
      'OVERLAY_INVALID',
      'each item',
    ],
    ['an id twice', { widgets: [{ id: 'a' }, { id: 'a', type: 'TEXT' }] }, ['widgets', 1], 'OVERLAY_INVALID', 'twice'],
    ['a list', [1], [], 'OVERLAY_INVALID', 'is a map'],
  ])('%s', (_, overlay, path, kind, message) => {
    const { value, problems } = merge(overlay)
    expect(problems).toEqual([{ kind, path, message: expect.stringContaining(message) }])
    expect(mergeOverlay(DASHBOARD, {}).value).toEqual(DASHBOARD)
    if (kind === 'OVERLAY_UNMATCHED') expect(value).toMatchObject(DASHBOARD)
  })
})

const key = fc.constantFrom('a', 'b', 'c', '1', '__proto__', 'constructor')
const leaf = fc.oneof(fc.constantFrom(null, 0, 1, true, ''), fc.string({ maxLength: 3 }))
const value = fc.letrec((tie) => ({
  map: fc.dictionary(key, tie('any'), { maxKeys: 4, noNullPrototype: true }),
  items: fc
    .uniqueArray(fc.tuple(fc.constantFrom('x', 'y', 'z'), tie('map')), { selector: ([id]) => id, maxLength: 3 })
    .map((items) => items.map(([id, map]) => ({ ...(map as object), id }))),
  any: fc.oneof({ maxDepth: 4 }, leaf, fc.array(leaf, { maxLength: 3 }), tie('map'), tie('items')),
})).map

/** What stands at a path, or undefined. */
const at = (value: unknown, path: OverlayPath): unknown =>
  path.reduce<unknown>((inner, step) => {
    if (typeof step !== 'string') return Array.isArray(inner) ? inner.find((item) => item?.id === step.id) : undefined
    return typeof inner === 'object' && inner !== null && Object.hasOwn(inner, step)
      ? (inner as Record<string, unknown>)[step]
      : undefined
  }, value)

const isEmptyMap = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0

describe('for all values and overlays', () => {
  test('the result has what the overlay says, and keeps everything else', () => {
    fc.assert(
      fc.property(value, value, (base, overlay) => {
        const merged = mergeOverlay(base, overlay)
        const unmatched = merged.problems.length
        const paths = overlayPaths(overlay)
        for (const path of merged.matched) {
          const said = at(overlay, path)
          // An empty map adds nothing to a map.
          if (isEmptyMap(said)) expect(at(merged.value, path)).toBeTypeOf('object')
          else expect(at(merged.value, path)).toEqual(said)
        }
        if (unmatched === 0) expect(merged.matched).toEqual(paths)
        const touched = new Set(Object.keys(overlay as object))
        for (const [name, child] of Object.entries(base as object)) {
          if (!touched.has(name)) expect((merged.value as Record<string, unknown>)[name]).toBe(child)
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('applying it twice changes nothing more', () => {
    fc.assert(
      fc.property(value, value, (base, overlay) => {
        const once = mergeOverlay(base, overlay).value
        expect(mergeOverlay(once, overlay).value).toEqual(once)
      }),
      { numRuns: 1000 },
    )
  })

  test('a value as its own overlay changes nothing', () => {
    fc.assert(
      fc.property(value, (base) => {
        expect(mergeOverlay(base, base)).toMatchObject({ value: base, problems: [] })
      }),
    )
  })
})

test('the paths of an overlay are listed for export', () => {
  expect(
    overlayPaths({
      title: 'x',
      layout: { $remove: true },
      empty: {},
      tags: ['a'],
      widgets: [
        { id: 'a', config: { title: 'B' } },
        { id: 'b', $remove: true },
      ],
    }),
  ).toEqual([
    ['title'],
    ['layout'],
    ['empty'],
    ['tags'],
    ['widgets', { id: 'a' }, 'config', 'title'],
    ['widgets', { id: 'b' }],
  ])
})
