import { expect, test } from 'vitest'
import { KEPT } from './kept.ts'
import { openStart } from './start.ts'
import { readSteps } from './steps.ts'
import { goSteps, goWalks, inProcess } from './walks.ts'

const LONG = Boolean(process.env['BOARDWRIGHT_LONG'])
const COUNT = Number(process.env['BOARDWRIGHT_WALKS'] ?? (LONG ? 400 : 3))
const FIRST = Number(process.env['BOARDWRIGHT_FROM'] ?? (LONG ? Date.now() % 1_000_000_000 : 4460))

const start = openStart()

test.each(KEPT)('$what', async ({ steps }) => {
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
