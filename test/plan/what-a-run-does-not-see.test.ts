import { expect, test } from 'vitest'
import { compareAll } from '../../src/compare/compare.ts'
import { NOTHING } from '../../src/content/entity.ts'
import { reportKey } from '../../src/content/model.ts'
import { forgottenOf } from '../../src/plan/bases.ts'
import type { Decided } from '../../src/plan/decided.ts'
import { Outcomes } from '../../src/plan/outcome.ts'
import { pendingAfterPlan } from '../../src/plan/pending.ts'
import { NO_HISTORY, NOTHING_LIVE } from '../support/compare-inputs.ts'

const KEY = reportKey('Sales01')
const PENDING = { key: KEY, why: 'held', was: { live: 1, commit: 'c' } } as const

/** A report that ledgers name, and that is neither in the tree nor among what this run reads of live. */
function decided(isRead: boolean): Decided {
  const compared = {
    ...{ desired: NOTHING, history: NO_HISTORY, takenEdits: new Set<never>() },
    live: {
      ...NOTHING_LIVE,
      entries: new Map([[KEY, { live: 1, commit: 'c', base: {} }]]),
      pending: new Map([[KEY, PENDING]]),
    },
  }
  const inputs = { ...compared, isRead: () => isRead, notBrought: [], selected: () => true, shaping: { select: [] } }
  return { inputs, compared: compareAll(compared), outcomes: new Outcomes(new Map()) } as unknown as Decided
}

test('what a run does not see stays pending, and in the ledgers', () => {
  expect(pendingAfterPlan(decided(false), new Map()).pending).toEqual([PENDING])
  expect(forgottenOf(decided(false))).toEqual([])
})

test('what it sees and neither side has is gone from both', () => {
  expect(pendingAfterPlan(decided(true), new Map()).pending).toEqual([])
  expect(forgottenOf(decided(true))).toEqual([KEY])
})
