import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Key, reportKey, workbookKey } from '../../src/content/model.ts'
import { withReferences } from '../../src/content/references.ts'
import { judgeUnits } from '../../src/content/threeway.ts'
import { digestsOf, type Units, unitsOfReport, unitsOfWorkbook } from '../../src/content/units.ts'
import { anyReport, anyWorkbook, EMPTY } from '../content/values.ts'
import type { Lists } from '../support/lists.ts'
import { isLong } from '../support/long.ts'
import { applied, take } from './taking.ts'

const RUNS = isLong ? 1000 : 50

describe('whatever both sides contain', () => {
  const content = fc.record({ workbook: anyWorkbook, report: anyReport }).map(
    (value): Lists => ({
      ...EMPTY,
      folders: [{ path: ['Sales'] }, { path: ['Sales', 'a/b'] }],
      workbooks: [value.workbook],
      reports: [value.report],
    }),
  )
  /** What they show is in the tree, so that names are compared as they stand. */
  const small = content.map((value) => ({
    ...value,
    workbooks: value.workbooks.map((workbook) => withReferences(workbook, () => 'report/A')),
  }))

  test('live that equals the repo changes nothing', () => {
    fc.assert(
      fc.property(small, fc.boolean(), fc.boolean(), (value, mirror, isKnown) => {
        const known = isKnown ? applied(value) : new Map()
        expect(take(value, value, { mirror, known })).toEqual({ content: value, outcomes: [] })
      }),
      { numRuns: RUNS },
    )
  })

  test('what is unchanged in the repo becomes live, and merging again changes nothing', () => {
    fc.assert(
      fc.property(small, small, (repo, live) => {
        const once = take(repo, live, { known: applied(repo) })
        expect(applied(once.content)).toEqual(applied(live))
        expect(once.outcomes).toEqual([])
        expect(take(once.content, live, { known: applied(repo) }).content).toEqual(once.content)
      }),
      { numRuns: RUNS },
    )
  })

  test('what is unchanged live stays as the repo has it', () => {
    fc.assert(
      fc.property(small, small, (repo, live) => {
        expect(take(repo, live, { known: applied(live) })).toEqual({ content: repo, outcomes: [] })
      }),
      { numRuns: RUNS },
    )
  })

  test('a mirror is the same as live', () => {
    fc.assert(
      fc.property(small, small, small, (repo, live, base) => {
        const { content: taken } = take(repo, live, { known: applied(base), mirror: true })
        expect(applied(taken)).toEqual(applied(live))
        expect(taken.reports.map(({ definition }) => definition.source)).toEqual(
          live.reports.map(({ definition }) => definition.source),
        )
      }),
      { numRuns: RUNS },
    )
  })

  /** Decided with others: the order of widgets, an app that is only files, and what counts of what is published. */
  const ASIDE = ['layout', 'app', 'allowEmbed', 'published']

  test('each unit is decided alone: from live if only live changed it, else from the repo, and conflicts are named', () => {
    fc.assert(
      fc.property(small, small, small, (repo, live, base) => {
        const known = applied(base)
        const { content: taken, outcomes } = take(repo, live, { known })
        const conflicts: string[] = []
        for (const [key, units] of unitsIn(taken)) {
          const [ours, theirs] = [unitsIn(repo).get(key) ?? new Map(), unitsIn(live).get(key) ?? new Map()]
          for (const [unit, verdict] of judgeUnits(
            known.get(key) ?? { base: undefined },
            digestsOf(ours),
            digestsOf(theirs),
          )) {
            if (verdict === 'conflict') conflicts.push(`${key} ${unit}`)
            if (ASIDE.includes(unit)) continue
            const from = digestsOf(verdict === 'live' ? theirs : ours)
            expect([key, unit, digestsOf(units).get(unit)]).toEqual([key, unit, from.get(unit)])
          }
        }
        expect(outcomes.map((each) => `${each.key} ${'unit' in each ? each.unit : each.kind}`).toSorted()).toEqual(
          conflicts.toSorted(),
        )
      }),
      { numRuns: RUNS },
    )
  })
})

const unitsIn = ({ workbooks, reports }: Lists): Map<Key, Units> =>
  new Map<Key, Units>([
    ...workbooks.map((each) => [workbookKey(each.slug), unitsOfWorkbook(each)] as const),
    ...reports.map((each) => [reportKey(each.id), unitsOfReport(each)] as const),
  ])
