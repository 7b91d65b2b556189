import { describe, expect, test } from 'vitest'
import { type Reply, reply, startServer } from '../../../../test/support/http.ts'
import { connect, errorOf, FOLDER, page, TOKEN } from './support.ts'

const path = { deploymentId: 2 }
const LIST = '/api/v1/deployments/2/folders'
const to = (location: string, status = 302): Reply => reply(status, '', { location })
const ok = reply(200, page(FOLDER))

test.each([301, 302, 303, 307, 308])('a GET follows a %d within the origin', async (status) => {
  const server = await startServer(to('/moved?x=1', status), to('again', status), to('?y=2', status), ok)
  const client = connect(server.url)
  expect((await client.folders.getFolders({ path })).items).toHaveLength(1)
  expect(server.lines()).toEqual([`GET ${LIST}`, 'GET /moved?x=1', 'GET /again', 'GET /again?y=2'])
  expect(server.seen.every(({ headers }) => headers.authorization === `Bearer ${TOKEN}`)).toBe(true)
  expect(client.counts.GET).toBe(4)
})

test('up to three times in a row', async () => {
  const server = await startServer(to('/a'))
  const error = await errorOf(connect(server.url).folders.getFolders({ path }))
  expect(error).toMatchObject({ kind: 'REDIRECT_REFUSED', http: { status: 302, tries: 1 } })
  expect(error.message).toContain('more than 3 times')
  expect(server.seen).toHaveLength(4)
})

describe('a redirect to another origin is never followed', () => {
  test.each([301, 302, 303, 307, 308])('%d: no token and no request arrives there', async (status) => {
    const thief = await startServer(ok)
    for (const location of [
      `${thief.url}/x?secret=1`,
      `//127.0.0.1:${thief.port}/x`,
      `http://u:p@127.0.0.1:${thief.port}/`,
    ]) {
      const server = await startServer(to(location, status))
      const error = await errorOf(connect(server.url).folders.getFolders({ path }))
      expect(error).toMatchObject({ kind: 'REDIRECT_REFUSED', http: { status } })
      expect(error.message).toContain(thief.url)
      expect(error.message).not.toMatch(/secret|u:p/)
    }
    expect(thief.seen).toEqual([])
    expect(thief.connections()).toBe(0)
  })

  test('not after a step within the origin either, nor to another port, scheme or name', async () => {
    for (const location of ['https://127.0.0.1/', 'http://localhost:1/', 'javascript:alert(1)', 'file:///etc/passwd']) {
      const server = await startServer(to('/next'), to(location))
      const error = await errorOf(connect(server.url).folders.getFolders({ path }))
      expect(error.kind).toBe('REDIRECT_REFUSED')
      expect(server.lines()).toEqual([`GET ${LIST}`, 'GET /next'])
    }
  })

  test('nor to the same place by another scheme', async () => {
    const server = await startServer((response, seen) => to(`https://${seen.headers.host}/next`)(response, seen))
    await errorOf(connect(server.url).folders.getFolders({ path }))
    expect(server.lines()).toEqual([`GET ${LIST}`])
  })

  test('a target that is no URL is refused', async () => {
    const server = await startServer(to('http://[nowhere'))
    expect((await errorOf(connect(server.url).folders.getFolders({ path }))).kind).toBe('REDIRECT_REFUSED')
  })
})

test.each([301, 302, 303, 307, 308])('a write is not sent again: %d', async (status) => {
  const server = await startServer(to('/moved', status))
  const error = await errorOf(connect(server.url).folders.createFolder({ path, body: { name: 'x' } }))
  expect(error).toMatchObject({
    kind: 'REDIRECT_REFUSED',
    message: expect.stringContaining('a POST is not sent twice'),
  })
  expect(server.seen).toHaveLength(1)
})

test('a redirect without a target is treated like any refusal', async () => {
  const server = await startServer(reply(302, '{"message":"elsewhere"}'))
  expect((await errorOf(connect(server.url).folders.getFolders({ path }))).message).toMatch(/answered 302: elsewhere$/)
})
