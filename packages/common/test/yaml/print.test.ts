import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { JsonNumber, objectOf } from '../../json.ts'
import { printYaml } from '../../yaml/print.ts'
import { readYaml } from '../../yaml/read.ts'
import { exactText, hostileText, jsonValue } from './values.ts'

const isFlow = (path: readonly (string | number)[]): boolean => path.at(-1) === 'x'
const read = (text: string): unknown => {
  const { value, problems } = readYaml(text, 'a.yaml')
  expect(problems).toEqual([])
  return value
}

test('a file for reading, with every style', () => {
  const value = {
    title: 'Revenue overview',
    sql: 'select 1\nfrom orders\n',
    description: 'One\n\n  two',
    query: {
      measures: ['orders.count', 'orders: all'],
      order: objectOf([
        ['10', 'asc'],
        ['9', 'desc'],
      ]),
      filters: [],
    },
    widgets: [
      { id: '7f3kQ2m9Lx0P', position: { x: 0, y: 0, w: 6, h: 4 }, config: {} },
      { id: '123456e78901', nested: [[1, [2]], [{ a: 1, b: 2 }]] },
    ],
    limit: new JsonNumber('12345678901234567890'),
    ratio: -0,
    missing: undefined,
  }
  expect(printYaml(value, { isFlow: (path) => path.at(-1) === 'position' })).toBe(`title: Revenue overview
sql: |
  select 1
  from orders
description: |-
  One

    two
query:
  measures:
    - orders.count
    - 'orders: all'
  order:
    '10': asc
    '9': desc
  filters: []
widgets:
  - id: 7f3kQ2m9Lx0P
    position: {x: 0, y: 0, w: 6, h: 4}
    config: {}
  - id: '123456e78901'
    nested:
      - - 1
        - - 2
      - - a: 1
          b: 2
limit: 12345678901234567890
ratio: -0
`)
})

describe('a text is written', () => {
  test.each([
    ['last 12 months', 'last 12 months'],
    ['orders.count', 'orders.count'],
    ["it's", "it's"],
    ['http://a.example/b?c=d#e', 'http://a.example/b?c=d#e'],
    ['${var.schema}.orders', '${var.schema}.orders'],
    ['漢字 und Grüße 🎉', '漢字 und Grüße 🎉'],
    ['', "''"],
    ['yes', "'yes'"],
    ['Off', "'Off'"],
    ['y', "'y'"],
    ['null', "'null'"],
    ['~', "'~'"],
    ['=', "'='"],
    ['<<', "'<<'"],
    ['0777', "'0777'"],
    ['0x1F', "'0x1F'"],
    ['1:30', "'1:30'"],
    ['1_000', "'1_000'"],
    ['2024-01-01', "'2024-01-01'"],
    ['.inf', "'.inf'"],
    ['- a', "'- a'"],
    ['a: b', "'a: b'"],
    ['a #b', "'a #b'"],
    [' a', "' a'"],
    ['a ', "'a '"],
    ['#a', "'#a'"],
    ['&a', "'&a'"],
    ['[a]', "'[a]'"],
    ["'a' b", `"'a' b"`],
    [`'a' "b"`, `'''a'' "b"'`],
    ['a\tb', '"a\\tb"'],
    ['a\r\nb', '"a\\r\\nb"'],
    ['\x1b[31m', '"\\u001b[31m"'],
    ['\u202eabc', '"\\u202eabc"'],
    ['a\u2028b\nc', '"a\\u2028b\\nc"'],
    ['\ufeff', '"\\ufeff"'],
    ['\ud800', '"\\ud800"'],
    ['\n', '"\\n"'],
    ['a\n\n', '"a\\n\\n"'],
    ['a \nb', '"a \\nb"'],
    ['a\nb', '|-\n  a\n  b'],
    ['\na\n', '|\n\n  a'],
    ['  a\nb\n', '|2\n    a\n  b'],
    ['a\n\tb', '|-\n  a\n  \tb'],
    ['---\na\n', '|\n  ---\n  a'],
  ])('%j', (text, written) => {
    expect(printYaml({ k: text })).toBe(`k: ${written}\n`)
    expect(read(printYaml({ k: text }))).toEqual({ k: text })
    expect(read(printYaml(text))).toBe(text)
  })
})

describe('a key is written', () => {
  test.each([
    ['y', 'y'],
    ['yes', "'yes'"],
    ['1', "'1'"],
    ['', "''"],
    ['a b', 'a b'],
    ['a: b', "'a: b'"],
    ['a\nb', '"a\\nb"'],
    ['<<', "'<<'"],
    ['__proto__', '__proto__'],
  ])('%j', (key, written) => {
    expect(printYaml(objectOf([[key, 1]]))).toBe(`${written}: 1\n`)
  })

  test('on a line of its own if it is too long', () => {
    const key = 'k'.repeat(2000)
    const value = { a: { [key]: { b: 1 } }, x: { [key]: 1 } }
    const text = printYaml(value, { isFlow })
    expect(text).toBe(`a:\n  ? ${key}\n  :\n    b: 1\nx:\n  ? ${key}\n  : 1\n`)
    expect(read(text)).toEqual(value)
  })
})

describe('on one line', () => {
  test('as the style says, unless it needs several lines', () => {
    expect(printYaml({ x: { a: 'b, c', list: [1, { d: "it's" }], e: 'f:g' } }, { isFlow })).toBe(
      "x: {a: 'b, c', list: [1, {d: it's}], e: 'f:g'}\n",
    )
    expect(printYaml({ x: { a: 'b\nc' } }, { isFlow })).toBe('x:\n  a: |-\n    b\n    c\n')
    expect(printYaml({ x: {} }, { isFlow })).toBe('x: {}\n')
  })
})

test('a value that JSON cannot express is an error', () => {
  expect(() => printYaml(Number.NaN)).toThrow(/no form for NaN/)
  expect(() => printYaml([undefined])).toThrow(/no form for undefined/)
  let deep: unknown = 1
  for (let level = 0; level < 5000; level += 1) deep = [deep]
  expect(() => printYaml(deep)).toThrow(expect.objectContaining({ kind: 'YAML_TOO_DEEP' }))
})

describe('any value', () => {
  test('reads back as the same value, in the same order, and prints as the same text', () => {
    fc.assert(
      fc.property(jsonValue, (value) => {
        const text = printYaml(value, { isFlow })
        const again = read(text)
        expect(exactText(again)).toBe(exactText(value))
        expect(printYaml(again, { isFlow })).toBe(text)
        expect(text).toMatch(/[^\n]\n$/)
      }),
      { numRuns: 400 },
    )
  })

  test('a text is a text for a YAML 1.1 reader, too', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (one, other) => {
        const value = { a: one, x: [other, { k: one }], list: [other, one], z: 1 }
        expect(parse(printYaml(value, { isFlow }), { version: '1.1', merge: false, logLevel: 'silent' })).toEqual(value)
      }),
      { numRuns: 400 },
    )
  })

  test('no text contains an escape sequence, a control character or a mark that reverses it', () => {
    fc.assert(
      fc.property(jsonValue, (value) => {
        expect(printYaml(value, { isFlow })).toSatisfy(
          (text: string) =>
            text.isWellFormed() && !/[^\n\t\P{Cc}]|[\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u.test(text),
        )
      }),
      { numRuns: 200 },
    )
  })
})
