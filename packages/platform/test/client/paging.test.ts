import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { reply, startServer } from '../../../../test/support/http.ts'
import { api } from '../../api/index.ts'
import { connect, errorOf, FOLDER, page } from './support.ts'

const path = { deploymentId: 2 }
const LIST = '/api/v1/deployments/2/folders'
const { getFolders } = api.folders.endpoints

const folder = (id: number) => FOLDER.replace('"id":3', `"id":${id}`)
const next = (cursor: string) => `{"hasNextPage":true,"hasPreviousPage":false,"endCursor":${cursor}}`
const LAST = '{"hasNextPage":false,"hasPreviousPage":true,"startCursor":null,"endCursor":null}'

async function readAll(url: string, query = {}): Promise<number[]> {
  const ids: number[] = []
  for await (const { id } of connect(url).items(getFolders, { path, query })) ids.push(id)
  return ids
}

test('all rows of all pages come in order, and the rest of the query is sent each time', async () => {
  const server = await startServer(
    reply(200, page(`${folder(1)},${folder(2)}`, next('"c 1"'))),
    reply(200, page('', next('"c2"'))),
    reply(200, page(folder(3), LAST)),
  )
  expect(await readAll(server.url, { parentId: 9, first: 2 })).toEqual([1, 2, 3])
  expect(server.lines()).toEqual([
    `GET ${LIST}?parentId=9&first=2`,
    `GET ${LIST}?parentId=9&first=2&after=c+1`,
    `GET ${LIST}?parentId=9&first=2&after=c2`,
  ])
})

test('it starts where the query says', async () => {
  const server = await startServer(reply(200, page(folder(1), next('"c2"'))), reply(200, page(folder(2), LAST)))
  expect(await readAll(server.url, { after: 'c1' })).toEqual([1, 2])
  expect(server.lines()).toEqual([`GET ${LIST}?after=c1`, `GET ${LIST}?after=c2`])
})

// client 4: `pageInfo` may be null or absent, its cursors may be null.
test.each([
  undefined,
  'null',
  LAST,
  `{"hasNextPage":false,"hasPreviousPage":false}`,
  `{"hasNextPage":false,"hasPreviousPage":false,"endCursor":"c1"}`,
])('the list ends with pageInfo %s', async (pageInfo) => {
  const server = await startServer(reply(200, page(folder(1), pageInfo)))
  expect(await readAll(server.url)).toEqual([1])
  expect(server.seen).toHaveLength(1)
})

test('a caller that stops early causes no request for the next page', async () => {
  const server = await startServer(reply(200, page(folder(1), next('"c1"'))), reply(200, page(folder(2), LAST)))
  for await (const _ of connect(server.url).items(getFolders, { path })) break
  // Long enough for a request to arrive.
  await sleep(50)
  expect(server.seen).toHaveLength(1)
})

describe('a list that is read to its end', () => {
  /** Each page is one folder; `following` says what follows each cursor. */
  async function startList(following: Readonly<Record<string, string>>) {
    const asked: string[] = []
    const server = await startServer((response, request) => {
      const cursor = new URL(request.url, 'http://x').searchParams.get('after') ?? 'start'
      asked.push(cursor)
      const info = following[cursor]
      reply(200, page(folder(asked.length), info === undefined ? LAST : next(`"${info}"`)))(response, request)
    })
    return { asked, pages: () => connect(server.url).pages(getFolders, { path }) }
  }

  test('requests one page ahead, and none twice', async () => {
    const { asked, pages } = await startList({ start: 'c1', c1: 'c2' })
    const counts: number[] = []
    for await (const rows of pages()) {
      // Long enough for a request to arrive.
      await sleep(50)
      counts.push(asked.length)
      expect(rows).toHaveLength(1)
    }
    expect(counts).toEqual([2, 3, 3])
    expect(asked).toEqual(['start', 'c1', 'c2'])
  })

  test('requests nothing more once the reader stops', async () => {
    const { asked, pages } = await startList({ start: 'c1', c1: 'c2' })
    for await (const _ of pages()) break
    await expect.poll(() => asked).toEqual(['start', 'c1'])
    await sleep(50)
    expect(asked).toEqual(['start', 'c1'])
  })

  test('stops when cursors repeat', async () => {
    const { pages } = await startList({ start: 'c1', c1: 'c2', c2: 'c1' })
    const reading = (async () => {
      for await (const _ of pages());
    })()
    expect((await errorOf(reading)).kind).toBe('LIST_ENDLESS')
  })
})

describe('a list that cannot be read to its end is an error', () => {
  const [BROKEN, ENDLESS] = ['PAGING_BROKEN', 'LIST_ENDLESS']
  const faults: [string, string[], string, RegExp, number][] = [
    ['a repeated cursor', [next('"c1"')], ENDLESS, /same cursor twice/, 2],
    ['cursors in a cycle', [next('"c1"'), next('"c2"'), next('"c1"')], ENDLESS, /same cursor twice/, 3],
    ['more rows without a cursor', ['{"hasNextPage":true,"hasPreviousPage":false}'], BROKEN, /no cursor/, 1],
    ['more rows with cursor null', [next('null')], BROKEN, /no cursor/, 1],
    ['more rows with an empty cursor', [next('""')], BROKEN, /no cursor/, 1],
  ]
  test.each(faults)('%s', async (_, infos, kind, message, requests) => {
    const [first, ...rest] = infos.map((info) => reply(200, page(folder(1), info)))
    const server = await startServer(first ?? reply(500), ...rest)
    const error = await errorOf(readAll(server.url))
    expect(error).toMatchObject({
      kind,
      http: { endpoint: 'GET /api/v1/deployments/{deploymentId}/folders' },
    })
    expect(error.message).toMatch(message)
    expect(server.seen).toHaveLength(requests)
  })

  test('the cursor that it started with counts, too', async () => {
    const server = await startServer(reply(200, page(folder(1), next('"c1"'))))
    expect((await errorOf(readAll(server.url, { after: 'c1' }))).kind).toBe('LIST_ENDLESS')
  })

  test('a page that fails makes the list fail', async () => {
    const server = await startServer(reply(200, page(folder(1), next('"c1"'))), reply(403, '{"message":"no"}'))
    expect((await errorOf(readAll(server.url))).kind).toBe('FORBIDDEN')
  })

  test('rows of a wrong shape are an error', async () => {
    const server = await startServer(reply(200, '{"items":{},"data":[]}'))
    expect((await errorOf(readAll(server.url))).kind).toBe('RESPONSE_INVALID')
  })

  test('an endpoint that is not a list is an error', async () => {
    const server = await startServer(reply(200, `[${FOLDER}]`))
    const rows = connect(server.url).items(api.folders.endpoints.getFolderAncestors, { path: { ...path, folderId: 3 } })
    expect(await errorOf(rows.next())).toMatchObject({
      kind: 'PAGING_BROKEN',
      message: expect.stringMatching(/not a list/),
    })
  })
})
