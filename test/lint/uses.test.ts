import { describe, expect, test } from 'vitest'
import { compileModel } from '../../packages/sandbox/models/compile.ts'
import { readDataModel } from '../../packages/sandbox/seeds/seed.ts'
import { readMembers } from '../../src/lint/members.ts'
import { createGraph } from '../../src/lint/uses/graph.ts'
import { indexUses, readSources } from '../../src/lint/uses/index-uses.ts'
import { renameUses } from '../../src/lint/uses/rename.ts'
import { readTreeModel } from '../../src/serialize/model/read.ts'
import { camelKeys } from '../serialize/camel-keys.ts'
import { PLACES, report, widget } from '../serialize/places.ts'

const filesOf = (texts: Readonly<Record<string, string>>): Map<string, Uint8Array> =>
  new Map(Object.entries(texts).map(([file, text]) => [file, Buffer.from(text)]))

const MODEL = `cubes:
  - name: orders   # what people buy
    joins:
      - {name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers.id}"}
    measures:
      - name: count
        type: count
        drill_members: [status, customers.id]
      - {name: double, type: number, sql: '2 * {count}'}
      - {name: share, type: number, sql: "{count} / {orders.double} + {CUBE}.count"}
    dimensions:
      - {name: status, sql: "{CUBE}.status", type: string}
      - {name: ordered_at, sql: ordered_at, type: time}
      - {name: month, sql: "{CUBE.ordered_at.month}", type: time}
    pre_aggregations:
      - {name: main, measures: [CUBE.count], dimensions: [status], time_dimension: ordered_at, granularity: day}
  - name: returns
    extends: orders
    segments:
      - {name: late, sql: "{FILTER_PARAMS.orders.status.filter('x')}"}
  - name: customers
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
views:
  - name: sales
    cubes:
      - join_path: orders
        includes:
          - count
          - {name: double, alias: revenue}
      - join_path: orders.customers
        prefix: true
        includes: "*"
      - join_path: returns
        prefix: true
        includes: [{name: status, alias: region}]
        excludes: [count]
  - name: all
    cubes:
      - {join_path: orders, prefix: true, includes: '*'}
    folders:
      - {name: Main, includes: [orders_count, orders_status]}
`
const AT = 'content/a/x.report.yaml'
const place = (text: string): string => (text.startsWith('title: Sales\nwidgets') ? 'content/a/b/dashboard.yaml' : AT)
const FOLDER = { 'content/a/folder.yaml': 'name: A\n', 'content/a/b/workbook.yaml': 'slug: b\nname: B\n' }
const MODEL_FILE = 'data-model/model/a.yml'
const tree = (text: string, model = MODEL): Map<string, Uint8Array> =>
  filesOf({ ...FOLDER, [MODEL_FILE]: model, [place(text)]: text })
const textIn = (files: ReadonlyMap<string, Uint8Array>, file: string): string =>
  Buffer.from(files.get(file) ?? []).toString()

const renamed = (files: Map<string, Uint8Array>, from: string, to: string, alias = false): Map<string, Uint8Array> =>
  new Map([
    ...files,
    ...[...renameUses(files, from, to, alias).written].map(([file, text]) => [file, Buffer.from(text)] as const),
  ])

describe('every place in which content names a member', () => {
  test.each(PLACES)('%s is in the index, and is renamed', (_, template, right) => {
    const member = right.replaceAll('\\', '').split('.').slice(0, 2).join('.')
    const text = template.replace('@', () => right)
    const files = tree(text, PLAIN)
    const found = indexUses(files).uses.filter(({ at, name }) => at.file === place(text) && name === member)
    const lines = text.split('\n')
    const written = found.map(({ at, length }) => lines[at.line - 1]?.slice(at.column - 1, at.column - 1 + length))
    expect(written.length).toBeGreaterThan(0)
    for (const each of written) expect(each?.replaceAll('\\', '')).toBe(member)

    const [, name = ''] = member.split('.')
    const after = renamed(files, member, 'renamed')
    expect(textIn(after, place(text))).toBe(text.replace(right, () => right.replace(name, 'renamed')))
    expect(indexUses(after).uses.filter((use) => use.name === member)).toEqual([])
    expect(renamed(after, member.replace(name, 'renamed'), name)).toEqual(files)

    const [owner = ''] = member.split('.')
    const moved = renamed(files, owner, 'elsewhere')
    expect(textIn(moved, place(text))).toBe(text.replace(new RegExp(`\\b${owner}(?=[.\\\\])`, 'g'), 'elsewhere'))
    expect(renamed(moved, 'elsewhere', owner)).toEqual(files)
  })
})

describe('a name that the file writes with escapes', () => {
  test.each([
    ['the dot', 'orders\\u002ecount', 'orders\\u002etotal'],
    ['a letter of the cube', '\\x6frders.count', '\\x6frders.total'],
    ['a letter of the member', 'orders.c\\u006funt', 'orders.total'],
    ['a line break', 'orders.\\\n    count', 'orders.\\\n    total'],
  ])('%s is in the index, and is renamed', (_, right, now) => {
    const files = tree(report(`query:\n  measures: ["${right}"]\n`), PLAIN)
    const { usersOf } = createGraph(readSources(files), ['orders.count'])
    expect(usersOf('orders.count').map(({ by, at }) => [by, at?.line])).toEqual([[AT, 4]])
    expect(textIn(renamed(files, 'orders.count', 'total'), AT)).toBe(report(`query:\n  measures: ["${now}"]\n`))
  })

  test('a text within a text is left for a person', () => {
    const text = report(`queryText: '{"measures": ["orders\\u002ecount"]}'\n`)
    const { left } = renameUses(tree(text, PLAIN), 'orders.count', 'total', false)
    expect(left).toEqual([expect.objectContaining({ name: 'orders.count', at: { file: AT, line: 3, column: 12 } })])
  })
})

describe('a place in which content names a member by its last part, or a cube alone', () => {
  const switcher = widget('{member: sales.region, options: [sales.revenue, sales.region], selected: @}', 'FIELD')
  test.each([
    ['the field that a switcher begins with', switcher, 'sales.region', 'region'],
    ['the same in quotes', switcher.replace('@', "'@'"), 'sales.region', 'region'],
    ['a hint for a join', report('query: {measures: [sales.revenue], joinHints: [[sales, @]]}'), 'orders', 'orders'],
  ])('%s is in the index, and is renamed', (_, template, name, right) => {
    const text = template.replace('@', right)
    const files = tree(text, PLAIN)
    const lines = text.split('\n')
    const found = indexUses(files).uses.filter(({ at, name: used }) => at.file === place(text) && used === name)
    const written = found.map(({ at, length }) => lines[at.line - 1]?.slice(at.column - 1, at.column - 1 + length))
    expect(written).toContain(right)

    const after = renamed(files, name, 'renamed')
    const column =
      template
        .split('\n')
        .find((line) => line.includes('@'))
        ?.indexOf('@') ?? 0
    const now = textIn(after, place(text))
    expect(now.split('\n').some((line) => line.slice(column).includes('renamed'))).toBe(true)
    expect(now).not.toContain(right)
    expect(renamed(after, name.replace(right, 'renamed'), right)).toEqual(files)
  })

  test('a switcher that starts with something it does not offer names no member', () => {
    const text = widget('{options: [sales.revenue], selected: region}', 'FIELD')
    expect(textIn(renamed(tree(text, PLAIN), 'sales.region', 'place'), place(text))).toBe(text)
  })
})

const PLAIN = `cubes:
  - name: orders
    measures: [{name: count, type: count}]
    dimensions: [{name: status, sql: status, type: string}, {name: ordered_at, sql: ordered_at, type: time}]
  - name: sales
    dimensions: [{name: revenue, sql: revenue, type: string}, {name: region, sql: region, type: string}]
`

describe('the data model', () => {
  test('has each of its names in the index, with where it is used', () => {
    const { uses } = indexUses(tree('id: AAAAAAAAAAAA\nname: X\n'))
    expect(uses.map(({ at, name, how, by }) => `${at.line}:${at.column} ${name} (${how}) in ${by}`)).toMatchSnapshot()
  })

  test('is renamed with a member, and with what repeats its name', () => {
    const files = tree('id: AAAAAAAAAAAA\nname: X\nquery: {measures: [sales.count, all.orders_count, returns.count]}\n')
    const { names, left } = renameUses(files, 'orders.count', 'total', false)
    expect([...names]).toEqual([
      ['orders.count', 'total'],
      ['returns.count', 'total'],
      ['sales.count', 'total'],
      ['all.orders_count', 'orders_total'],
    ])
    expect(left).toEqual([])
    const after = renamed(files, 'orders.count', 'total')
    expect(textIn(after, AT)).toContain('[sales.total, all.orders_total, returns.total]')
    expect(textIn(after, MODEL_FILE)).toMatchSnapshot()
    expect(renamed(after, 'orders.total', 'count')).toEqual(files)
  })

  test('is renamed with a cube, and with the prefix that a view adds to its name', () => {
    const files = tree('id: AAAAAAAAAAAA\nname: X\nquery: {measures: [sales.count, all.orders_count, orders.count]}\n')
    const after = renamed(files, 'orders', 'purchases')
    expect(textIn(after, AT)).toContain('[sales.count, all.purchases_count, purchases.count]')
    expect(textIn(after, MODEL_FILE)).not.toMatch(/\borders\b|orders_/)
    expect(renamed(after, 'purchases', 'orders')).toEqual(files)
  })

  test.each([
    ['orders.count', 'double', '"orders.count" cannot be called double: there is already a "orders.double"'],
    ['orders', 'sales', 'there is already a view "sales"'],
    ['orders.count', '2nd', '"2nd" is not a name: letters, digits and _, and not starting with a digit'],
    ['sales.count', 'total', '"sales.count" gets its name from "orders.count", and changes with it'],
    ['returns.count', 'total', '"returns.count" gets its name from "orders.count", and changes with it'],
  ])('refuses to call %s %s', (from, to, message) => {
    expect(() => renameUses(tree(''), from, to, false)).toThrow(message)
  })

  test.each([
    ['sales.count', 'total', 'Rename it where it is defined: boardwright rename orders.count NEW'],
    ['orders.count', 'customers.total', 'Write total alone: a member stays in its cube or view.'],
    ['orders.count', '2nd', 'Choose another name, or rename what it comes from.'],
  ])('refuses to call %s %s, and says what to do', (from, to, hint) => {
    expect(() => renameUses(tree(''), from, to, false)).toThrow(expect.objectContaining({ hint }))
  })

  test('renames the name that a view gives', () => {
    const files = tree('id: AAAAAAAAAAAA\nname: X\nquery: {measures: [sales.revenue]}\n')
    const after = renamed(files, 'sales.revenue', 'income')
    expect(textIn(after, MODEL_FILE)).toBe(MODEL.replace('alias: revenue', 'alias: income'))
    expect(textIn(after, AT)).toContain('[sales.income]')
  })

  test.each(['orders.count', 'orders.status', 'orders', 'sales'])(
    'answers to the old name of %s with an alias',
    (name) => {
      const files = tree('')
      const compiled = (from: Map<string, Uint8Array>) => readMembers(readTreeModel(from))
      const before = compiled(files)
      const { gone } = renameUses(files, name, 'renamed', true)
      const after = compiled(renamed(files, name, 'renamed', true))
      if (!before.known || !after.known) throw new Error('the model is plain YAML')
      const lost = [...before.of].flatMap(([owner, members]) =>
        [...members].filter((each) => !after.of.get(owner)?.has(each)).map((each) => `${owner}.${each}`),
      )
      expect(lost.sort()).toEqual([...gone].sort())
      expect(gone.filter((each) => !each.startsWith('all.orders_'))).toEqual([])
    },
  )

  test.each(['acme', 'empty'] as const)(
    'of the seed %s has the members that the compiler of the sandbox finds',
    (seed) => {
      const files = readDataModel(seed)
      const texts = [...files].map(([file, bytes]) => [file, Buffer.from(bytes).toString()] as const)
      const { entries } = compileModel(new Map(texts))
      const members = readMembers(
        readTreeModel(new Map([...files].map(([file, bytes]) => [`data-model/${file}`, bytes]))),
      )
      const ours = members.known
        ? [...members.of].flatMap(([owner, names]) => [...names].map((each) => `${owner}.${each}`))
        : []
      expect(ours.sort()).toEqual(entries.flatMap((entry) => entry.members.map(({ name }) => name)).sort())
    },
  )
})

/** An SQL, and what it is when the one is called the other. */
const SQLS: readonly (readonly [from: string, to: string, sql: string, now: string])[] = [
  ['orders.count', 'total', 'select MEASURE(count) from orders', 'select MEASURE(total) from orders'],
  ['orders.count', 'total', 'select status, count from orders', 'select status, total AS count from orders'],
  [
    'orders.count',
    'total',
    "select o.count from orders o where o.count > 1 and o.status = 'count' order by o.count",
    "select o.total AS count from orders o where o.total > 1 and o.status = 'count' order by o.total",
  ],
  [
    'orders.count',
    'total',
    'select count as n from orders group by count',
    'select total as n from orders group by total',
  ],
  [
    'orders.count',
    'total',
    'select count from orders group by count',
    'select total AS count from orders group by count',
  ],
  [
    'orders.count',
    'total',
    'with a as (select count from orders) select count from a -- count',
    'with a as (select total AS count from orders) select count from a -- count',
  ],
  ['orders.count', 'total', 'select "count" from orders', 'select "total" AS "count" from orders'],
  [
    'orders.count',
    'total',
    'select x.count from (select orders.count, status from orders) x where exists (select 1 from orders where count > 1)',
    'select x.count from (select orders.total AS count, status from orders) x where exists (select 1 from orders where total > 1)',
  ],
  ['orders', 'purchases', 'select orders.count from orders', 'select purchases.count from purchases'],
  ['orders', 'purchases', 'select o.count from orders as o', 'select o.count from purchases as o'],
  ['orders', 'purchases', 'select orders.* from public.orders', 'select purchases.* from public.purchases'],
  ['orders.status', 'state', 'select region from sales', 'select region from sales'],
]
const WITHOUT_QUOTES = SQLS.filter(([, , sql]) => !sql.includes('"'))
interface Way {
  readonly how: string
  readonly write: (sql: string) => Readonly<Record<string, string>>
  readonly sqls: typeof SQLS
}
const WAYS: readonly Way[] = [
  {
    how: 'in a file of its own',
    sqls: SQLS,
    write: (sql) => ({ [AT]: report(''), [AT.replace(/yaml$/, 'sql')]: `${sql}\n` }),
  },
  {
    how: 'in a block',
    sqls: SQLS,
    write: (sql) => ({ [AT]: report(`sql: |\n  ${sql.replace(' from ', '\n  from ')}\n`) }),
  },
  {
    how: 'folded',
    sqls: SQLS,
    write: (sql) => ({ [AT]: report(`sql: >-\n  ${sql.replace(' from ', '\n  from ')}\n`) }),
  },
  { how: 'in quotes', sqls: SQLS, write: (sql) => ({ [AT]: report(`sql: '${sql.replaceAll("'", "''")}' # count\n`) }) },
  {
    how: 'escaped',
    sqls: WITHOUT_QUOTES,
    write: (sql) => ({ [AT]: report(`sql: ${JSON.stringify(sql.replace(' from ', '\n from '))}\n`) }),
  },
]

describe('SQL', () => {
  test.each(WAYS)(
    '$how gets the new name and still gives its columns; renaming it back restores it',
    ({ write, sqls }) => {
      for (const [from, to, sql, now] of sqls) {
        const files = filesOf({ ...FOLDER, [MODEL_FILE]: PLAIN, ...write(sql) })
        const after = renamed(files, from, to)
        for (const [file, text] of Object.entries(write(now))) expect(textIn(after, file)).toBe(text)
        const back = from.includes('.') ? `${from.split('.')[0]}.${to}` : to
        const again = renamed(after, back, from.split('.').at(-1) ?? '')
        for (const file of files.keys()) expect(textIn(again, file)).toBe(textIn(files, file))
      }
    },
  )

  test('gets the new name in quotes if it is a keyword of SQL', () => {
    const files = filesOf({ ...FOLDER, [MODEL_FILE]: PLAIN, [AT]: report('sql: select count from orders\n') })
    expect(textIn(renamed(files, 'orders.count', 'limit'), AT)).toContain('sql: select "limit" AS count from orders\n')
  })

  test.each([
    ['quotes in quotes', 'select \\"count\\" from orders', 'select \\"total\\" AS \\"count\\" from orders'],
    ['escapes', 'select \\x63ount, status from orders', 'select total AS \\x63ount, status from orders'],
    ['a line feed', 'select\\ncount\\tfrom orders', 'select\\ntotal AS count\\tfrom orders'],
  ])('with %s is in the index, and is renamed', (_, sql, now) => {
    const files = filesOf({ ...FOLDER, [MODEL_FILE]: PLAIN, [AT]: report(`sql: "${sql}"\n`) })
    const inSql = indexUses(files).uses.filter(({ how }) => how === 'SQL')
    expect(new Set(inSql.map(({ name }) => name))).toContain('orders.count')
    expect(textIn(renamed(files, 'orders.count', 'total'), AT)).toBe(report(`sql: "${now}"\n`))
    const limited = textIn(renamed(files, 'orders.count', 'limit'), AT)
    expect(limited).toBe(report(`sql: "${now.replace(/(?:\\")?total(?:\\")?/, '\\"limit\\"')}"\n`))
  })

  test('in capitals is renamed in capitals, there and back byte for byte', () => {
    const sql = 'SELECT COUNT, O.STATUS FROM ORDERS AS O WHERE O.COUNT > 1\n'
    const files = filesOf({ ...FOLDER, [MODEL_FILE]: PLAIN, [AT]: report(''), [AT.replace('yaml', 'sql')]: sql })
    const there = renamed(files, 'orders.count', 'total')
    expect(textIn(there, AT.replace('yaml', 'sql'))).toBe(
      'SELECT TOTAL AS COUNT, O.STATUS FROM ORDERS AS O WHERE O.TOTAL > 1\n',
    )
    expect(renamed(there, 'orders.total', 'count')).toEqual(files)
  })

  test('with a name that both sides of a join have is left for a person', () => {
    const sql = 'select o.count from orders o join sales s using (status)'
    const files = filesOf({ ...FOLDER, [MODEL_FILE]: PLAIN, [AT]: report(`sql: ${sql}\n`) })
    const { left, changed } = renameUses(files, 'orders.status', 'state', false)
    expect(changed.filter(({ at }) => at.file === AT)).toEqual([])
    expect(left.map(({ name, in: where }) => [name, where])).toEqual([['orders.status', 'SQL']])
  })
})

describe('what stays behind', () => {
  test('is listed: SQL, code, and texts for people', () => {
    const files = filesOf({
      ...FOLDER,
      [MODEL_FILE]: MODEL,
      'data-model/model/more.py': 'X = "count"\n',
      [AT]: 'id: AAAAAAAAAAAA\nname: Of orders.count\nquery: {measures: [orders.count]} # orders.count\n',
      'content/a/y.report.yaml': 'id: BBBBBBBBBBBB\nname: Y\n',
      'content/a/y.report.sql': 'select MEASURE(count)\nfrom orders where {{ x }}\n',
    })
    const { left, changed } = renameUses(files, 'orders.count', 'total', false)
    expect(left.map(({ at, in: where, name }) => `${at.file}:${at.line}:${at.column} ${name} in ${where}`)).toEqual([
      'data-model/model/more.py:1:6 orders.count in code',
      'content/a/x.report.yaml:2:10 orders.count in text',
      'content/a/x.report.yaml:3:37 orders.count in text',
      'content/a/y.report.sql:1:16 orders.count in SQL',
    ])
    expect(changed.filter(({ at }) => at.file === AT)).toEqual([
      { at: { file: AT, line: 3, column: 20 }, how: 'query', before: 'orders.count', after: 'orders.total' },
    ])
  })
})

test.each(
  ['orders.count', 'orders.status', 'orders', 'sales', 'sales.revenue'].flatMap((name) => [
    [name, false] as const,
    [name, true] as const,
  ]),
)('a model whose keys are in camelCase is renamed like any other: %s, with an alias %s', (name, alias) => {
  const inCamelCase = camelKeys(MODEL)
  expect(inCamelCase).toContain('joinPath: orders.customers')
  const [one, other] = [MODEL, inCamelCase].map((text) =>
    textIn(renamed(filesOf({ [MODEL_FILE]: text }), name, 'renamed', alias), MODEL_FILE),
  )
  expect(other).toContain('renamed')
  expect(camelKeys(other ?? '')).toBe(camelKeys(one ?? ''))
})
