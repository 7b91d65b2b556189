import { describe, expect, test } from 'vitest'
import { recipientUnit } from '../../src/content/notification.ts'
import { personUnit } from '../../src/content/people.ts'
import { findingsOf, findingsWith, ruleOf } from './support.ts'

const MODEL = `cubes:
  - name: orders
    sql_table: orders
    measures:
      - {name: count, type: count, description: Orders that were paid.}
      - {name: old, type: sum, sql: x, meta: {deprecated: use count}}
    dimensions:
      - {name: day, type: time, sql: day}
`

const ACME = {
  'content/sales/folder.yaml': 'name: Sales\n',
  'content/sales/revenue/workbook.yaml': 'slug: revenue\nname: Revenue\n',
  'content/sales/revenue/dashboard.yaml': `title: Revenue
description: All of it
widgets:
  - id: c1
    type: CHART
    report: orders
    position: {x: 0, y: 0, w: 6, h: 4}
    config: {title: Orders}
  - id: c2
    type: CHART
    report: orders
    position: {x: 6, y: 0, w: 6, h: 4}
`,
  'content/sales/revenue/reports/orders.yaml': `id: aaaaaaaaaaaa
name: Orders
query:
  measures: [orders.count, orders.old]
  timeDimensions:
    - {dimension: orders.day, dateRange: [2026-01-01, 2026-01-31]}
  filters:
    - {member: orders.day, operator: afterDate, values: ["2026-01-05"]}
    - or:
        - {member: orders.count, operator: gt, values: ["3"]}
`,
  'content/lost.report.yaml': 'id: bbbbbbbbbbbb\nname: Orders by SQL\nsql: SELECT old FROM orders\n',
  'data-model/model/orders.yml': MODEL,
} as const

const found = (text: string, files: Readonly<Record<string, string>> = ACME): string[] =>
  findingsOf(files, ruleOf(text)).map(({ at, message }) => `${at.file}:${at.line}:${at.column} ${message}`)

const DASHBOARD = 'content/sales/revenue/dashboard.yaml'
const ORDERS = 'content/sales/revenue/reports/orders.yaml'

describe('what a rule finds has a place', () => {
  test.each([
    ['a key that is wrong', 'on: {kind: dashboard}\nmust: {description: {minLength: 20}}', [`${DASHBOARD}:2:14 m`]],
    ['a key that is missing', 'on: {kind: dashboard}\nmust: {themeId: present}', [`${DASHBOARD}:1:1 m`]],
    ['a widget', 'on: {kind: widget, type: CHART}\nmust: {title: present}', [`${DASHBOARD}:9:5 m`]],
    ['a folder', 'on: {kind: folder}\nmust: {name: {matches: "^[a-z]"}}', ['content/sales/folder.yaml:1:7 m']],
    ['a workbook', 'on: {kind: workbook}\nmust: {tags: present}', ['content/sales/revenue/workbook.yaml:1:1 m']],
    ['a report that nothing shows', 'on: {kind: report}\nmust: {shownOn: present}', ['content/lost.report.yaml:1:1 m']],
    ['a query', 'on: {kind: query}\nmust: {limit: {max: 1000}}', [`${ORDERS}:3:1 m`]],
    ['a list of records', 'on: {kind: query}\nmust: {dates: {every: {literal: false}}}', [`${ORDERS}:5:3 m`]],
    ['a filter', 'on: {kind: filter, dates: present}', [`${ORDERS}:8:57 m`]],
    ['a filter in an `or`', 'on: {kind: filter, operator: gt}', [`${ORDERS}:10:44 m`]],
    ['a member that is used', 'on: {kind: use, deprecated: present, how: query}', [`${ORDERS}:4:28 m`]],
    ['a member in SQL', 'on: {kind: use, deprecated: present, how: SQL}', ['content/lost.report.yaml:3:6 m']],
    ['an expression', 'on: {kind: widget}\ncheck: title != null && type == "CHART"', [`${DASHBOARD}:9:5 m`]],
    [
      'a member of the model',
      'on: {kind: member}\nmust: {description: present}',
      ['data-model/model/orders.yml:6:9 m', 'data-model/model/orders.yml:8:9 m'],
    ],
  ])('%s', (_what, rule, expected) => {
    expect(found(`${rule}\nmessage: m\n`)).toEqual(expected)
  })

  test('only below a path', () => {
    const rule = (path: string): string => `on: {kind: widget, path: ${path}}\nmust: {title: present}\nmessage: m\n`
    expect(found(rule('content/sales'))).toHaveLength(1)
    expect(found(rule('content/finance'))).toEqual([])
  })

  test('with the values of fields in its message', () => {
    expect(found('on: {kind: widget}\nmust: {title: present}\nmessage: "{id} on {dashboard}: {title}"\n')).toEqual([
      `${DASHBOARD}:9:5 c2 on Revenue: (none)`,
    ])
  })
})

test('a rule can ask who owns a file', () => {
  const rule = ruleOf('on: {kind: dashboard}\nmust: {owner: present}\nmessage: "{name} has no owner"\n')
  const ownersOf = (file: string): readonly string[] => (file === DASHBOARD ? ['@acme/sales'] : [])
  const moved = {
    ...ACME,
    'content/b/workbook.yaml': 'slug: b\nname: B\n',
    'content/b/dashboard.yaml': 'widgets: []\n',
  }
  expect(findingsWith({ ownersOf }, moved, rule).map(({ message, units }) => [message, units])).toEqual([
    ['B has no owner', []],
  ])
})

describe('what is absent', () => {
  const holds = (condition: string): boolean =>
    found(`on: {kind: workbook}\nmust: {${condition}}\nmessage: m\n`, {
      'content/a/workbook.yaml': 'slug: a\nname: A\nmeta: {tags: []}\n',
      'content/a/dashboard.yaml': 'title: "  "\nwidgets: []\n',
    }).length === 0
  test.each([
    ['audiences: absent', true],
    ['audiences: present', false],
    ['tags: {unique: true}', true],
    ['tags: {minLength: 1}', false],
    ['tags: {every: {matches: x}}', true],
    ['folder: {maxLength: 9}', false],
    ['folder: absent', true],
    ['embedded: false', true],
  ])('%s: %s', (condition, expected) => expect(holds(condition)).toBe(expected))
})

describe('words', () => {
  const holds = (condition: string): boolean =>
    found(`on: {kind: workbook}\nmust: {${condition}}\nmessage: m\n`, {
      'content/a/workbook.yaml': 'slug: a\nname: Ab\nmeta: {tags: [x, y, x]}\n',
      'content/a/dashboard.yaml': 'widgets: []\n',
    }).length === 0
  test.each([
    ['name: Ab', 'name: ab'],
    ['name: {equals: Ab}', 'name: {equals: A}'],
    ['name: {oneOf: [A, Ab]}', 'name: {oneOf: [A]}'],
    ['name: {matches: "^A.$"}', 'name: {matches: "^.$"}'],
    ['name: {minLength: 2, maxLength: 2}', 'name: {minLength: 2, maxLength: 1}'],
    ['tags: {maxLength: 3}', 'tags: {maxLength: 2}'],
    ['sameName: {min: 1, max: 1}', 'sameName: {min: 2}'],
    ['tags: {every: {oneOf: [x, y]}}', 'tags: {every: x}'],
    ['tags: present', 'tags: {unique: true}'],
    ['published: true', 'published: {equals: false}'],
  ])('%s holds, and %s does not', (one, other) => {
    expect([holds(one), holds(other)]).toEqual([true, false])
  })
})

test('a rule that fails is an error where it fails, also where it would only warn, and others go on', () => {
  const failing = ruleOf('on: {kind: widget}\ncheck: size(title) > 3\nmessage: m\nseverity: warning\n', 'failing')
  const sound = ruleOf('on: {kind: widget}\nmust: {title: present}\nmessage: no title\n', 'sound')
  const all = findingsOf(ACME, failing, sound)
  expect(
    all.map(({ rule, at, message, warning, fault }) => [rule, at.file, message, warning ?? fault === undefined]),
  ).toEqual([
    ['failing', DASHBOARD, expect.stringMatching(/^the rule failing cannot judge this: .*absent/), true],
    ['sound', DASHBOARD, 'no title', false],
  ])
})

test.each([
  ['by the member', 'deprecated: present', 2],
  ['by its view', 'view: orders', 7],
  ['by a pattern on its name', 'name: {matches: "count$"}', 2],
  ['by how it is used', 'how: filter', 2],
  ['by both', 'deprecated: present, how: query', 1],
  ['by nothing of it', 'view: customers', 0],
])('uses are found %s', (_by, on, count) => {
  expect(found(`on: {kind: use, ${on}}\nmessage: "{name} {how}"\n`)).toHaveLength(count)
})

test('a dashboard knows the schedules that send it', () => {
  const files = {
    ...ACME,
    'content/sales/revenue/notifications/monday.yaml':
      'slug: monday\nschedule: 0 8 * * 1\ntimezone: UTC\nformat: pdf\n',
  }
  const rule = 'on: {kind: dashboard, schedules: present}\nmessage: "{name} is sent by {schedules}"\n'
  expect(found(rule, files)).toEqual([`${DASHBOARD}:1:1 Revenue is sent by monday`])
  expect(found(rule)).toEqual([])
})

describe('a rule on schedules', () => {
  const SCHEDULE = 'content/sales/revenue/notifications/weekly.yaml'
  const weekly = `slug: weekly
schedule: 0 8 * * 1
timezone: UTC
format: pdf
recipients: [ana@acme.com, Bo@Other.example]
`
  const outside = ruleOf(`on: {kind: schedule}
must: {domains: {every: {oneOf: [acme.com]}}}
message: '{slug} goes to {domains}'
examples:
  good: [{domains: [acme.com]}]
  bad: [{domains: [acme.com, other.example]}]
`)

  test('knows the domains of who gets it, and points to them', () => {
    const found = findingsOf({ ...ACME, [SCHEDULE]: weekly }, outside)
    expect(found.map(({ at, message }) => [at.file, at.line, message])).toEqual([
      [SCHEDULE, 5, 'weekly goes to acme.com, other.example'],
    ])
    expect(found.flatMap(({ units = [] }) => units)).toEqual(['ana@acme.com', 'bo@other.example'].map(recipientUnit))
  })

  test('finds nothing where nobody else gets it, or the file says nothing of who does', () => {
    for (const text of [weekly.replace(', Bo@Other.example', ''), weekly.replace(/recipients.*\n/, '')])
      expect(findingsOf({ ...ACME, [SCHEDULE]: text }, outside)).toEqual([])
  })
})

test('a rule on groups knows the domains of their members, and points to them; a directory is asked nothing', () => {
  const guests = ruleOf(`on: {kind: group}
must: {domains: {every: {oneOf: [acme.com]}}}
message: '{name} has people of {domains}'
`)
  const BOARD = 'account/groups/board.yaml'
  const found = findingsOf({ ...ACME, [BOARD]: 'name: Board\nmembers: [ana@acme.com, Bo@Other.example]\n' }, guests)
  expect(found.map(({ at, message }) => [at.file, at.line, message])).toEqual([
    [BOARD, 2, 'Board has people of acme.com, other.example'],
  ])
  expect(found.flatMap(({ units = [] }) => units)).toEqual(
    ['ana@acme.com', 'bo@other.example'].map((email) => personUnit('member', email)),
  )
  for (const text of ['name: Board\n', "name: Board\nmembers: 'off'\n"])
    expect(findingsOf({ ...ACME, [BOARD]: text }, guests)).toEqual([])
})
