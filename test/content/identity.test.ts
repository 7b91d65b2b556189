import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { derivedId, derivedIds, isPublicId, legacyId, slugIn } from '../../src/content/identity.ts'
import { PLACEHOLDER_ID } from '../../src/content/limits.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Written a second time, from the definition: SHA-256 modulo 62^12 in base62, left-padded. */
function expected(text: string): string {
  const digits: string[] = []
  let rest = BigInt(`0x${createHash('sha256').update(text).digest('hex')}`) % 62n ** 12n
  while (rest > 0n) {
    digits.unshift(ALPHABET.charAt(Number(rest % 62n)))
    rest /= 62n
  }
  return digits.join('').padStart(12, '0')
}

describe('a derived id', () => {
  test('can be computed from the tree alone', () => {
    expect(derivedId('7f3kQ2m9', 1, 'h4Kq9ZtB2wLm')).toBe(expected('boardwright:1\n7f3kQ2m9\n1\nh4Kq9ZtB2wLm\n0'))
    expect(derivedId('7f3kQ2m9', 1, 'h4Kq9ZtB2wLm', 2)).toBe(expected('boardwright:1\n7f3kQ2m9\n1\nh4Kq9ZtB2wLm\n2'))
    expect(legacyId('7f3kQ2m9', 2, 200_031)).toBe(expected('boardwright:1\n7f3kQ2m9\n2\nlegacy\n200031'))
  })

  test('is a public id, unique to its project, deployment and report', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.string(), (project, deployment, id) => {
        const derived = derivedId(project, deployment, id)
        expect(isPublicId(derived)).toBe(true)
        expect(new Set([derived, ...derivedIds(project, deployment + 1, id)]).size).toBe(4)
        expect(derivedIds(project, deployment, id)[0]).toBe(derived)
      }),
    )
  })
})

test.each([
  ['h4Kq9ZtB2wLm', true],
  ['h4Kq9ZtB2wL', false],
  ['h4Kq9ZtB2wL-', false],
  ['00000000abcd', false],
  ['000000000000', false],
  ['h4Kq9ZtB2wLm\n', false],
])('%j identifies a report: %s', (id, expected) => {
  expect(isPublicId(id)).toBe(expected)
  if (PLACEHOLDER_ID.test(id)) expect(expected).toBe(false)
})

test('a slug is compared as the platform stores it', () => {
  expect(slugIn({ slug: '  Sales-Overview\n' })).toBe('sales-overview')
  expect([' ', '', null].map((slug) => slugIn({ slug }))).toEqual([undefined, undefined, undefined])
})
