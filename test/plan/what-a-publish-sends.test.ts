import { describe, expect, test } from 'vitest'
import { compareAll } from '../../src/compare/compare.ts'
import { contentOf, entityOf, NOTHING } from '../../src/content/entity.ts'
import { reportKey } from '../../src/content/model.ts'
import { digestsOf, unitsOfReport } from '../../src/content/units.ts'
import type { Undecided } from '../../src/plan/decided.ts'
import { freshnessOf } from '../../src/plan/freshness.ts'
import { type Origin, originOf, type SentUnit } from '../../src/plan/unseen.ts'
import { report } from '../content/values.ts'
import { NO_HISTORY, NOTHING_LIVE } from '../support/compare-inputs.ts'

/** Everything that is not sure to be meant, or seen already, is a person's, and must not go out with a publish of ours. */
const ROWS: readonly (readonly [what: string, unit: Partial<SentUnit>, origin: Origin])[] = [
  ['viewers of this dashboard see it as it is', { isSeen: true }, 'seen'],
  ['edited in the UI, and published with this dashboard', { isSeen: true, verdict: 'live' }, 'seen'],
  ['not managed, and seen', { isSeen: true, isManaged: false, verdict: undefined }, 'seen'],
  ['this plan writes it', { isWritten: true, verdict: 'repo' }, 'repo'],
  ['this plan overwrites a UI edit', { isWritten: true, verdict: 'live' }, 'repo'],
  ['this plan decides a conflict', { isWritten: true, verdict: 'conflict' }, 'repo'],
  ['live says what the repo says', { verdict: 'same' }, 'repo'],
  ['not managed, and alike', { isManaged: false, verdict: 'same' }, 'repo'],
  ['changed in the repo, and not selected: live is what we last applied', { verdict: 'repo' }, 'applied'],
  ['edited in the UI', { verdict: 'live' }, 'person'],
  ['changed on both sides', { verdict: 'conflict' }, 'person'],
  ['not managed, and in no file', { isManaged: false, verdict: undefined }, 'person'],
  ['not managed, and a file says something else', { isManaged: false, verdict: 'conflict' }, 'person'],
  ['not managed, whatever was applied by others', { isManaged: false, verdict: 'repo' }, 'person'],
  ['managed, and in no file any more', { verdict: undefined }, 'person'],
]

describe('where a unit of a publish comes from', () => {
  test.for(ROWS)('%s', ([, unit, origin]) => {
    expect(originOf({ isSeen: false, isManaged: true, isWritten: false, verdict: 'same', ...unit })).toBe(origin)
  })
})

test.for([
  ['what we wrote', 'Sales', 'by us'],
  ['what a person made of it', 'Sales, by a person', 'edited'],
] as const)('of a report that left the repo, viewers of a dashboard do not see %s', ([, title, expected]) => {
  const key = reportKey('Sales01')
  const base = Object.fromEntries(digestsOf(unitsOfReport(report('Sales01', { title: 'Sales' }))))
  const inputs = {
    ...{ desired: NOTHING, history: NO_HISTORY, takenEdits: new Set<never>() },
    live: {
      ...NOTHING_LIVE,
      content: contentOf([entityOf('report', report('Sales01', { title }))]),
      facts: new Map([[key, { id: 1, version: 3 }]]),
      entries: new Map([[key, { live: 1, commit: 'c', base }]]),
    },
  }
  const sides = { inputs, compared: compareAll(inputs) } as unknown as Undecided
  expect(freshnessOf(sides, { report: key, version: 2 })).toBe(expected)
})
