import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { branchOf, refOf, refuseName } from '../../models/refs.ts'

const gitTakes = (ref: string): boolean => {
  try {
    execFileSync('git', ['check-ref-format', ref])
    return true
  } catch {
    return false
  }
}

describe('the ref of a branch', () => {
  test.each([
    ['main', 'refs/heads/main'],
    ['feature/new-model', 'refs/heads/feature/new-model'],
    ['fix #12', 'refs/heads/fix%20#12'],
    ['100%', 'refs/heads/100%25'],
    [' padded ', 'refs/heads/%20padded%20'],
    ['.hidden/..', 'refs/heads/%2Ehidden/%2E%2E'],
    ['x.lock/y.LOCK', 'refs/heads/x%2Elock/y%2ELOCK'],
    ['a//b/', 'refs/heads/a%2F%2Fb%2F'],
    ['@{u}', 'refs/heads/%40{u}'],
    ['Zoë', 'refs/heads/Zoë'],
  ])('of %j is %s', (branch, ref) => {
    expect(refOf(branch)).toBe(ref)
    expect(branchOf(ref)).toBe(branch)
  })

  test('can be read back, and git accepts it', () => {
    const part = fc.constantFrom(
      '.',
      '..',
      '/',
      'a',
      '.lock',
      '@',
      '{',
      '~',
      '^',
      ':',
      '?',
      '*',
      '[',
      '\\',
      ' ',
      '%',
      '-',
      'é',
      '\t',
    )
    const name = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join('')),
    )
    const seen: string[] = []
    fc.assert(
      fc.property(name, (branch) => {
        fc.pre(refuseName(branch) === undefined)
        const ref = refOf(branch)
        seen.push(ref)
        expect(branchOf(ref)).toBe(branch)
      }),
      { numRuns: 500 },
    )
    // One process for each is slow: a part of them stands for all.
    expect(seen.filter((_, index) => index % 10 === 0).filter((ref) => !gitTakes(ref))).toEqual([])
  })

  test.each([
    ['', 'is empty'],
    ['a/\udc00', 'is not valid Unicode'],
    [`x/${' '.repeat(81)}`, 'is too long'],
  ])('%j is not a branch', (name, why) => {
    expect(refuseName(name)).toBe(why)
  })

  test('other refs have none', () => {
    expect(branchOf('refs/tags/v1')).toBeUndefined()
    expect(branchOf('refs/heads/a%2')).toBeUndefined()
    expect(branchOf('refs/heads/a%61')).toBeUndefined()
  })
})
