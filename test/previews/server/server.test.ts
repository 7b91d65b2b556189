import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenPreview, openPreview } from '../../../src/previews/page/open.ts'
import { type PreviewServer, startPreview } from '../../../src/previews/server/server.ts'
import { readFiles, temporaryDirectory, writeFiles } from '../../support/directory.ts'

let source: OpenPreview
let preview: PreviewServer

beforeAll(async () => {
  source = await openPreview('examples/acme', { today: '2026-11-20', data: 'sample', env: {}, onChange: () => {} })
  preview = await startPreview(source)
})
afterAll(async () => {
  await preview.close()
  await source.close()
})

describe('the server of preview', () => {
  const ask = (path: string, headers: Record<string, string>, method = 'GET'): Promise<number> =>
    new Promise((done, fail) => {
      const { hostname, port } = new URL(preview.url)
      request({ hostname, port, path, method, headers }, (response) => {
        response.resume()
        done(response.statusCode ?? 0)
      })
        .on('error', fail)
        .end()
    })
  const host = () => new URL(preview.url).host

  test('answers its own page only', async () => {
    expect(await ask('/overview', { host: host() })).toBe(200)
    expect(await ask('/overview', { host: `localhost:${new URL(preview.url).port}` })).toBe(200)
    expect(await ask('/overview', { host: 'evil.example' })).toBe(403)
    expect(await ask('/overview', { host: `evil.example:${new URL(preview.url).port}` })).toBe(403)
    expect(await ask('/overview', { host: '127.0.0.1:1' })).toBe(403)
    expect(await ask('/overview', { host: host(), origin: 'https://evil.example' })).toBe(403)
    expect(await ask('/overview', { host: host(), origin: 'null' })).toBe(403)
    expect(await ask('/overview', { host: host(), origin: `http://${host()}` })).toBe(200)
    expect(await ask('/overview', { host: host(), 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await ask('/overview', { host: host() }, 'POST')).toBe(405)
    const json = { 'content-type': 'application/json' }
    expect(await ask('/scene/revenue-overview', { host: host(), ...json }, 'POST')).toBe(405)
    // Without rows to ask for there is nothing to find; what a form can send is not a question.
    expect(await ask('/rows/a/b', { host: host(), ...json }, 'POST')).toBe(404)
    expect(await ask('/rows/a/b', { host: host(), ...json, origin: 'https://evil.example' }, 'POST')).toBe(403)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      expect(await ask('/rows/a/b', { host: host(), 'content-type': type }, 'POST')).toBe(405)
    }
    expect(await ask('/events', { host: 'evil.example' })).toBe(403)
    const foreign = { host: host(), 'sec-fetch-site': 'cross-site' }
    expect(await ask('/viewer/../overview', foreign)).toBe(403)
    expect(await ask('/viewer/%2e%2e/overview', foreign)).toBe(403)
    expect(await ask('http://other/viewer/preview.js', foreign)).toBe(200)
    expect(await ask('/rows/../scene/a', { host: host(), ...json }, 'POST')).toBe(405)
    expect(await ask('/%zz', foreign)).toBe(400)
  })

  test('serves the files of the viewer and no others', async () => {
    const answer = await fetch(`${preview.url}/`)
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self';/,
    )
    expect(answer.headers.get('content-security-policy')).not.toContain('unsafe')
    const frame = (await fetch(`${preview.url}/frame`)).headers.get('content-security-policy') ?? ''
    expect(frame).toMatch(/^sandbox allow-scripts; default-src 'none';/)
    expect(frame).not.toMatch(/connect-src|frame-src|script-src[^;]*unsafe-inline/)
    expect(await ask('/viewer/viewer.js', { host: host() })).toBe(200)
    for (const path of [
      '/viewer/../index.js',
      '/viewer/%2e%2e%2findex.js',
      '/viewer/',
      '/viewer/viewer.js/x',
      '/package.json',
      '/scene/__proto__',
      '/constructor',
      '/scene/%E0%A4%A',
    ]) {
      expect(await ask(path, { host: host() }), path).toBeGreaterThanOrEqual(
        path.startsWith('/viewer/viewer.js') ? 200 : 400,
      )
    }
  })
})

test('a project may be broken: a broken configuration is a problem like any other', async () => {
  const root = temporaryDirectory()
  await writeFiles(root, { ...readFiles('examples/minimal'), 'boardwright.yaml': 'version: 1\nproject: [\n' })
  const open = await openPreview(root, { today: '2026-11-20', data: 'sample', env: {}, onChange: () => {} })
  const { problems } = await open.overview()
  expect(problems[0]).toMatchObject({ file: 'boardwright.yaml' })
  await open.close()
})

test('a number that no double can hold reaches the page', async () => {
  const root = temporaryDirectory()
  const board = 'content/sales/revenue-overview/dashboard.yaml'
  const files = readFiles('examples/acme')
  const text = (files[board] ?? '').replace('pageSize: 10\n', 'pageSize: 12345678901234567890\n')
  await writeFiles(root, { ...files, [board]: text })
  const open = await openPreview(root, { today: '2026-11-20', data: 'sample', env: {}, onChange: () => {} })
  const served = await startPreview(open)
  try {
    const answer = await fetch(`${served.url}/scene/revenue-overview`)
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringContaining('"pageSize":12345678901234567890'),
    ])
  } finally {
    await served.close()
    await open.close()
  }
})
