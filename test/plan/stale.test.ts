import { describe, expect, test } from 'vitest'
import type { Plan } from '../../src/plan/plan-file.ts'
import { elsewhere, staleApproved, staleSaved } from '../../src/plan/stale.ts'
import { object, plan } from '../words/plans.ts'

const report = (key: string, name: string, after: string) =>
  object({
    ...{ key: `report/${key}`, title: ['Sales', name], file: `content/sales/${key}.report.yaml` },
    units: [{ unit: 'name', before: 'x', after }],
  })
const ORDERS = report('orders', 'Orders', 'Orders')
const COSTS = report('costs', 'Costs', 'Costs')
const { key, title, file } = ORDERS
const DRAFT: Plan['held'][number] = {
  ...{ key, title, file, units: [], merges: [] },
  ...{ reason: 'draft', what: 'dashboard', message: 'has an unpublished draft in progress' },
}
const UI_EDIT: Plan['left'][number] = {
  ...{ key, title, file, units: [] },
  ...{ reason: 'ui-edit', message: 'edited in the UI since the last apply' },
}
const TARGET = { name: 'production', deployment: 2, host: 'acme.example', url: 'https://acme.example', protected: true }
const made = (objects: Plan['objects'], target: Partial<Plan['target']> = {}): Plan =>
  plan({ target: { ...TARGET, ...target }, objects })

describe('a saved plan that is out of date names the differences, with their places', () => {
  const seen = made([ORDERS])
  test.each<[string, Plan, string]>([
    [
      'changed differently',
      made([report('orders', 'Orders', 'All orders')]),
      'report "Orders" (content/sales/orders.report.yaml) would be changed differently',
    ],
    ['changed too', made([ORDERS, COSTS]), 'report "Costs" (content/sales/costs.report.yaml) would now be changed too'],
    [
      'not changed any more',
      made([COSTS]),
      'report "Costs" (content/sales/costs.report.yaml) would now be changed too, report "Orders" (content/sales/orders.report.yaml) no longer needs a change',
    ],
    [
      'held',
      { ...made([]), held: [DRAFT] },
      'report "Orders" (content/sales/orders.report.yaml) is held now: has an unpublished draft in progress',
    ],
    [
      'left alone',
      { ...made([]), left: [UI_EDIT] },
      'report "Orders" (content/sales/orders.report.yaml) is left alone now: edited in the UI since the last apply',
    ],
    ['elsewhere', made([ORDERS], { branch: 'main' }), 'the branch of the data model is main instead of not set'],
  ])('%s', (_, now, what) => {
    const text = staleSaved(seen, now)
    expect(text).toContain(`the saved plan is out of date: ${what} (it was `)
    expect(text).not.toContain('undefined')
  })
})

test('if only a hash was approved, it names the current plan', () => {
  const four = ['a', 'b', 'c', 'd'].map((key) => report(key, key.toUpperCase(), key))
  expect(staleApproved('5'.repeat(64), made(four))).toMatch(
    / was approved: it now changes report "A" \(content\/sales\/a\.report\.yaml\), .+ and 1 more$/,
  )
  expect(staleApproved('5'.repeat(64), made([]))).toMatch(/: it changes nothing now$/)
})

test('a plan for another place says for which', () => {
  const here = made([ORDERS])
  expect(elsewhere(here, here)).toBe(undefined)
  expect(elsewhere(made([ORDERS], { deployment: 3 }), here)).toBe('deployment 3, and this is deployment 2')
  expect(elsewhere(made([], { host: 'other.example' }), here)).toBe('other.example, and this is acme.example')
})
