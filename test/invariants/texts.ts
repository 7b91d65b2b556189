import fc from 'fast-check'
import { stringifyJson } from '../../packages/common/json.ts'
import { HOSTILE, hostileText, jsonMap, jsonValue } from '../../packages/common/test/yaml/values.ts'

/** Texts that make programs fail, besides those that break YAML. */
const NASTY = [
  '../../etc/passwd',
  '..\\..\\windows',
  '/absolute',
  'CON',
  'nul.yaml',
  'com1',
  '.git',
  'reports',
  'app',
  'a/b',
  'a:b',
  'trailing. ',
  'trailing.',
  'A name',
  'a NAME',
  'Straße',
  'STRASSE',
  'İstanbul',
  '\x1b[31mred\x1b[0m \x1b]0;title\x07',
  '\x9b31mred',
  '\u202egnp.exe\u202c',
  'a\u2066b\u2069',
  '👩‍👩‍👧‍👦 𝔘𝔫𝔦',
  '${var.schema} and $${var.schema} and ${HOME}',
  '::error file=a::b%0A',
  '<!-- --> <script>alert(1)</script>',
]

/** What the platform can store in its columns: no NUL, no half of a surrogate pair. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

const anyText = fc.oneof(hostileText, fc.constantFrom(...NASTY))

/** A text of any length. */
export const longText: fc.Arbitrary<string> = fc.oneof(
  { weight: 12, arbitrary: anyText.filter(isStorable) },
  { weight: 1, arbitrary: fc.constantFrom('long '.repeat(2000), 'x'.repeat(10_000), `${'line\n'.repeat(300)}\n\n`) },
)

/** A name that is not blank, of up to 255 characters. */
export const name: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: anyText.filter((text) => isStorable(text) && text.trim() !== '' && text.length <= 255) },
  { weight: 1, arbitrary: fc.constantFrom('n'.repeat(255), 'Revenue', 'Orders by month', 'Café Zürich') },
)

/** A slug as the platform keeps it. No address can contain `.` or `..`, which mean directories. */
export const slug: fc.Arbitrary<string> = fc
  .oneof(name, fc.constantFrom('revenue', 'con', '../up', 'a/b', 'über'))
  .map((text) => text.trim().toLowerCase())
  .filter((text) => !['', '.', '..'].includes(text) && text === text.trim().toLowerCase())

const jsonText = fc.oneof(fc.constantFrom(...HOSTILE), fc.constantFrom(...NASTY))

/** Any object: odd keys, deep nesting, numbers that no double can hold, halves of surrogate pairs. */
export const freeForm = fc.oneof(
  jsonMap as fc.Arbitrary<Record<string, unknown>>,
  fc.dictionary(fc.constantFrom('title', 'text', '10', '9'), jsonText, { maxKeys: 3 }),
  fc.constant({}),
)

export const anything = fc.oneof({ weight: 4, arbitrary: jsonValue }, { weight: 1, arbitrary: fc.constant(null) })

const QUERY = { measures: ['orders.count'], dimensions: ['orders.status'] }

/** Values of `jsonQuery`: queries, and other texts. */
export const queryText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    JSON.stringify(QUERY),
    JSON.stringify({ ...QUERY, order: { 'orders.status': 'asc', 'orders.count': 'desc' } }, null, 2),
    '{"order":{"10":"asc","9":"desc","b":"asc","a":"desc"},"limit":null}',
    '{"limit":12345678901234567890,"offset":1e400}',
    '{"limit":1,"limit":2}',
    '{"broken":',
    '[]',
    'null',
    '',
    '{}',
    ' {"a": 1.50, "b": -0, "c": "\\ud800"} \r\n',
    '{"__proto__":{"a":1}}',
    'select 1\r\n',
  ),
  freeForm.map((value) => stringifyJson(value)),
)
