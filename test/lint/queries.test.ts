import { describe, expect, test } from 'vitest'
import { faultsOf } from '../../src/lint/faults.ts'
import { readMembers } from '../../src/lint/members.ts'
import { createGraph } from '../../src/lint/uses/graph.ts'
import { readSources } from '../../src/lint/uses/index-uses.ts'
import { renameUses } from '../../src/lint/uses/rename.ts'
import { readDocuments } from '../../src/serialize/documents.ts'
import { readTreeModel } from '../../src/serialize/model/read.ts'

/** Queries that are no map under `query`, and what they hold beside names of members. */
const MODEL = `cubes:
  - name: orders
    sql_table: orders
    measures: [{name: count, type: count}, {name: total, type: sum, sql: total}]
    dimensions: [{name: status, type: string, sql: status}, {name: sold, type: time, sql: sold}]
`
const files = (texts: Readonly<Record<string, string>>) =>
  new Map(
    Object.entries({ 'data-model/model/orders.yml': MODEL, ...texts }).map(([file, text]) => [file, Buffer.from(text)]),
  )

const REPORT = 'content/a.report.yaml'
const SIDE = 'content/a.report.query.json'
const beside = (queries: unknown) => ({ [REPORT]: 'id: aaaaaaaaaaa1\nname: A\n', [SIDE]: JSON.stringify(queries) })
const inline = (yaml: string) => ({ [REPORT]: `id: aaaaaaaaaaa1\nname: A\n${yaml}` })

function told(texts: Readonly<Record<string, string>>): string[] {
  const tree = files(texts)
  return readDocuments(tree).documents.flatMap(({ value, placeOf, sides }) =>
    faultsOf(value, readMembers(readTreeModel(tree)), placeOf, sides).map(
      ({ at, message, warning }) => `${at.file}:${at.line}:${at.column} ${warning ? 'warning: ' : ''}${message}`,
    ),
  )
}

const users = (texts: Readonly<Record<string, string>>, name: string): string[] =>
  createGraph(readSources(files(texts)), [name])
    .usersOf(name)
    .filter(({ by }) => by === REPORT)
    .map(({ how, at }) => `${how}${at ? ` ${at.file}:${at.column}` : ''}`)

const unread = (texts: Readonly<Record<string, string>>, name: string): string[] =>
  createGraph(readSources(files(texts)), [name]).unreadSql.map(({ file }) => file)

const BLENDED = [{ measures: ['orders.count'], order: { 'orders.count': 'asc' } }, { dimensions: ['orders.status'] }]

describe('several queries', () => {
  test('are each checked, in their file', () => {
    const queries = [
      { measures: ['orders.count'] },
      { measures: ['orders.none'], dimensions: ['orders.total'], bogus: 1 },
    ]
    expect(told(beside(queries))).toEqual([
      `${SIDE}:1:45 the data model has no member "orders.none"`,
      expect.stringContaining(`${SIDE}:1:90 unknown key "bogus"`),
      `${SIDE}:1:74 "orders.total" is a measure, but it is listed under dimensions`,
    ])
    expect(told(beside(BLENDED))).toEqual([])
  })

  test('are checked at their place in the report', () => {
    const text = inline(`queryText: '[{"measures":["orders.none"]}]'\n`)
    expect(told(text)).toEqual([`${REPORT}:3:12 the data model has no member "orders.none"`])
  })

  test('are found by what they use, and renamed', () => {
    expect(users(beside(BLENDED), 'orders.count')).toEqual([`query ${SIDE}:16`, `order ${SIDE}:41`])
    const { written } = renameUses(files(beside(BLENDED)), 'orders.count', 'number', false)
    expect(written.get(SIDE)).toBe(JSON.stringify(BLENDED).replaceAll('orders.count', 'orders.number'))
    const text = inline(`queryText: '[{"measures":["orders.count"]}]'\n`)
    expect(renameUses(files(text), 'orders.count', 'number', false).written.get(REPORT)).toContain('["orders.number"]')
  })
})

describe('an expression in a query', () => {
  const expression = inline('query:\n  measures:\n    - {expression: "SUM(${total})", cubeName: orders, name: x}\n')
  const joined = inline(
    'query:\n  measures: [orders.count]\n  subqueryJoins:\n    - {sql: "SELECT total FROM orders o", alias: q}\n',
  )

  test.each([
    ['itself', expression, 5],
    ['a join', joined, 6],
  ])('is not checked: %s', (_, texts, line) => {
    expect(told(texts)).toEqual([
      expect.stringMatching(`:${line}:.* warning: the SQL is not checked: it is in an expression of the query$`),
    ])
    expect(users(texts, 'orders.total')).toEqual(['SQL, not checked'])
    expect(users(texts, 'orders.status')).toEqual([])
    const { left } = renameUses(files(texts), 'orders.total', 'sum_of_all', false)
    expect(left.map(({ at, in: where }) => `${where} ${at.file}:${at.line}`)).toEqual([`SQL ${REPORT}:${line}`])
  })

  test('is reported once for each report that has one', () => {
    expect(unread(expression, REPORT)).toEqual([REPORT])
    expect(unread(beside(BLENDED), REPORT)).toEqual([])
    expect(unread(expression, 'orders.status')).toEqual([])
  })

  test('names its cube', () => {
    expect(users(expression, 'orders')).toContain(`query ${REPORT}:47`)
    const { written } = renameUses(files(expression), 'orders', 'sales', false)
    expect(written.get(REPORT)).toContain('cubeName: sales')
    const wrong = inline('query:\n  measures:\n    - {expression: "1", cubeName: order, name: x}\n')
    expect(told(wrong)[0]).toBe(`${REPORT}:5:35 the data model has no cube or view "order"`)
  })

  test('the cube or view of a join hint is checked', () => {
    const hinted = inline('query: {measures: [orders.count], joinHints: [[orders, nobody]]}\n')
    expect(told(hinted)).toEqual([`${REPORT}:3:56 the data model has no cube or view "nobody"`])
  })
})

test('a chart with its specification as JSON is checked, too', () => {
  const spec = JSON.stringify({ mark: 'bar', encoding: { y: { field: 'orders\\.count' } } })
  const texts = inline(`query: {measures: [orders.count]}\nkind: vega\nspec: '${spec}'\n`)
  expect(users(texts, 'orders.count')).toEqual([`query ${REPORT}:20`, `spec ${REPORT}:48`])
  const { written } = renameUses(files(texts), 'orders.count', 'number', false)
  expect(written.get(REPORT)).toContain('orders\\\\.number')
})

test.each([
  ['total', []],
  ['orders.total', []],
  ['totl', ['warning: widget "f" begins with "totl", which is none of its options: did you mean "total"?']],
])('a FIELD that begins with %s', (selected, expected) => {
  const board = `widgets:
  - {id: f, type: FIELD, position: {x: 0, y: 0, w: 2, h: 1}, config: {options: [orders.count, orders.total], selected: ${selected}}}
`
  const tree = files({
    'content/b/workbook.yaml': 'slug: b\nname: B\n',
    'content/b/dashboard.yaml': board,
  })
  const { documents } = readDocuments(tree)
  const found = documents
    .filter(({ file }) => file.endsWith('dashboard.yaml'))
    .flatMap(({ value, placeOf }) => faultsOf(value, readMembers(readTreeModel(tree)), placeOf))
  expect(found.map(({ message, hint }) => `warning: ${message}: ${hint}`)).toEqual(expected)
})
