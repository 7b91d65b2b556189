import { describe, expect, test } from 'vitest'
import { compileMatcher, type Matcher, MOST_STEPS } from '../../src/rules/matcher.ts'

function matcherFor(pattern: string): Matcher {
  const matcher = compileMatcher(pattern)
  if ('fault' in matcher) throw new Error(matcher.fault)
  return matcher
}

/** A pattern, a text, and whether it matches: for the engine of JavaScript most of these never end. */
const HOSTILE: readonly (readonly [string, string, boolean])[] = [
  ['^(a+)+$', `${'a'.repeat(50_000)}!`, false],
  ['^(a|a)*b', 'a'.repeat(50_000), false],
  ['(x+x+)+y', 'x'.repeat(50_000), false],
  ['(.*)(.*)(.*)(.*)z', 'x'.repeat(50_000), false],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'.repeat(50_000), false],
  ['(?i)(a|b)*c$', 'ab'.repeat(25_000), false],
  ['(a?){30}a{30}$', 'a'.repeat(30), true],
  ['[ab]*a[ab]{100}$', 'aab'.repeat(17_000), true],
  ['\\s+$', `${' '.repeat(50_000)}x`, false],
]

describe('a pattern of a rule', () => {
  test.each([
    ['^[A-Z]', 'Revenue', true],
    ['month$', 'by month', true],
    ['^month$', 'by month', false],
    ['(?i)REVENUE', 'revenue', true],
    ['\\p{Lu}', 'Über', true],
    ['^[^@]+@acme\\.example$', 'kim@acme.example', true],
    ['', 'anything', true],
  ])('%s on "%s" is %s', (pattern, text, answer) => {
    expect(matcherFor(pattern).matches(text)).toBe(answer)
  })

  test.each(HOSTILE)('%s takes no longer than its text is long', (pattern, text, answer) => {
    const { matches } = matcherFor(pattern)
    const start = performance.now()
    expect(matches(text)).toBe(answer)
    expect(performance.now() - start).toBeLessThan(5000)
  })

  test.each([
    ['(a)\\1', 'invalid escape sequence'],
    ['(?=a)b', 'invalid or unsupported'],
    ['(?<!a)b', 'invalid'],
    ['(', 'missing closing )'],
    ['a{1001}', 'invalid repeat count'],
    ['((a{30}){30}){30}', 'invalid repeat count'],
    ['[a-z]{300}', 'it repeats too much'],
    ['(a{20}b{20}c{20}){5}', 'it repeats too much'],
  ])('%s is refused, with the reason', (pattern, reason) => {
    expect(compileMatcher(pattern)).toEqual({ fault: expect.stringContaining(reason) })
  })

  test.each([501, 100_000])('of %i characters is refused', (length) => {
    expect(compileMatcher('('.repeat(length))).toEqual({ fault: 'it has more than 500 characters' })
  })

  test('is not tried on a text for which it would take too long, and does not say that it fails', () => {
    const { matches, stepsFor } = matcherFor('[a-z]{200}')
    const long = 'a'.repeat(Math.ceil(MOST_STEPS / 200))
    expect(stepsFor(long)).toBeGreaterThan(MOST_STEPS)
    expect(matches(long)).toBeUndefined()
  })
})
