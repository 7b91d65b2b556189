// Slow: it walks at random.
import { expect, test } from 'vitest'
import { isLong } from '../support/long.ts'
import { KEPT } from './kept.ts'
import { openStart } from './start.ts'
import { readSteps } from './steps.ts'
import { asProcess, goSteps, goWalks } from './walks.ts'

const start = openStart()
const FIRST = Number(process.env['BOARDWRIGHT_FROM'] ?? Date.now() % 1_000_000_000)
const COUNT = Number(process.env['BOARDWRIGHT_WALKS'] ?? 40)

/** Processes are so slow to start that only long runs go whole walks with them. */
test('the promises hold for the program as separate processes, too', async () => {
  if (isLong) {
    const seeds = Array.from({ length: COUNT }, (_, nth) => FIRST + nth)
    return goWalks(start, asProcess, seeds)
  }
  expect(await goSteps(start, asProcess, readSteps(KEPT[0].steps))).toBe('')
}, 3_600_000)
