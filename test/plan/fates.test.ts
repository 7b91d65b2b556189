import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Key } from '../../src/content/model.ts'
import { type Fate, UI_EDIT, UNCHANGED } from '../../src/plan/fate.ts'
import { Fates } from '../../src/plan/fates.ts'

const KEYS: readonly Key[] = ['folder/a', 'report/a', 'report/b', 'report/c', 'workbook/a']
const ALL: readonly Fate[] = [
  UNCHANGED,
  UI_EDIT,
  { kind: 'unmanaged' },
  { kind: 'create', because: 'new' },
  { kind: 'write', because: 'changed', units: new Set(['name']) },
  { kind: 'delete', because: 'gone' },
]

test('says what a table of all objects would say, in the order of their keys', () => {
  const rulings = fc.array(fc.record({ key: fc.constantFrom(...KEYS), fate: fc.constantFrom(...ALL) }))
  fc.assert(
    fc.property(rulings, (all) => {
      const fates = new Fates(new Set(KEYS))
      const table = new Map<Key, Fate>(KEYS.map((key) => [key, UNCHANGED]))
      for (const { key, fate } of all) {
        fates.set(key, fate)
        table.set(key, fate)
        expect(fates.others()).toEqual([...table].filter(([, { kind }]) => kind !== 'unchanged'))
      }
      for (const key of KEYS) expect(fates.get(key)).toEqual(table.get(key))
      for (const { kind } of ALL.slice(1)) {
        expect(fates.with(kind)).toEqual([...table].filter(([, fate]) => fate.kind === kind))
      }
    }),
  )
})

test('knows nothing of what nobody looked at', () => {
  expect(new Fates(new Set(KEYS)).get('report/z')).toBeUndefined()
})

test('may be ruled anew while it is walked', () => {
  const fates = new Fates(new Set(KEYS))
  for (const key of KEYS) fates.set(key, UI_EDIT)
  for (const [key] of fates.others()) fates.set(key, UNCHANGED)
  expect(fates.others()).toEqual([])
})
