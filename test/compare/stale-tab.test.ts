import { describe, expect, test } from 'vitest'
import type { FoundEntry } from '../../src/base/ledger.ts'
import { compareAll } from '../../src/compare/compare.ts'
import { reportKey } from '../../src/content/model.ts'
import { digestsOf, unitsOfReport } from '../../src/content/units.ts'
import { EMPTY, report } from '../content/values.ts'
import { NO_HISTORY, NOTHING_LIVE } from '../support/compare-inputs.ts'
import { contentIn } from '../support/lists.ts'

const KEY = reportKey('Sales01')
const FIRST = 'a'.repeat(40)
const SECOND = 'b'.repeat(40)

/** A report named `name`, alone. */
const named = (name: string) => contentIn({ ...EMPTY, reports: [report('Sales01', { name })] })

const baseOf = (name: string) => Object.fromEntries(digestsOf(unitsOfReport(report('Sales01', { name }))))

/** The tree says something new. The second commit was applied in full, and the ledger entry is that of the first. */
const verdicts = (live: string) =>
  compareAll({
    ...{ desired: named('new'), takenEdits: new Set() },
    live: {
      ...NOTHING_LIVE,
      content: named(live),
      facts: new Map([[KEY, { id: 1 }]]),
      entries: new Map([[KEY, { live: 1, commit: FIRST, base: baseOf('first') } satisfies FoundEntry]]),
    },
    history: {
      ...NO_HISTORY,
      applied: SECOND,
      trees: new Map([[SECOND, { outline: named('second'), whole: () => named('second'), hasMoreFiles: false }]]),
    },
  })
    .comparisons.get(KEY)
    ?.verdicts.get('name')

describe('a stale browser tab saves an old ledger back', () => {
  test('what is live as the last applied commit has it counts as unedited, whatever that ledger says', () => {
    expect(verdicts('second')).toBe('repo')
  })

  test('anything else is an edit', () => {
    expect(verdicts('by hand')).toBe('conflict')
  })

  test('and so is what the ledger itself says', () => {
    expect(verdicts('first')).toBe('repo')
  })
})
