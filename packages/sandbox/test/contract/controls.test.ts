import { describe, expect, test } from 'vitest'
import { startSandbox } from '../../index.ts'
import { DEV, expectRefused, HOME, openContract } from './support.ts'

const { call, id, everything, sandbox } = openContract()

/** A call of the controls over HTTP, with their own key. */
async function control(method: string, path: string, body?: unknown, key = sandbox().control) {
  const response = await fetch(`${sandbox().url}/_sandbox${path}`, {
    method,
    headers: { authorization: `Bearer ${key}` },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

const CONTROLS = [
  ['PUT', '/switches', { nulls: 'ignore' }],
  ['GET', '/switches'],
  ['POST', '/faults', { path: '**', kind: 'drop' }],
  ['DELETE', '/faults'],
  ['GET', '/requests'],
  ['DELETE', '/requests'],
  ['POST', '/reset', {}],
  ['PUT', '/review', { workbook: 'cash', required: true }],
  ['POST', '/people', { do: [{ do: 'publish', workbook: 'cash' }] }],
  ['PUT', '/clock', { advanceMs: 1 }],
  ['POST', '/keys', { user: 1 }],
] as const

describe('the controls', () => {
  test.for(CONTROLS)('%s %s: only with the control key, not with an API key', async ([method, path, body]) => {
    const before = everything()

    for (const key of ['', 'nonsense', sandbox().keys.admin]) {
      expect((await control(method, path, body, key)).status).toBe(401)
    }
    expect(everything()).toEqual(before)
  })

  test.for<[method: string, path: string, body: unknown]>([
    ['PUT', '/switches', { reportMetas: 'merge' }],
    ['PUT', '/switches', { reportMeta: 'both' }],
    ['PUT', '/switches', { pageSize: 0 }],
    ['POST', '/faults', { path: '**', kind: 'explode' }],
    ['POST', '/faults', { path: '**', kind: 'status', status: 200 }],
    ['POST', '/faults', { path: '**', kind: 'drop', times: 0 }],
    ['POST', '/faults', { kind: 'drop' }],
    ['POST', '/people', { do: [] }],
    ['POST', '/people', { do: [{ do: 'dance' }] }],
    ['PUT', '/review', { workbook: 'no-such-slug', required: true }],
    ['PUT', '/clock', { now: 'yesterday' }],
    ['POST', '/keys', { user: 'nobody@acme.com' }],
    ['POST', '/reset', { seed: 'huge' }],
    ['POST', '/reset', '{"seed":'],
  ])('%s %s refuses %o with 400', async ([method, path, body]) => {
    const before = everything()

    expect(await control(method, path, body)).toMatchObject({ status: 400, body: { message: expect.any(String) } })
    expect(everything()).toEqual(before)
  })

  test('an unknown control is a 404, and is not logged as a request to the platform', async () => {
    sandbox().controls.clearRequests()

    expect((await control('GET', '/nothing')).status).toBe(404)
    expect((await control('PATCH', '/switches')).status).toBe(404)
    expect(sandbox().controls.requests()).toEqual([])
  })

  test('switches: set some, read all', async () => {
    const { body } = await control('PUT', '/switches', { nulls: 'ignore', pageSize: 7 })
    expect(body).toMatchObject({ nulls: 'ignore', pageSize: 7, reportMeta: 'replace' })
    expect((await control('GET', '/switches')).body).toEqual(body)
    await control('PUT', '/switches', { nulls: 'clear', pageSize: 50 })
  })

  test('faults, people and review over HTTP', async () => {
    await control('POST', '/faults', { method: 'GET', path: `${HOME}/folders`, kind: 'status' })
    expectRefused(await call('GET', `${HOME}/folders`), 503)
    await control('POST', '/faults', { path: '**', kind: 'status' })
    await control('DELETE', '/faults')
    expect((await call('GET', `${HOME}/folders`)).status).toBe(200)

    const rename = { do: 'rename', type: 'WORKBOOK', id: 'cash', name: 'Renamed' }
    expect((await control('POST', '/people', { as: 5, do: [rename] })).status).toBe(204)
    expect((await call('GET', `${HOME}/workbooks/${id('workbook', 'cash')}`)).body.name).toBe('Renamed')

    expect((await control('PUT', '/review', { workbook: id('workbook', 'cash'), required: true })).status).toBe(204)
    expectRefused(await call('POST', `${HOME}/workbooks/${id('workbook', 'cash')}/publish`), 400, 'review_required')
  })
})

describe('keys', () => {
  test('of any user, scoped, personal, or expiring', async () => {
    const key = async (request: object) => (await control('POST', '/keys', request)).body.key as string
    const ask = (token: string, path = '/api/v1/users/me') =>
      call('GET', path, { as: 'nobody', headers: { authorization: `Bearer ${token}` } })

    expect((await ask(await key({ user: 'zoe@acme.com' }))).body).toMatchObject({ id: 5, isAdmin: true })
    expect((await ask(await key({ user: 3, personal: true }))).body).toMatchObject({ id: 3, isAdmin: false })
    const both = await key({ user: 1, scope: [2] })
    expect((await ask(both, `${HOME}/folders`)).status).toBe(200)
    expectRefused(await ask(both, `${DEV}/folders`), 403)
    const none = await key({ user: 1, scope: [] })
    expectRefused(await ask(none, `${HOME}/folders`), 403)
  })

  test('spec Authentication 8: a key is 401 from its expiry on, by the clock of the platform', async () => {
    await control('PUT', '/clock', { now: '2030-01-01T00:00:00Z', frozen: true })
    // The same time, without milliseconds and with them.
    for (const expiresAt of ['2030-01-01T00:00:01Z', '2030-01-01T00:00:01.000Z']) {
      const { key } = sandbox().controls.addKey({ user: 1, expiresAt })
      const ask = () => call('GET', '/api/v1/users/me', { as: 'nobody', headers: { authorization: `Bearer ${key}` } })

      await control('PUT', '/clock', { now: '2030-01-01T00:00:00.999Z' })
      expect((await ask()).status).toBe(200)
      await control('PUT', '/clock', { advanceMs: 1 })
      expectRefused(await ask(), 401)
    }
    await control('PUT', '/clock', { now: new Date().toISOString(), frozen: false })
  })
})

describe('the clock', () => {
  test('can be stopped, moved and started; timestamps follow it', async () => {
    const stamp = async () => (await call('POST', `${HOME}/folders`, { body: { name: 'Stamped' } })).body['createdAt']

    expect((await control('PUT', '/clock', { now: '2031-05-05T12:00:00Z', frozen: true })).body).toEqual({
      now: '2031-05-05T12:00:00.000Z',
      frozen: true,
    })
    expect([await stamp(), await stamp()]).toEqual(Array(2).fill('2031-05-05T12:00:00.000Z'))
    expect((await control('PUT', '/clock', { advanceMs: 60_000 })).body).toEqual({
      now: '2031-05-05T12:01:00.000Z',
      frozen: true,
    })
    expect(await stamp()).toBe('2031-05-05T12:01:00.000Z')
    expect((await control('PUT', '/clock', { frozen: false })).body).toMatchObject({ frozen: false })
    const answer = await call('GET', `${HOME}/folders`)
    expect(answer.headers.get('date')).toMatch(/^Mon, 05 May 2031 12:0\d:/)
  })
})

describe('reset', () => {
  const CONTENT = ['folders', 'workbooks', 'reports', 'dashboards', 'snapshots', 'grants', 'notifications', 'users']
  const content = () => Object.entries(everything()).filter(([table]) => CONTENT.includes(table))

  test('content, switches, clock, faults, people, keys and log are as at the start', async () => {
    await control('POST', '/reset')
    const before = content()
    const { key } = sandbox().controls.addKey({ user: 1 })
    await call('DELETE', `${HOME}/workbooks/${id('workbook', 'cash')}`)
    await call('POST', `${DEV}/folders`, { body: { name: 'X' } })
    await control('PUT', '/switches', { pageSize: 1, nulls: 'ignore' })
    await control('PUT', '/clock', { now: '2040-01-01T00:00:00Z', frozen: true })
    await control('POST', '/faults', { path: '**', kind: 'drop', times: 9 })
    await control('POST', '/people', { when: { path: '**' }, do: [{ do: 'publish', workbook: 'cash' }] })

    expect((await control('POST', '/reset')).status).toBe(204)

    expect(content()).toEqual(before)
    expect((await control('GET', '/switches')).body).toMatchObject({ pageSize: 50, nulls: 'clear' })
    const { now, ...clock } = (await control('PUT', '/clock', {})).body
    expect(clock).toEqual({ frozen: false })
    expect(Math.abs(Date.parse(String(now)) - Date.now())).toBeLessThan(3_600_000)
    expect((await control('GET', '/requests')).body).toEqual([])
    for (const original of Object.values(sandbox().keys)) {
      const headers = { authorization: `Bearer ${original}` }
      expect((await call('GET', '/api/v1/users/me', { as: 'nobody', headers })).status).toBe(200)
    }
    expect((await call('GET', `${HOME}/folders`)).status).toBe(200)
    expectRefused(
      await call('GET', `${HOME}/folders`, { as: 'nobody', headers: { authorization: `Bearer ${key}` } }),
      401,
    )
    expect(content()).toEqual(before)
  })

  test('to another seed, and then to the same one again', async () => {
    const names = async () => (await call('GET', `${HOME}/workspace?first=3`)).body.items.map(({ name }) => name)
    const reports = async () => (await call('GET', `${HOME}/reports?first=1`)).body.count

    await control('POST', '/reset', { seed: 'empty' })
    expect([await names(), await reports()]).toEqual([[], 0])
    await control('POST', '/reset', { seed: 'scale', reports: 25 })
    expect(await reports()).toBe(25)
    await control('POST', '/reset')
    expect(await reports()).toBe(25)
    await control('POST', '/reset', { seed: 'acme' })
    expect(await names()).toEqual(['Sales', 'Finance', 'Product'])
  })
})

describe('a sandbox started in process', () => {
  test('onRequest is called twice for every request, and may drop it before or after it is handled', async () => {
    const seen: string[] = []
    let drop: string | undefined
    const own = await startSandbox({
      seed: 'empty',
      onRequest({ method, path, phase, index }) {
        seen.push(`${index} ${phase} ${method} ${path}`)
        return drop === `${phase} ${method}` ? 'drop' : undefined
      },
    })
    const headers = { authorization: `Bearer ${own.keys.admin}`, 'content-type': 'application/json' }
    const ask = (method: string, body?: string) =>
      fetch(`${own.url}${HOME}/folders`, { method, headers, ...(body ? { body } : {}) })
    const count = async () => ((await (await ask('GET')).json()) as { count: number }).count

    await ask('GET')
    expect(seen).toEqual([`1 before GET ${HOME}/folders`, `1 after GET ${HOME}/folders`])
    drop = 'before POST'
    await expect(ask('POST', '{"name":"No"}')).rejects.toThrow('fetch failed')
    expect(await count()).toBe(0)
    drop = 'after POST'
    await expect(ask('POST', '{"name":"Yes"}')).rejects.toThrow('fetch failed')
    expect(await count()).toBe(1)
    await own.close()
  })

  test('a data directory that cannot be created is an error with a code, at once', async () => {
    await expect(startSandbox({ data: '/proc/boardwright/data' })).rejects.toMatchObject({
      kind: 'SANDBOX_DATA_UNUSABLE',
      message: expect.stringContaining('/proc/boardwright/data'),
    })
  })
})
