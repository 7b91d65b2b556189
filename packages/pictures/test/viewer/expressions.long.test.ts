import { expect, test } from 'vitest'
import { ours } from './fuzz/ours.ts'
import { type Search, search } from './fuzz/search.ts'

const MINUTES = Number(process.env['BOARDWRIGHT_FUZZ_MINUTES'] ?? 2)
const SEED = Number(process.env['BOARDWRIGHT_FUZZ_SEED'] ?? Date.now() % 1_000_000_000)
/** Somebody may want to know how far it is. */
const EVERY = 30_000

test(`no expression of ${MINUTES} minutes of made-up charts holds a function or reaches anything, from seed ${SEED}`, async () => {
  const until = Date.now() + MINUTES * 60_000
  let next = 0
  const tell = (soFar: Search): void => {
    process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), seed: SEED, ...soFar })}\n`)
    next = Date.now() + EVERY
  }
  const all = await search(ours(), SEED, (soFar) => {
    if (Date.now() > next) tell(soFar)
    return Date.now() < until
  })
  tell(all)
  expect(all.found).toEqual([])
})
