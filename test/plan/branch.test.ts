import { expect, test } from 'vitest'
import { asOfBranch } from '../../src/plan/branch.ts'
import { exitOf } from '../../src/plan/plan.ts'
import { renderMarkdown } from '../../src/words/markdown.ts'
import { renderText } from '../../src/words/text.ts'
import { held, left, object, plan } from '../words/plans.ts'

const OLD = held({
  ...{ key: 'workbook/old', title: ['Old'], file: 'content/old' },
  ...{ reason: 'conflict', message: '1 conflict' },
})
const PLAN = plan({
  held: [
    OLD,
    held({
      ...{ key: 'workbook/mine', title: ['Mine'], file: 'content/mine', waitsFor: ['report/other'] },
      ...{ reason: 'held-report', message: 'a report on it is held' },
    }),
    held({
      ...{ key: 'report/other', title: ['Other'], file: 'content/other.report.yaml' },
      ...{ reason: 'conflict', message: '1 conflict' },
    }),
  ],
  left: [
    left({
      ...{ key: 'workbook/draft', title: ['Draft'], file: 'content/draft' },
      ...{ reason: 'draft', message: 'has an unpublished draft in progress' },
    }),
  ],
})
const text = (of: typeof PLAN, verbose = false): string => renderText(of, { width: 120, color: false, verbose })

test('what was held before a branch is left alone, unless something of the branch waits for it', () => {
  const ours = asOfBranch(PLAN, ['content/mine/dashboard.yaml'])
  expect(ours.held.map(({ key }) => key)).toEqual(['workbook/mine', 'report/other'])
  expect(ours.left.map(({ key, reason }) => [key, reason])).toEqual([
    ['workbook/draft', 'draft'],
    ['workbook/old', 'held-before'],
  ])
  expect(ours.summary.held).toBe(2)
  expect(asOfBranch(PLAN, undefined)).toBe(PLAN)
  expect(asOfBranch(PLAN, ['boardwright.yaml']).held).toEqual(PLAN.held)
})

test('it does not set the exit status, and is a count, as drafts are that the plan does not touch', () => {
  const ours = asOfBranch(plan({ held: [OLD], left: PLAN.left }), ['content/mine/dashboard.yaml'])
  expect([exitOf(PLAN, { detailed: false }), exitOf(ours, { detailed: false })]).toEqual([5, 0])
  for (const said of [text(ours), renderMarkdown(ours)]) {
    expect(said).toContain('1 object was held before this branch, which does not touch it')
    expect(said).toContain('1 dashboard has an unpublished draft, which this plan leaves alone')
    expect(said).not.toMatch(/Held\n|Left alone|Old/)
  }
  expect(text(ours, true)).toMatch(/Left alone\n.*Draft.*\n.*Old/)
})

test('one change of many objects is told once', () => {
  const objects = Array.from({ length: 67 }, (_, n) =>
    object({
      key: `workbook/w${n}`,
      title: [`Board ${n}`],
      units: [{ unit: 'theme', before: 'dark', after: 'light' }],
      publish: {
        from: n,
        to: n + 1,
        dashboard: true,
        reports: [],
        notice: { notifications: 0, tenants: 0, embedded: false },
      },
    }),
  )
  const said = text(plan({ objects }))
  expect(said).toContain('~ update  67 dashboards alike: Board 0, Board 1, Board 2 and 64 more (-v shows each)')
  expect(said.match(/theme/g)).toHaveLength(1)
  expect(said).toContain('publish  its next version.')
  expect(text(plan({ objects }), true).match(/theme/g)).toHaveLength(67)
  expect(text(plan({ objects: objects.slice(0, 3) })).match(/theme/g)).toHaveLength(3)
})
