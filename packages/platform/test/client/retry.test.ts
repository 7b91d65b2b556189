import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { drop, type Reply, reply, startServer } from '../../../../test/support/http.ts'
import type { RetryEvent } from '../../client/types.ts'
import { connect, errorOf, FOLDER, fakeClock, page } from './support.ts'

const path = { deploymentId: 2 }
const ok = reply(200, FOLDER)

/** One call that may be repeated, and one that must be looked at first: table, `repeat`. */
const CALLS = {
  safe: (url: string, clock = fakeClock()) =>
    connect(url, { clock }).folders.updateFolder({ path: { ...path, folderId: 3 }, body: {} }),
  look: (url: string, clock = fakeClock()) =>
    connect(url, { clock }).folders.createFolder({ path, body: { name: 'x' } }),
}

describe('what is sent again', () => {
  const policy: [string, Reply, { safe: boolean; look: boolean }][] = [
    ['429', reply(429), { safe: true, look: true }],
    ['409 upsert_branch_changed', reply(409, '{"code":"upsert_branch_changed"}'), { safe: true, look: true }],
    ['409 of another code', reply(409, '{"code":"ambiguous_legacy_id"}'), { safe: false, look: false }],
    ['409 without a code', reply(409), { safe: false, look: false }],
    ['another status with that code', reply(400, '{"code":"upsert_branch_changed"}'), { safe: false, look: false }],
    ['408', reply(408), { safe: true, look: false }],
    ['500', reply(500), { safe: true, look: false }],
    ['502', reply(502, '<html>Bad Gateway</html>'), { safe: true, look: false }],
    ['503', reply(503), { safe: true, look: false }],
    ['504', reply(504), { safe: true, look: false }],
    ['a dropped connection', drop, { safe: true, look: false }],
    ['a cut body', cutBody, { safe: true, look: false }],
    ['a cut body of unknown length', reply(200, FOLDER.slice(0, 30)), { safe: true, look: false }],
    ['400', reply(400), { safe: false, look: false }],
    ['401', reply(401), { safe: false, look: false }],
    ['403', reply(403), { safe: false, look: false }],
    ['404', reply(404), { safe: false, look: false }],
    ['a broken schema', reply(200, '{}'), { safe: false, look: false }],
    ['a web page', reply(200, '<html>'), { safe: false, look: false }],
  ]
  describe.each(policy)('after %s', (_, answer, again) => {
    test.each(['safe', 'look'] as const)('%s', async (repeat) => {
      const server = await startServer(answer, ok)
      const result = await CALLS[repeat](server.url).then(
        () => true,
        () => false,
      )
      expect(result).toBe(again[repeat])
      expect(server.seen).toHaveLength(again[repeat] ? 2 : 1)
    })
  })

  test('a read is repeated, with the same body', async () => {
    const server = await startServer(reply(503), reply(200, page(FOLDER)))
    const client = connect(server.url)
    expect((await client.folders.getFolders({ path })).items).toHaveLength(1)
    expect(server.lines()).toEqual(Array(2).fill('GET /api/v1/deployments/2/folders'))

    const writes = await startServer(reply(429), ok)
    await connect(writes.url).folders.createFolder({ path, body: { name: 'é' } })
    expect(writes.seen.map(({ body }) => body.toString())).toEqual(Array(2).fill('{"name":"é"}'))
  })

  test('when nothing was sent: every method is tried again', async () => {
    const server = createServer((_, response) => response.end(FOLDER))
    const port = await freePort()
    let waits = 0
    const clock = fakeClock()
    const client = connect(`http://127.0.0.1:${port}`, {
      clock: {
        now: clock.now,
        // The platform comes up while we wait for the third try.
        async sleep(ms, signal) {
          waits += 1
          if (waits === 2) await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
          await clock.sleep(ms, signal)
        },
      },
    })
    const folder = await client.folders.createFolder({ path, body: { name: 'x' } })
    server.close()
    expect(folder.id).toBe(3)
    expect(waits).toBe(2)
  })

  test('and if the server never comes up, the error says that there was no connection', async () => {
    const port = await freePort()
    const error = await errorOf(CALLS.look(`http://127.0.0.1:${port}`))
    expect(error).toMatchObject({ kind: 'UNREACHABLE', http: { tries: 5 } })
    expect(error.message).toMatch(
      /^POST .* got no connection to http:\/\/127\.0\.0\.1:\d+ \(.*ECONNREFUSED.*\), after 5 tries$/,
    )
    expect(error.message.match(/ECONNREFUSED/g)).toHaveLength(1)
    expect(error.http).not.toHaveProperty('ambiguous')
  })

  test('an unknown host name is not tried again', async () => {
    const clock = fakeClock()
    const error = await errorOf(connect('https://no-such-host.invalid', { clock }).users.getMe())
    expect(error.kind).toBe('UNREACHABLE')
    expect(error.message).toContain('https://no-such-host.invalid')
    // Some resolvers answer "try again later" for every name when there is no network at all.
    if (error.message.includes('ENOTFOUND')) expect(clock.waits).toEqual([])
  })
})

describe('how often, and how long between', () => {
  test('five tries, each wait up to twice the one before', async () => {
    const server = await startServer(reply(503))
    const clock = fakeClock()
    const error = await errorOf(CALLS.safe(server.url, clock))
    expect(error).toMatchObject({ kind: 'SERVER_FAILED', http: { tries: 5, status: 503, ambiguous: true } })
    expect(error.message).toContain('after 5 tries')
    expect(clock.waits).toEqual([500, 1000, 2000, 4000])
  })

  test('a rate limit gets longer waits', async () => {
    const server = await startServer(reply(429))
    const clock = fakeClock()
    const error = await errorOf(CALLS.look(server.url, clock))
    expect(error).toMatchObject({ kind: 'RATE_LIMITED', http: { tries: 10 } })
    expect(clock.waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
  })

  test('the waits are spread randomly', async () => {
    const server = await startServer(reply(503))
    const clock = fakeClock()
    const spread = [0, 0.25, 0.5, 0.999]
    const client = connect(server.url, { clock, random: () => spread.shift() ?? 0 })
    await errorOf(client.folders.getFolders({ path }))
    expect(clock.waits).toEqual([0, 250, 1000, 3996])
  })

  const asked: [string, Record<string, string>, number][] = [
    ['seconds', { 'retry-after': '7' }, 7000],
    ['parts of a second', { 'retry-after': ' 1.5 ' }, 1500],
    ['none', { 'retry-after': '0' }, 0],
    [
      'a date, by the platform’s clock',
      { 'retry-after': 'Fri, 02 Jan 2026 10:00:09 GMT', date: 'Fri, 02 Jan 2026 10:00:00 GMT' },
      9000,
    ],
    [
      'a date that has passed',
      { 'retry-after': 'Fri, 02 Jan 2026 09:00:00 GMT', date: 'Fri, 02 Jan 2026 10:00:00 GMT' },
      0,
    ],
    ['nonsense', { 'retry-after': 'soon' }, 0],
  ]
  test.each(asked)('Retry-After is honoured: %s', async (_, headers, wait) => {
    for (const status of [429, 503]) {
      const server = await startServer(reply(status, '', headers), ok)
      const clock = fakeClock()
      await CALLS.safe(server.url, clock)
      // What was asked for, and the usual spread on top of it.
      expect(clock.waits).toEqual([wait + 500])
    }
  })

  test('a date is compared with our clock if the platform sends no time', async () => {
    const clock = fakeClock(Date.parse('2026-01-02T10:00:00Z'))
    const server = await startServer((response) => {
      response.sendDate = false
      response.writeHead(429, { 'retry-after': 'Fri, 02 Jan 2026 10:00:05 GMT' }).end()
    }, ok)
    await CALLS.safe(server.url, clock)
    expect(clock.waits).toEqual([5500])
  })

  test('a wait that is too long gets no retry, and the error says how long', async () => {
    const server = await startServer(reply(429, '{"message":"quota"}', { 'retry-after': '150' }))
    const error = await errorOf(CALLS.look(server.url))
    expect(error.message).toMatch(/answered 429: quota; it asks for a wait of 150 s$/)
    expect(server.seen).toHaveLength(1)
  })

  test('the time for the whole call is a limit, too', async () => {
    const server = await startServer(reply(503, '', { 'retry-after': '20' }))
    const clock = fakeClock()
    const client = connect(server.url, { clock, totalTimeoutMs: 50_000 })
    const error = await errorOf(client.folders.getFolders({ path }))
    expect(error).toMatchObject({ kind: 'SERVER_FAILED', http: { tries: 3 } })
    expect(clock.waits).toEqual([20_500, 21_000])
  })

  test('a rate limit makes the client run fewer requests at once', async () => {
    let running = 0
    const most: number[] = []
    const busy: Reply = (response) => {
      running += 1
      most.push(running)
      setTimeout(() => {
        running -= 1
        response.end(FOLDER)
      }, 5)
    }
    const server = await startServer(reply(429), reply(429), reply(429), busy)
    const client = connect(server.url, { concurrency: 4 })
    const ids = Array.from({ length: 10 }, (_, folderId) => folderId)
    await Promise.all(ids.map((folderId) => client.folders.updateFolder({ path: { ...path, folderId }, body: {} })))
    // The four that had begun may still meet; nobody else joins them.
    expect(most.slice(4)).toEqual(Array(6).fill(1))
  })

  test('many calls get through a low rate limit', async () => {
    let left = 5
    let filled = performance.now()
    const limited: Reply = (response) => {
      left = Math.min(5, left + (performance.now() - filled) / 5)
      filled = performance.now()
      response.writeHead(left >= 1 ? 200 : 429).end(FOLDER)
      if (left >= 1) left -= 1
    }
    const server = await startServer(reply(429), limited)
    // A hundred times faster than life.
    const client = connect(server.url, {
      clock: { now: Date.now, sleep: (ms) => sleep(ms / 100) },
      random: Math.random,
    })
    const ids = Array.from({ length: 100 }, (_, folderId) => folderId)
    await Promise.all(ids.map((folderId) => client.folders.updateFolder({ path: { ...path, folderId }, body: {} })))
    expect(client.counts.PUT).toBe(100 + client.counts.retries)
    expect(client.counts.retries).toBeGreaterThan(0)
  })
})

test('retries are counted by reason and reported as they happen', async () => {
  const server = await startServer(reply(429), drop, reply(503), ok)
  const events: RetryEvent[] = []
  const client = connect(server.url, { onRetry: (event) => events.push(event) })
  await client.folders.updateFolder({ path: { ...path, folderId: 3 }, body: {} })
  expect(client.counts).toEqual({
    GET: 0,
    POST: 0,
    PUT: 4,
    PATCH: 0,
    DELETE: 0,
    retries: 3,
    reasons: { 'HTTP 429': 1, 'connection broken': 1, 'HTTP 503': 1 },
  })
  const endpoint = 'PUT /api/v1/deployments/{deploymentId}/folders/{folderId}'
  expect(events).toEqual([
    { endpoint, reason: 'HTTP 429', tries: 1, mostTries: 10, waitMs: 500 },
    { endpoint, reason: 'connection broken', tries: 2, mostTries: 5, waitMs: 1000 },
    { endpoint, reason: 'HTTP 503', tries: 3, mostTries: 5, waitMs: 2000 },
  ])
})

function cutBody(...[response]: Parameters<Reply>): void {
  response.writeHead(200, { 'content-length': FOLDER.length })
  response.write(FOLDER.slice(0, 30), () => response.socket?.destroy())
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
