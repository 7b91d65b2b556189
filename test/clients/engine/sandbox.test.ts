// Slow: the platform's open engine answers hundreds of queries over a database, and so do we.
import process from 'node:process'
import { expect, test } from 'vitest'
import { readSeed } from '../../../packages/sandbox/seeds/seed.ts'
import { createQueries, type MetaCube } from '../../../packages/sandbox/test/contract/queries.ts'
import { type Contract, HOME, openContract } from '../../../packages/sandbox/test/contract/support.ts'
import { comparable, openTables } from './database.ts'

const COUNT = Number(process.env['BOARDWRIGHT_QUERIES'] ?? 300)
const SEED = Number(process.env['BOARDWRIGHT_SEED'] ?? 1)
const directory = process.env['BOARDWRIGHT_ENGINE'] ?? ''

const engine = openContract({ engine: directory })
const own = openContract()

type Body = Readonly<Record<string, unknown>>
type Ask = (path: string, query?: unknown) => Promise<{ readonly status: number; readonly body: Body }>

async function openAsking({ call, sandbox }: Contract): Promise<Ask> {
  sandbox().controls.setSwitches({ queryWaits: 0 })
  const { body } = await call('POST', `${HOME}/token`, { as: 'admin' })
  const headers = { authorization: String(body['platformApiToken']) }
  return (path, query) =>
    query === undefined
      ? call('GET', path, { as: 'nobody', headers })
      : call('POST', path, { as: 'nobody', headers, body: { query } })
}

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
    const { status, body } = await ask('/v1/load', query)
    expect(status, name).toBe(200)
    const rowsIn = (answer: Body): string[] => {
      const rows = answer['data'] as readonly Body[]
      return comparable(rows.map((row) => columnsOf(rows[0]).map((column) => row[column])))
    }
    const shown = rowsIn(body)
    const { sql } = (await ask('/v1/sql', query)).body['sql'] as { sql: readonly [string, readonly unknown[]] }
    expect(shown, name).toEqual(comparable(await read(withValues(...sql))))
    const asked = BY_HAND[name]
    if (asked !== undefined) {
      expect(shown, name).toEqual(comparable(await read(asked)))
      byHand.push(name)
    }
    if (JSON.stringify(rowsIn((await askOwn('/v1/load', query)).body)) === JSON.stringify(shown)) alike.push(name)
  }
  expect(reports.length).toBeGreaterThanOrEqual(10)
  expect(byHand.toSorted()).toEqual(Object.keys(BY_HAND).toSorted())
  expect(reports.map(({ name }) => name).filter((name) => !alike.includes(name))).toEqual([])
}, 300_000)

/** What differs, and why it stays so. */
const EXCEPTIONS: readonly { readonly differs: RegExp; readonly because: string }[] = [
  {
    differs: /^status 500 \/ 400/,
    because: 'the engine breaks at what is no query, and calls its limit an error of its own',
  },
  { differs: /is not a time dimension/, because: 'the engine asks its database, or ignores it without a granularity' },
  {
    differs: /must be a time zone|ends before it begins|which no calendar has|must be a range/,
    because: 'the engine leaves it to its database, or to nobody',
  },
  { differs: /__proto__|constructor/, because: 'the engine finds what every object of JavaScript has' },
]

test(`${COUNT} queries get the same status, columns, titles, types, rows and errors (seed ${SEED})`, async () => {
  const [ask, askOwn] = [await openAsking(engine), await openAsking(own)]
  const { cubes } = (await ask('/v1/meta')).body as { readonly cubes?: readonly MetaCube[] }
  const next = createQueries(cubes ?? [], SEED)
  const different: string[] = []
  let [answered, excepted] = [0, 0]
  for (let count = 0; count < COUNT; count += 1) {
    const query = whole(next())
    const [theirs, ours] = [await ask('/v1/load', query), await askOwn('/v1/load', query)]
    if (theirs.status === 200) answered += 1
    const [a, b] = [shapeOf(theirs), shapeOf(ours)]
    if (JSON.stringify(a) === JSON.stringify(b)) continue
    const differs = `status ${theirs.status} / ${ours.status}: ${theirs.body['error']} / ${ours.body['error']}: ${JSON.stringify(query)}`
    if (EXCEPTIONS.some((each) => each.differs.test(differs))) excepted += 1
    else different.push(`${differs}\n  ${JSON.stringify(a)}\n  ${JSON.stringify(b)}`)
  }
  expect(different.join('\n')).toBe('')
  expect(answered).toBeGreaterThan(COUNT / 5)
  expect(excepted).toBeLessThan(COUNT / 10)
}, 300_000)

/** Without a limit, which would cut rows whose order nobody asked for. */
function whole(query: unknown): unknown {
  if (typeof query !== 'object' || query === null || !('limit' in query)) return query
  return query.limit === 10 ? { ...query, limit: 50_000 } : query
}

const valuesIn = (rows: readonly Body[]): readonly string[] => {
  const names = Object.keys(rows[0] ?? {}).toSorted()
  return comparable(rows.map((row) => names.map((name) => row[name])))
}

function shapeOf({ status, body }: Awaited<ReturnType<Ask>>): unknown {
  const keys = Object.keys(body).toSorted()
  if (status !== 200) return { status, keys }
  const [{ annotation, query, data }, type] = [body, body['queryType']]
  const rows = Array.isArray(data)
    ? { keys: Object.keys(Object(data[0])).toSorted(), rows: valuesIn(data) }
    : Object.keys(Object(data)).toSorted()
  return { status, keys, type, annotation, query: sortKeys(query), rows }
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, each]) => [key, sortKeys(each)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}
