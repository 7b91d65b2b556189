import { expect, test } from 'vitest'
import { watchList } from '../../client/list-bounds.ts'

const BOUNDS = { rows: 100, bytes: 10_000, idlePages: 3, minutes: 2 }

interface Step {
  /** Numbers of the rows; `null` is a row without one. */
  readonly ids: readonly (number | null)[]
  readonly bytes?: number
  readonly minutes?: number
}

/** What is said of the last of these pages. Nothing was said of the others. */
function lastOf(steps: readonly Step[]): string | undefined {
  let now = 0
  const watch = watchList(() => now, BOUNDS)
  const said = steps.map(({ ids, bytes = 10, minutes = 0 }) => {
    now += minutes * 60_000
    return watch(
      ids.map((id) => (id === null ? { name: 'x' } : { id })),
      bytes,
    )?.message
  })
  expect(said.slice(0, -1).filter((each) => each !== undefined)).toEqual([])
  return said.at(-1)
}

const pages = (count: number, step: (n: number) => Step): Step[] => Array.from({ length: count }, (_, n) => step(n))
const range = (from: number, length: number): number[] => Array.from({ length }, (_, index) => from + index)

test.each<[string, readonly Step[], string | undefined]>([
  ['one new row a page', pages(50, (n) => ({ ids: [n] })), undefined],
  ['rows that have no number', pages(50, () => ({ ids: [null] })), undefined],
  ['two empty pages before each new row', pages(60, (n) => ({ ids: n % 3 === 2 ? [n] : [] })), undefined],
  ['pages that repeat half of the one before', pages(9, (n) => ({ ids: range(5 * n, 10) })), undefined],
  ['three empty pages', pages(3, () => ({ ids: [] })), 'gave 3 pages in a row without a new row'],
  ['the same rows again', pages(4, () => ({ ids: [1, 2] })), 'gave 3 pages in a row without a new row'],
  ['one row too many', pages(11, (n) => ({ ids: range(10 * n, n < 10 ? 10 : 1) })), 'gave more than 100 rows'],
  ['too many bytes', pages(4, (n) => ({ ids: [n], bytes: 2_501 })), 'gave more than 0 MB'],
  ['too long', pages(4, (n) => ({ ids: [n], minutes: 0.51 })), 'gave 4 rows in 2 minutes'],
])('%s', (_, steps, message) => {
  const ended = message === undefined ? undefined : `${message}, and says that more follow`
  expect(lastOf(steps)).toBe(ended)
})
