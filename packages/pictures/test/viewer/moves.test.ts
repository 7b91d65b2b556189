import { expect, test } from 'vitest'
import type { Scene, ScenePosition } from '../../scene.ts'
import { placesIn } from '../../viewer/layout/places.ts'
import { marksAt, whereToLook } from '../../viewer/preview/moves.ts'

const ABOVE = { x: 0, y: 0, w: 8, h: 6 }
const BELOW = { x: 0, y: 6, w: 8, h: 6 }
type Places = Readonly<Record<string, ScenePosition>>
const sceneOf = (places: Places, atMd: Places = {}): Scene => {
  const widgets = Object.entries(places).map(([id, position]) => ({
    ...{ id, type: 'CHART' as const, position },
    responsiveLayouts: atMd[id] && { md: atMd[id] },
  }))
  return { title: 'Board', dashboard: { widgets }, reports: {} }
}
const atMd = { one: ABOVE, other: BELOW }
const live = sceneOf({ one: ABOVE, other: BELOW }, atMd)
const swapped = sceneOf({ one: BELOW, other: ABOVE }, atMd)
const isLegible = () => true
const held = { one: ['held'], other: ['held'] } as const

test('a comparison opens where a place that is held moves, and says that it moves nowhere else', () => {
  const sides = { live, after: swapped, marks: held }
  const [shown, note] = ['Shown at lg, where it moves.', 'Nothing moves at md: it moves at lg.']
  expect(whereToLook(sides, { chosen: undefined, fitting: 'md', isLegible })).toEqual({ breakpoint: 'lg', note: shown })
  expect(whereToLook(sides, { chosen: 'md', fitting: 'lg', isLegible })).toEqual({ breakpoint: 'md', note })
  expect(whereToLook(sides, { chosen: undefined, fitting: 'lg', isLegible })).toEqual({ breakpoint: 'lg' })
})

test('where it would be too small to read, a comparison opens as wide as the window, and says where it moves', () => {
  const wanted = { chosen: undefined, fitting: 'xxs', isLegible: () => false } as const
  const note = 'Nothing moves at xxs: it moves at lg.'
  const sides = { live, after: swapped, marks: held }
  expect(whereToLook(sides, wanted)).toEqual({ breakpoint: 'xxs', note })
})

test('a widget of which only the place is held is marked where it can be seen to move, and nowhere else', () => {
  const sides = { live, after: swapped, marks: held }
  expect(marksAt(sides, 'lg')).toEqual({ one: ['moved', 'held'], other: ['moved', 'held'] })
  expect(marksAt(sides, 'md')).toEqual({})
})

test('if only some of it is held, what apply would make is marked where the repo would move it', () => {
  const sides = { live, after: live, applied: live, repo: swapped, marks: { one: ['held'] } } as const
  expect(marksAt(sides, 'lg')).toEqual({ one: ['held'] })
  expect(marksAt(sides, 'md')).toEqual({})
  const note = 'Shown at lg, where it moves.'
  expect(whereToLook(sides, { chosen: undefined, fitting: 'md', isLegible })).toEqual({ breakpoint: 'lg', note })
})

test('a widget of which more than the place is held stays marked where it does not move', () => {
  const [one, ...rest] = swapped.dashboard.widgets ?? []
  const retitled = { ...swapped, dashboard: { widgets: [{ ...one, config: { title: 'Other' } }, ...rest] } } as Scene
  expect(marksAt({ live, after: retitled, marks: held }, 'md')).toEqual({ one: ['held'] })
})

test('a widget that is held but only gives way to another is not marked as moved', () => {
  const pushed = sceneOf({ taller: { ...ABOVE, h: 4 }, one: BELOW })
  const sides = { live: sceneOf({ taller: ABOVE, one: BELOW }), after: pushed, marks: { one: ['held'] } } as const
  expect(placesIn(pushed, 'xxs').get('one')).not.toEqual(placesIn(sides.live, 'xxs').get('one'))
  expect(marksAt(sides, 'xxs')).toEqual({ one: ['held'] })
  expect(whereToLook(sides, { chosen: undefined, fitting: 'md', isLegible })).toEqual({ breakpoint: 'md' })
})
