import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileText, jsonMap, jsonValue } from '../../../packages/common/test/yaml/values.ts'
import { unitDigest } from '../../../src/content/units.ts'
import type { UnitChange } from '../../../src/plan/plan-file.ts'
import { type Line, NO_NAMES } from '../../../src/words/values/line.ts'
import { unitLines } from '../../../src/words/values/units.ts'

const told = (line: Line): string =>
  [line.mark, line.subject, line.parts.join(', '), ...(line.aside ? [`(${line.aside})`] : [])].join(' ')
const say = (unit: string, before: unknown, after: unknown): string[] =>
  unitLines({ unit, before, after }, NO_NAMES).map(told)
const widget = (more: object = {}, config: object = {}) => ({
  id: 'w1',
  type: 'CHART',
  report: 'report/AAAAAAAAAAAA',
  position: { x: 0, y: 0, w: 4, h: 3 },
  config: { title: 'Orders', ...config },
  ...more,
})

test('a description is quoted as a title is, and one of several lines is a difference', () => {
  for (const unit of ['title', 'description']) expect(say(unit, 'One.', 'Two.')).toEqual([`~ ${unit} "One." -> "Two."`])
  expect(say('description', 'One.\nTwo.\n', 'One.\n')).toEqual(['~ description 1 line removed'])
})

describe('a widget', () => {
  test.each<[string, object, string]>([
    ['moved', widget({ position: { x: 6, y: 0, w: 4, h: 3 } }), '~ widget "Orders" moves right 6 columns'],
    ['resized', widget({ position: { x: 0, y: 0, w: 6, h: 3 } }), '~ widget "Orders" becomes wider, from 4x3 to 6x3'],
    [
      'both',
      widget({ position: { x: 0, y: 1, w: 6, h: 3 } }),
      '~ widget "Orders" moves down 1 row and becomes wider, from 4x3 to 6x3',
    ],
    ['retitled', widget({}, { title: 'Sales' }), '~ widget "Sales" retitled "Orders" -> "Sales"'],
    [
      'report swapped',
      widget({ report: 'report/BBBBBBBBBBBB' }),
      '~ widget "Orders" shows report "BBBBBBBBBBBB" instead of report "AAAAAAAAAAAA"',
    ],
    [
      'a line of a text',
      widget({}, { markdown: '# Notes\n1. Wins of last week' }),
      '~ widget "Orders" + markdown # Notes and 1 more line',
    ],
    ['a key of config', widget({}, { numberFormat: '$0,0' }), '~ widget "Orders" + numberFormat $0,0'],
    [
      'only at breakpoints',
      widget({ responsiveLayouts: { md: { x: 0, y: 0, w: 1, h: 1 }, sm: { x: 0, y: 0, w: 1, h: 1 } } }),
      '~ widget "Orders" on md, sm nothing -> row 1, column 1, 1x1',
    ],
    [
      'at breakpoints too',
      widget({ position: { x: 6, y: 0, w: 4, h: 3 }, responsiveLayouts: { md: null } }),
      '~ widget "Orders" moves right 6 columns (also on md)',
    ],
  ])('%s', (_, after, expected) => {
    expect(say('widget w1', widget(), after)).toEqual([expected])
  })

  test.each<[string, string, string]>([
    ['1. Wins\n2. Risks', '1. Wins\n2. Risks and gains', 'line 3: 2. Risks -> 2. Risks and gains'],
    ['1. Wins\n2. Risks', '2. Risks', 'line 2 removed: 1. Wins'],
    ['1. Wins', '1. Wins\n2. Risks\n3. Asks', 'line 3 added: 2. Risks and 1 more line'],
    ['1. Wins\n2. Risks', '1. Gains\n2. Asks\n', 'line 2: 1. Wins -> 1. Gains and 2 more lines'],
  ])('says which lines of a text change: %j to %j', (before, after, expected) => {
    const [was, is] = [before, after].map((text) => widget({}, { markdown: `# Notes\n${text}` }))
    expect(say('widget w1', was, is)).toEqual([`~ widget "Orders" markdown ${expected}`])
  })

  test('is added and removed', () => {
    expect(say('widget w1', undefined, widget())).toEqual([
      '+ widget "Orders" added (row 1, column 1, 4x3   shows report "AAAAAAAAAAAA")',
    ])
    expect(say('widget w1', widget(), undefined)[0]).toMatch(/^- widget "Orders" removed/)
  })
})

describe('a query', () => {
  const query = {
    measures: ['orders.count'],
    filters: [{ member: 'cash.region', operator: 'equals', values: ['EMEA'] }],
    timeDimensions: [{ dimension: 'orders.at', dateRange: 'last 30 days', granularity: 'week' }],
    order: { 'orders.count': 'desc', 'orders.at': 'asc' },
    limit: 100,
  }
  test.each<[string, object, string]>([
    ['a member', { ...query, measures: ['orders.count', 'cash.closing'] }, '+ measure cash.closing'],
    ['members in another order', { ...query, measures: ['b', 'orders.count'] }, '+ measure b'],
    ['a removed filter', { ...query, filters: [] }, '- filter cash.region'],
    [
      'a filter of other values',
      { ...query, filters: [{ member: 'cash.region', operator: 'equals', values: ['APAC', 'a, b'] }] },
      '~ filter cash.region equals EMEA -> equals APAC, "a, b"',
    ],
    [
      'a date range and more',
      { ...query, limit: 50, timeDimensions: [{ ...query.timeDimensions[0], dateRange: 'last 90 days' }] },
      '~ date range last 30 days -> last 90 days, limit 100 -> 50',
    ],
    ['a limit', { ...query, limit: 50 }, 'limit 100 -> 50'],
    [
      'only the order of the order',
      { ...query, order: { 'orders.at': 'asc', 'orders.count': 'desc' } },
      '~ order orders.count desc, orders.at asc -> orders.at asc, orders.count desc',
    ],
  ])('%s', (_, after, expected) => {
    expect(say('query', query, after)).toEqual([`~ query ${expected}`])
  })

  test('a date range alone is called that', () => {
    const [date] = query.timeDimensions
    expect(say('query', query, { ...query, timeDimensions: [{ ...date, dateRange: 'last 90 days' }] })).toEqual([
      '~ date range last 30 days -> last 90 days',
    ])
  })

  test('several changes at once', () => {
    expect(say('query', query, { ...query, measures: ['cash.closing'], limit: undefined })).toEqual([
      '~ query + measure cash.closing, - measure orders.count, - limit 100',
    ])
  })
})

test.each<[string, unknown, unknown, string]>([
  ['name', 'Sales', 'Sales 2026', '~ name "Sales" -> "Sales 2026"'],
  ['folder', 'Sales', 'Finance', '~ folder Sales -> Finance'],
  ['embed acme', undefined, 'read', '+ embed tenant acme read'],
  [
    'spec',
    { layer: [{ mark: { type: 'bar', color: '#6f4e37' } }, { mark: 'rule' }] },
    { layer: [{ mark: { type: 'bar', color: '#2f6f4e' } }, { mark: 'rule' }] },
    '~ colour of the bars #6f4e37 -> #2f6f4e',
  ],
  [
    'spec',
    { columns: [{ field: 'sales.net', label: 'Net' }] },
    { columns: [{ field: 'sales.net', label: 'Net revenue' }] },
    '~ title of sales.net Net -> Net revenue',
  ],
  ['theme', { primaryColor: '#111111' }, { primaryColor: '#222222' }, '~ primary colour #111111 -> #222222'],
  ['publish', true, false, '~ publishing published -> not published'],
  ['allowEmbed', undefined, true, '~ signed embedding not allowed -> allowed'],
  [
    'theme',
    { widgets: { border: { color: '#fff' } } },
    { widgets: { border: { color: '#000' } } },
    '~ theme widgets.border.color #fff -> #000',
  ],
  ['meta', { tags: ['a'] }, { tags: ['a', 'b'] }, '~ meta + tags[b] b'],
  ['layout', { grid: { cols: 12 }, order: ['a'] }, { grid: { cols: 10 }, order: ['a'] }, '~ grid cols 12 -> 10'],
  ['layout', { order: ['a', 'b'] }, { order: ['b', 'a'] }, '~ order of widgets a, b -> b, a'],
  ['bytes', { sha1: 'a1' }, { sha256: 'b2' }, '~ bytes sha1 a1 -> sha256 b2'],
  ['bytes', { sha1: 'a1' }, { sha1: 'a1', of: 'x' }, '~ bytes sha1 a1 -> {"sha1":"a1","of":"x"}'],
  ['bytes', 'text', { sha256: 'b2' }, '~ bytes text -> sha256 b2'],
  ['spec', 'x'.repeat(100), `${'x'.repeat(100)}y`, `~ spec ...${'x'.repeat(12)} -> ...${'x'.repeat(12)}y`],
])('%s: %j -> %j', (unit, before, after, expected) => {
  expect(say(unit, before, after)).toEqual([expected])
})

test('a text is described by its hunks', () => {
  const [line] = unitLines(
    { unit: 'sql', before: 'select\nfrom a\ngroup by 1', after: 'select\nfrom a\nwhere b\ngroup by 1' },
    NO_NAMES,
  )
  expect(line).toEqual({
    mark: '~',
    subject: 'sql',
    parts: ['1 line added'],
    diff: {
      added: 1,
      removed: 0,
      hunks: [
        {
          at: [2, 3],
          lines: [
            { mark: ' ', text: 'from a' },
            { mark: '+', text: 'where b' },
            { mark: ' ', text: 'group by 1' },
          ],
        },
      ],
    },
  })
})

describe('any two different values', () => {
  const name = fc.constantFrom(
    'name',
    'sql',
    'query',
    'pivot',
    'spec',
    'kind',
    'meta',
    'workbook',
    'folder',
    'slug',
    'publish',
    'allowEmbed',
    'published',
    'embed *',
    'title',
    'settings',
    'theme',
    'layout',
    'widget w',
    'app',
    'app a/b.js',
    'position',
    'bytes',
    'new',
  )
  const member = fc.constantFrom('a.x', 'a.y', 'b.z')
  const query = fc.record(
    {
      measures: fc.array(member, { maxLength: 3 }),
      filters: fc.array(
        fc.record(
          { member, operator: fc.constantFrom('equals', 'set'), values: fc.array(hostileText, { maxLength: 2 }) },
          { requiredKeys: ['member'] },
        ),
        { maxLength: 2 },
      ),
      timeDimensions: fc.array(fc.record({ dimension: member, dateRange: jsonValue }), { maxLength: 2 }),
      order: fc.oneof(
        fc.dictionary(member, fc.constantFrom('asc', 'desc')),
        fc.array(fc.tuple(member, member), { maxLength: 2 }),
      ),
      limit: fc.nat(2),
    },
    { requiredKeys: [] },
  )
  const place = fc.record({ x: fc.nat(2), y: fc.nat(2), w: fc.nat(2), h: fc.nat(2) })
  const someWidget = fc.record(
    {
      id: fc.constant('w'),
      position: fc.oneof(place, jsonMap),
      responsiveLayouts: fc.dictionary(fc.constantFrom('md', 'sm'), fc.oneof(place, fc.constant(null))),
      config: jsonMap,
      report: member,
    },
    { requiredKeys: ['id'] },
  )
  const layout = fc.record(
    { grid: jsonMap, order: fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 }) },
    { requiredKeys: ['order'] },
  )
  const value = fc.option(fc.oneof(jsonValue, query, someWidget, layout, hostileText), { nil: undefined })

  test('get a line of text, safe to show, that tells them apart', () => {
    fc.assert(
      fc.property(name, value, value, (unit, before, after) => {
        const digest = (side: unknown): string => (side === undefined ? '' : unitDigest(unit, side))
        fc.pre(digest(before) !== digest(after))
        const change: UnitChange = { unit, before, after }
        const lines = unitLines(change, NO_NAMES)
        expect(lines.length).toBeGreaterThan(0)
        for (const { subject, parts, aside = '', diff } of lines) {
          expect(parts.length).toBeGreaterThan(0)
          expect([subject, ...parts, aside].join('')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e\u200f]/)
          for (const part of parts) {
            const [from, to, ...rest] = part.split(' -> ')
            if (rest.length === 0 && to !== undefined && diff === undefined) expect(from).not.toBe(to)
          }
        }
      }),
      { numRuns: 600 },
    )
  })
})
