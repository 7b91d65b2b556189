import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { hang, type Reply, reply, startServer } from '../../../../test/support/http.ts'
import { connect, errorOf, FOLDER, fakeClock, page } from './support.ts'

const path = { deploymentId: 2 }

/** Sends the head and a part of the body, then nothing. */
const stall: Reply = (response) => {
  response.writeHead(200, { 'content-length': 1000 })
  response.write('{')
}

describe('the time for one try', () => {
  test.each([
    ['no answer', hang],
    ['half an answer', stall],
  ])('%s: a read is tried again', async (_, never) => {
    const server = await startServer(never, reply(200, page(FOLDER)))
    const client = connect(server.url, { requestTimeoutMs: 500 })
    expect((await client.folders.getFolders({ path })).items).toHaveLength(1)
    expect(client.counts.reasons).toEqual({ 'timed out': 1 })
  })

  test('a write that must be looked at first is not retried', async () => {
    const server = await startServer(hang)
    // Long enough to be sent on any machine.
    const client = connect(server.url, { requestTimeoutMs: 1_000 })
    const error = await errorOf(client.folders.createFolder({ path, body: { name: 'x' } }))
    expect(error).toMatchObject({ kind: 'TIMED_OUT', http: { tries: 1, ambiguous: true } })
    expect(server.seen).toHaveLength(1)
  })

  test('when all tries fail', async () => {
    const server = await startServer(hang)
    const client = connect(server.url, { requestTimeoutMs: 20 })
    expect(await errorOf(client.folders.getFolders({ path }))).toMatchObject({ kind: 'TIMED_OUT', http: { tries: 5 } })
  })

  test('waiting for a free slot does not use up the time of a call', async () => {
    const clock = fakeClock()
    const server = await startServer((response) => void clock.sleep(11_000, undefined).then(() => response.end(FOLDER)))
    const client = connect(server.url, { clock, concurrency: 1, totalTimeoutMs: 20_000 })
    const calls = [1, 2, 3].map((folderId) => client.folders.updateFolder({ path: { ...path, folderId }, body: {} }))
    expect(await Promise.all(calls)).toHaveLength(3)
  })
})

test('works without any limits', async () => {
  const server = await startServer((response) => {
    setTimeout(() => response.end(page(FOLDER)), 30)
  })
  const never = Number.POSITIVE_INFINITY
  const client = connect(server.url, { requestTimeoutMs: never, totalTimeoutMs: never })
  expect((await client.folders.getFolders({ path })).items).toHaveLength(1)
})

test('the time of a call limits its last try', async () => {
  const server = await startServer(hang)
  const clock = fakeClock()
  const client = connect(server.url, { clock, requestTimeoutMs: 60_000, totalTimeoutMs: 50 })
  const start = performance.now()
  const error = await errorOf(client.folders.getFolders({ path }))
  expect(error).toMatchObject({ kind: 'TIMED_OUT', http: { tries: 1 } })
  expect(performance.now() - start).toBeLessThan(5000)
})

describe('an interrupt ends everything at once', () => {
  test('requests in flight, waits before a retry, waits for a free slot', async () => {
    const server = await startServer(reply(503), hang)
    const controller = new AbortController()
    let sleeping = false
    const client = connect(server.url, {
      concurrency: 2,
      signal: controller.signal,
      clock: {
        now: Date.now,
        sleep: (_, signal) =>
          new Promise((_, reject) => {
            signal?.addEventListener('abort', () => reject(signal.reason))
            sleeping = true
          }),
      },
    })
    const calls = [1, 2, 3, 4].map((folderId) =>
      errorOf(client.folders.updateFolder({ path: { ...path, folderId }, body: {} })),
    )
    await until(() => sleeping && server.seen.length === 2)
    controller.abort()

    const errors = await Promise.all(calls)
    expect(errors.map(({ kind, exit }) => [kind, exit])).toEqual(Array(4).fill(['INTERRUPTED', 130]))
    // Two had reached the platform, and may have been done.
    expect(errors.map(({ http }) => http?.ambiguous)).toEqual([true, true, undefined, undefined])
    expect(server.seen).toHaveLength(2)
    await client.close()
  })

  test('however many requests wait, the signal has one listener', async () => {
    const server = await startServer(reply(503))
    const controller = new AbortController()
    let waiting = 0
    const sleep = (_: number, signal?: AbortSignal): Promise<void> =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
        waiting += 1
      })
    const client = connect(server.url, {
      concurrency: 20,
      signal: controller.signal,
      clock: { now: Date.now, sleep },
    })
    const calls = Array.from({ length: 20 }, () => errorOf(client.folders.getFolders({ path })))
    await until(() => waiting === 20)
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1)
    controller.abort()
    expect((await Promise.all(calls)).map(({ kind }) => kind)).toEqual(Array(20).fill('INTERRUPTED'))
    await client.close()
  })

  test('nothing is sent afterwards', async () => {
    const server = await startServer(reply(200, page(FOLDER)))
    const client = connect(server.url, { signal: AbortSignal.abort() })
    expect((await errorOf(client.folders.getFolders({ path }))).kind).toBe('INTERRUPTED')
    expect(server.seen).toEqual([])
    expect(client.counts.GET).toBe(0)
  })

  test('the end of the total time is reported as such', async () => {
    const server = await startServer(hang)
    const client = connect(server.url, { signal: AbortSignal.timeout(50) })
    const error = await errorOf(client.folders.getFolders({ path }))
    expect(error).toMatchObject({
      kind: 'TIMED_OUT',
      message: expect.stringContaining('the total time ran out'),
    })
  })

  test('a real wait ends at once, too', async () => {
    const server = await startServer(reply(429, '', { 'retry-after': '60' }))
    const controller = new AbortController()
    const client = connect(server.url, {
      signal: controller.signal,
      onRetry: () => setImmediate(() => controller.abort()),
      ...REAL,
    })
    expect((await errorOf(client.folders.getFolders({ path }))).kind).toBe('INTERRUPTED')
  })

  test('listeners on the signal are removed', async () => {
    const server = await startServer(reply(200, page(FOLDER)))
    const { signal } = new AbortController()
    let listeners = 0
    const add = signal.addEventListener.bind(signal)
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1
      add(...args)
    }
    const client = connect(server.url, { signal })
    await Promise.all(Array.from({ length: 50 }, () => client.folders.getFolders({ path })))
    expect(listeners).toBe(1)
  })
})

test('a closed client sends nothing, and close waits for requests in flight', async () => {
  const server = await startServer((response) => {
    setTimeout(() => response.end(page(FOLDER)), 30)
  })
  const client = connect(server.url)
  const call = client.folders.getFolders({ path })
  await until(() => server.seen.length === 1)
  await client.close()
  expect((await call).items).toHaveLength(1)
  expect(await errorOf(client.folders.getFolders({ path }))).toMatchObject({ kind: 'INTERNAL' })
  expect(server.seen).toHaveLength(1)
})

/** The client's own clock. */
const REAL = { clock: undefined as never }

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2))
}
