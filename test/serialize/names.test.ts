import { describe, expect, test } from 'vitest'
import { caseTwins, createNames, fileSlugOf, isSafePath } from '../../src/serialize/names.ts'

describe('caseTwins', () => {
  test.each([
    [['a.ts', 'b.ts', 'dir/a.ts', 'dir/b.ts'], []],
    [
      ['a.ts', 'A.ts', 'b.ts'],
      ['A.ts', 'a.ts'],
    ],
    [
      ['a', 'a/b', 'c'],
      ['a', 'a/b'],
    ],
    [
      ['a/b', 'A', 'c'],
      ['A', 'a/b'],
    ],
  ])('%j: %j', (paths, twins) => {
    expect([...caseTwins(paths)].sort()).toEqual([...twins].sort())
  })

  test('of directories that differ only in case, at most one is left', () => {
    const twins = caseTwins(['A/x', 'a/y', 'b/z'])
    const kept = ['A/x', 'a/y', 'b/z'].filter((path) => !twins.has(path))
    expect(kept).toContain('b/z')
    expect(kept.length).toBeLessThan(3)
  })
})

describe('fileSlugOf', () => {
  test.each([
    ['Revenue by month', 'revenue-by-month'],
    ['  Größe & Straße  ', 'grosse-strasse'],
    ['../../etc/passwd', 'etc-passwd'],
    ['\u001b[31mURGENT\u001b[0m churn', 'urgent-churn'],
    ['x'.repeat(300), 'x'.repeat(80)],
  ])('%j is %j', (name, slug) => {
    expect(fileSlugOf(name)).toBe(slug)
  })

  test.each(['CON', 'nul', 'Reports', 'app', 'LPT1', '☕', '', '...'])('%j gets a hash, and is safe', (name) => {
    expect(fileSlugOf(name)).toMatch(/^[a-z0-9-]*[0-9a-f]{6}$/)
    expect(isSafePath(fileSlugOf(name))).toBe(true)
  })
})

describe('createNames', () => {
  test('gives each its own name, whatever the case', () => {
    const names = createNames()
    names.take('Orders')
    const second = names.give('orders', 'Orders by Region')
    expect(second).toMatch(/^orders-[0-9a-f]{6}$/)
    expect(names.give('orders', 'Orders by region')).not.toBe(second)
    expect(names.give('cash', 'Cash')).toBe('cash')
  })
})

describe('isSafePath', () => {
  test.each(['a', 'src/App.tsx', 'Zürich ☕.ts', '.hidden', 'a.b.c'])('%j fits every disk', (path) => {
    expect(isSafePath(path)).toBe(true)
  })

  test.each([
    '',
    '/a',
    'a/',
    'a//b',
    '.',
    '..',
    'a/../b',
    'a\\b',
    'C:x',
    'a\0',
    'nul',
    'src/aux.ts',
    'a.',
    'a ',
    'a|b',
    '.git/x',
    'a\u202eb',
    `${'x'.repeat(201)}`,
    '\ud800',
  ])('%j does not', (path) => {
    expect(isSafePath(path)).toBe(false)
  })
})
