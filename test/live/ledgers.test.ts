import { expect, test } from 'vitest'
import { readLedgers } from '../../src/live/ledgers.ts'
import { HOME, inventory, ledgerOn } from './support.ts'
import { workbook } from './wire.ts'

/** What a create leaves that was cut off before it gave the workbook its number, under the slug that it has by now. */
const cutOff = (slug: string | null) =>
  workbook(21, 'Cash', { slug, meta: ledgerOn(21, { 'workbook/cash': { live: 0 } }, { self: null }) })
const another = (slug: string) => workbook(22, 'Another', { slug })

test.each([
  ['without a slug', [cutOff(null)], 'ours'],
  ['with its slug', [cutOff('cash')], 'ours'],
  ['with another slug', [cutOff('money')], 'copied'],
  ['without a slug, while another workbook has another one', [cutOff(null), another('money')], 'ours'],
  ['without a slug, while another workbook has its slug', [cutOff(null), another('cash')], 'copied'],
] as const)('the ledger of a workbook that was just created, %s', (_, workbooks, state) => {
  expect(readLedgers(inventory({ workbooks }), HOME).map(({ read }) => read.state)).toEqual([state])
})
