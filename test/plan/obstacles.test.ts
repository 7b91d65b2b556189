import { expect, test } from 'vitest'
import { firstObstacle, OBSTACLES, type Obstacle } from '../../src/plan/obstacles.ts'

const found = (reason: 'running' | 'draft' | undefined): Obstacle<undefined, string> => ({
  reasons: [],
  find: () => reason,
})

test('the first obstacle that finds something says why', () => {
  expect(firstObstacle([found(undefined), found('draft'), found('running')], undefined)).toBe('draft')
  expect(firstObstacle([found(undefined)], undefined)).toBeUndefined()
})

test('the surest reason comes first: what people decide before what other objects wait for', () => {
  const reasons = Object.entries(OBSTACLES).map(([of, rows]) => [of, ...rows.map((row) => row.reasons.join(' '))])
  expect(reasons).toEqual([
    [
      'ofObjects',
      'renamed orphan',
      'cannot-change',
      'held-folder',
      'held-workbook other-project newer-ledger unclaimed running',
    ],
    ['ofMerges', 'cannot-unpublish', 'overlap'],
    [
      'ofDashboards',
      'draft edited-report adopted-edit unmanaged-report',
      'absent-report held-report',
      'held-report',
      'running',
      'review',
    ],
    ['ofDeletes', 'still-used', 'holds-others draft', 'held-workbook', 'no-record', 'has-members', 'orphan'],
    ['ofRecords', 'no-record running'],
  ])
})
