import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joined, pattern } from '../pattern.ts'

describe('an expression that is put together', () => {
  test('a text stands for itself, whatever it is', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, other) => {
        expect(pattern('u')`^${name}$`.test(name)).toBe(true)
        expect(pattern()`^${name}$`.test(other)).toBe(name === other)
      }),
    )
  })

  test('a list stands for any of its texts', () => {
    const either = pattern('i')`^${['a|b', '.*']}$`
    expect(['a|b', 'A|B', '.*'].every((text) => either.test(text))).toBe(true)
    expect(['a', 'b', 'x', ''].some((text) => either.test(text))).toBe(false)
  })

  test('an expression is one part', () => {
    expect('ab ab'.replace(pattern('g')`(${/a|b/})${/b/}`, '<$1>')).toBe('<a> <a>')
    expect(pattern()`^${joined(['/a.', '/b'], /[^/]*/)}$`.test('/a.123/b')).toBe(true)
    expect(pattern()`^${joined(['/a.', '/b'], /[^/]*/)}$`.test('/ab/b')).toBe(false)
  })
})
