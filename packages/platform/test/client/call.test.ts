import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { reply, startServer } from '../../../../test/support/http.ts'
import type { Endpoint } from '../../api/endpoint.ts'
import { api } from '../../api/index.ts'
import { connect, errorOf, FOLDER, fakeClock, page, TOKEN } from './support.ts'

const deployment = { deploymentId: 2 }
const { getFolders, createFolder } = api.folders.endpoints

describe('a request', () => {
  test('is made from the table: method, path, query, headers', async () => {
    const server = await startServer(reply(200, page(FOLDER)))
    const client = connect(`${server.url}/base/`, { userAgent: 'boardwright/0.1.0' })

    const folders = await client.folders.getFolders({ path: deployment, query: { parentId: 7, after: 'a b&c' } })

    expect(folders.items[0]?.name).toBe('Sales')
    expect(server.lines()).toEqual(['GET /base/api/v1/deployments/2/folders?parentId=7&after=a+b%26c'])
    expect(server.seen[0]?.headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      accept: 'application/json',
      'user-agent': 'boardwright/0.1.0',
    })
    expect(server.seen[0]?.headers).not.toHaveProperty('content-type')
  })

  test('has a JSON body if the table says so', async () => {
    const server = await startServer(reply(200, FOLDER))
    await connect(server.url).call(createFolder, { path: deployment, body: { name: 'Sales', parentId: null } })
    expect(server.seen[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'content-length': '32' })
    expect(server.seen[0]?.body.toString()).toBe('{"name":"Sales","parentId":null}')
  })

  test.each(['bearer', 'api-key', 'none'] as const)('carries the %s scheme', async (auth) => {
    const server = await startServer(reply(200, '{}'))
    await connect(server.url).call({ ...PING, auth })
    const expected = { bearer: `Bearer ${TOKEN}`, 'api-key': `Api-Key ${TOKEN}`, none: undefined }[auth]
    expect(server.seen[0]?.headers.authorization).toBe(expected)
  })

  // client 2: some front ends answer 411 without it.
  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('a %s without a body says so', async (method) => {
    const server = await startServer(reply(200, '{}'))
    const client = connect(server.url)
    await client.call({ ...PING, method })
    await client.call({ ...PING, method })
    expect(server.seen.map(({ headers }) => headers['content-length'])).toEqual(['0', '0'])
    expect(server.seen[0]?.headers).not.toHaveProperty('transfer-encoding')
  })

  // endpoints 7: removal of data-model files is a DELETE with a JSON body.
  test('a DELETE can have a body, and keeps its connection', async () => {
    const server = await startServer(reply(200, '{"branchName":"dev-ada","success":true}'))
    const client = connect(server.url, { concurrency: 1 })
    const endpoint = { ...PING, method: 'DELETE', body: z.object({ files: z.array(z.string()) }) } as const
    await client.call(endpoint, { body: { files: ['DELETE \r\n\r\n'] } })
    await client.call(endpoint, { body: { files: ['b'] } })
    expect(server.seen.map(({ body }) => body.toString())).toEqual([
      '{"files":["DELETE \\r\\n\\r\\n"]}',
      '{"files":["b"]}',
    ])
    expect(server.connections()).toBe(1)
  })

  test('is multipart if the table names a file part', async () => {
    const server = await startServer(reply(200, '{}'))
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
    await connect(server.url).uploads.uploadFile({
      path: deployment,
      query: { branchName: 'main' },
      body: { transaction: '{"id":"t1"}', fileName: 'model/cubes/ä "x".yml' },
      file: bytes,
      fileName: 'or"d\r\ners.yml',
    })
    const [seen] = server.seen
    const type = seen?.headers['content-type'] ?? ''
    expect(seen?.body.toString()).toContain('filename="or%22d%0D%0Aers.yml"')
    const form = await new Response(new Uint8Array(seen?.body ?? []), { headers: { 'content-type': type } }).formData()
    expect([...form.keys()]).toEqual(['transaction', 'fileName', 'file'])
    expect(form.get('transaction')).toBe('{"id":"t1"}')
    expect(form.get('fileName')).toBe('model/cubes/ä "x".yml')
    expect(new Uint8Array(await (form.get('file') as File).arrayBuffer())).toEqual(bytes)
  })

  const invalid: [string, unknown, RegExp][] = [
    ['a body field', { path: deployment, body: { name: 'x'.repeat(256) } }, /its body is not valid: name: /],
    ['a missing body', { path: deployment }, /its body is not valid: /],
    [
      'a path parameter',
      { path: { deploymentId: 'two' }, body: { name: 'x' } },
      /its path is not valid: deploymentId: /,
    ],
    ['a missing path', { body: { name: 'x' } }, /its path is not valid: deploymentId: /],
  ]
  test.each(invalid)('that does not fit its schema is not sent, and %s is named', async (_, input, message) => {
    const server = await startServer(reply(200, FOLDER))
    const client = connect(server.url)
    const error = await errorOf(client.call(createFolder, input as never))
    expect(error).toMatchObject({ kind: 'REQUEST_INVALID', http: { endpoint: name(createFolder), tries: 0 } })
    expect(error.message).toMatch(message)
    const query = await errorOf(client.folders.getFolders({ path: deployment, query: { first: 0 } }))
    expect(query.message).toMatch(/its query is not valid: first: /)
    expect(server.seen).toEqual([])
    expect(client.counts).toMatchObject({ GET: 0, POST: 0 })
  })

  test('that a path cannot hold is not sent', async () => {
    const server = await startServer(reply(200, FOLDER))
    const body = { name: 'x' }
    const error = await errorOf(
      connect(server.url).workbooks.upsertWorkbookBySlug({ path: { deploymentId: 2, slug: '..' }, body }),
    )
    expect(error.kind).toBe('REQUEST_INVALID')
    expect(server.seen).toEqual([])
  })
})

describe('an answer', () => {
  test('is returned as it was sent: unknown fields, big integers and the order of keys', async () => {
    const meta =
      '{"10":{"b":12345678901234567890},"9":1e400,"__proto__":{"x":1},"a":[0.1000000000000000055511151231257827]}'
    const server = await startServer(reply(200, FOLDER.replace('{', `{"future":${meta},`)))
    const client = connect(server.url)
    const folder = await client.folders.createFolder({ path: deployment, body: { name: 'x' } })

    await client.folders.createFolder({ path: deployment, body: { name: 'x', meta: folder['future'] } })
    expect(server.seen[1]?.body.toString()).toBe(`{"name":"x","meta":${meta}}`)
  })

  test('without a declared body may be any 2xx with any body', async () => {
    const server = await startServer(
      reply(204),
      reply(200, '{}'),
      reply(200, 'gone'),
      reply(200),
      reply(202, '<?xml version="1.0"?>'),
    )
    const client = connect(server.url)
    for (let time = 0; time < 5; time += 1) {
      expect(await client.folders.deleteFolder({ path: { deploymentId: 2, folderId: 3 } })).toBeUndefined()
    }
  })

  test('is decoded as UTF-8, however it is split', async () => {
    const name = 'Übersicht 日本 😀'
    const server = await startServer((response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      for (const byte of Buffer.from(FOLDER.replace('Sales', name))) response.write(Buffer.of(byte))
      response.end()
    })
    const folder = await connect(server.url).folders.createFolder({ path: deployment, body: { name } })
    expect(folder.name).toBe(name)
  })
})

describe('a client', () => {
  test('limits how many requests run at once, sends them in order, and opens as many connections', async () => {
    let inFlight = 0
    let most = 0
    const server = await startServer(async (response) => {
      inFlight += 1
      most = Math.max(most, inFlight)
      // Nobody is done before all have begun.
      await expect.poll(() => most, { interval: 1 }).toBeGreaterThanOrEqual(4)
      setTimeout(() => {
        inFlight -= 1
        response.end(FOLDER)
      }, 3)
    })
    const client = connect(server.url, { concurrency: 4 })
    const ids = Array.from({ length: 40 }, (_, index) => index)
    await Promise.all(
      ids.map((folderId) => client.folders.updateFolder({ path: { deploymentId: 2, folderId }, body: {} })),
    )

    expect(most).toBe(4)
    expect(server.connections()).toBe(4)
    const order = server.seen.map(({ url }) => Number(url.split('/').at(-1)))
    expect(order.every((id, index) => Math.abs(id - index) < 4)).toBe(true)
    expect(client.counts).toMatchObject({ GET: 0, PUT: 40, retries: 0 })
  })

  test.each([0, 1.5, -1, Number.NaN])('needs a concurrency that is a positive integer, not %d', (concurrency) => {
    expect(() => connect('http://127.0.0.1:1', { concurrency })).toThrow(/concurrency/)
  })

  test('knows the time of the platform from its last answer', async () => {
    const server = await startServer(reply(200, page(''), { date: 'Fri, 02 Jan 2026 10:00:00 GMT' }))
    const clock = fakeClock()
    const client = connect(server.url, { clock })
    expect(client.serverNow()).toBeUndefined()
    await client.folders.getFolders({ path: deployment })
    await clock.sleep(1500, undefined)
    expect(client.serverNow()).toBe(Date.parse('2026-01-02T10:00:01.500Z'))
  })

  test('that is read-only refuses everything but GET, before it is sent', async () => {
    const server = await startServer(reply(200, page(FOLDER)))
    const client = connect(server.url, { readOnly: true })
    await client.folders.getFolders({ path: deployment })
    const error = await errorOf(client.folders.createFolder({ path: deployment, body: { name: 'x' } }))
    expect(error).toMatchObject({ kind: 'WRITE_REFUSED', exit: 70 })
    for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
      expect((await errorOf(client.call({ ...PING, method }))).kind).toBe('WRITE_REFUSED')
    }
    expect(server.lines()).toEqual(['GET /api/v1/deployments/2/folders'])
    expect(client.counts).toMatchObject({ GET: 1, POST: 0, PUT: 0, PATCH: 0, DELETE: 0 })
  })

  test('is read-only if the environment says so, whatever its options say', async () => {
    const server = await startServer(reply(200, page(FOLDER)))
    const client = connect(server.url, { readOnly: false, env: { BOARDWRIGHT_READ_ONLY: '1' } })
    await client.folders.getFolders({ path: deployment })
    const error = await errorOf(client.folders.createFolder({ path: deployment, body: { name: 'x' } }))
    expect(error.kind).toBe('WRITE_REFUSED')
    expect(server.lines()).toEqual(['GET /api/v1/deployments/2/folders'])
  })

  test('that is read-only lets a call marked harmless through: this method on this path, and nothing similar', async () => {
    const server = await startServer(reply(200, '{}'))
    const client = connect(`${server.url}/base`, { readOnly: true, harmless: /^POST \/ping$/ })
    await client.call({ ...PING, method: 'POST' })
    for (const other of [
      { method: 'PUT' },
      { method: 'POST', path: '/base/ping' },
      { method: 'POST', path: '/ping/2' },
    ] as const)
      expect((await errorOf(client.call({ ...PING, ...other }))).kind).toBe('WRITE_REFUSED')
    expect(server.lines()).toEqual(['POST /base/ping'])
  })

  test('has one typed call for each row of the table', () => {
    const client = connect('http://127.0.0.1:1')
    for (const [area, { endpoints }] of Object.entries(api)) {
      expect(Object.keys(client[area as keyof typeof api])).toEqual(Object.keys(endpoints))
    }
  })

  test('checks the arguments of a call by type', () => {
    // Only types are checked here: nothing is called.
    const calls = (client: ReturnType<typeof connect>) => [
      () => client.users.getMe(),
      () => client.folders.getFolders({ path: deployment }),
      () => client.folders.getFolders({ path: deployment, query: { first: 10 } }),
      // @ts-expect-error the path is missing
      () => client.folders.getFolders(),
      // @ts-expect-error an id is a number
      () => client.folders.getFolders({ path: { deploymentId: '2' } }),
      // @ts-expect-error the body is missing
      () => client.folders.createFolder({ path: deployment }),
      // @ts-expect-error there is no query here
      () => client.folders.createFolder({ path: deployment, body: { name: 'x' }, query: {} }),
      // @ts-expect-error the file is missing
      () => client.uploads.uploadFile({ path: deployment, body: { transaction: '', fileName: '' } }),
      () => client.workbooks.publishDashboard({ path: { deploymentId: 2, workbookId: 3 } }),
      async () => (await client.call(getFolders, { path: deployment })).items[0]?.name.length,
      // @ts-expect-error a folder has no slug of a known type
      async () => (await client.call(getFolders, { path: deployment })).items[0]?.slug.length,
    ]
    expect(calls).toBeTypeOf('function')
  })
})

const PING = {
  method: 'GET',
  path: '/ping',
  summary: 'Hand-written, for what the table has no row for.',
  auth: 'bearer',
  repeat: 'safe',
  params: z.object({}),
  response: null,
} as const satisfies Endpoint

const name = ({ method, path }: Endpoint): string => `${method} ${path}`
