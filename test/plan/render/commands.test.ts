import { expect, test } from 'vitest'
import { HELD_REASONS } from '../../../src/plan/plan-file.ts'
import { heldCommands } from '../../../src/plan/render/held.ts'
import { held, plan } from './plans.ts'

const REPORT = held({
  ...{ key: 'report/B9xLfZ2kHs6D', title: ['Sales', 'Orders'], within: 'workbook/sales', waitsFor: ['report/a'] },
  ...{ reason: 'conflict', message: 'held', file: 'content/sales/orders.report.yaml', commit: '41ab9c0' },
})

test.for(HELD_REASONS)('for what is held as %s, the suggested command is apply or promote, like the plan', (reason) => {
  const told = (promotion: { from: string; at?: string } | undefined): string =>
    heldCommands({ ...REPORT, reason }, plan({ promotion }), 0).join('\n')
  const applied = told(undefined)
  expect(told({ from: 'staging' })).not.toContain('boardwright apply --target production')
  const verb = 'boardwright promote --from staging --to production --at v1'
  expect(told({ from: 'staging', at: 'v1' }).replaceAll(/ {2,}/g, ' ')).toBe(
    applied
      .replaceAll('boardwright apply --target production', verb)
      // A merge does not change which commit staging has.
      .replace(/into this branch:( +git merge \w+)/, 'to staging, too:$1 && boardwright apply --target staging')
      .replaceAll(/ {2,}/g, ' '),
  )
})
