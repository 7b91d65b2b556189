import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, DEV, HOME, openContract } from './support.ts'

const { call, sandbox } = openContract()

let token = ''

const tokenOf = async (path: string, body?: object, as = 'admin'): Promise<string> =>
  String((await call('POST', `${path}/token`, { as, body })).body['platformApiToken'])

const ask = (method: string, path: string, authorization: string | undefined, body?: unknown): Promise<Answer> =>
  call(method, path, { as: 'nobody', headers: authorization === undefined ? {} : { authorization }, body })

/** Asks as clients do: again while the answer is `Continue wait`. */
async function load(query: unknown, path = '/v1/load', authorization = token, more = {}): Promise<Answer> {
  for (;;) {
    const answer = await ask('POST', path, authorization, { query, ...more })
    if (answer.body['error'] !== 'Continue wait') return answer
  }
}
const BY_CITY = { measures: ['sales.net_revenue', 'sales.count'], dimensions: ['sales.customers_city'] }
const rowsOf = (answer: Answer) => answer.body['data'] as Record<string, unknown>[]

beforeAll(async () => {
  token = await tokenOf(HOME)
})

describe('spec Errors: POST /v1/load', () => {
  test('a time that is asked for twice comes as it is, and cut to its period', async () => {
    const timeDimensions = [{ dimension: 'orders.shipped_at', granularity: 'month', dateRange: '2026-01-07' }]
    const rows = rowsOf(await load({ dimensions: ['orders.shipped_at'], timeDimensions }))
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      expect(row['orders.shipped_at.month']).toBe('2026-01-01T00:00:00.000')
      expect(row['orders.shipped_at']).toMatch(/^2026-01-07T/)
    }
  })

  test('a comparison reads its first value alone', async () => {
    const statusOf = async (values: readonly unknown[]): Promise<number> =>
      (await load({ measures: ['orders.count'], filters: [{ member: 'orders.count', operator: 'gt', values }] })).status
    expect(await statusOf([1, 'abc'])).toBe(200)
    expect(await statusOf(['abc', 1])).toBe(400)
  })

  test('yes and no may be written in other ways', async () => {
    const countOf = async (value: unknown): Promise<unknown> => {
      const filters = [{ member: 'orders.is_refund', operator: 'equals', values: [value] }]
      return rowsOf(await load({ measures: ['orders.gross_revenue'], filters }))[0]?.['orders.gross_revenue']
    }
    expect(await countOf('true')).toEqual(expect.any(Number))
    expect(await countOf('1')).toBe(await countOf('true'))
    expect(await countOf('0')).toBe(await countOf(false))
  })

  test('answers Continue wait first, then the rows, and immediately when repeated', async () => {
    const query = { ...BY_CITY, limit: 3 }
    const first = await ask('POST', '/v1/load', token, { query })
    expect({ status: first.status, body: first.body }).toEqual({ status: 200, body: { error: 'Continue wait' } })
    const second = await ask('POST', '/v1/load', token, { query })
    expect(rowsOf(second)).toHaveLength(3)
    expect(rowsOf(await ask('POST', '/v1/load', token, { query }))).toEqual(rowsOf(second))
  })

  test('takes a small query in the URL too, and answers with the same rows', async () => {
    const query = { ...BY_CITY, limit: 2 }
    const rows = rowsOf(await load(query))
    const inUrl = (text: string) => ask('GET', `/v1/load?query=${encodeURIComponent(text)}`, token)
    expect(rowsOf(await inUrl(JSON.stringify(query)))).toEqual(rows)
    const refused = [await inUrl('{'), await inUrl('{"measures":["no.such"]}'), await ask('GET', '/v1/load', token)]
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400])
  })

  test('values that a database cannot compare with a member are refused, and texts compare as texts', async () => {
    const filtered = (member: string, operator: string, values: readonly string[]) =>
      load({ measures: ['orders.count'], filters: [{ member, operator, values }] })
    expect((await filtered('orders.count', 'gt', ['abc'])).status).toBe(400)
    expect((await filtered('orders.count', 'contains', ['1'])).status).toBe(400)
    expect((await filtered('orders.ordered_at', 'equals', ['soon'])).status).toBe(400)
    expect(rowsOf(await filtered('orders.count', 'gt', ['12']))).toHaveLength(1)
    const counts = await Promise.all(
      ['equals', 'gte', 'lt'].map((operator) => filtered('orders.channel', operator, ['web'])),
    )
    const [equal = 0, from = 0, before = 0] = counts.map((answer) => Number(rowsOf(answer)[0]?.['orders.count']))
    expect(equal).toBeGreaterThan(0)
    expect(from).toBe(equal)
    expect(before).toBeGreaterThan(0)
  })

  test('numbers are numbers, or texts behind a switch', async () => {
    const query = { measures: ['orders.count'], dimensions: ['regions.code'], limit: 2 }
    const rows = rowsOf(await load(query))
    sandbox().controls.setSwitches({ queryValues: 'texts' })
    const texts = rowsOf(await load(query))
    sandbox().controls.setSwitches({ queryValues: 'numbers' })
    expect(rows.map((row) => typeof row['orders.count'])).toEqual(['number', 'number'])
    expect(texts).toEqual(rows.map((row) => ({ ...row, 'orders.count': String(row['orders.count']) })))
  })

  test('the columns of a compact answer are named once', async () => {
    const query = { measures: ['orders.count'], dimensions: ['regions.code'] }
    const rows = rowsOf(await load(query))
    const members = ['regions.code', 'orders.count']
    const compact = (await load({ ...query, responseFormat: 'compact' })).body['data']
    expect(compact).toEqual({ members, dataset: rows.map((row) => members.map((name) => row[name])) })
    const columnar = (await load({ ...query, responseFormat: 'columnar' })).body['data']
    expect(columnar).toEqual({ members, columns: members.map((name) => rows.map((row) => row[name])) })
  })

  test('a dry run says how a query is understood, and SQL needs the engine', async () => {
    const query = { ...BY_CITY, order: { 'sales.count': 'desc' } }
    const dry = await ask('POST', '/v1/dry-run', token, { query })
    expect(dry).toMatchObject({
      status: 200,
      body: { queryType: 'regularQuery', queryOrder: [{ 'sales.count': 'desc' }] },
    })
    expect((await ask('POST', '/v1/dry-run', token, { query: { measures: ['sales.nope'] } })).status).toBe(400)
    expect((await ask('POST', '/v1/sql', token, { query })).body['error']).toContain('--engine')
  })

  test('waits as often as the switch says, and again after an hour', async () => {
    const query = { ...BY_CITY, limit: 4 }
    const waits = async () => {
      let count = 0
      while ((await ask('POST', '/v1/load', token, { query })).body['error'] === 'Continue wait') count += 1
      return count
    }
    sandbox().controls.setSwitches({ queryWaits: 3 })
    expect(await waits()).toBe(3)
    expect(await waits()).toBe(0)
    sandbox().controls.setClock({ advanceMs: 3_601_000 })
    sandbox().controls.setSwitches({ queryWaits: 1 })
    expect(await waits()).toBe(1)
    sandbox().controls.setSwitches({ queryWaits: 0 })
    expect(rowsOf(await ask('POST', '/v1/load', token, { query: { ...BY_CITY, limit: 5 } }))).toHaveLength(5)
    sandbox().controls.setSwitches({ queryWaits: 1 })
  })

  test('rows have the members of the query, with types and annotations', async () => {
    const answer = await load(BY_CITY)
    for (const row of rowsOf(answer)) {
      expect(row).toEqual({
        'sales.customers_city': expect.any(String),
        'sales.net_revenue': expect.any(Number),
        'sales.count': expect.any(Number),
      })
    }
    expect(answer.body['annotation']).toMatchObject({
      measures: {
        'sales.count': { title: 'Sales Count', shortTitle: 'Count', type: 'number', drillMembers: [] },
        'sales.net_revenue': { format: 'currency' },
      },
      dimensions: { 'sales.customers_city': { type: 'string' } },
    })
    expect(answer.body).toMatchObject({ dataSource: 'default', external: false, total: null })
  })

  test('the query comes back as it was understood, and columns of times under both names', async () => {
    const time = { dimension: 'orders.ordered_at', granularity: 'month', dateRange: 'this month' }
    const query = { measures: ['orders.count'], timeDimensions: [time], order: { 'orders.count': 'desc' } }
    const { body } = await load({ ...query, filters: [{ dimension: 'orders.count', operator: 'gt', values: [1] }] })
    expect(body['query']).toEqual({
      ...{ measures: ['orders.count'], dimensions: [], order: [{ id: 'orders.count', desc: true }], timezone: 'UTC' },
      filters: [{ member: 'orders.count', operator: 'gt', values: ['1'] }],
      timeDimensions: [{ ...time, dateRange: ['2026-11-01T00:00:00.000', '2026-11-30T23:59:59.999'] }],
      ...{ limit: 10_000, rowLimit: 10_000, cacheMode: 'stale-if-slow' },
    })
    const annotation = body['annotation'] as { timeDimensions: object }
    expect(annotation.timeDimensions).toMatchObject({
      'orders.ordered_at.month': { title: 'Orders Ordered at', granularity: { name: 'month', interval: '1 month' } },
      'orders.ordered_at': { type: 'time' },
    })
  })

  test('rows come as lists if that is asked for', async () => {
    const rows = rowsOf(await load({ ...BY_CITY, limit: 2 }))
    const members = Object.keys(rows[0] ?? {})
    const asked = async (responseFormat: string) => (await load({ ...BY_CITY, limit: 2, responseFormat })).body['data']
    expect(await asked('compact')).toEqual({ members, dataset: rows.map((row) => Object.values(row)) })
    const columns = members.map((name) => rows.map((row) => row[name]))
    expect(await asked('columnar')).toEqual({ members, columns })
  })

  test('a view and its cube have the same numbers', async () => {
    const view = rowsOf(await load({ measures: ['sales.net_revenue'] }))
    const cube = rowsOf(await load({ measures: ['orders.net_revenue'] }))
    expect(view[0]?.['sales.net_revenue']).toBe(cube[0]?.['orders.net_revenue'])
  })

  test('the same query on another day, with another token, gives the same rows', async () => {
    const before = rowsOf(await load(BY_CITY))
    const other = await tokenOf(HOME)
    expect(rowsOf(await load(BY_CITY, '/v1/load', other))).toEqual(before)
  })

  test('time is in periods of the requested range', async () => {
    const query = (dateRange: unknown, granularity = 'month') => ({
      measures: ['orders.count'],
      timeDimensions: [{ dimension: 'orders.ordered_at', granularity, dateRange }],
    })
    const periods = async (dateRange: unknown, granularity?: string) =>
      rowsOf(await load(query(dateRange, granularity))).map((row) => row['orders.ordered_at'])
    expect(await periods(['2026-01-15', '2026-03-02'])).toEqual([
      '2026-01-01T00:00:00.000',
      '2026-02-01T00:00:00.000',
      '2026-03-01T00:00:00.000',
    ])
    expect(await periods('last 4 quarters', 'quarter')).toHaveLength(4)
    expect(await periods(['2026-01-05', '2026-01-19'], 'week')).toEqual([
      '2026-01-05T00:00:00.000',
      '2026-01-12T00:00:00.000',
      '2026-01-19T00:00:00.000',
    ])
    const hours = await periods('yesterday', 'hour')
    expect(hours.length).toBeGreaterThan(5)
    for (const hour of hours) expect(hour).toMatch(/^2026-11-19T\d\d:00:00\.000$/)
    // Without a range, everything there is.
    expect(await periods(undefined)).toHaveLength(35)
  })

  test('filters, order, limit and offset are applied', async () => {
    const only = { member: 'sales.customers_city', operator: 'equals', values: ['Bern'] }
    const bern = rowsOf(await load({ ...BY_CITY, filters: [only] }))
    expect(bern.map((row) => row['sales.customers_city'])).toEqual(['Bern'])
    const not = rowsOf(await load({ ...BY_CITY, filters: [{ ...only, operator: 'notEquals' }] }))
    expect(not.map((row) => row['sales.customers_city'])).not.toContain('Bern')
    const either = { or: [only, { member: 'sales.channel', operator: 'equals', values: ['pigeon'] }] }
    expect(rowsOf(await load({ ...BY_CITY, filters: [either] }))).toHaveLength(1)
    const ordered = { ...BY_CITY, order: { 'sales.count': 'asc' } }
    const counts = rowsOf(await load(ordered)).map((row) => Number(row['sales.count']))
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    const paged = { ...ordered, limit: 2, offset: 1, total: true }
    const page = await load(paged)
    expect(rowsOf(page).map((row) => row['sales.count'])).toEqual(counts.slice(1, 3))
    expect(page.body['total']).toBe(counts.length)
  })

  test('takes the query as text too', async () => {
    expect(rowsOf(await load(JSON.stringify(BY_CITY)))).toEqual(rowsOf(await load(BY_CITY)))
  })

  const multi = (query: unknown) => load(query, '/v1/load', token, { queryType: 'multi' })

  test('several queries, and compared ranges, have their own rows', async () => {
    const time = { dimension: 'orders.ordered_at', granularity: 'day' }
    const month = { timeDimensions: [{ ...time, granularity: 'month' }] }
    const [one, other] = [
      { measures: ['orders.net_revenue'], ...month },
      { measures: ['orders.count'], ...month },
    ]
    const blended = (await multi([one, other])).body
    expect(blended['queryType']).toBe('blendingQuery')
    const timed = async (query: unknown) =>
      rowsOf(await load(query)).map((row) => ({ ...row, 'time.month': row['orders.ordered_at.month'] }))
    expect((blended['results'] as { data: object[] }[]).map(({ data }) => data)).toEqual([
      await timed(one),
      await timed(other),
    ])
    const untimed = { ...other, timeDimensions: [{ dimension: 'orders.shipped_at' }, ...month.timeDimensions] }
    expect((await multi([one, untimed])).body['error']).toMatch(/^Data blending query|granularity required$/)
    const compareDateRange = ['last 7 days', ['2026-01-01', '2026-01-03']]
    const comparing = { measures: ['orders.count'], timeDimensions: [{ ...time, compareDateRange }] }
    const compared = (await multi(comparing)).body
    expect(compared['queryType']).toBe('compareDateRangeQuery')
    const results = compared['results'] as { data: Record<string, unknown>[] }[]
    expect(results.map(({ data }) => data.length)).toEqual([7, 3])
    expect(results[1]?.data[0]?.['compareDateRange']).toBe('2026-01-01T00:00:00.000 - 2026-01-03T23:59:59.999')
    expect((await multi(one)).body['queryType']).toBe('regularQuery')
    for (const several of [[one, other], comparing])
      expect((await load(several)).body['error']).toMatch(/query type is not supported by the client/)
    for (const unlike of [[one, { ...other, timeDimensions: [time] }], [BY_CITY]])
      expect((await multi(unlike)).body['error']).toMatch(/^Data blending query/)
  })

  test('filters by a value that nothing has find nothing', async () => {
    const only = { member: 'sales.customers_city', operator: 'equals', values: ['Atlantis'] }
    expect(rowsOf(await load({ ...BY_CITY, filters: [only] }))).toEqual([])
  })

  test('what is hidden may filter, but is not shown', async () => {
    const query = { measures: ['orders.count'], filters: [{ member: 'orders.id', operator: 'gt', values: ['10'] }] }
    expect(rowsOf(await load(query))).toHaveLength(1)
    expect((await load({ ...query, dimensions: ['orders.id'] })).body['error']).toMatch(/hidden member: 'orders.id'/)
  })

  test('a time dimension can be named with its granularity', async () => {
    const named = { measures: ['orders.count'], dimensions: ['orders.ordered_at.month'] }
    const timed = {
      measures: ['orders.count'],
      timeDimensions: [{ dimension: 'orders.ordered_at', granularity: 'month' }],
    }
    expect(rowsOf(await load(named))).toEqual(rowsOf(await load(timed)))
  })

  test.each<[string, unknown, RegExp]>([
    ['nothing', {}, /^Invalid query format: asks for nothing/],
    ['an unknown measure', { measures: ['orders.profit'] }, /orders\.profit/],
    ['a dimension as a measure', { measures: ['orders.status'] }, /'status' not found for path 'orders.status'/],
    ['a filter on what is not there', { ...BY_CITY, filters: [{ member: 'a.b', operator: 'set' }] }, /a\.b/],
    [
      'time of what is not a time',
      { timeDimensions: [{ dimension: 'orders.status', granularity: 'day' }] },
      /time dimension/,
    ],
    [
      'a group that mixes',
      {
        ...BY_CITY,
        filters: [{ or: ['count', 'status'].map((name) => ({ member: `sales.${name}`, operator: 'set' })) }],
      },
      /^You cannot use dimension and measure in same condition: /,
    ],
    [
      'an unknown granularity',
      { timeDimensions: [{ dimension: 'orders.ordered_at', granularity: 'fortnight' }] },
      /Granularity "fortnight" does not exist in dimension orders.ordered_at/,
    ],
    [
      'cubes that are not joined',
      { measures: ['orders.count', 'cash.inflow'] },
      /^Can't find join path to join 'orders', 'cash'$/,
    ],
    ['a list of no queries', [], /^Data blending query without granularity/],
    ['one wrong query of two', [BY_CITY, { measures: ['orders'] }], /cube\.member/],
    ['a key that means nothing', { ...BY_CITY, limits: 5 }, /limits/],
    ['a limit as text', { ...BY_CITY, limit: '5' }, /limit/],
    ['half a text', '{"measures":', /^Unable to decode query param as JSON, error: /],
    ['a number', 7, /query/],
  ])('%s is a 400 with an error', async (_, query, message) => {
    const answer = await load(query)
    expect(answer.status).toBe(400)
    expect(answer.body['error']).toMatch(message)
  })

  test('more rows than the engine ever sends are an error of its own', async () => {
    const { status, body } = await load({ ...BY_CITY, limit: 50_001 })
    expect({ status, body }).toEqual({ status: 500, body: { error: 'Error: The query limit has been exceeded.' } })
  })

  test('what the database alone would notice has no second key', async () => {
    const time = { dimension: 'orders.status', dateRange: ['2026-01-01', '2026-01-31'] }
    const unreadable = { dimension: 'orders.ordered_at', dateRange: ['x', 'y'] }
    for (const each of [time, unreadable]) {
      const { status, body } = await load({ measures: ['orders.count'], timeDimensions: [each] })
      expect([status, Object.keys(body)]).toEqual([400, ['error']])
    }
    const unused = { measures: ['orders.count'], timeDimensions: [{ dimension: 'orders.status' }] }
    expect(rowsOf(await load(unused))).toHaveLength(1)
  })

  test('a comparison of no ranges has no results, and only a client that reads several asks for them', async () => {
    const none = {
      measures: ['orders.count'],
      timeDimensions: [{ dimension: 'orders.ordered_at', compareDateRange: [] }],
    }
    expect((await load(none)).status).toBe(400)
    expect((await load(none, '/v1/load', token, { queryType: 'multi' })).body).toEqual({
      ...{ queryType: 'compareDateRangeQuery', results: [], slowQuery: false },
    })
  })

  test('names that the model refuses say so in a second key', async () => {
    expect((await load({ measures: ['orders.profit'] })).body).toEqual({
      type: 'UserError',
      error: "'profit' not found for path 'orders.profit'",
    })
    expect(Object.keys((await load({ ...BY_CITY, limits: 5 })).body)).toEqual(['error'])
  })

  test('a body without a query, or of another type, is refused', async () => {
    expect((await ask('POST', '/v1/load', token, {})).status).toBe(400)
    const raw = await call('POST', '/v1/load', { as: 'nobody', raw: '{}', headers: { authorization: token } })
    expect(raw.status).toBe(415)
  })
})

describe('GET /v1/meta', () => {
  test('shows the real model: cubes and views with their public members', async () => {
    const { body } = await ask('GET', '/v1/meta', token)
    const cubes = body['cubes'] as { name: string; type: string; measures: object[]; dimensions: { name: string }[] }[]
    const orders = cubes.find(({ name }) => name === 'orders')
    expect(orders?.measures).toContainEqual({
      name: 'orders.average_order_value',
      title: 'Orders Average Order Value',
      shortTitle: 'Average Order Value',
      aggType: 'number',
      type: 'number',
      isVisible: true,
      public: true,
      ...{ cumulative: false, cumulativeTotal: false, drillMembers: [] },
      drillMembersGrouped: { measures: [], dimensions: [] },
      ...{ format: 'currency', currency: 'CHF' },
      formatDescription: { name: 'currency', specifier: '$,.2~f', currency: 'CHF' },
    })
    expect(orders).toMatchObject({ connectedComponent: 1, folders: [], nestedFolders: [] })
    expect(orders?.dimensions.map(({ name }) => name)).not.toContain('orders.id')
    expect(cubes.find(({ name }) => name === 'sales')?.type).toBe('view')
  })

  test('follows the data model', async () => {
    const build = '/build/api/v1/deployments/1'
    const dev = await tokenOf(DEV)
    const names = async () =>
      ((await ask('GET', '/v1/meta', dev)).body['cubes'] as { name: string }[]).map(({ name }) => name)
    const before = await names()
    await call('POST', `${build}/dev-mode`, { body: {} })
    const content =
      'cubes:\n  - name: brand_new\n    sql_table: x\n    measures:\n      - name: count\n        type: count\n'
    await call('PUT', `${build}/data-model/files`, { body: { files: [{ path: 'model/new.yml', content }] } })
    expect(await names()).toEqual(before)
    await call('POST', `${build}/commit`, { body: { message: 'New', exitDevMode: true } })
    expect((await names()).toSorted()).toEqual([...before, 'brand_new'].toSorted())
    expect(rowsOf(await load({ measures: ['brand_new.count'] }, '/v1/load', dev))).toHaveLength(1)
  })
})

describe('addresses of the data API', () => {
  test('at the root by token, and under the URL of the deployment', async () => {
    const { deploymentUrl } = (await call('GET', HOME)).body as unknown as { deploymentUrl: string }
    const path = new URL(deploymentUrl).pathname
    expect((await ask('GET', `${path}/v1/meta`, token)).body).toEqual((await ask('GET', '/v1/meta', token)).body)
    expect(rowsOf(await load(BY_CITY, `${path}/v1/load`))).toEqual(rowsOf(await load(BY_CITY)))
  })

  test('another deployment is a 403 (spec Authentication 8)', async () => {
    expect((await ask('GET', '/deployments/1/v1/meta', token)).status).toBe(403)
    expect((await ask('GET', '/deployments/x/v1/meta', token)).status).toBe(400)
  })

  test('an unknown branch is a 404, one that is not served a 400', async () => {
    await call('POST', '/build/api/v1/deployments/2/branches', { body: { name: 'quiet' } })
    expect((await ask('GET', '/deployments/2/dev-mode/nowhere/v1/meta', token)).status).toBe(404)
    expect((await ask('GET', '/deployments/2/dev-mode/quiet/v1/meta', token)).status).toBe(400)
  })

  test('the token of a deleted deployment is refused', async () => {
    const body = {
      name: 'Short',
      cloudProvider: 'aws',
      isManaged: true,
      region: 'x',
      targetPlatform: 'x',
      creationStep: 'ready',
    }
    const made = await call('POST', '/build/api/v1/deployments', { body })
    const own = await tokenOf(`/api/v1/deployments/${made.body.id}`)
    expect((await ask('GET', '/v1/meta', own)).status).toBe(200)
    await call('DELETE', `/api/v1/deployments/${made.body.id}`)
    expect((await ask('GET', '/v1/meta', own)).status).toBe(404)
  })

  test('queries are in the logs of the deployment', async () => {
    await load({ ...BY_CITY, limit: 7 })
    const messages = (await call('GET', `${HOME}/logs`)).body.items.map(({ message }) => message)
    expect(messages).toContain('Query completed')
  })
})

describe('POST /v1/cubesql: a made-up answer', () => {
  const sql = (query: string) => ask('POST', '/v1/cubesql', token, { query })
  const linesOf = (answer: Answer) =>
    answer.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))

  test('a line with the columns, and a line with the values of each row', async () => {
    const answer = await sql(
      "select date_trunc('month', ordered_at) as month, status, measure(net_revenue) as revenue from orders group by 1, 2 limit 5",
    )
    const [head, body] = linesOf(answer)
    expect(head.schema).toEqual([
      { name: 'month', column_type: 'Timestamp' },
      { name: 'status', column_type: 'String' },
      { name: 'revenue', column_type: 'Double' },
    ])
    expect(body.data).toHaveLength(5)
    expect(body.data[0]).toEqual([expect.stringMatching(/^\d{4}-\d\d-01T/), expect.any(String), expect.any(Number)])
    expect(linesOf(await sql('select sum(net_revenue) as total from orders'))[1].data).toHaveLength(1)
  })

  test.each([
    ['a measure', 'select measure(profit) from orders', 'the data model has no member "orders.profit"'],
    ['a measure behind an alias', 'select status, sum(o.profit) from orders o group by 1', '"orders.profit"'],
    ['a dimension', 'select colour, measure(count) from orders group by 1', '"orders.colour"'],
    ['a dimension in a filter', "select measure(count) from orders where colour = 'red'", '"orders.colour"'],
    ['a cube', 'select measure(count) from returns', 'the data model has no cube or view "returns"'],
    ['a cube of a join', 'select measure(orders.count) from orders cross join returns', '"returns"'],
    ['a member of a view', 'select customers_age, measure(count) from sales group by 1', '"sales.customers_age"'],
    ['a member of the cube behind a view', 'select measure(refunds) from sales', '"sales.refunds"'],
    ['a member in a CTE', 'with o as (select measure(profit) as p from orders) select p from o', '"orders.profit"'],
    ['a column of a CTE', 'with o as (select measure(count) as c from orders) select d from o', '"d"'],
  ])('an unknown %s is a 400 with an error', async (_, query, named) => {
    const answer = await sql(query)
    expect(answer.status).toBe(400)
    expect(answer.body['error']).toContain(named)
  })

  test('rows are guessed only for SQL that cannot be checked', async () => {
    const answer = await sql('select sku, sum(quantity) as on_hand from warehouse.stock group by sku')
    expect(linesOf(answer)[0].schema.map(({ name }: { name: string }) => name)).toEqual(['sku', 'on_hand'])
  })

  test('anything but SELECT is a 400', async () => {
    for (const query of ['drop table orders', '', 'insert into x values (1)', 'select']) {
      expect((await sql(query)).status).toBe(400)
    }
    expect((await ask('POST', '/v1/cubesql', token, { query: 7 })).status).toBe(400)
  })
})
