import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Key } from '../../src/content/model.ts'
import { type Outcome, Outcomes, UI_EDIT, UNCHANGED } from '../../src/plan/outcome.ts'

const KEYS: readonly Key[] = ['folder/a', 'report/a', 'report/b', 'report/c', 'workbook/a']
const ALL: readonly Outcome[] = [
  UNCHANGED,
  UI_EDIT,
  { kind: 'unmanaged' },
  { kind: 'create', because: 'new' },
  { kind: 'write', because: 'changed', units: new Set(['name']) },
  { kind: 'delete', because: 'gone' },
]

test('gives the same as a table of all objects, in the order of their keys', () => {
  const rulings = fc.array(fc.record({ key: fc.constantFrom(...KEYS), outcome: fc.constantFrom(...ALL) }))
  fc.assert(
    fc.property(rulings, (all) => {
      let outcomes = new Outcomes(new Set(KEYS))
      const table = new Map<Key, Outcome>(KEYS.map((key) => [key, UNCHANGED]))
      for (const { key, outcome } of all) {
        outcomes = outcomes.changed([[key, outcome]])
        table.set(key, outcome)
        expect(outcomes.others()).toEqual([...table].filter(([, { kind }]) => kind !== 'unchanged'))
      }
      for (const key of KEYS) expect(outcomes.get(key)).toEqual(table.get(key))
      for (const { kind } of ALL.slice(1)) {
        expect(outcomes.with(kind)).toEqual([...table].filter(([, outcome]) => outcome.kind === kind))
      }
    }),
  )
})

test('has no outcome for an unknown object', () => {
  expect(new Outcomes(new Set(KEYS)).get('report/z')).toBeUndefined()
})

test('are a value: changes make another one', () => {
  const before = new Outcomes(new Set(KEYS))
  const after = before.changed(KEYS.map((key) => [key, UI_EDIT]))
  expect([before.others().length, after.others().length]).toEqual([0, KEYS.length])
})
