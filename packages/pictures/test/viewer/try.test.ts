import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Scene } from '../../scene.ts'
import { placesIn } from '../../viewer/layout/places.ts'
import { beginTrial, changedIn, moveWidget, type Step, trialText, tried } from '../../viewer/layout/try.ts'

const step = fc.record({ x: fc.integer({ min: -4, max: 4 }), y: fc.integer({ min: -3, max: 3 }) })
const size = fc.record({ w: fc.integer({ min: -3, max: 3 }), h: fc.integer({ min: -2, max: 2 }) })
const moves = fc.array(fc.tuple(fc.nat(), fc.oneof(step, size)), { minLength: 1, maxLength: 2 })
/** Two columns of widgets, so that none is on another. */
const boards = fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }), fc.boolean()), {
  minLength: 1,
  maxLength: 8,
})

const sceneOf = (sizes: readonly (readonly [number, number, boolean])[]): Scene => {
  const down = [0, 0]
  const widgets = sizes.map(([w, h, hasMd], index) => {
    const side = index % 2
    const [y = 0, x] = [down[side], side * 6]
    down[side] = y + h
    const md = { x: side * 5, y, w: Math.min(w, 5), h }
    return { id: `w${index}`, type: 'TEXT', position: { x, y, w, h }, responsiveLayouts: hasMd ? { md } : null }
  })
  return { title: 'Board', dashboard: { kind: 'CLASSIC', widgets }, reports: {} }
}

const meet = <T extends { x: number; y: number; w: number; h: number }>(a: T, b: T): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h

test.each(['lg', 'md'] as const)(
  'a tried layout at %s has nothing on something else, and is what the page shows',
  (at) => {
    fc.assert(
      fc.property(boards, moves, (sizes, steps) => {
        const scene = sceneOf(sizes)
        const trial = steps.reduce(
          (now, [nth, by]: [number, Step]) => moveWidget(now, `w${nth % sizes.length}`, by),
          beginTrial(scene, at),
        )
        const all = [...trial.places.values()].map((place) => place.at)
        for (const [index, one] of all.entries()) {
          expect(one.x >= 0 && one.y >= 0 && one.w > 0 && one.h > 0 && one.x + one.w <= trial.columns).toBe(true)
          expect(all.slice(index + 1).filter((other) => meet(one, other))).toEqual([])
        }
        const shown = placesIn(tried(scene, trial), at)
        expect(new Map([...shown].map(([id, place]) => [id, place.at]))).toEqual(
          new Map([...trial.places].map(([id, place]) => [id, place.at])),
        )
      }),
    )
  },
)

test('what was not moved is not to be copied, and what is has the key of its breakpoint', () => {
  const scene = sceneOf([
    [6, 2, true],
    [6, 2, false],
    [6, 3, true],
  ])
  expect(changedIn(scene, beginTrial(scene, 'lg'))).toEqual([])
  expect(trialText(scene, moveWidget(beginTrial(scene, 'lg'), 'w2', { y: -2 }))).toBe(
    '  - id: w0\n    position: {x: 0, y: 3, w: 6, h: 2}\n  - id: w2\n    position: {x: 0, y: 0, w: 6, h: 3}\n',
  )
  // The place of a widget that has none of its own there was derived: now it would have one.
  expect(trialText(scene, moveWidget(beginTrial(scene, 'md'), 'w0', { x: 0, h: 1 }))).toContain(
    '  - id: w1\n    responsiveLayouts:\n      md: {x: 5, y: 0, w: 5, h: 2}\n',
  )
})
