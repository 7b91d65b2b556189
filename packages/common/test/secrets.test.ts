import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '../../../test/support/any-text.ts'
import { processorMs } from '../../../test/support/processor-time.ts'
import { createHide, createStreamHide, keysIn, withoutPasswords } from '../secrets.ts'

const KEYS = [
  'bw-sandbox-3f9a0c77d1e24b58a6c0ff31209d8e7b5a4c6d1e2f304152',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhY21lIn0.s5Dq-3nX_0aZb1',
  'Pa55/with+odd=chars&"quotes"\\and%20more',
  'twelve-chars',
]

const code = (text: string): readonly string[] =>
  [...text].map((each) => each.charCodeAt(0).toString(16).padStart(2, '0'))

/** What a text becomes on its way to an output. */
const MADE: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'in another case': (text) => text.toUpperCase(),
  'in Base64': (text) => Buffer.from(text).toString('base64'),
  'in Base64 behind one byte': (text) => Buffer.from(`:${text}.`).toString('base64'),
  'in Base64 behind two bytes': (text) => Buffer.from(`a:${text}.`).toString('base64'),
  'in Base64 for addresses': (text) => Buffer.from(`user:${text}`).toString('base64url'),
  'in Base64 with line breaks': (text) => Buffer.from(text).toString('base64').replace(/.{7}/g, '$&\r\n'),
  'in hexadecimal': (text) => Buffer.from(text).toString('hex'),
  'percent-encoded': encodeURIComponent,
  'percent-encoded to the last character': (text) =>
    code(text)
      .map((each) => `%${each}`)
      .join(''),
  'in JSON': (text) => JSON.stringify(text),
  'in JSON in JSON': (text) => JSON.stringify(JSON.stringify({ text })),
  'in JSON as escapes': (text) =>
    code(text)
      .map((each) => `\\u00${each}`)
      .join(''),
  'in HTML': (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
  'in HTML as entities': (text) =>
    code(text)
      .map((each) => `&#x${each};`)
      .join(''),
  'over two lines': (text) => `${text.slice(0, 5)}\n${text.slice(5)}`,
  'over lines of a difference': (text) => text.replace(/.{4}/g, '$&\n    + '),
  'over lines in JSON': (text) => JSON.stringify(text.replace(/.{4}/g, '$&\n')),
  'between colours': (text) => text.replace(/.{6}/g, '\u001b[31m$&\u001b[39m'),
}

/** A part that is not hidden is shorter than this. */
const RUN = 12

describe.each(Object.entries(MADE))('a key %s', (_, made) => {
  test.each(KEYS)('is hidden: %s', (key) => {
    const hide = createHide([key])
    expect(hide(`before, ${made(key)}, after`)).toMatch(/^before, .*\[token\].*, after$/s)
    for (let from = 0; from < key.length; from += 1) {
      const rest = hide(made(key)).replaceAll('[token]', '\0')
      const part = made(key.slice(from, from + RUN))
      if (key.length - from >= RUN && part.length >= RUN) expect(rest).not.toContain(part)
    }
  })
})

test.each(KEYS)('any twelve characters of a key are hidden, and no fewer: %s', (key) => {
  const hide = createHide([key])
  for (let from = 0; from + RUN <= key.length; from += 1) {
    const part = key.slice(from, from + RUN)
    expect(hide(`<${part}>`)).toContain('[token]')
    for (const before of ['', 'a', 'ab'])
      expect(hide(Buffer.from(`${before}${part}~`).toString('base64'))).toContain('[token]')
    if (!/[%\\]/.test(key)) expect(hide(`<${part.slice(1)}>`)).toBe(`<${part.slice(1)}>`)
  }
})

test('of a key in two parts of a stream, the second is hidden', () => {
  const [key = ''] = KEYS
  for (let cut = 1; cut < key.length; cut += 1) {
    const hide = createStreamHide([key])
    const shown = hide(`says ${key.slice(0, cut)}`) + hide(`${key.slice(cut)}, and more`)
    expect(shown).toContain('[token]')
    for (let from = 0; from + RUN <= key.length; from += 1) expect(shown).not.toContain(key.slice(from, from + RUN))
    expect(shown).toMatch(/^says .*, and more$/)
  }
})

test('text without a key stays as it is', () => {
  const hide = createHide(KEYS)
  fc.assert(fc.property(anyText(), (text) => hide(text) === text))
  const honest = JSON.stringify({
    id: 'AAAAAAAAAAAA',
    sql: 'select * from orders\n',
    of: ['bw-sandbox-', '100 %', '&amp;'],
  })
  expect(hide(honest)).toBe(honest)
})

test('what is hidden in JSON leaves JSON', () => {
  const [key = ''] = KEYS
  const value = { a: key, b: [`${key.slice(0, 9)}`, key.slice(9)], c: `"${key}"\n`, [key]: 1 }
  for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2), JSON.stringify(JSON.stringify(value))])
    expect(() => JSON.parse(createHide([key])(text))).not.toThrow()
})

test('letters of the next word that happen to go on as the key does stay', () => {
  const key = 'k7Qm-Lw92-rT5x-bQu8-z41v'
  const hide = createHide([key])
  const known = key.slice(0, 15)
  expect(hide(JSON.stringify({ title: known, because: 1 }))).toBe('{"title":"[token]","because":1}')
  expect(hide(JSON.stringify({ m: key.slice(4) }))).toBe('{"m":"[token]"}')
  // A key that is split into its letters has no such word.
  expect(hide([...key].join(' '))).not.toMatch(/L.*w.*9|z.*4.*1/)
})

test('five megabytes take less than a second of processor time', async () => {
  const line = `${JSON.stringify({ id: 'AAAAAAAAAAAA', sql: 'select "a" from orders\n', hash: 'Zm9vYmFyYmF6cXV4' })}\n`
  const text = line.repeat(Math.ceil(5e6 / line.length))
  const hide = createHide(KEYS)
  expect(await processorMs(() => expect(hide(text) === text).toBe(true))).toBeLessThan(1_000)
})

test('variables with keys are found by their names', () => {
  const env = {
    BOARDWRIGHT_TOKEN: 'a',
    boardwright_api_key: 'b',
    BOARDWRIGHT_TOKEN_EU: 'c',
    GITHUB_TOKEN: 'd',
    CI_JOB_TOKEN: 'e',
  }
  expect(keysIn({ ...env, BOARDWRIGHT_HOST: 'x', TOKENS: 'x', KEYBOARD: 'x', PATH: 'x' })).toEqual(Object.values(env))
})

test('passwords in addresses are hidden', () => {
  expect(
    withoutPasswords('at https://ann:s3cret@host/x?a=b, ssh://git@host, http://[::1]:80/ and postgres://:pw@db'),
  ).toBe('at https://ann:[password]@host/x?a=b, ssh://git@host, http://[::1]:80/ and postgres://:[password]@db')
})
