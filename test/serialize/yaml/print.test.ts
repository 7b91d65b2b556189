import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { objectOf } from '../../../src/json.ts'
import { printYaml } from '../../../src/serialize/yaml/print.ts'
import { readYaml } from '../../../src/serialize/yaml/read.ts'
import { exactText, hostileText, jsonValue } from './values.ts'

const isFlow = (path: readonly (string | number)[]): boolean => path.at(-1) === 'x'
const read = (text: string): unknown => {
  const { value, problems } = readYaml(text, 'a.yaml')
  expect(problems).toEqual([])
  return value
}

describe('printYaml', () => {
  test('reads back as the same value, in the same order, and prints as the same text', () => {
    fc.assert(
      fc.property(jsonValue, (value) => {
        const text = printYaml(value, { isFlow })
        const again = read(text)
        expect(exactText(again)).toBe(exactText(value))
        expect(printYaml(again, { isFlow })).toBe(text)
      }),
      { numRuns: 3000 },
    )
  })
  test('a text is a text to a reader of YAML 1.1 too', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (one, other) => {
        const value = objectOf([
          ['a', one],
          ['x', [other, { k: one }]],
          ['list', [other, one]],
          ['z', 1],
        ])
        const text = printYaml(value, { isFlow })
        expect(parse(text, { version: '1.1', merge: false, logLevel: 'silent' })).toEqual(value)
      }),
      { numRuns: 3000 },
    )
  })
})
