import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ignoringRule, inScope, type LiveScope, matchesGlob, type ScopeItem } from '../../src/config/scope.ts'
import { processorMs } from '../support/processor-time.ts'

describe('a glob', () => {
  test.each([
    ['sales', 'sales', true],
    ['sales/', 'sales', true],
    ['sales', 'sales/pipeline', false],
    ['sales/*', 'sales/pipeline', true],
    ['sales/*', 'sales/emea/pipeline', false],
    ['sales/*', 'sales', false],
    ['sales/**', 'sales', true],
    ['sales/**', 'sales/emea/pipeline', true],
    ['sales/**', 'salesforce/x', false],
    ['**/pipeline', 'pipeline', true],
    ['**/pipeline', 'a/b/pipeline', true],
    ['a/**/z', 'a/z', true],
    ['a/**/z', 'a/b/c/z', true],
    ['a/**/z', 'a/b/c/z/y', false],
    ['**', 'a/b', true],
    ['*', 'a', true],
    ['*', 'a/b', false],
    ['q?.yaml', 'q1.yaml', true],
    ['q?.yaml', 'q.yaml', false],
    ['*.report.yaml', 'a.b.report.yaml', true],
    ['a*b*c', 'axxbyyc', true],
    ['a*b*c', 'axxbyyd', false],
    ['a.c', 'abc', false],
    ['(a|b)+', '(a|b)+', true],
    ['customer-*', 'customer-', true],
    ['Sales', 'sales', false],
  ])('%s and %s: %s', (pattern, path, expected) => {
    expect(matchesGlob(pattern, path)).toBe(expected)
  })

  const segment = fc.array(fc.constantFrom('a', 'b', '*', '?'), { minLength: 1, maxLength: 5 }).map((it) => it.join(''))
  const pattern = fc.array(fc.oneof(segment, fc.constant('**')), { minLength: 1, maxLength: 4 })
  const path = fc.array(fc.stringMatching(/^[ab]{1,4}$/), { minLength: 1, maxLength: 4 })

  test('means the same as the regular expression made from it', () => {
    const toRegExp = (segments: readonly string[]): RegExp => {
      const inner = segments.map((each) =>
        each === '**' ? '(?:/[^/]+)*' : `/${each.replace(/\*+/g, '[^/]*').replace(/\?/g, '[^/]')}`,
      )
      return new RegExp(`^${inner.join('')}$`)
    }
    fc.assert(
      fc.property(pattern, path, (segments, names) => {
        expect(matchesGlob(segments.join('/'), names.join('/'))).toBe(toRegExp(segments).test(`/${names.join('/')}`))
      }),
      { numRuns: 2000 },
    )
  })

  test('never takes long', async () => {
    const ms = await processorMs(() => {
      expect(matchesGlob(`${'*a'.repeat(200)}b`, 'a'.repeat(5000))).toBe(false)
      expect(matchesGlob(`${'**/a/'.repeat(50)}b`, 'a/'.repeat(1000))).toBe(false)
    })
    expect(ms).toBeLessThan(2000)
  })
})

describe('scope', () => {
  const DEFAULT: LiveScope = {
    include: { paths: [], kinds: [] },
    exclude: { paths: [], kinds: ['spreadsheet'] },
    manage: [],
  }
  const workbook: ScopeItem = { path: 'sales/revenue', kind: 'workbook' }
  const report: ScopeItem = { path: 'sales/revenue/reports/by-month.yaml', kind: 'report' }
  const sheet: ScopeItem = { path: 'sales/sheet.report.yaml', kind: 'report', source: 'GOOGLE_SHEETS' }
  const excel: ScopeItem = { ...sheet, source: 'EXCEL' }
  const schedule: ScopeItem = { path: 'sales/revenue/notifications/weekly.yaml', kind: 'notification' }
  const names = { workbook, report, schedule, sheet, excel }
  const inside = (scope: LiveScope): string[] =>
    Object.entries(names).flatMap(([name, item]) => (inScope(scope, item) ? [name] : []))

  test.each<[string, LiveScope, string[]]>([
    ['everything but spreadsheets by default', DEFAULT, ['workbook', 'report']],
    ['spreadsheets too', { ...DEFAULT, exclude: { paths: [], kinds: [] } }, ['workbook', 'report', 'sheet', 'excel']],
    [
      'a directory and all in it',
      { ...DEFAULT, include: { paths: ['sales/revenue'], kinds: [] } },
      ['workbook', 'report'],
    ],
    ['another directory', { ...DEFAULT, include: { paths: ['finance/**'], kinds: [] } }, []],
    ['a kind that it manages', { ...DEFAULT, manage: ['notification'] }, ['workbook', 'report', 'schedule']],
    ['one kind', { ...DEFAULT, include: { paths: [], kinds: ['workbook'] } }, ['workbook']],
    ['all but a path', { ...DEFAULT, exclude: { paths: ['**/by-*'], kinds: [] } }, ['workbook', 'sheet', 'excel']],
    [
      'nothing of what is included and excluded',
      { ...DEFAULT, include: { paths: ['sales'], kinds: [] }, exclude: { paths: ['sales'], kinds: [] } },
      [],
    ],
  ])('%s', (_, scope, expected) => {
    expect(inside(scope)).toEqual(expected)
  })
})

test('a rule ignores units of objects at and below its path', () => {
  const rules = [
    { path: 'sales', units: ['theme', 'widget *'] },
    { path: 'finance/cash', units: undefined },
  ]
  expect(ignoringRule(rules, 'sales/revenue', 'theme')).toBe(rules[0])
  expect(ignoringRule(rules, 'sales/revenue', 'widget a/b')).toBe(rules[0])
  expect(ignoringRule(rules, 'sales/revenue', 'layout')).toBeUndefined()
  expect(ignoringRule(rules, 'finance/cash', 'layout')).toBe(rules[1])
  expect(ignoringRule(rules, 'finance', 'layout')).toBeUndefined()
})
