import { expect, test } from 'vitest'
import { findImpact } from '../../src/check/impact.ts'
import { planRename } from '../../src/edit/rename.ts'
import { changedMembers } from '../../src/lint/uses/changed-members.ts'
import { renamedByHand } from '../../src/lint/uses/renamed-by-hand.ts'
import { openProject } from '../../src/project/local/project.ts'

/** What a file that cannot be read may define is not called missing, by whoever reads the data model. */

const whole = await openProject('examples/acme', '2026-11-20')
const ORDERS = 'data-model/model/cubes/orders.yml'
const broken = { ...whole, files: new Map(whole.files).set(ORDERS, Buffer.from('cubes: [')) }

test('impact finds who uses it, and says what was not read', async () => {
  const { impacts, notChecked } = await findImpact(broken, '.', { asked: ['orders.net_revenue'] })
  expect(impacts.map(({ of, isGone }) => [of, isGone])).toEqual([['orders.net_revenue', false]])
  expect(JSON.stringify(impacts)).toContain('content/')
  expect(notChecked).toContain(`${ORDERS} cannot be read`)
  await expect(findImpact(broken, '.', { asked: ['products.nothing'] })).rejects.toThrow('has no "products.nothing"')
})

test('a renaming goes on, and its uses are renamed', () => {
  expect(planRename(broken, 'orders.net_revenue', 'net', false).changed).not.toEqual([])
  expect(() => planRename(broken, 'products.nothing', 'anything', false)).toThrow('has no "products.nothing"')
})

test('no member counts as removed or renamed', () => {
  expect(changedMembers(whole.files, broken.files)).toEqual([])
  expect(renamedByHand(whole.files, broken.files)).toEqual(new Map())
})
