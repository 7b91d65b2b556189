import { expect, test } from 'vitest'
import { reply, startServer } from '../../../../test/support/http.ts'
import { api } from '../../api/index.ts'
import { recordClient, replayClient } from '../../client/recording.ts'
import { connect, FOLDER, page } from './support.ts'

const { getFolders } = api.folders.endpoints
const path = { deploymentId: 2 }
const folder = (id: number) => FOLDER.replace('"id":3', `"id":${id}`)
const next = '{"hasNextPage":true,"hasPreviousPage":false,"endCursor":"c1"}'

test('a list is recorded as one answer, whatever its page size and number of pages', async () => {
  const server = await startServer(reply(200, page(`${folder(1)},${folder(2)}`, next)), reply(200, page(folder(3))))
  const { client, recording } = recordClient(connect(server.url))
  const pages: number[] = []
  for await (const rows of client.pages(getFolders, { path, query: { first: 2 } })) pages.push(rows.length)
  expect(pages).toEqual([2, 1])

  const replay = replayClient(recording())
  const ids: number[] = []
  for await (const { id } of replay.items(getFolders, { path, query: { first: 1000 } })) ids.push(id)
  expect(ids).toEqual([1, 2, 3])
  const others = replay.items(getFolders, { path, query: { first: 2, parentId: 9 } })
  await expect(others.next()).rejects.toThrow('is not in the snapshot')
})

test('the next page is requested before the rows of this one are used', async () => {
  const server = await startServer(reply(200, page(folder(1), next)), reply(200, page(folder(3))))
  for await (const _ of connect(server.url).pages(getFolders, { path })) {
    await expect.poll(() => server.seen.length).toBe(2)
  }
})
