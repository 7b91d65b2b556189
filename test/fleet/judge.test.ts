import fc from 'fast-check'
import { expect, test } from 'vitest'
import { missesOf } from '../../src/fleet/judge.ts'
import { requireTurn } from '../../src/fleet/matrix.ts'
import { STATES, type Standing } from '../../src/fleet/standing.ts'

const standings = fc.array(
  fc.record({
    state: fc.constantFrom(...STATES),
    held: fc.oneof({ weight: 20, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 9 }), fc.constant(null)),
  }),
  { minLength: 500, maxLength: 500 },
)
const conditions = fc.record({
  most: fc.integer({ min: 0, max: 400 }),
  isApplied: fc.boolean(),
  hasErrors: fc.boolean(),
})

test('a gate with a limit is never open with more held, or where it is not known', () => {
  const counts = { open: 0, shut: 0 }
  const calm = fc.array(fc.constant({ state: 'there' as const, held: 0 }), { minLength: 500, maxLength: 500 })
  fc.assert(
    fc.property(fc.oneof(standings, calm), conditions, ([...found], { most, isApplied, hasErrors }) => {
      const targets = found.map(
        ({ state, held }, n): Standing => ({ target: `t${n}`, state, held, commit: null, changes: 0, failed: 0 }),
      )
      const gate = [
        { kind: 'held' as const, most },
        ...(isApplied ? [{ kind: 'applied' as const }] : []),
        ...(hasErrors ? [{ kind: 'no errors' as const }] : []),
      ]
      const wave = { number: 1, name: 'wave 1', targets: targets.map(({ target }) => target), soakMs: 0, gate }
      const status = { format: 1 as const, project: '', commit: '', at: '', waves: [wave], targets }
      const isSafe =
        found.every(({ held }) => held !== null) && found.reduce((sum, { held }) => sum + (held ?? 0), 0) <= most
      const misses = missesOf(wave, status)
      counts[misses.length === 0 ? 'open' : 'shut'] += 1
      expect(misses.some(({ condition }) => condition === 'held')).toBe(!isSafe)
      if (misses.length === 0) requireTurn([wave], { number: 2 }, status)
      else expect(() => requireTurn([wave], { number: 2 }, status)).toThrow()
    }),
  )
  expect(Object.values(counts).every((count) => count > 5)).toBe(true)
})

test('a target that was not asked does not count as holding nothing', () => {
  const gate = [{ kind: 'held' as const, most: 0 }]
  expect(missesOf({ targets: ['a'], gate }, { targets: [] })).toMatchObject([
    { message: 'not known what is held on a', targets: ['a'] },
  ])
})
