// Slow: it walks at random.
import { expect, test } from 'vitest'
import { isLong } from '../support/long.ts'
import { openStart } from './start.ts'
import { readSteps, tellStep } from './steps.ts'
import { amidSteps, goWalks, inProcess } from './walks.ts'

const COUNT = Number(process.env['BOARDWRIGHT_WALKS'] ?? (isLong ? 400 : 1))
const FIRST = Number(process.env['BOARDWRIGHT_FROM'] ?? (isLong ? Date.now() % 1_000_000_000 : 1))

const start = openStart()

test('steps are read back as they are told', () => {
  const steps = amidSteps(FIRST)
  expect(readSteps(steps.map(tellStep).join('\n')).map(tellStep)).toEqual(steps.map(tellStep))
})

test(
  'whatever people do in the middle of runs, and whatever goes wrong there, no promise is broken',
  () =>
    goWalks(
      start,
      inProcess,
      Array.from({ length: COUNT }, (_, nth) => FIRST + nth),
      amidSteps,
    ),
  3_600_000,
)
