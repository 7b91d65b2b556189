// Slow: the platform's open engine answers queries over a database.
import process from 'node:process'
import { expect, test } from 'vitest'
import { readSeed } from '../../../packages/sandbox/seeds/seed.ts'
import { openContract } from '../../../packages/sandbox/test/contract/support.ts'
import { type Body, openAsking } from './asking.ts'
import { comparable, openTables } from './database.ts'

const directory = process.env['BOARDWRIGHT_ENGINE'] ?? ''

const engine = openContract({ engine: directory })
const own = openContract()

const reports = readSeed('acme').reports.flatMap(({ name, jsonQuery }) =>
  jsonQuery ? [{ name, query: JSON.parse(jsonQuery) as object }] : [],
)

/** Numbers of acme as somebody would ask a database for them. */
const BY_HAND: Readonly<Record<string, string>> = {
  'Net revenue': `select sum(net_amount) from orders where status in ('shipped', 'paid') and year(ordered_at) = 2026`,
  Orders: `select date_trunc('week', ordered_at)::timestamp, count(*) filter (net_amount >= 0) from orders
    where ordered_at >= '2026-05-18' and ordered_at < '2026-11-16' group by 1`,
  'Closing balance': `select sum(closing_balance) from cash where day >= '2026-11-19' and day < '2026-11-20'`,
  'Cash by day': `select day, sum(inflow), sum(outflow) from cash join regions on regions.code = cash.region_code
    where regions.currency = 'CHF' and day >= '2026-09-21' and day < '2026-11-20' group by 1`,
  'Active cafés': `select city, count(*) filter (last_order_on >= date '2026-11-20' - interval '90 days'), count(*)
    from customers where kind = 'café' group by 1`,
}

/** A time that is cut to a period comes under two names. */
const columnsOf = (row: Body = {}): string[] =>
  Object.keys(row).filter((name, _, all) => !all.some((other) => other.startsWith(`${name}.`)))

const withValues = (sql: string, values: readonly unknown[]): string => {
  const left = [...values]
  return sql.replaceAll('?', () => `'${String(left.shift()).replaceAll("'", "''")}'`)
}

test('the reports of acme show what a database says, asked directly', async () => {
  const [ask, askOwn, read] = [await openAsking(engine), await openAsking(own), await openTables(directory)]
  const [alike, byHand]: [string[], string[]] = [[], []]
  for (const { name, query } of reports) {
    const { status, body } = await ask('/v1/load', { query })
    expect(status, name).toBe(200)
    const rowsIn = (answer: Body): string[] => {
      const rows = answer['data'] as readonly Body[]
      return comparable(rows.map((row) => columnsOf(rows[0]).map((column) => row[column])))
    }
    const shown = rowsIn(body)
    const { sql } = (await ask('/v1/sql', { query })).body['sql'] as { sql: readonly [string, readonly unknown[]] }
    expect(shown, name).toEqual(comparable(await read(withValues(...sql))))
    const asked = BY_HAND[name]
    if (asked !== undefined) {
      expect(shown, name).toEqual(comparable(await read(asked)))
      byHand.push(name)
    }
    if (JSON.stringify(rowsIn((await askOwn('/v1/load', { query })).body)) === JSON.stringify(shown)) alike.push(name)
  }
  expect(reports.length).toBeGreaterThanOrEqual(10)
  expect(byHand.toSorted()).toEqual(Object.keys(BY_HAND).toSorted())
  expect(reports.map(({ name }) => name).filter((name) => !alike.includes(name))).toEqual([])
}, 300_000)
