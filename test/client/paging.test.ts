import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import type { Folder } from '../../src/api/folders.ts'
import { api } from '../../src/api/index.ts'
import type { Client, OpenPage } from '../../src/client/types.ts'
import { reply, startServer } from '../support/http.ts'
import { connect, errorOf, FOLDER, page } from './support.ts'

const path = { deploymentId: 2 }
const LIST = '/api/v1/deployments/2/folders'
const { getFolders } = api.folders.endpoints

const folder = (id: number) => FOLDER.replace('"id":3', `"id":${id}`)
const next = (cursor: string) => `{"hasNextPage":true,"hasPreviousPage":false,"endCursor":${cursor}}`
const LAST = '{"hasNextPage":false,"hasPreviousPage":true,"startCursor":null,"endCursor":null}'

const chain = (...cursors: readonly string[]): Record<string, string> =>
  Object.fromEntries(cursors.map((cursor, index) => [cursors[index - 1] ?? 'start', cursor]))

async function readAll(url: string, query = {}): Promise<number[]> {
  const ids: number[] = []
  for await (const { id } of connect(url).items(getFolders, { path, query })) ids.push(id)
  return ids
}

test('all rows of all pages come in order, and the rest of the query stays', async () => {
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

test('it begins where the query says', async () => {
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

test('nothing is read ahead of whoever stops early', async () => {
  const server = await startServer(reply(200, page(folder(1), next('"c1"'))), reply(200, page(folder(2), LAST)))
  for await (const _ of connect(server.url).items(getFolders, { path })) break
  // Long enough for a request to arrive.
  await sleep(50)
  expect(server.seen).toHaveLength(1)
})

describe('a list whose cursors are foreseen', () => {
  const foreseen = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6']
  const open: OpenPage<Folder> = () => ({
    known: undefined,
    read: (_, rows, parse) => rows.map((_, index) => parse(index)),
  })

  /** Each page is one folder; `pages` says what follows each cursor, and holds back the answers that are named. */
  async function startList(
    pages: Readonly<Record<string, string>>,
    held: readonly string[] = [],
    failing: Readonly<Record<string, number>> = {},
  ) {
    const asked: string[] = []
    const waiting: (() => void)[] = []
    const server = await startServer((response, request) => {
      const cursor = new URL(request.url, 'http://x').searchParams.get('after') ?? 'start'
      asked.push(cursor)
      const info = pages[cursor]
      const text = page(folder(asked.length), info === undefined ? LAST : next(`"${info}"`))
      const status = asked.indexOf(cursor) === asked.length - 1 ? failing[cursor] : undefined
      const fails = info === 'fails' ? 404 : status
      const answer = (): void => (fails === undefined ? reply(200, text) : reply(fails, '{}'))(response, request)
      if (held.includes(cursor)) waiting.push(answer)
      else answer()
    })
    return {
      server,
      asked,
      release: () => {
        for (const answer of waiting.splice(0)) answer()
      },
    }
  }

  const listOf = (client: Client, cursors: readonly string[] | Promise<readonly string[]>) =>
    client.pages(getFolders, { path }, { open, cursors: Promise.resolve(cursors) })

  async function readPages(url: string, cursors: readonly string[] = foreseen, client = connect(url)): Promise<number> {
    let count = 0
    for await (const rows of listOf(client, cursors)) count += rows.length
    return count
  }

  test.each([
    ['start', ['c1', 'c2', 'c3', 'start']],
    ['c1', ['c1', 'c2', 'c3', 'c4', 'start']],
  ])('is asked for three pages more than the one that is waited for, and each once: %s', async (held, early) => {
    const { server, asked, release } = await startList(chain('c1', 'c2', 'c3', 'c4', 'c5', 'c6'), [held])
    const reading = readPages(server.url)
    await vi.waitFor(() => expect(asked).toHaveLength(early.length))
    await sleep(50)
    expect(asked.toSorted()).toEqual(early)
    release()
    expect(await reading).toBe(7)
    expect(asked.toSorted()).toEqual([...foreseen, 'start'])
  })

  test('is asked for nothing more once nobody reads it', async () => {
    const { server, asked } = await startList(chain('c1', 'c2'))
    let know = (_: readonly string[]): void => {}
    const cursors = new Promise<readonly string[]>((resolve) => {
      know = resolve
    })
    for await (const _ of listOf(connect(server.url), cursors)) break
    know(foreseen)
    await sleep(50)
    expect(asked.toSorted()).toEqual(['c1', 'start'])
  })

  test('goes on with what it says itself', async () => {
    const { server, asked } = await startList(chain('c1', 'd2', 'c4', 'c5'))
    expect(await readPages(server.url)).toBe(5)
    expect(asked.toSorted()).toEqual(['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'd2', 'start'])
  })

  test('ends where it says so, whatever the pages say that are no more', async () => {
    const { server } = await startList({ start: 'c1', c2: 'fails', c3: 'fails', c4: 'fails' })
    expect(await readPages(server.url)).toBe(2)
  })

  test('fails with a page of its own, and once it is its turn', async () => {
    const { server } = await startList({ ...chain('c1', 'c2'), c2: 'fails' })
    expect((await errorOf(readPages(server.url))).kind).toBe('NOT_FOUND')
  })

  test('is asked again for a page that failed before it was its turn, and only then', async () => {
    const { server, asked } = await startList(chain('c1', 'c2'), [], { c2: 503, c4: 503 })
    const client = connect(server.url)
    expect(await readPages(server.url, foreseen, client)).toBe(3)
    await sleep(50)
    expect(client.counts.retries).toBe(0)
    expect(asked.filter((cursor) => /^c[24]$/.test(cursor)).toSorted()).toEqual(['c2', 'c2', 'c4'])
  })

  test('does not go round in a circle', async () => {
    const { server } = await startList({ start: 'c1', c1: 'c2', c2: 'c1' })
    expect((await errorOf(readPages(server.url, ['c1', 'c2', 'c1', 'c2']))).kind).toBe('LIST_ENDLESS')
  })
})

describe('a list that cannot be read to its end is an error', () => {
  const [BROKEN, ENDLESS] = ['PAGING_BROKEN', 'LIST_ENDLESS']
  const faults: [string, string[], string, RegExp, number][] = [
    ['a cursor that comes again', [next('"c1"')], ENDLESS, /same cursor twice/, 2],
    ['cursors in a circle', [next('"c1"'), next('"c2"'), next('"c1"')], ENDLESS, /same cursor twice/, 3],
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

  test('the cursor it began with counts', async () => {
    const server = await startServer(reply(200, page(folder(1), next('"c1"'))))
    expect((await errorOf(readAll(server.url, { after: 'c1' }))).kind).toBe('LIST_ENDLESS')
  })

  test('a page that fails fails the list', async () => {
    const server = await startServer(reply(200, page(folder(1), next('"c1"'))), reply(403, '{"message":"no"}'))
    expect((await errorOf(readAll(server.url))).kind).toBe('FORBIDDEN')
  })

  test('rows of a wrong shape are none', async () => {
    const server = await startServer(reply(200, '{"items":{},"data":[]}'))
    expect((await errorOf(readAll(server.url))).kind).toBe('RESPONSE_INVALID')
  })

  test('an endpoint that is no list says so', async () => {
    const server = await startServer(reply(200, `[${FOLDER}]`))
    const rows = connect(server.url).items(api.folders.endpoints.getFolderAncestors, { path: { ...path, folderId: 3 } })
    expect(await errorOf(rows.next())).toMatchObject({
      kind: 'PAGING_BROKEN',
      message: expect.stringMatching(/not a list/),
    })
  })
})
