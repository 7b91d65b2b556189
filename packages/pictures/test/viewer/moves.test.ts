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
const held = { one: ['held'], other: ['held'] } as const

test('a comparison opens where a place that is held moves, and says that it moves nowhere else', () => {
  const sides = { live, after: swapped, marks: held }
  const note = 'Nothing moves at md: it moves at lg.'
  expect(whereToLook(sides, { chosen: undefined, fitting: 'md' })).toEqual({ breakpoint: 'lg', note })
  expect(whereToLook(sides, { chosen: 'md', fitting: 'lg' })).toEqual({ breakpoint: 'md', note })
  expect(whereToLook(sides, { chosen: undefined, fitting: 'lg' })).toEqual({ breakpoint: 'lg' })
})

test('a widget whose place is held is marked as moved where it can be seen to move', () => {
  const sides = { live, after: swapped, marks: held }
  expect(marksAt(sides, 'lg')).toEqual({ one: ['moved', 'held'], other: ['moved', 'held'] })
  expect(marksAt(sides, 'md')).toEqual(held)
})

test('a widget that is held but only gives way to another is not marked as moved', () => {
  const pushed = sceneOf({ taller: { ...ABOVE, h: 4 }, one: BELOW })
  const sides = { live: sceneOf({ taller: ABOVE, one: BELOW }), after: pushed, marks: { one: ['held'] } } as const
  expect(placesIn(pushed, 'xxs').get('one')).not.toEqual(placesIn(sides.live, 'xxs').get('one'))
  expect(marksAt(sides, 'xxs')).toEqual({ one: ['held'] })
  expect(whereToLook(sides, { chosen: undefined, fitting: 'md' })).toEqual({ breakpoint: 'md' })
})
