import { expect, test } from 'vitest'
import { ours } from './fuzz/ours.ts'
import { search } from './fuzz/search.ts'

const MINUTES = Number(process.env['BOARDWRIGHT_FUZZ_MINUTES'] ?? 2)
const SEED = Number(process.env['BOARDWRIGHT_FUZZ_SEED'] ?? Date.now() % 1_000_000_000)

test(`no expression of ${MINUTES} minutes of made-up charts holds a function or reaches anything, from seed ${SEED}`, async () => {
  const until = Date.now() + MINUTES * 60_000
  const { found, ...counts } = await search(ours(), SEED, () => Date.now() < until)
  process.stderr.write(`${JSON.stringify({ seed: SEED, ...counts })}\n`)
  expect(found).toEqual([])
})
