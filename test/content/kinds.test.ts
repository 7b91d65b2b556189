import { describe, expect, test } from 'vitest'
import { KeySchema } from '../../src/content/key-schema.ts'
import { idIn, isKind, KINDS, keyOf, kindOf } from '../../src/content/kinds.ts'

/** Logical ids are any text: names of folders with slashes, paths of files, nothing at all. */
const IDS = ['sales', 'Sales/North\\/South', 'cubes/orders.yml', 'report/abc', '', ' ', 'Ünïcode 📈']

describe('a key', () => {
  test.each(KINDS.flatMap((kind) => IDS.map((id) => [kind, id] as const)))('says that it is a %s "%s"', (kind, id) => {
    const key = keyOf(kind, id)
    expect([kindOf(key), idIn(key)]).toEqual([kind, id])
    expect(KINDS.filter((each) => isKind(key, each))).toEqual([kind])
    expect(KeySchema.parse(JSON.parse(JSON.stringify(key)))).toBe(key)
  })

  test('can be checked against several kinds', () => {
    const key = keyOf('report', 'a')
    expect([isKind(key, 'folder', 'report'), isKind(key, 'folder', 'model'), isKind(key)]).toEqual([true, false, false])
  })

  test.each(['', 'report', 'reports/a', 'Report/a', 'id:abc', 'missing(1/2)', undefined])(
    'is not what "%s" is',
    (text) => {
      expect(isKind(text, ...KINDS)).toBe(false)
      expect(KeySchema.safeParse(text).success).toBe(false)
    },
  )
})
