import { describe, expect, test } from 'vitest'
import { sqlColumns } from '../../../query/sql/outputs.ts'
import { readSql } from '../../../query/sql/resolve.ts'
import { MODEL, type SqlCase } from './cases.ts'
import { RIGHT } from './right.ts'
import { NOT_CHECKED, WRONG } from './wrong.ts'

const MEMBERS = new Map(Object.entries(MODEL).map(([owner, members]) => [owner, new Set(members)]))
const membersOf = (owner: string): ReadonlySet<string> | undefined => MEMBERS.get(owner)

const named = (uses: readonly { readonly name: string }[]): string =>
  [...new Set(uses.map(({ name }) => name))].sort().join(' ')

/** A `*` names nothing by itself. */
const namedIn = (sql: string) => readSql(sql, membersOf).uses.filter(({ as }) => as !== 'all')

const ALL: readonly (readonly [string, readonly SqlCase[]])[] = [
  ['with every name there', RIGHT],
  ['with an unknown name', WRONG],
  ['of which nobody can be sure', NOT_CHECKED],
]

describe.each(ALL)('an SQL %s', (_, cases) => {
  test.each(cases.map((each) => [each[0], each] as const))('%s', (sql, [, uses, missing = '', notChecked = '']) => {
    const read = readSql(sql, membersOf)
    expect({
      uses: named(namedIn(sql)),
      missing: named(read.missing),
      notChecked: read.notChecked.map(({ because }) => because).join('; '),
    }).toEqual({
      uses,
      missing,
      notChecked,
    })
    // Each name is in the text where it is said to be.
    for (const { name, at, length } of [...namedIn(sql), ...read.missing]) {
      const text = sql
        .slice(at, at + length)
        .replaceAll('"', '')
        .toLowerCase()
      expect(name.toLowerCase()).toMatch(new RegExp(`(^|\\.)${text}$`, 'u'))
    }
  })
})

test.each([
  'select * from orders',
  'SELECT o.* FROM ORDERS AS o',
  'select count(*), * from orders',
  'select status from (select * from orders) t',
])('%s uses every member', (sql) => {
  const starred = readSql(sql, membersOf).uses.filter(({ as }) => as === 'all')
  expect(named(starred).split(' ')).toEqual((MODEL['orders'] ?? []).map((name) => `orders.${name}`).sort())
  for (const { at, length } of starred) expect(sql.slice(at, at + length)).toBe('*')
})

test.each([
  ['select net_revenue from orders', ['net_revenue']],
  ['select o.net_revenue, status as s from orders o', ['net_revenue', 's']],
  ['select net_revenue / count from orders', undefined],
  ['select -net_revenue from orders', undefined],
  ['select net_revenue::int from orders', undefined],
])('a column is named after a member only if it is nothing else: %s', (sql, columns) => {
  expect(sqlColumns(sql)).toEqual(columns)
  const named = readSql(sql, membersOf).uses.filter(({ as }) => as === 'column')
  expect(named.some(({ name }) => name === 'orders.net_revenue')).toBe(columns !== undefined)
})

test('there are two hundred of them', () => {
  expect(ALL.flatMap(([, cases]) => cases).length).toBeGreaterThanOrEqual(200)
})

test('two wrong letters at the end of any name are found, wherever it is', () => {
  const unseen = RIGHT.filter(([, , missing, notChecked]) => !missing && !notChecked).flatMap(([sql]) => {
    return namedIn(sql).flatMap(({ at, length }) => {
      const name = sql.slice(at, at + length)
      const wrong = name.endsWith('"') ? `${name.slice(0, -1)}qq"` : `${name}qq`
      const { missing } = readSql(sql.slice(0, at) + wrong + sql.slice(at + length), membersOf)
      return missing.some((each) => each.at === at) ? [] : [`${name} at ${at} of: ${sql}`]
    })
  })
  expect(unseen).toEqual([])
})

describe('an enormous SQL', () => {
  test.each([
    ['a megabyte of it', `select ${'status, '.repeat(130_000)} status from orders`],
    ['two hundred thousand brackets', `select ${'('.repeat(99_000)}1${')'.repeat(99_000)} from orders`],
    ['a text that never ends', `select '${'a'.repeat(190_000)}`],
    ['comments in comments', `select ${'/*'.repeat(99_000)}`],
    ['queries in queries', `select status from ${'(select * from '.repeat(10_000)}orders`],
  ])('%s is not checked, which takes little time', (_, sql) => {
    const started = process.cpuUsage()
    expect(readSql(sql, membersOf)).toMatchObject({
      uses: [],
      missing: [],
      notChecked: [{ because: expect.any(String), doubt: expect.any(String) }],
    })
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(2)
  })
})
