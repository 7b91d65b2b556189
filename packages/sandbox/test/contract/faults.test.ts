import { afterEach, describe, expect, test } from 'vitest'
import { expectRefused, HOME, openContract } from './support.ts'

const { call, id, everything, sandbox } = openContract()
afterEach(() => {
  sandbox().controls.clearFaults()
  sandbox().controls.setSwitches({ rateLimit: 0 })
  sandbox().controls.setClock({ frozen: false })
})

const arm = (fault: Parameters<ReturnType<typeof sandbox>['controls']['addFault']>[0]) =>
  sandbox().controls.addFault(fault)
const create = (name: string) => call('POST', `${HOME}/folders`, { body: { name } })
const exists = async (name: string): Promise<boolean> =>
  (await call('GET', `${HOME}/workspace?types=FOLDER&search=${name}`)).body.items.length > 0
const logged = () =>
  sandbox()
    .controls.requests()
    .map(({ method, path, status }) => `${method} ${path.replace(HOME, '')} ${status}`)

describe('a fault before: nothing happens; after: the write really happened', () => {
  const path = `${HOME}/folders`

  test.for([
    ['before', false],
    ['after', true],
  ] as const)('status, %s', async ([when, happened]) => {
    arm({ method: 'POST', path, kind: 'status', when, status: 502, code: 'overloaded', retryAfter: 3 })

    const answer = await create(`status ${when}`)

    expectRefused(answer, 502, 'overloaded')
    expect(answer.headers.get('retry-after')).toBe('3')
    expect(await exists(`status ${when}`)).toBe(happened)
  })

  test.for([
    ['before', false],
    ['after', true],
  ] as const)('drop, %s: the connection ends without an answer', async ([when, happened]) => {
    sandbox().controls.clearRequests()
    arm({ method: 'POST', path, kind: 'drop', when })

    await expect(create(`drop ${when}`)).rejects.toThrow('fetch failed')

    expect(logged()).toEqual(['POST /folders 0'])
    expect(await exists(`drop ${when}`)).toBe(happened)
  })

  test.for([
    ['before', false],
    ['after', true],
  ] as const)('html, %s: client 3.1, 200 with a page', async ([when, happened]) => {
    arm({ method: 'POST', path, kind: 'html', when })

    const { status, text, headers } = await create(`html ${when}`)

    expect([status, text[0], headers.get('content-type')]).toEqual([200, '<', 'text/html; charset=utf-8'])
    expect(await exists(`html ${when}`)).toBe(happened)
  })

  test('truncate: the write happened, half of the answer arrives, then the connection ends', async () => {
    arm({ method: 'POST', path, kind: 'truncate' })

    await expect(create('truncated')).rejects.toThrow('terminated')
    expect(await exists('truncated')).toBe(true)
  })

  test('empty: a list is empty, and anything else is answered as usual', async () => {
    await create('not listed')
    arm({ method: 'GET', path, kind: 'empty' })
    arm({ method: 'GET', path: '/api/v1/users/me', kind: 'empty' })

    expect((await call('GET', path)).body).toMatchObject({ data: [], count: 0, pageInfo: { hasNextPage: false } })
    expect((await call('GET', '/api/v1/users/me')).body).toMatchObject({ email: 'ci-bot@acme.com' })
    expect((await call('GET', path)).body).not.toMatchObject({ data: [] })
  })

  test.for(['before', 'after'] as const)('delay, %s: late, and otherwise as usual', async (when) => {
    arm({ method: 'POST', path, kind: 'delay', when, delayMs: 60 })
    const started = performance.now()

    expect((await create(`delay ${when}`)).status).toBe(200)
    expect(performance.now() - started).toBeGreaterThanOrEqual(59)
  })

  test('a fault comes before the credential is checked, and leaves other requests alone', async () => {
    arm({ method: 'POST', path, kind: 'status', status: 503 })

    expect((await call('GET', path)).status).toBe(200)
    expectRefused(await call('POST', path, { as: 'nobody', body: {} }), 503)
    expectRefused(await call('POST', path, { as: 'nobody', body: {} }), 401)
  })
})

describe('which requests a fault affects', () => {
  test('as many as it says, then no more; faults apply in the order in which they were added', async () => {
    arm({ method: 'GET', path: `${HOME}/folders`, kind: 'status', status: 500, times: 2 })
    arm({ path: '**', kind: 'status', status: 503 })
    const statuses = []
    for (let attempt = 0; attempt < 4; attempt += 1) statuses.push((await call('GET', `${HOME}/folders`)).status)

    expect(statuses).toEqual([500, 500, 503, 200])
  })

  test('"*" matches one segment or a part of it, "**" any rest; clearing removes them', async () => {
    const status = async (path: string) => (await call('GET', `${HOME}${path}`)).status
    arm({ path: `${HOME}/reports/*`, kind: 'status', status: 500 })

    expect([await status('/reports'), await status(`/workbooks/${id('workbook', 'cash')}`)]).toEqual([200, 200])
    expect(await status(`/reports/${id('report', 'mT5yRc8VqN0j')}`)).toBe(500)
    arm({ method: 'get', path: '/api/**/embed-access', kind: 'status', status: 500 })
    expect(await status(`/workbooks/${id('workbook', 'cash')}/embed-access`)).toBe(500)
    arm({ path: '**', kind: 'drop', times: 99 })
    sandbox().controls.clearFaults()
    expect(await status('/reports')).toBe(200)
  })
})

describe('stale: reads get the answers of the time when it was added', () => {
  test('lists and objects are old, then fresh again', async () => {
    const { body: made } = await create('soon renamed')
    arm({ method: 'GET', path: `${HOME}/**`, kind: 'stale', times: 2 })
    await call('PUT', `${HOME}/folders/${made.id}`, { body: { name: 'renamed since' } })
    await create('made since')

    expect([await exists('made since'), await exists('soon renamed')]).toEqual([false, true])
    expect([await exists('made since'), await exists('soon renamed')]).toEqual([true, false])
  })

  test('a write is never stale: it is applied', async () => {
    arm({ path: `${HOME}/folders`, kind: 'stale' })

    expect((await create('written while stale')).status).toBe(200)
    expect(await exists('written while stale')).toBe(true)
  })

  test('added again, it uses the state of that moment', async () => {
    arm({ method: 'GET', path: `${HOME}/**`, kind: 'stale' })
    await create('between two faults')
    sandbox().controls.clearFaults()
    arm({ method: 'GET', path: `${HOME}/**`, kind: 'stale' })
    await create('after both')

    expect(await exists('between two faults')).toBe(true)
    expect(await exists('after both')).toBe(true)
  })
})

describe('the rate limit', () => {
  test('so many requests for each second and key, then 429 with Retry-After, which changes nothing', async () => {
    sandbox().controls.setClock({ frozen: true })
    sandbox().controls.setSwitches({ rateLimit: 2 })
    const before = everything()
    const ask = (as: string) => call('GET', '/api/v1/users/me', { as })

    expect([(await ask('admin')).status, (await ask('admin')).status]).toEqual([200, 200])
    const refused = await ask('admin')
    expectRefused(refused, 429)
    expect(refused.headers.get('retry-after')).toBe('1')
    expectRefused(await create('over the limit'), 429)
    expect((await ask('member')).status).toBe(200)
    sandbox().controls.setClock({ advanceMs: 1000 })
    expect((await ask('admin')).status).toBe(200)
    expect(everything()).toEqual(before)
  })
})

describe('the request log', () => {
  test('has a row for each request in the order of the answers, without the controls', async () => {
    const { controls, control, url } = sandbox()
    controls.clearRequests()
    arm({ path: `${HOME}/reports`, kind: 'status', status: 504 })

    await call('GET', `${HOME}/folders?parentId=0`)
    await call('GET', `${HOME}/reports`)
    await call('GET', '/nowhere', { as: 'nobody' })
    await call('DELETE', `${HOME}/workbooks/1`, { as: 'scoped' })
    const headers = { authorization: `Bearer ${control}` }
    const log = await (await fetch(`${url}/_sandbox/requests`, { headers })).json()

    const ms = expect.any(Number)
    expect(log).toEqual([
      { method: 'GET', path: `${HOME}/folders`, query: '?parentId=0', status: 200, ms },
      { method: 'GET', path: `${HOME}/reports`, status: 504, ms },
      { method: 'GET', path: '/nowhere', status: 404, ms },
      { method: 'DELETE', path: `${HOME}/workbooks/1`, status: 403, ms },
    ])
    expect((await fetch(`${url}/_sandbox/requests`, { method: 'DELETE', headers })).status).toBe(204)
    expect(controls.requests()).toEqual([])
  })

  test('every answer has a request id and the date of the platform', async () => {
    const [one, two] = [await call('GET', `${HOME}/folders`), await call('GET', '/nowhere')]

    expect(one.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(one.headers.get('x-request-id')).not.toBe(two.headers.get('x-request-id'))
    expect(Date.parse(two.headers.get('date') ?? '')).not.toBeNaN()
  })
})
