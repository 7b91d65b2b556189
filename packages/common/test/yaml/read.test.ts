import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLong } from '../../../../test/support/long.ts'
import { processorMs } from '../../../../test/support/processor-time.ts'
import { JsonNumber } from '../../json.ts'
import { YAML_LIMITS, type YamlLimits } from '../../yaml/limits.ts'
import { printYaml } from '../../yaml/print.ts'
import { readYaml } from '../../yaml/read.ts'
import { damaged, printNoisy, randomFrom } from './noisy.ts'
import { exactText, hostileText, tree } from './values.ts'

const read = (text: string): unknown => {
  const { value, problems } = readYaml(text, 'a.yaml')
  expect(problems).toEqual([])
  return value
}

/** Each problem as `line:column+length kind message`. */
const problemsOf = (text: string): string[] => {
  const { value, problems } = readYaml(text, 'a.yaml')
  if (problems.length > 0) expect(value).toBeUndefined()
  return problems.map(({ kind, message, at, length }) => `${at.line}:${at.column}+${length} ${kind} ${message}`)
}

describe('values', () => {
  test.each<[string, unknown]>([
    ['', null],
    ['# nothing\n', null],
    ['a:\nb: ~\nc: null\nd: Null\n', { a: null, b: null, c: null, d: null }],
    ['a: true\nb: False\nc: TRUE\n', { a: true, b: false, c: true }],
    ['a: yes\nb: off\nc: y\nd: NO\n', { a: 'yes', b: 'off', c: 'y', d: 'NO' }],
    ['a: 0777\nb: +1\nc: -1.50\nd: .5\ne: 5.\nf: 1e3\n', { a: 777, b: 1, c: -1.5, d: 0.5, e: 5, f: 1000 }],
    ['a: 1:30\nb: 2024-01-01\nc: 1_000\nd: 0b1\n', { a: '1:30', b: '2024-01-01', c: '1_000', d: '0b1' }],
    ['1: a\nnull: b\nyes: c\n1.50: d\n', { 1: 'a', null: 'b', yes: 'c', '1.50': 'd' }],
    ["'<<': 1\n__proto__: 2\n", JSON.parse('{"<<": 1, "__proto__": 2}')],
    ['a: {b: [1, x y], c: "\\ud83d\\ude00"}\n', { a: { b: [1, 'x y'], c: '😀' } }],
    ['a: >-\n  one\n  two\n\n  three\n', { a: 'one two\nthree' }],
    ['--- # the document\na:\n- b\n- - c\n...\n', { a: ['b', ['c']] }],
    ['a: "\\ud800 \\e\\x41"\n', { a: '\ud800 \x1bA' }],
    ['a: one\n  two\n', { a: 'one two' }],
    ['--- |\n&a *b\n!c %d\n', '&a *b\n!c %d\n'],
    ['a: 1\n   \n  \nb: |\n  c\n   \n', { a: 1, b: 'c\n \n' }],
    ['? a\n: b\n', { a: 'b' }],
    ["a: don't # a comment\nb: c#d\n", { a: "don't", b: 'c#d' }],
  ])('%j', (text, value) => {
    expect(read(text)).toEqual(value)
  })

  test('numbers that a double cannot hold keep their text, others are values', () => {
    expect(
      read('- 12345678901234567890\n- 1e400\n- 0.1000000000000000000001\n- +00.10000000000000000000010\n'),
    ).toEqual([
      new JsonNumber('12345678901234567890'),
      new JsonNumber('1e400'),
      new JsonNumber('0.1000000000000000000001'),
      new JsonNumber('0.1000000000000000000001'),
    ])
    expect(read('- 1.0\n- 100000000000000000000\n- -0\n')).toEqual([1, 1e20, -0])
  })

  test('keys keep their order, even if they look like numbers', () => {
    expect(Object.keys(read('b: 1\n10: 2\na: 3\n9: 4\n') as object)).toEqual(['b', '10', 'a', '9'])
    expect(Object.keys(read('{b: 1, 10: 2, a: 3, 9: 4}\n') as object)).toEqual(['b', '10', 'a', '9'])
  })
})

describe('what is refused, with its place', () => {
  test.each([
    [
      'a: &x 1\nb: *x\n',
      ['1:4+2 YAML_FORBIDDEN anchors are not allowed', '2:4+2 YAML_FORBIDDEN aliases are not allowed'],
    ],
    [
      'a: !!str 1\nb: !c {}\n',
      ['1:4+5 YAML_FORBIDDEN tags are not allowed', '2:4+2 YAML_FORBIDDEN tags are not allowed'],
    ],
    ['a: 1\n<<: {b: 2}\n', ['2:1+2 YAML_FORBIDDEN merge keys are not allowed']],
    ['%YAML 1.1\n---\na: yes\n', ['1:1+9 YAML_FORBIDDEN directives are not allowed']],
    ['a: 1\n---\nb: 2\n', ['2:1+3 YAML_FORBIDDEN a second document starts here']],
    ['a: 1\nb: 2\n"a": 3\n', ['3:1+3 YAML_DUPLICATE_KEY the key "a" is here twice, first in line 1']],
    ['a: {x: 1, x: 2}\n', ['1:11+1 YAML_DUPLICATE_KEY the key "x" is here twice, first in line 1']],
    ['? [a]\n: b\n', ['1:3+3 YAML_KEY a key must be text, not a map or a list']],
    [': b\n', ['1:1+1 YAML_KEY a key is missing before the ":"']],
    ['a: b\n: [\nc: d\n', ['2:1+1 YAML_KEY a key is missing before the ":"']],
    ['a: : [\n', ['1:4+1 YAML_SYNTAX a second ": " on one line: a text that holds it needs quotes']],
    [
      'a: .inf\nb: [0x1F, 0o17]\n',
      [
        '1:4+4 YAML_NUMBER .inf is not a number that JSON can hold',
        '2:5+4 YAML_NUMBER 0x1F is not a number that JSON can hold',
        '2:11+4 YAML_NUMBER 0o17 is not a number that JSON can hold',
      ],
    ],
    ['a: b: c\n', ['1:4+1 YAML_SYNTAX a second ": " on one line: a text that holds it needs quotes']],
    ['a:\n\t- b\n', ['2:1+1 YAML_SYNTAX a tab in the indentation: use spaces']],
    ['a:\n\tb:\n\t\t- c\n\td: 1\n', ['2:1+1 YAML_SYNTAX a tab in the indentation: use spaces']],
    ['a: "b\n', ['1:6+1 YAML_SYNTAX the closing quote is missing']],
    ['a: [1, 2\n', ['1:9+1 YAML_SYNTAX the closing "]" is missing, or its line is not indented']],
    ['a: [x\n  - id: b\n    c: 1\n  - id: d\n    c: 2\n', ['1:4+1 YAML_SYNTAX the "[" is not closed']],
    ['a: @b\n', ['1:4+1 YAML_SYNTAX a text that starts with @ needs quotes']],
    ['a: 1\nb\nc: 2\n', ['2:1+1 YAML_SYNTAX a key needs a ":" after it']],
    ['a\nb: c\n', ['1:1+1 YAML_SYNTAX a key and its ":" must be on one line']],
    ['a: b\nc\n', ['2:1+1 YAML_SYNTAX a key needs a ":" after it']],
    [
      'a:\n  - b: 1\n    c: 2\n  b: 3\n    c: 4\n    d: 5\n',
      ['4:3+4 YAML_SYNTAX is not an item of the list above: each item begins with "- "'],
    ],
    ['a:\n  - b\n c: d\n', ['3:1+1 YAML_SYNTAX the keys of one map must start in the same column']],
    ["a: 'b' c\n", ['1:8+1 YAML_SYNTAX this does not belong to the value before it']],
    ['a: "\\q"\n', ['1:5+1 YAML_SYNTAX invalid escape sequence \\q']],
    ['\ufeffa: 1\n', ['1:1+1 FILE_ENCODING starts with a byte order mark']],
    ['a: 1\r\nb: 2\r\n', ['1:5+1 FILE_ENCODING has Windows line endings (CRLF)']],
    ['a: x\ry\n', ['1:5+1 FILE_ENCODING has a carriage return: write \\r between double quotes']],
    ['a: \0\n', ['1:4+1 FILE_ENCODING has a NUL character']],
    ['a: \x1b[31m\n', ['1:4+1 FILE_ENCODING has a control character: write it as an escape between double quotes']],
    ['a: x\ud800\n', ['1:5+1 FILE_ENCODING has half of a surrogate pair: it is not Unicode text']],
    ['a: x\ufeffy\n', ['1:5+1 FILE_ENCODING has a byte order mark in the middle: write \\ufeff between double quotes']],
    [
      'a:\n  b: #Ff0000\n"c": #abc  \nd:\n  -  #12345678\n  - e: #1234',
      [
        '2:6+7 YAML_SYNTAX a # begins a comment, so this key has no value',
        '3:6+4 YAML_SYNTAX a # begins a comment, so this key has no value',
        '5:6+9 YAML_SYNTAX a # begins a comment, so this item has no value',
        '6:8+5 YAML_SYNTAX a # begins a comment, so this key has no value',
      ],
    ],
  ])('%j', (text, problems) => {
    expect(problemsOf(text)).toEqual(problems)
  })

  test.each([
    'a: # fff\n',
    'a: #fff\n  b: 1\n',
    'a: #fff\n  - 1\n',
    'a: #fff\n  text\n',
    'a: |\n  b: #fff\n',
    'a: null #fff\n',
    'a: "x\n  b: #fff\n  y"\n',
    'a: #12345\n',
    'a: #ffff of red\n',
    'a:\n#fff\n',
    'a:\n  #fff\nb: 1\n',
    'a:\n  -\n    #fff\n  - - #fff\n      b\n',
    '# a: #fff\n',
  ])('%j is read as intended', (text) => {
    expect(problemsOf(text)).toEqual([])
  })

  test('all mistakes are found at once, in the order of the text', () => {
    const text = 'a: *x\nb: "c" d\ne: 0x10\na: !t 1\nf: [1\n'
    expect(problemsOf(text).map((problem) => problem.split(' ').slice(0, 2).join(' '))).toEqual([
      '1:4+2 YAML_FORBIDDEN',
      '2:8+1 YAML_SYNTAX',
      '3:4+4 YAML_NUMBER',
      '4:1+1 YAML_DUPLICATE_KEY',
      '4:4+2 YAML_FORBIDDEN',
      '5:6+1 YAML_SYNTAX',
    ])
  })

  test('a message has no control character and at most one line of the file', () => {
    const [problem] = readYaml(`"${'\\u001b'.repeat(100)}": 1\n"${'\\u001b'.repeat(100)}": 1\n`, 'a.yaml').problems
    expect(problem?.message).toMatch(/^the key "(\\u001b){60}\.\.\." is here twice, first in line 1$/)
  })

  test('problems are counted up to a limit', () => {
    expect(problemsOf('a: *x\n'.repeat(100))).toHaveLength(50)
  })
})

describe('hostile texts', () => {
  const laughs = `a: &a [x]\n${[...'bcdefghij'].map((key, index) => `${key}: &${key} [${`*${'abcdefghi'[index]},`.repeat(9)}]\n`).join('')}`

  const MANY = isLong ? 30_000 : 15_000
  /** Reading up to the real limit takes a second. */
  const limits = isLong ? YAML_LIMITS : { ...YAML_LIMITS, tokens: 20_000 }

  test.each<[string, string, string, YamlLimits?]>([
    ['a billion laughs', laughs, 'YAML_FORBIDDEN'],
    ['deep brackets', '['.repeat(MANY), 'YAML_TOO_DEEP'],
    ['deep dashes', '- '.repeat(MANY), 'YAML_TOO_DEEP'],
    ['a nest too deep by one', `${'['.repeat(257)}${']'.repeat(257)}\n`, 'YAML_TOO_DEEP'],
    ['a list too deep by one', `${'- '.repeat(257)}a\n`, 'YAML_TOO_DEEP'],
    ['maps in maps', Array.from({ length: 4000 }, (_, level) => `${' '.repeat(level)}a:\n`).join(''), 'YAML_TOO_DEEP'],
    ['many quotes', '"'.repeat(isLong ? 60_000 : 15_000), 'YAML_SYNTAX'],
    ['many commas', '[,'.repeat(MANY), 'YAML_TOO_DEEP'],
    ['many keys', 'a:\n'.repeat(MANY), 'YAML_DUPLICATE_KEY'],
    ['many documents', '---\n'.repeat(MANY), 'YAML_FORBIDDEN'],
    ['too many tokens', `a: *x\nb: [${'c,'.repeat(limits.tokens)}]\n`, 'FILE_TOO_LARGE', limits],
    ['too many keys', Array.from({ length: 100_001 }, (_, n) => `k${n}: 1\n`).join(''), 'FILE_TOO_LARGE'],
    ['too many keys for the parser', 'a: {b: 1, c: 2}\n? d\n', 'FILE_TOO_LARGE', { ...limits, entries: 3 }],
    ['too many list items', `a:\n${'  - [b, c]\n'.repeat(33_334)}`, 'FILE_TOO_LARGE'],
    ['too many characters', 'a'.repeat(20_000_001), 'FILE_TOO_LARGE'],
  ])('%s', async (_, text, kind, given = YAML_LIMITS) => {
    const ms = await processorMs(() =>
      expect(readYaml(text, 'a.yaml', given).problems.map((problem) => problem.kind)).toContain(kind),
    )
    expect(ms).toBeLessThan(15_000)
  })

  test.each<[string, string, Partial<YamlLimits>, { line: number; column: number }]>([
    ['too many keys', 'a: 1\nb: 2\nc: 3\n', { entries: 2 }, { line: 3, column: 1 }],
    ['too many keys on a line', 'a: {b: 1, c: 2}\n', { entries: 2 }, { line: 1, column: 11 }],
    ['too many items', 'a:\n  - b\n  - c\n', { entries: 2 }, { line: 3, column: 3 }],
    ['too many keys, for the parser', '? a\nb: 1\nc: 2\n', { entries: 2 }, { line: 3, column: 1 }],
    ['too many characters', 'a: 1\nb: 2\n', { size: 7 }, { line: 2, column: 3 }],
  ])('%s are one error, where the limit is passed', (_, text, limits, place) => {
    const { problems } = readYaml(text, 'a.yaml', { ...YAML_LIMITS, ...limits })
    expect(problems).toMatchObject([{ kind: 'FILE_TOO_LARGE', at: { file: 'a.yaml', ...place } }])
  })

  test('nesting up to the limit, a long list and a long line are fine', () => {
    expect(JSON.stringify(read(`${'['.repeat(256)}${']'.repeat(256)}\n`))).toBe(`${'['.repeat(256)}${']'.repeat(256)}`)
    expect(read(`a:\n${'  - b\n'.repeat(99_999)}`)).toEqual({ a: Array.from({ length: 99_999 }, () => 'b') })
    expect(read(`a: ${'b'.repeat(5_000_000)}\n`)).toEqual({ a: 'b'.repeat(5_000_000) })
  })
})

test('any text is read or refused, with places inside it', () => {
  fc.assert(
    fc.property(tree, fc.array(hostileText), fc.integer(), (value, parts, seed) => {
      for (const text of [
        damaged(printNoisy(value, randomFrom(seed)), randomFrom(seed)),
        parts.join('\n'),
        parts.join(': '),
      ]) {
        const { value, problems } = readYaml(text, 'a.yaml')
        const lines = text.split('\n')
        for (const { at, length = 0 } of problems) {
          const line = lines[(at.line ?? 0) - 1] ?? ''
          expect((at.column ?? 0) - 1 + Math.max(0, length - 1)).toBeLessThanOrEqual(line.length)
        }
        if (problems.length === 0) expect(exactText(readYaml(printYaml(value), '').value)).toBe(exactText(value))
      }
    }),
    { numRuns: isLong ? 100 : 15 },
  )
})

describe('placeOf', () => {
  const { placeOf } = readYaml(
    `# a dashboard
title: Revenue
widgets:
  - id: w1
    type: CHART
    position: {x: 0, y: 0}
  - id: w2
    text: |
      one
      two
empty:
"odd key": [a, {b: c}]
`,
    'a.yaml',
  )
  test.each<[(string | number)[], 'key' | 'value', number, number, number]>([
    [['title'], 'value', 2, 8, 7],
    [['title'], 'key', 2, 1, 5],
    [['widgets'], 'value', 3, 1, 7],
    [['widgets', 0], 'value', 4, 5, 2],
    [['widgets', 0, 'type'], 'value', 5, 11, 5],
    [['widgets', 0, 'position', 'y'], 'value', 6, 25, 1],
    [['widgets', 0, 'position'], 'value', 6, 15, 12],
    [['widgets', 1, 'text'], 'value', 8, 5, 4],
    [['widgets', 1, 'title'], 'value', 7, 5, 2],
    [['widgets', 7], 'value', 3, 1, 7],
    [['empty'], 'value', 11, 1, 5],
    [['odd key'], 'key', 12, 1, 9],
    [['odd key', 1, 'b'], 'value', 12, 20, 1],
    [['nowhere', 'at', 'all'], 'value', 2, 1, 5],
    [[], 'value', 2, 1, 5],
  ])('%j %s', (path, what, line, column, length) => {
    expect(placeOf(path, what)).toEqual({ at: { file: 'a.yaml', line, column }, length })
  })

  test('is the start of an empty file', () => {
    expect(readYaml('', 'a.yaml').placeOf(['a'])).toEqual({ at: { file: 'a.yaml', line: 1, column: 1 }, length: 1 })
  })

  test('is where the key and the value are, in any notation', () => {
    fc.assert(
      fc.property(tree, fc.integer(), (value, seed) => {
        const text = printNoisy(value, randomFrom(seed))
        const { placeOf } = readYaml(text, 'a.yaml')
        const lines = text.split('\n')
        const written = (path: (string | number)[], what: 'key' | 'value'): unknown => {
          const { at, length } = placeOf(path, what)
          const { line = 0, column = 0 } = at
          return read(lines[line - 1]?.slice(column - 1, column - 1 + length) ?? '')
        }
        for (const [path, leaf] of leaves(value, [])) {
          if (typeof path.at(-1) === 'string') expect([path, String(written(path, 'key'))]).toEqual([path, path.at(-1)])
          if (!String(leaf).includes('\n')) expect([path, written(path, 'value')]).toEqual([path, leaf])
        }
      }),
      { numRuns: isLong ? 100 : 15 },
    )
  })
})

const leaves = (value: unknown, path: (string | number)[]): [(string | number)[], unknown][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, item]) => leaves(item, [...path, Array.isArray(value) ? Number(key) : key]))
    : [[path, value]]
