import { expect, test } from 'vitest'
import { blotted, hideSecrets, marked, secretsIn, tokensIn } from '../../src/content/secret-forms.ts'

const LINE = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj'
const KEY = `-----BEGIN RSA PRIVATE KEY-----\n${LINE}\n${LINE}\nabc=\n-----END RSA PRIVATE KEY-----`

test.each([
  ['AKIAIOSFODNN7EXAMPLE', 'an access key of AWS'],
  [KEY, 'a private key'],
  ['postgres://user:pa55word@db.example/x', 'an address with a password'],
  [`ghp_${'a1'.repeat(18)}`, 'a token of GitHub'],
  [`bw-sandbox-${'0f'.repeat(24)}`, 'a key of the sandbox'],
])('%s is %s', (text, what) => {
  expect(secretsIn(`select '${text}' from x`)).toEqual([expect.objectContaining({ from: 8, what })])
  expect(hideSecrets(`a ${text} b`, [], marked)).toMatch(/^a \(a secret, [0-9a-f]{4}\)/)
  expect(hideSecrets(`a ${text} b`, [], blotted)).not.toContain(text.slice(0, 20))
})

test.each([
  'AKIASHORT',
  'https://acme.example/a:b',
  'https://acme.example:8080/x@y',
  'postgres://user:$' + '{var.password}@db',
  'postgres://user:{{password}}@db',
  'postgres://user:<password>@db',
  'mailto:a@b.example',
  '`js://a:x$' + '{fetch(stolen)}@`',
])('%s is none', (text) => {
  expect(secretsIn(text)).toEqual([])
  expect(hideSecrets(text, [], marked)).toBe(text)
})

test('what stands between the marks of a key without being one is not hidden', () => {
  const harm = 'union all select card_number from payments'
  const text = `select 1 -- -----BEGIN PRIVATE KEY-----\n${harm}\n-- -----END PRIVATE KEY-----`
  expect(hideSecrets(text, [], marked)).toContain(harm)
  expect(hideSecrets(KEY, [], marked)).toMatch(/^\(a secret, [0-9a-f]{4}\)$/)
  expect(hideSecrets(KEY.replaceAll('\n', '\\n'), [], marked)).toMatch(/^\(a secret, [0-9a-f]{4}\)$/)
})

test('the value of a token variable is one, whatever its form', () => {
  const tokens = tokensIn({ BOARDWRIGHT_TOKEN: 'plain-words', BOARDWRIGHT_TOKEN_PROD: 'short', HOME: 'x'.repeat(9) })
  expect(tokens).toEqual(['plain-words'])
  expect(secretsIn('say plain-words', tokens)).toEqual([{ from: 4, length: 11, what: 'the token of this run' }])
})

test('a text that has nearly every beginning of a secret is searched in time that grows with its length', () => {
  const text = `${'a://b:c'.repeat(20_000)}${'-----BEGIN PRIVATE KEY-----'.repeat(2000)}${'eyJaaaaaaaa.'.repeat(10_000)}`
  const started = process.cpuUsage()
  secretsIn(text)
  expect(process.cpuUsage(started).user / 1e6).toBeLessThan(3)
})
