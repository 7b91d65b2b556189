// Slow: it clones in many ways.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../support/directory.ts'
import { isLong } from '../support/long.ts'
import { lookAtCheckouts } from './checkouts.ts'
import { makeHistory, randomFrom } from './history.ts'

const COUNT = Number(process.env['BOARDWRIGHT_CHECKOUTS'] ?? (isLong ? 2_000 : 60))
const FIRST = Number(process.env['BOARDWRIGHT_FROM'] ?? (isLong ? Date.now() % 1_000_000_000 : 57))

test('the same commit has the same verdict, impact and affected numbers in every clone, at every depth, with any cache or none, or says what it lacks', async () => {
  const at = temporaryDirectory()
  let [count, unknown, seed] = [0, 0, FIRST]
  for (; count < COUNT; seed += 1) {
    const random = randomFrom(seed)
    const remote = join(at, `${seed}`, 'remote')
    mkdirSync(remote, { recursive: true })
    const looked = await lookAtCheckouts(await makeHistory(remote, random), random, join(at, `${seed}`))
    expect(looked.broken, `seed ${seed}`).toEqual([])
    count += looked.count
    unknown += looked.unknown
  }
  if (isLong)
    process.stderr.write(`${count} checkouts, seeds ${FIRST} to ${seed - 1}: ${unknown} did not know what is new\n`)
  expect(unknown).toBeLessThan(count / 2)
  expect(unknown).toBeGreaterThan(0)
}, 3_600_000)
