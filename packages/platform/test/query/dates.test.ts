import { expect, test } from 'vitest'
import { dateRangeFault } from '../../query/dates.ts'

test.each([
  ['last 12 mnths', 'did you mean "last 12 months"?'],
  ['lst 7 dys', 'did you mean "last 7 days"?'],
  ['from yestrday to now', 'did you mean "from yesterday to now"?'],
  ['2026-02-30', 'did you mean "2026-02-28"?'],
  ['2026-13-40', 'did you mean "2026-12-31"?'],
  ['from 2025-02-29 to now', 'did you mean "2025-02-28"?'],
  ['April 31st, 2026', 'did you mean "April 30, 2026"?'],
  ['31 Sept', 'did you mean "30 Sept"?'],
])('%s: %s', (text, step) => {
  expect(dateRangeFault(text)?.step).toBe(step)
})

test('a text that is near to nothing gets examples', () => {
  expect(dateRangeFault('whenever')?.step).toMatch(/^Write "last 7 days"/)
})
