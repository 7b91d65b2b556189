import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JsonNumber, parseJson, stringifyJson } from '../../packages/common/json.ts'
import { hostileText, jsonMap } from '../../packages/common/test/yaml/values.ts'
import { queryMeaning, readQuery, writeQuery } from '../../src/content/query.ts'

describe('a JSON query', () => {
  test('is parsed if nothing is lost by it', () => {
    expect(readQuery('{ "measures": ["orders.count"], "limit": 10 }')).toEqual({
      query: { measures: ['orders.count'], limit: 10 },
    })
  })

  test.each([
    ['invalid JSON', '{"measures": ['],
    ['nothing at all', ''],
    ['a list', '["orders.count"]'],
    ['a text', '"orders.count"'],
    ['a number', '5'],
    ['a number of 20 digits', '12345678901234567890'],
    ['null', 'null'],
    ['a duplicate key', '{"limit": 1, "limit": 2}'],
    ['a duplicate key in two spellings', '{"limit": 1, "\\u006cimit": 2}'],
    ['a duplicate key deep inside', '{"filters": [{"member": "a", "member": "b"}]}'],
    ['a number that would not survive', '{"limit": 12345678901234567890}'],
    ['a byte order mark', '\ufeff{}'],
    ['endless nesting', `{"and":${'['.repeat(200)}${']'.repeat(200)}}`],
  ])('stays text when it is %s', (_, text) => {
    expect(readQuery(text)).toEqual({ queryText: text })
    expect(writeQuery({ queryText: text })).toBe(text)
  })

  test('keeps the order of its keys, even if they look like numbers', () => {
    const text = '{"order":{"10":"asc","9":"desc","a":"asc"},"limit":1}'
    expect(writeQuery(readQuery(text))).toBe(text)
  })

  test('keeps keys that are special to JavaScript', () => {
    const text = '{"__proto__":{"constructor":1}}'
    expect(writeQuery(readQuery(text))).toBe(text)
  })

  test('survives in meaning, or to the letter', () => {
    fc.assert(
      fc.property(fc.oneof(jsonMap.map(stringifyJson), hostileText), (text) => {
        const parts = readQuery(text)
        const written = writeQuery(parts)
        if (parts.queryText !== undefined) expect(written).toBe(text)
        else expect(parseJson(written ?? '')).toEqual(parseJson(text))
      }),
    )
  })

  test('is a query if its numbers survive, else text', () => {
    fc.assert(
      fc.property(jsonMap, (map) => {
        const { query } = readQuery(stringifyJson(map))
        expect(query === undefined).toBe(holdsLongNumber(map))
      }),
    )
  })

  test('means the same as a map and as text', () => {
    expect(queryMeaning({ queryText: '{"limit": 1}' })).toEqual(queryMeaning({ query: { limit: 1 } }))
    expect(queryMeaning({ queryText: '{' })).toBe('{')
    expect(queryMeaning({})).toBe(undefined)
    expect(writeQuery({})).toBe(null)
  })
})

function holdsLongNumber(value: unknown): boolean {
  if (value instanceof JsonNumber) return true
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsLongNumber)
}
