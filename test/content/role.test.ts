import { expect, test } from 'vitest'
import { UNKNOWN } from '../../src/content/digest.ts'
import { appliedToRole } from '../../src/content/role.ts'

const unit = (deployment: string) => `policy Deployment ${deployment}`

test('of a role that no ledger lists, a deployment may be the one whose name is gone: what was applied there is unknown', () => {
  const live = new Map([unit('1'), unit('2'), unit('All'), 'name'].map((each) => [each, 'live']))
  const applied = { name: 'n', [unit('dev')]: 'd', [unit('2')]: 'p' }
  expect(appliedToRole(applied, live)).toEqual({ ...applied, [unit('dev')]: UNKNOWN, [unit('1')]: UNKNOWN })
})

test('where every name leads somewhere, or the role has nothing else, what was applied stays as it is', () => {
  const known = { [unit('1')]: 'd' }
  expect(appliedToRole(known, new Map([[unit('2'), 'live']]))).toBe(known)
  const gone = { [unit('dev')]: 'd' }
  expect(appliedToRole(gone, new Map([['name', 'live']]))).toBe(gone)
})
