import fc from 'fast-check'
import { anyText } from '../../../../test/support/any-text.ts'
import { JsonNumber, objectOf, parseJson } from '../../json.ts'

/** Texts that break YAML, terminals, editors or JavaScript. */
export const HOSTILE = [
  '',
  ' ',
  '  ',
  '\n',
  '\n\n',
  'a\n',
  'a\n\n',
  '\na',
  ' a',
  'a ',
  '\ta',
  'a\t',
  'a\tb',
  ' a\nb',
  'a\n b\n',
  '\ta\nb',
  'a \nb',
  'a\n \nb',
  'a\n\nb\n',
  '\n\n a\n',
  'a\n  \n',
  'a\n\tb\n',
  'a\rb',
  'a\r\nb\r\n',
  '\u0085',
  'a\u2028b',
  'a\u2029\nb',
  '\ufeff',
  'a\ufeff\nb',
  '\0',
  '\x1b[31mred\x1b[0m',
  '\x7f',
  '\x9b31m',
  '\u202eabc',
  'a\u200fb\nc',
  '\ud800',
  'a\udfff',
  '\udc00\ud800',
  '\u{1f600}',
  '👨‍👩‍👧',
  '\u{10ffff}',
  '\uffff',
  '\u00a0a\u00a0',
  'é',
  'e\u0301',
  '漢字',
  'yes',
  'Yes',
  'no',
  'on',
  'OFF',
  'y',
  'N',
  'true',
  'False',
  'null',
  'NULL',
  '~',
  '=',
  '<<',
  '-',
  '--',
  '---',
  '--- a',
  '...',
  '... a',
  '.',
  '..',
  '?',
  ':',
  '? a',
  ': a',
  '-a',
  '?a',
  ':a',
  'a:',
  'a: b',
  'a :b',
  'a:b',
  'a #b',
  'a#b',
  '#a',
  '&a',
  '*a',
  '!a',
  '!!str a',
  '|',
  '|-',
  '>',
  '>+',
  '%a',
  '%YAML 1.1',
  '@a',
  '`a`',
  "'",
  "''",
  '"',
  '""',
  "it's",
  "'a'",
  '"a"',
  'it\'s: "x"',
  '\\',
  '\\n',
  'a\\',
  '"\\',
  '[',
  ']',
  '{',
  '}',
  '[]',
  '{}',
  ',',
  'a,b',
  'a, b',
  '{a: b}',
  '[a]',
  '${var.a}',
  '$${var.a}',
  '0',
  '-0',
  '1',
  '+1',
  '01',
  '0777',
  '0o17',
  '0x1F',
  '0b101',
  '1_000',
  '1.5',
  '.5',
  '5.',
  '1e3',
  '1E+3',
  '1e400',
  '.inf',
  '-.Inf',
  '.NaN',
  '1:30',
  '190:20:30.15',
  '2024-01-01',
  '2001-12-14t21:59:43.10-05:00',
  '2001-12-14 21:59:43',
  '12e03',
  '685_230.15',
  '1,000',
  '._',
  '123456e78901',
  '7f3kQ2m9',
  '0.',
  '+',
  '+a',
  '+.5',
  '__proto__',
  'constructor',
  'toString',
  '10',
  '2',
  'x'.repeat(90),
  `${'word '.repeat(60)}end`,
]

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE) },
  {
    weight: 2,
    arbitrary: fc.string({ unit: fc.constantFrom(...'ab \n\t:#-\'"{}[],&*!|>%@`\\?=~.01eyn<_/$'), maxLength: 12 }),
  },
  { weight: 1, arbitrary: anyText({ maxLength: 8 }) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom(...HOSTILE), { maxLength: 4 }).map((parts) => parts.join('\n')) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom(...HOSTILE), { maxLength: 4 }).map((parts) => parts.join('')) },
)

const number: fc.Arbitrary<unknown> = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(
    0,
    -0,
    1e21,
    5e-324,
    Number.MAX_VALUE,
    ...['12345678901234567890', '1e400', '-0.10000000000000000000001', '1E-400'].map(numberOf),
  ),
)

export function numberOf(text: string): unknown {
  const value = parseJson(text)
  return value instanceof JsonNumber ? value : Number(text)
}

export const hostileKey: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('id', 'title', 'x', 'y', 'a', 'b', '10', '9', '2', '__proto__', 'constructor'),
  },
  { weight: 2, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.constant('k'.repeat(1100)) },
)

/** Any JSON value. */
export const { value: jsonValue, map: jsonMap } = fc.letrec<{
  value: unknown
  map: unknown
  list: unknown[]
  atom: unknown
}>((tie) => ({
  atom: fc.oneof(hostileText, number, fc.boolean(), fc.constant(null)),
  list: fc.array(tie('value'), { maxLength: 4 }),
  map: fc.array(fc.tuple(hostileKey, tie('value')), { maxLength: 5 }).map(objectOf),
  value: fc.oneof({ maxDepth: 4, depthIdentifier: 'json' }, tie('atom'), tie('map'), tie('list')),
}))

/** Equal text means equal values, in the same order. */
export function exactText(value: unknown): string {
  if (value instanceof JsonNumber) return value.text
  if (Object.is(value, -0)) return '-0'
  if (Array.isArray(value)) return `[${value.map(exactText).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}:${exactText(item)}`)
    .join()}}`
}

/** Maps with few keys and lists with few ids, so that two of them have much in common. Keys in one order. */
const KEYS = ['10', '9', 'alpha', 'beta', 'gamma', 'x: y', 'zeta']
const leaf = fc.oneof(
  fc.constantFrom<unknown>('one', 'two: ', 'a\nb\n', '  a\nb', null, 1, true, '', [], {}),
  hostileText,
)

function treeOf(depth: number): fc.Arbitrary<object> {
  const value = depth === 0 ? leaf : fc.oneof(leaf, treeOf(depth - 1), listOf(depth - 1))
  return fc
    .uniqueArray(fc.tuple(fc.constantFrom(...KEYS), value), { minLength: 1, maxLength: 4, selector: ([key]) => key })
    .map((entries) => objectOf(entries.toSorted(([one], [other]) => KEYS.indexOf(one) - KEYS.indexOf(other))))
}

const listOf = (depth: number): fc.Arbitrary<unknown[]> =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom('p', 'q', 'r', 's'), treeOf(depth)), { minLength: 1, selector: ([id]) => id })
    .map((items) => items.map(([id, item]) => objectOf([['id', id], ...Object.entries(item)])))

export const tree = treeOf(2)
