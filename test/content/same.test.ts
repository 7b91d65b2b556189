import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSameJson } from '../../src/content/same.ts'
import { JsonNumber, parseJson, stringifyJson } from '../../src/json.ts'

const json = fc.jsonValue({ maxDepth: 3 })

describe('whether two JSON values are equal', () => {
  test('is what a deep comparison says', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(isSameJson(a, structuredClone(a))).toBe(true)
        if (isSameJson(a, b)) expect(isDeepStrictEqual(a, b) || stringifyJson(a) === stringifyJson(b)).toBe(true)
        else expect(isDeepStrictEqual(a, b)).toBe(false)
      }),
    )
  })

  test('in order is what the texts say', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(isSameJson(a, b, 'in order')).toBe(stringifyJson(a) === stringifyJson(b))
      }),
    )
  })

  test.each([
    ['the order of keys', { a: 1, b: 2 }, { b: 2, a: 1 }, true, false],
    ['keys that look like numbers', parseJson('{"2":1,"1":1}'), parseJson('{"1":1,"2":1}'), true, false],
    ['long numbers', parseJson('[1e400]'), parseJson('[10e399]'), true, true],
    ['other long numbers', new JsonNumber('1e400'), new JsonNumber('1e401'), false, false],
    ['a long number and a map', new JsonNumber('1e400'), { decimal: '1e400' }, false, false],
    ['a list and a map', ['a'], { 0: 'a' }, false, false],
    ['a key without a value', { a: undefined }, { b: undefined }, false, false],
    ['what a map inherits', { constructor: 1 }, { toString: 1 }, false, false],
    ['null and an empty map', null, {}, false, false],
  ])('%s', (_, a, b, isSame, isSameInOrder) => {
    expect(isSameJson(a, b)).toBe(isSame)
    expect(isSameJson(a, b, 'in order')).toBe(isSameInOrder)
  })
})
