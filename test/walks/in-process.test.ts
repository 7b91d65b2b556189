// Slow: it walks at random.
import { expect, test } from 'vitest'
import { isLong } from '../support/long.ts'
import { KEPT } from './kept.ts'
import { openStart } from './start.ts'
import { readSteps } from './steps.ts'
import { goSteps, goWalks, inProcess } from './walks.ts'

const COUNT = Number(process.env['BOARDWRIGHT_WALKS'] ?? (isLong ? 400 : 1))
const FIRST = Number(process.env['BOARDWRIGHT_FROM'] ?? (isLong ? Date.now() % 1_000_000_000 : 4460))

const start = openStart()

/** Short runs take every other one. */
test.each(KEPT.filter((_, nth) => isLong || nth % 2 === 0))('$what', async ({ steps }) => {
  expect(await goSteps(start, inProcess, readSteps(steps))).toBe('')
})

test(
  'whatever people, git and commands do, in any order, no promise is broken',
  () =>
    goWalks(
      start,
      inProcess,
      Array.from({ length: COUNT }, (_, nth) => FIRST + nth),
    ),
  3_600_000,
)
