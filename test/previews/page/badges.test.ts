import { expect, test } from 'vitest'
import { badgesOf, sayInAll } from '../../../src/previews/page/badges.ts'
import { object, plan, REVENUE } from '../../words/plans.ts'

const unit = { unit: 'sql', before: 'a', after: 'b' }
const about = { title: ['Cash'], key: 'workbook/cash' as const }

test('what a plan says of each dashboard is counted with its reports', () => {
  const badges = badgesOf(
    plan({
      objects: [
        object({ ...REVENUE, units: [unit, unit] }),
        object({ key: 'report/a', title: ['A'], within: REVENUE.key, units: [unit] }),
        object({ key: 'report/b', title: ['In no workbook'], units: [unit] }),
        object({ key: 'workbook/new', title: ['New'], action: 'create' }),
      ],
      held: [{ ...about, reason: 'draft', message: 'has a draft', what: 'publish', units: [], merges: [] }],
      left: [{ ...about, key: 'workbook/other', reason: 'draft', message: 'has a draft', units: [] }],
    }),
  )
  expect(badges).toEqual({
    'revenue-overview': { changes: 3, held: 0, hasDraft: false, isNew: false },
    new: { changes: 1, held: 0, hasDraft: false, isNew: true },
    cash: { changes: 0, held: 1, hasDraft: true, isNew: false },
    other: { changes: 0, held: 0, hasDraft: true, isNew: false },
  })
})

test.each([
  [{}, 'apply would change nothing'],
  [{ update: 2, publish: 2, held: 2 }, 'apply would change 2, publish 2, hold 2'],
  [{ create: 1_200, delete: 1 }, 'apply would create 1,200, delete 1'],
])('what apply would do in all is one line: %j', (summary, says) => {
  expect(sayInAll(plan({ summary }))).toBe(says)
})

test('the line does not promise what apply refuses', () => {
  const stops = [{ kind: 'limit-delete' as const, message: 'would delete 12 dashboards' }]
  expect(sayInAll(plan({ summary: { delete: 12 }, stops }))).toBe(
    'apply would delete 12, but refuses this plan as it is',
  )
})
