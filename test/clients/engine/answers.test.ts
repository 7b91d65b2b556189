// Slow: the platform's open engine answers hundreds of queries over a database, and so do we.
import { once } from 'node:events'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'
import { createQueries, type MetaCube } from '../../../packages/sandbox/test/contract/queries.ts'
import { openContract } from '../../../packages/sandbox/test/contract/support.ts'
import { type Answered, type Body, openAsking, sortKeys } from './asking.ts'
import { comparable } from './database.ts'

const COUNT = Number(process.env['BOARDWRIGHT_QUERIES'] ?? 300)
const SEED = Number(process.env['BOARDWRIGHT_SEED'] ?? 1)
const directory = process.env['BOARDWRIGHT_ENGINE'] ?? ''

const engine = openContract({ engine: directory })
const own = openContract()

/** What differs, and why it stays so: by the two statuses, the number of the engine's rows, and what both say. */
const EXCEPTIONS: readonly { readonly differs: RegExp; readonly because: string }[] = [
  {
    differs: /^500 \/ 400, 0 rows: TypeError: Cannot create property 'cacheMode' on (?:number|boolean)/,
    because: 'the engine breaks at a query that is a number, or yes or no',
  },
  {
    differs: /^500 \/ 400, 0 rows: Error: The query limit has been exceeded\. \/ Invalid query format: .*limit: /,
    because: 'of several faults the engine tells the limit, with a status of its own, and we tell all',
  },
  {
    differs: /^500 \/ \d+, 0 rows: TypeError: Cannot read properties of undefined \(reading 'cubeName'\)/,
    because: 'the engine breaks at a join that has no SQL',
  },
  {
    differs: /^200 \/ 400, 0 rows: undefined \/ Error: could not convert /,
    because: 'a database converts a value only once a row comes so far',
  },
  {
    differs: /^200 \/ 400, \d+ rows: undefined \/ Invalid query format: .*ends before it begins/,
    because: 'the engine answers such a range with no rows, which nobody means',
  },
  {
    differs: /^200 \/ 400, \d+ rows: undefined \/ rows without groups are a database's/,
    because: 'the rows here are made up for groups',
  },
]

/** With the same limit everywhere: a smaller one cuts rows whose order nobody asked for. */
const whole = (query: unknown): unknown =>
  typeof query === 'object' && query !== null && (!('limit' in query) || query.limit === 10)
    ? Array.isArray(query)
      ? query.map(whole)
      : { ...query, limit: 50_000 }
    : query

test(`${COUNT} queries get the same status, columns, titles, types, rows and errors (seed ${SEED})`, async () => {
  const [ask, askOwn] = [await openAsking(engine), await openAsking(own)]
  const { cubes } = (await ask('/v1/meta')).body as { readonly cubes?: readonly MetaCube[] }
  const next = createQueries(cubes ?? [], SEED)
  const different: string[] = []
  const excepted = new Map<string, number>()
  let answered = 0
  for (let count = 0; count < COUNT; count += 1) {
    const body = { query: whole(next()), ...(count % 2 === 0 ? {} : { queryType: 'multi' }) }
    const [theirs, ours] = [await ask('/v1/load', body), await askOwn('/v1/load', body)]
    if (theirs.status === 200) answered += 1
    const [a, b] = [shapeOf(theirs), shapeOf(ours)]
    if (JSON.stringify(a) === JSON.stringify(b)) continue
    const said = `${theirs.status} / ${ours.status}, ${rowsIn(theirs)} rows: ${theirs.body['error']} / ${ours.body['error']}`
    const known = EXCEPTIONS.find(({ differs }) => differs.test(said))
    if (known) excepted.set(known.because, (excepted.get(known.because) ?? 0) + 1)
    else different.push(`${said}: ${JSON.stringify(body)}\n  ${JSON.stringify(a)}\n  ${JSON.stringify(b)}`)
  }
  expect(different.join('\n')).toBe('')
  expect(answered).toBeGreaterThan(COUNT / 5)
  expect([...excepted.values()].reduce((sum, each) => sum + each, 0)).toBeLessThan(COUNT / 20)
}, 600_000)

const answersIn = ({ body }: Answered): readonly Body[] =>
  Array.isArray(body['results']) ? (body['results'] as readonly Body[]) : [body]

const rowsIn = (answer: Answered): number =>
  answersIn(answer).reduce((sum, { data }) => sum + (Array.isArray(data) ? data.length : 0), 0)

function shapeOf(answer: Answered): unknown {
  const { status, body } = answer
  const keys = Object.keys(body).toSorted()
  if (status !== 200) return { status, keys }
  const results = answersIn(answer).map((each) => {
    const { annotation, query, data } = each
    const rows = plainRows(data)
    const names = Object.keys(rows[0] ?? {}).toSorted()
    const types = names.map((name) => [...new Set(rows.map((row) => typeof row[name]))].toSorted().join(' or '))
    const values = comparable(rows.map((row) => names.map((name) => row[name])))
    return { keys: Object.keys(each).toSorted(), ...(sortKeys({ annotation, query }) as object), names, types, values }
  })
  return { status, keys, type: body['queryType'], results }
}

/** Of all three formats of answers. */
function plainRows(data: unknown): readonly Body[] {
  if (Array.isArray(data)) return data
  const {
    members = [],
    dataset,
    columns = [],
  } = Object(data) as {
    readonly members?: readonly string[]
    readonly dataset?: readonly (readonly unknown[])[]
    readonly columns?: readonly (readonly unknown[])[]
  }
  const rows = dataset ?? (columns[0] ?? []).map((_, at) => columns.map((column) => column[at]))
  return rows.map((row) => Object.fromEntries(members.map((name, at) => [name, row[at]])))
}

test('the data API says the same of the whole model', async () => {
  const [ask, askOwn] = [await openAsking(engine), await openAsking(own)]
  const [theirs, ours] = [await ask('/v1/meta'), await askOwn('/v1/meta')]
  expect(sortKeys(ours.body)).toEqual(sortKeys(theirs.body))
  expect(ours.body['cubes']).toHaveLength(9)
})

const BY_MONTH = {
  measures: ['orders.count'],
  timeDimensions: [{ dimension: 'orders.ordered_at', granularity: 'month', dateRange: 'last quarter' }],
}

test('a query is understood in the same way, without its rows', async () => {
  const [ask, askOwn] = [await openAsking(engine), await openAsking(own)]
  const queries: readonly unknown[] = [
    BY_MONTH,
    { measures: ['orders.count'], dimensions: ['orders.status'], filters: [], responseFormat: 'compact' },
    { measures: ['orders.count'], dimensions: ['orders.status'], order: { 'orders.status': 'desc' } },
    { dimensions: ['orders.status', 'orders.ordered_at.year'], limit: 5, timezone: 'Europe/Zurich' },
    { dimensions: ['orders.status'] },
    {
      measures: ['orders.count'],
      timeDimensions: [{ dimension: 'orders.ordered_at', compareDateRange: ['last week', 'last month'] }],
    },
    [BY_MONTH, { ...BY_MONTH, measures: ['orders.net_revenue'] }],
    { measures: ['orders.nope'] },
    { measures: ['orders.count'], limit: 60_000 },
    undefined,
    {
      measures: ['orders.count'],
      filters: [{ member: 'orders.ordered_at', operator: 'afterDate', values: ['last week'] }],
    },
  ]
  for (const query of queries) {
    const [theirs, ours] = [await ask('/v1/dry-run', { query }), await askOwn('/v1/dry-run', { query })]
    // Which tables could be built ahead is the engine's alone.
    const { transformedQueries: _, ...shown } = theirs.body
    const said = { query, status: ours.status, body: sortKeys(ours.body) }
    expect(said).toEqual({ query, status: theirs.status, body: sortKeys(shown) })
  }
})

test('SQL is left to the engine, and an unknown path gets the page of its server', async () => {
  const [ask, askOwn] = [await openAsking(engine), await openAsking(own)]
  expect((await ask('/v1/sql', { query: BY_MONTH })).status).toBe(200)
  const { status, body } = await askOwn('/v1/sql', { query: BY_MONTH })
  expect([status, body['error']]).toEqual([400, expect.stringContaining('start the sandbox with --engine')])
  const express = createRequire(join(directory, 'package.json'))('express')
  const server = express().listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const path = `/v1/'nothing'&<b>`
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)
    const theirs = { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
    const { status, type, text } = await askOwn(path)
    expect({ status, type, text }).toEqual(theirs)
  } finally {
    server.close()
  }
})

test('the calls that were compared', async () => {
  const asked = own.sandbox().controls.requests()
  const names = asked.flatMap(({ method, path, status }) =>
    status === 200 && path.startsWith('/v1/') ? `${method} ${path}` : [],
  )
  await expect(`${[...new Set(names)].toSorted().join('\n')}\n`).toMatchFileSnapshot('../judged/engine.txt')
})
