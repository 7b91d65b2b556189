import { expect, test } from 'vitest'
import { workbookKey } from '../../src/content/model.ts'
import { runningElsewhere } from '../../src/plan/decide.ts'
import type { PlanInputs } from '../../src/plan/inputs.ts'
import { NO_HISTORY, NOTHING_LIVE } from '../support/compare-inputs.ts'

const KEY = workbookKey('board')
const NOW = Date.parse('2026-03-02T10:00:00Z')
const AT = { justNow: '2026-03-02T09:59:00Z', longAgo: '2026-03-02T09:44:59Z' }

test.each([
  { what: 'of another commit stands in the way', open: { at: AT.justNow, commit: 'b'.repeat(40) }, stands: true },
  { what: 'of this very commit does not', open: { at: AT.justNow, commit: 'a'.repeat(40) }, stands: false },
  { what: 'that began over 15 minutes ago does not', open: { at: AT.longAgo, commit: 'b'.repeat(40) }, stands: false },
  { what: 'that nobody began does not', open: undefined, stands: false },
])('a run $what', ({ open, stands }) => {
  const inputs = {
    history: { ...NO_HISTORY, head: 'a'.repeat(40) },
    live: { ...NOTHING_LIVE, now: NOW, underWay: new Map(open ? [[KEY, open]] : []) },
  } as unknown as PlanInputs
  expect(runningElsewhere(KEY, inputs)?.reason === 'running').toBe(stands)
})
