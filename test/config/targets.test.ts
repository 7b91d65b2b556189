import { describe, expect, test } from 'vitest'
import { addressProblem, normalAddress } from '../../packages/platform/address.ts'
import { parseBaseUrl } from '../../packages/platform/client/dispatcher.ts'
import { readConfig } from '../../src/config/config.ts'
import type { Target } from '../../src/config/model.ts'
import { hostAllowed, hostVariables, selectTarget, selectTargets, tokenVariables } from '../../src/config/targets.ts'
import { written } from './support.ts'

const config = (...names: string[]) => ({ targets: names.map((name) => ({ name }) as Target) })
const namesOf = (targets: readonly { name: string }[]): string[] => targets.map(({ name }) => name)

describe('the target', () => {
  const three = config('dev', 'customer-a', 'customer-b')
  test('is the one that is named', () => {
    expect(selectTarget(three, 'dev').name).toBe('dev')
  })
  test('is the only one when none is named', () => {
    expect(selectTarget(config('dev'), undefined).name).toBe('dev')
  })
  test('may be several with a glob', () => {
    expect(namesOf(selectTargets(three, 'customer-*'))).toEqual(['customer-a', 'customer-b'])
    expect(namesOf(selectTargets(three, '*'))).toEqual(['dev', 'customer-a', 'customer-b'])
    expect(selectTarget(three, 'd*').name).toBe('dev')
  })

  test.each([
    [undefined, { kind: 'TARGET_NEEDED', exit: 64, message: 'there are 3 targets: dev, customer-a, customer-b' }],
    ['dvv', { kind: 'TARGET_UNKNOWN', message: 'no target is called "dvv"; available: dev, customer-a, customer-b' }],
    ['dve', { hint: 'Did you mean "dev"?' }],
    ['customer-*', { kind: 'TARGET_NEEDED', message: '"customer-*" matches 2 targets, and this command works on one' }],
  ])('%s is refused', (name, error) => {
    expect(() => selectTarget(three, name)).toThrow(expect.objectContaining(error))
  })

  test('an unknown name is not searched for in a list of two hundred', () => {
    const many = config(...Array.from({ length: 200 }, (_, n) => `c-${n}`))
    expect(() => selectTargets(many, undefined)).toThrow(/: c-0, .*c-19 and 180 more$/)
  })
})

test('each can have its own environment variables', () => {
  expect(tokenVariables({ name: 'prod-eu' })).toEqual(['BOARDWRIGHT_TOKEN_PROD_EU', 'BOARDWRIGHT_TOKEN'])
  expect(hostVariables({ name: 'prod-eu' })).toEqual(['BOARDWRIGHT_HOST_PROD_EU', 'BOARDWRIGHT_HOST'])
})

test.each([
  ['https://acme.example/base', 'acme.example', true],
  ['https://acme.example', ' other.example , ACME.example ', true],
  ['https://acme.example', 'acme.example:443', true],
  ['https://acme.example:8443', 'acme.example:8443', true],
  ['https://acme.example:8443', 'acme.example', false],
  ['https://acme.example', 'acme.example:8443', false],
  ['http://127.0.0.1:4000', '127.0.0.1:4000', true],
  ['http://127.0.0.1:4000', '127.0.0.1:4001', false],
  ['http://[::1]:4000', '[::1]:4000', true],
  ['https://acme.example.evil.example', 'acme.example', false],
  ['https://evil.example', 'me@evil.example', false],
  ['https://evil.example', 'acme.example/@evil.example', false],
  ['https://acme.example', '*', false],
  ['https://acme.example', '*.example', false],
  ['https://acme.example', '', false],
  ['https://acme.example', ',', false],
  ['https://acme.example', undefined, false],
])('%s with %s is allowed: %s', (url, list, expected) => {
  expect(hostAllowed(url, list)).toBe(expected)
})

/** The client has its own check, at the door: both must agree. */
test.each([
  'https://acme.example',
  'https://ACME.example:443/base//',
  'http://localhost:4000',
  'http://127.9.9.9/',
  'http://[::1]',
  'http://acme.example',
  'http://10.0.0.1',
  'http://127.0.0.1.acme.example',
  'ftp://acme.example',
  'acme.example',
  '',
  'https://me@acme.example',
  'https://:pw@acme.example',
  'https://acme.example/?',
  'https://acme.example#x',
])('the URL %s is judged as in the client', (url) => {
  const problem = addressProblem(url)
  if (problem === undefined) {
    const { origin, path } = parseBaseUrl(url)
    expect(normalAddress(url)).toBe(`${origin}${path}`)
  } else {
    expect(() => parseBaseUrl(url)).toThrow()
    expect(problem).not.toMatch(/\bpw\b/)
  }
})

test('an account has one home in a project', () => {
  const text = `version: 1
project: acme
projectId: abcd1234
home: [dev, production]
targets:
  dev: {url: https://acme.example, deployment: 1}
  production: {url: https://acme.example, deployment: 2}
`
  expect(readConfig(written(text), [], '2026-11-20').problems).toMatchObject([
    { kind: 'SCHEMA', message: '"home" must be a text, not a list', at: { line: 4 } },
  ])
})
