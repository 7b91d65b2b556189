import { expect, test } from 'vitest'
import { createPace } from '../../client/pace.ts'

/** A platform that lets so many pass in each second of its clock, and one program that sends as fast as it may. */
function send(count: number, { perSecond, ms }: { perSecond: number; ms: number }): { ms: number; refused: number } {
  let time = 1_000_000
  const pace = createPace({ now: () => time })
  let [second, used, passed, refused] = [0, 0, 0, 0]
  const start = time
  while (passed < count) {
    time += pace.turn() + ms
    if (Math.floor(time / 1_000) !== second) [second, used] = [Math.floor(time / 1_000), 0]
    used += 1
    if (used <= perSecond) {
      passed += 1
      pace.passed()
    } else {
      refused += 1
      pace.refused()
    }
  }
  return { ms: time - start, refused }
}

test('nobody waits before the first refusal', () => {
  const pace = createPace({ now: () => 0 })
  pace.passed()
  expect([pace.turn(), pace.turn()]).toEqual([0, 0])
})

test('after a refusal requests are spaced at the rate that passed before', () => {
  const pace = createPace({ now: () => 5_000 })
  for (let n = 0; n < 100; n += 1) pace.passed()
  expect([pace.refused(), pace.refused()]).toEqual([true, false])
  const [first = 0, second = 0, third = 0] = [pace.turn(), pace.turn(), pace.turn()]
  expect(first).toBe(0)
  expect(second).toBeCloseTo(1_000 / 97)
  expect(third).toBeCloseTo(2_000 / 97)
})

test.each([20, 100, 400])('at %i a second nearly all of the limit is used, and little is refused', (perSecond) => {
  const count = perSecond * 20
  const { ms, refused } = send(count, { perSecond, ms: 1 })
  expect(ms / 1_000 / 20).toBeLessThan(1.2)
  expect(refused / count).toBeLessThan(0.1)
})

test('what passed more than a second ago does not count for the rate', () => {
  let time = 1_000_000
  const pace = createPace({ now: () => time })
  for (let n = 0; n < 1_000; n += 1) pace.passed()
  time += 1_500
  for (let n = 0; n < 10; n += 1) pace.passed()
  pace.refused()
  pace.turn()
  expect(pace.turn()).toBeCloseTo(1_000 / (10 * 0.97))
})
