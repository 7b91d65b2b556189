import { expect, test } from 'vitest'
import { type Comparison, editsSinceApply, isEdited } from '../../src/compare/comparison.ts'
import type { Base, LastApply } from '../../src/content/threeway.ts'

const APPLIED: Base = { name: 'n1', 'widget a': 'w1' }

interface Row {
  readonly what: string
  readonly kind?: 'folder' | 'workbook'
  readonly base?: Base | undefined
  readonly next?: Readonly<Record<string, string>>
  readonly units: Readonly<Record<string, string>>
  readonly dangling?: readonly string[]
  readonly live: readonly string[] | undefined
  readonly repo: readonly string[] | undefined
}

const ROWS: readonly Row[] = [
  { what: 'nothing has changed', units: { name: 'n1', 'widget a': 'w1' }, live: [], repo: [] },
  { what: 'one unit has another value', units: { name: 'n2', 'widget a': 'w1' }, live: ['name'], repo: ['name'] },
  { what: 'a unit is gone', units: { name: 'n1' }, live: ['widget a'], repo: ['widget a'] },
  { what: 'nobody knows what was applied', base: undefined, units: { name: 'n1' }, live: undefined, repo: undefined },
  {
    what: 'an apply that was cut off wrote it',
    next: { name: 'n2' },
    units: { name: 'n2', 'widget a': 'w1' },
    live: [],
    repo: ['name'],
  },
  {
    what: 'a widget lost its report',
    units: { name: 'n1', 'widget a': 'lost' },
    dangling: ['widget a'],
    live: [],
    repo: ['widget a'],
  },
  {
    what: 'a folder has a position that nobody wrote',
    kind: 'folder',
    units: { name: 'n1', 'widget a': 'w1', position: 'p1' },
    live: [],
    repo: [],
  },
]

const compared = ({ kind = 'workbook', units, next, dangling = [], ...row }: Row): Comparison => {
  const [base, side] = ['base' in row ? row.base : APPLIED, new Map(Object.entries(units))]
  const ownership = { base, next: next && { units: next } } as LastApply as Comparison['ownership']
  return {
    ...{ key: `${kind}/a`, kind, ownership, repo: side, live: side, verdicts: new Map() },
    dangling: new Map(dangling.map((unit) => [unit, undefined])),
  }
}

test.each(ROWS)('what was edited since the last apply, where $what', (row) => {
  const each = compared(row)
  expect([editsSinceApply(each, 'live'), editsSinceApply(each, 'repo')]).toEqual([row.live, row.repo])
})

test('of one unit, it is said whether it was edited, or that nobody knows', () => {
  const isNameEdited = (row: Partial<Row>): boolean | undefined =>
    isEdited(compared({ what: '', live: [], repo: [], units: { name: 'n2' }, ...row }), 'name')
  expect([
    isNameEdited({}),
    isNameEdited({ units: { name: 'n1' } }),
    isNameEdited({ next: { name: 'n2' } }),
    isNameEdited({ base: undefined }),
    isNameEdited({ dangling: ['name'] }),
  ]).toEqual([true, false, undefined, undefined, undefined])
})
