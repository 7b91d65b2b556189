import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLimit, type Limit } from '../limit.ts'

test('never runs more at once than allowed, first come first served, whatever fails', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.record({ ms: fc.nat({ max: 3 }), fails: fc.boolean() }), { maxLength: 30 }),
      fc.nat({ max: 8 }),
      async (most, works, narrowed) => {
        const limit = createLimit(most)
        // However often it was narrowed, nobody is left waiting.
        for (let time = 0; time < narrowed; time += 1) limit.narrow()
        const started: number[] = []
        let running = 0
        const results = await Promise.allSettled(
          works.map(({ ms, fails }, index) =>
            limit.run(async () => {
              started.push(index)
              running += 1
              expect(running).toBeLessThanOrEqual(most)
              await sleep(ms)
              running -= 1
              if (fails) throw new Error('failed')
              return index
            }),
          ),
        )
        expect(started).toEqual(works.map((_, index) => index))
        expect(results.map(({ status }) => status === 'rejected')).toEqual(works.map(({ fails }) => fails))
        expect(await limit.run(async () => 'free again')).toBe('free again')
      },
    ),
    { numRuns: 30 },
  )
})

test('work that throws before it starts gives its place back', async () => {
  const limit = createLimit(1)
  const broken = limit.run(() => {
    throw new Error('at once')
  })
  await expect(broken).rejects.toThrow('at once')
  expect(await limit.run(async () => 1)).toBe(1)
})

test('each refusal takes one place away, down to one, and ten successes give one back', async () => {
  const limit = createLimit(4)
  for (let time = 0; time < 6; time += 1) limit.narrow()
  expect(await mostAtOnce(limit, 9)).toBe(1)
  expect(await mostAtOnce(limit, 9)).toBe(2)
  expect(await mostAtOnce(limit, 50)).toBe(4)
  limit.narrow()
  expect(await mostAtOnce(limit, 9)).toBe(3)
})

async function mostAtOnce(limit: Limit, works: number): Promise<number> {
  let running = 0
  let most = 0
  const one = () =>
    limit.run(async () => {
      running += 1
      most = Math.max(most, running)
      await sleep(1)
      running -= 1
    })
  await Promise.all(Array.from({ length: works }, one))
  return most
}
