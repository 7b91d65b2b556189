import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { objectOf, parseJson, stringifyJson } from '../../packages/common/json.ts'
import { isMap } from '../../packages/common/maps.ts'
import { jsonMap, jsonValue } from '../../packages/common/test/yaml/values.ts'
import { ABSENT, canonicalQuery, canonicalText, digestOfValue, sha1Of } from '../../src/content/digest.ts'
import { unitDigest } from '../../src/content/units.ts'

/** The same value with the keys of every map in another order. */
const shuffled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shuffled)
  if (!isMap(value)) return value
  return objectOf(
    Object.entries(value)
      .toReversed()
      .map(([key, each]) => [key, shuffled(each)]),
  )
}

describe('a digest', () => {
  test('is the start of the SHA-256 of the canonical JSON, in base64url', () => {
    const text = '{"a":[true,null,"é"],"b":{"x":1e1,"y":0}}'
    expect(canonicalText(parseJson('{"b": {"y": -0, "x": 10.0}, "a": [true, null, "é"]}'))).toBe(text)
    expect(digestOfValue(text)).toBe(createHash('sha256').update(text).digest('base64url').slice(0, 10))
  })

  test('does not depend on the order of keys', () => {
    fc.assert(fc.property(jsonValue, (value) => canonicalText(shuffled(value)) === canonicalText(value)))
  })

  test('is the same after writing and reading JSON', () => {
    fc.assert(
      fc.property(jsonValue, (value) => canonicalText(parseJson(stringifyJson(value))) === canonicalText(value)),
    )
  })

  test('differs if values differ', () => {
    fc.assert(
      fc.property(jsonValue, jsonValue, (one, other) => {
        const same = canonicalText(one) === canonicalText(other)
        expect(same).toBe(stringifyJson(sortedDeep(one)) === stringifyJson(sortedDeep(other)))
      }),
    )
  })

  test.each([
    ['1', '1.0'],
    ['100', '1e2'],
    ['-0', '0'],
    ['12345678901234567890', '12345678901234567890.0'],
    ['1e400', '10e399'],
    ['0.1', '0.10'],
  ])('depends on the value of a number, not on its notation: %s and %s', (one, other) => {
    expect(canonicalText(parseJson(one))).toBe(canonicalText(parseJson(other)))
  })

  test.each([
    ['1', '"1"'],
    ['12345678901234567890', '12345678901234567891'],
    ['null', '{}'],
    ['{"a":null}', '{}'],
    ['[]', '{}'],
    ['""', 'null'],
    ['[1,2]', '[2,1]'],
    ['"a"', '"a "'],
    ['"\\ud800"', '"\\udbff"'],
    ['{"__proto__":1}', '{}'],
  ])('distinguishes %s from %s', (one, other) => {
    expect(canonicalText(parseJson(one))).not.toBe(canonicalText(parseJson(other)))
  })

  test('of an absent value is the digest of no value', () => {
    fc.assert(fc.property(jsonValue, (value) => digestOfValue(canonicalText(value)) !== ABSENT))
  })
})

describe('a query', () => {
  const query = (text: string) => canonicalQuery(parseJson(text) as Record<string, unknown>)

  test('depends on the order of the keys in `order`, and on no other order', () => {
    expect(query('{"order":{"b":"asc","a":"desc"},"limit":1}')).toBe('{"limit":1e0,"order":{"b":"asc","a":"desc"}}')
    expect(query('{"order":{"b":"asc","a":"desc"}}')).not.toBe(query('{"order":{"a":"desc","b":"asc"}}'))
    expect(query('{"filters":{"b":1,"a":2}}')).toBe(query('{"filters":{"a":2,"b":1}}'))
    expect(query('{"deep":{"order":{"b":1,"a":2}}}')).toBe(query('{"deep":{"order":{"a":2,"b":1}}}'))
  })

  test('also if those keys look like numbers', () => {
    expect(query('{"order":{"2":"asc","1":"asc"}}')).not.toBe(query('{"order":{"1":"asc","2":"asc"}}'))
  })

  test('with an `order` that is a list, null or absent is like any other value', () => {
    fc.assert(
      fc.property(jsonMap, fc.constantFrom<unknown>([['a', 'asc']], null, 'a', 1), (map, order) => {
        const entries = Object.entries(map as object).filter(([key]) => key !== 'order')
        const value = objectOf([...entries, ['order', order]])
        expect(canonicalQuery(value)).toBe(canonicalText(value))
      }),
    )
  })

  test('is only treated like that as the unit `query`', () => {
    const [one, other] = ['{"order":{"b":1,"a":2}}', '{"order":{"a":2,"b":1}}'].map((text) => parseJson(text))
    expect(unitDigest('query', one)).not.toBe(unitDigest('query', other))
    expect(unitDigest('meta', one)).toBe(unitDigest('meta', other))
  })
})

test('files of the data model have the SHA-1 of their bytes, in hex', () => {
  expect(sha1Of(Buffer.from('abc'))).toBe('a9993e364706816aba3e25717850c26c9cd0d89d')
})

/** Numbers as canonical text, so that equal ones are equal. */
function sortedDeep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedDeep)
  if (!isMap(value))
    return typeof value === 'string' || value === null || typeof value === 'boolean'
      ? value
      : `#${canonicalText(value)}`
  return objectOf(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sortedDeep(each)]),
  )
}
