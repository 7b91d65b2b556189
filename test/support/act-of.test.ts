import { expect, test } from 'vitest'
import { actOf } from './act-of.ts'

test('a name that is in no table is a mistake of the test, and so is one that every object has', () => {
  const acts = { 'a report is renamed': 1 }
  expect(actOf(acts, 'a report is renamed')).toBe(1)
  for (const what of ['a report is renammed', 'toString'])
    expect(() => actOf(acts, what)).toThrow(`nobody does "${what}"`)
})
