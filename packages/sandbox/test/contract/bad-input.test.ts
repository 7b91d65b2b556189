import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectRefused, HOME, openContract } from './support.ts'

const { call, id, everything, sandbox } = openContract()

/** For a `describe` in which every request is refused. */
function expectNoChange(): void {
  let before = {}
  beforeEach(() => {
    before = everything()
  })
  afterEach(() => expect(everything()).toEqual(before))
}

const report = (): string => `${HOME}/reports/${id('report', 'mT5yRc8VqN0j')}`
const workbook = (): string => `${HOME}/workbooks/${id('workbook', 'cash')}`
describe('a request that cannot be read', () => {
  expectNoChange()
  const json = { 'content-type': 'application/json' }

  test.for<[what: string, raw: string]>([
    ['cut short', '{"name": "X"'],
    ['with a comment', '{"name": "X" /* why */}'],
    ['with a trailing comma', '{"name": "X",}'],
    ['not JSON at all', 'name=X'],
    ['a list', '[{"name": "X"}]'],
    ['a text', '"X"'],
    ['null', 'null'],
  ])('a body that is %s: 400', async ([, raw]) => {
    expectRefused(await call('POST', `${HOME}/folders`, { raw, headers: json }), 400)
  })

  test('a body that is not UTF-8: 400', async () => {
    const raw = Uint8Array.from([...Buffer.from('{"name": "'), 0xff, 0xfe, ...Buffer.from('"}')])
    expectRefused(await call('POST', `${HOME}/folders`, { raw, headers: json }), 400)
  })

  test.for([{}, { 'content-type': 'text/plain' }, { 'content-type': 'application/x-www-form-urlencoded' }])(
    'spec Endpoints: all bodies are application/json, so another content type is 415 (%o)',
    async (headers) => {
      const raw = Uint8Array.from(Buffer.from('{"name": "X"}'))
      expectRefused(await call('POST', `${HOME}/folders`, { raw, headers }), 415)
    },
  )

  test('a body that is too large: 413', async () => {
    const body = { dashboardDraft: { app: { files: { 'a.ts': 'n'.repeat(11 * 1024 * 1024) } } } }
    expectRefused(await call('PUT', `${workbook()}/dashboard`, { body }), 413)
  })

  test.for(['abc', '1.5', '-1', '1e3', '99999999999999999999', '%20'])('a path id of "%s": 400', async (text) => {
    expectRefused(await call('GET', `${HOME}/reports/${text}`), 400)
  })

  test('endpoints 18.1: unknown ids: 404', async () => {
    for (const path of ['reports/999999', 'workbooks/0', 'folders/999999/ancestors', 'notifications/999999']) {
      expectRefused(await call('GET', `${HOME}/${path}`), 404)
    }
  })

  test('endpoints 0: first is at least 1, and a cursor has to come from the server', async () => {
    for (const query of ['first=0', 'first=-1', 'first=ten', 'first=1.5', 'after=nonsense', 'first=1&first=2']) {
      expectRefused(await call('GET', `${HOME}/folders?${query}`), 400)
      expectRefused(await call('GET', `${HOME}/workspace?${query}`), 400)
    }
    for (const forged of [[{}, 1], [1, '1'], [null, -1], [1], 7, [['a'], 1]]) {
      const after = Buffer.from(JSON.stringify(forged)).toString('base64url')
      for (const list of ['reports', 'workspace', 'notifications']) {
        expectRefused(await call('GET', `${HOME}/${list}?after=${after}`), 400)
      }
    }
  })
})

describe('unknown routes', () => {
  expectNoChange()
  afterEach(() => void sandbox().controls.setSwitches({ unknownRoutes: 'json' }))

  const nowhere = [
    ['GET', '/api/v1/nothing'],
    ['GET', '/api/v2/deployments/2/folders'],
    ['GET', '/settings'],
  ] as const
  const otherwise = [
    ['PATCH', `${HOME}/folders`, 'GET, POST'],
    ['POST', `${HOME}/reports/by-public-id/abcdefghijkl`, 'PUT'],
    ['DELETE', '/api/scim/v2/Users', 'GET, POST'],
  ] as const
  const unknown = [...nowhere, ...otherwise]

  test.for(otherwise)('%s %s: 405, and Allow says %s', async ([method, path, allow]) => {
    for (const as of ['admin', 'nobody']) {
      const { status, headers } = await call(method, path, { as })
      expect([status, headers.get('allow')]).toEqual([405, allow])
    }
  })

  test.for(nowhere)('%s %s: 404 in JSON, with and without a key', async ([method, path]) => {
    expectRefused(await call(method, path), 404)
    expectRefused(await call(method, path, { as: 'nobody' }), 404)
  })

  test.for(unknown)(
    'client 3.1: %s %s: 200 with the HTML of the web application, behind a switch',
    async ([method, path]) => {
      sandbox().controls.setSwitches({ unknownRoutes: 'html' })
      const { status, text, headers } = await call(method, path)

      expect([status, headers.get('content-type'), text.trimStart()[0]]).toEqual([200, 'text/html; charset=utf-8', '<'])
    },
  )

  test.for(['/v1/load', '/v1/nothing', '/deployments/2/v1/<b>', '/deployments/2/dev-mode/main/v1/'])(
    'DELETE %s: the 404 of the data API is a page',
    async (path) => {
      const { status, text, headers } = await call('DELETE', path, { as: 'nobody' })
      expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
      expect(text).toContain(`<pre>Cannot DELETE ${encodeURI(path)}</pre>`)
    },
  )

  test('client 2: a slash at the end of a path makes no difference', async () => {
    for (const path of [`${HOME}/folders`, `${HOME}/reports`, report(), workbook(), '/api/v1/users/me']) {
      expect((await call('GET', `${path}/`)).text).toBe((await call('GET', path)).text)
    }
  })
})

describe('what is accepted', () => {
  test('a content type with a charset', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    const { status, body } = await call('POST', `${HOME}/folders`, { raw: '{"name": "Zürich"}', headers })

    expect([status, body.name]).toEqual([200, 'Zürich'])
  })

  test('client 3.6: unknown fields of a body and of a query are ignored', async () => {
    const { body } = await call('GET', `${HOME}/folders?colour=red`)
    expect(body).toEqual((await call('GET', `${HOME}/folders`)).body)
    const { status } = await call('PUT', report(), { body: { colour: 'red', description: 'not writable' } })
    expect(status).toBe(200)
  })
})
