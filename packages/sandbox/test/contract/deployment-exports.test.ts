// Slow: it draws whole dashboards.
import { inflateSync } from 'node:zlib'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readPng } from '../../../../test/support/png.ts'
import { type Answer, DEV, expectRefused, HOME, openContract } from './support.ts'

const { call, id, sandbox, everything } = openContract()

const EXPORTS = `${HOME}/dashboard-exports`
const dashboards = new Map<string, { id: number; publicId: string }>()
/** A small dashboard, which is drawn in no time, for tests that any file will do for. */
const SMALL = 'small'
let small = ''
beforeAll(async () => {
  const { body } = await call('PUT', `${HOME}/workbooks/by-slug/${SMALL}`, { body: { name: 'Small' } })
  const published = await call('POST', `${HOME}/workbooks/${body.id}/publish`, {
    body: { workbookId: body.id, config: { title: 'Small', widgets: [] } },
  })
  small = `${HOME}/workbooks/${body.id}`
  dashboards.set(SMALL, published.body)
  for (const slug of ['revenue-overview', 'cash']) {
    const workbook = await call('GET', `${HOME}/workbooks/${id('workbook', slug)}`)
    dashboards.set(slug, workbook.body['publishedDashboard'] as { id: number; publicId: string })
  }
})
const idOf = (slug = 'revenue-overview'): number => dashboards.get(slug)?.id ?? 0

/** Each test starts with nothing in flight, and with a clock that only the test moves. */
beforeEach(() => {
  sandbox().controls.setSwitches({ exportMs: 1000, dataDownload: 'allowed' })
  sandbox().controls.setClock({ advanceMs: 600_000, frozen: true })
})
const pass = (ms: number) => sandbox().controls.setClock({ advanceMs: ms })

const start = (body: object = {}, as = 'admin'): Promise<Answer> =>
  call('POST', EXPORTS, { as, body: { format: 'png', dashboardId: idOf(), ...body } })
const jobOf = (answer: Answer): string => String(answer.body['jobId'])
const status = (job: string, as = 'admin') => call('GET', `${EXPORTS}/${job}`, { as })

async function download(job: string, query = '') {
  const headers = { authorization: `Bearer ${sandbox().keys.admin}` }
  const answer = await fetch(`${sandbox().url}${EXPORTS}/${job}/download${query}`, { headers })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

/** The file of an export that took its time, by default of the small dashboard. */
async function exported(body: object = {}): Promise<Buffer> {
  const job = jobOf(await start({ dashboardId: idOf(SMALL), ...body }))
  pass(1000)
  return (await download(job)).bytes
}

describe('endpoints 6: an export', () => {
  test('is submitted, polled and downloaded', async () => {
    const answer = await start({ dashboardId: idOf(SMALL) })
    expect(answer.status).toBe(200)
    const { now } = sandbox().controls.setClock({})
    expect(answer.body).toEqual({
      jobId: expect.any(String),
      expiresAt: new Date(Date.parse(now) + 300_000).toISOString(),
    })
    const job = jobOf(answer)
    expect((await status(job)).body).toEqual({ status: 'pending', progress: 0 })
    pass(500)
    expect((await status(job)).body).toEqual({ status: 'processing', progress: 50 })
    pass(500)
    expect((await status(job)).body).toEqual({ status: 'completed', contentType: 'image/png', progress: 100 })
    const file = await download(job)
    expect(file.status).toBe(200)
    expect(file.headers.get('content-type')).toBe('image/png')
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="dashboard.png"')
  })

  test('as PNG: a real picture of the layout, in the colours of the theme', async () => {
    const { width, height, types, colourAt } = readPng(await exported({ dashboardId: idOf() }))
    expect(types).toEqual(['IHDR', 'IDAT', 'IEND'])
    expect(width).toBe(1200)
    // Twelve rows of 40 with gaps of 12, and the header above them.
    expect(height).toBeGreaterThan(12 * 52 + 64)
    expect(colourAt(2, 2)).toBe('faf7f2')
    const colours = new Set(
      Array.from({ length: height * 30 }, (_, at) => colourAt((at % 30) * 40, Math.floor(at / 30))),
    )
    expect(colours).toContain('ffffff')
    expect(colours).toContain('6f4e37')
  })

  test('as PDF: one page with the picture, and a valid cross-reference table', async () => {
    const file = await exported({ format: 'pdf' })
    const text = file.toString('latin1')
    expect(text.startsWith('%PDF-1.4\n')).toBe(true)
    expect(text.endsWith('%%EOF\n')).toBe(true)
    const table = Number(/startxref\n(\d+)/.exec(text)?.[1])
    const places = [...text.slice(table).matchAll(/(\d{10}) 00000 n/g)].map(([, place]) => Number(place))
    expect(places.map((place) => text.slice(place, place + 7))).toEqual([1, 2, 3, 4, 5].map((n) => `${n} 0 obj`))
    const image = /\/Width (\d+) \/Height (\d+).*\/Length (\d+) >>\nstream\n/.exec(text)
    const [width, height, length] = [1, 2, 3].map((group) => Number(image?.[group])) as [number, number, number]
    const from = (image?.index ?? 0) + (image?.[0].length ?? 0)
    expect(inflateSync(file.subarray(from, from + length))).toHaveLength(width * height * 3)
    expect(text).toContain(`/MediaBox [0 0 ${width * 0.75} ${height * 0.75}]`)
  })

  test('is identical for the same dashboard, and different with other controls', async () => {
    const plain = await exported()
    // The date is in the picture and may be different a day later, so both exports start on the same day.
    expect((await exported()).equals(plain)).toBe(true)
    const controls = { filters: [{ member: 'sales.customers_city', operator: 'equals', value: ['Bern'] }] }
    expect((await exported(controls)).equals(plain)).toBe(false)
  })

  test('shows what was published when it was submitted', async () => {
    const before = await exported()
    const job = jobOf(await start({ dashboardId: idOf(SMALL) }))
    await call('PUT', `${small}/dashboard`, { body: { dashboardDraft: { title: 'Other', widgets: [] } } })
    expect((await call('POST', `${small}/publish`)).status).toBe(200)
    pass(1000)
    expect((await download(job)).bytes.equals(before)).toBe(true)
    expect((await exported()).equals(before)).toBe(false)
  })

  test('takes a file name, made safe', async () => {
    const job = jobOf(await start({ format: 'pdf', dashboardId: idOf(SMALL) }))
    pass(1000)
    const nameOf = async (query: string) => (await download(job, query)).headers.get('content-disposition')
    expect(await nameOf('?filename=Board%20pack')).toBe('attachment; filename="Board pack.pdf"')
    expect(await nameOf('?filename=..%2F%22a%22%0D%0Ax')).toBe('attachment; filename="..__a___x.pdf"')
    expect(await nameOf('?filename=')).toBe('attachment; filename="dashboard.pdf"')
  })

  test('by public id too, by exactly one of the two, of this deployment', async () => {
    const { publicId } = dashboards.get('revenue-overview') ?? { publicId: '' }
    const body = { format: 'png' }
    expect((await call('POST', EXPORTS, { body: { ...body, dashboardPublicId: publicId } })).status).toBe(200)
    expectRefused(await call('POST', EXPORTS, { body }), 400)
    expectRefused(await start({ dashboardPublicId: publicId }), 400)
    expectRefused(await start({ dashboardId: 1 }), 404)
    expectRefused(await call('POST', `${DEV}/dashboard-exports`, { body: { ...body, dashboardId: idOf() } }), 404)
  })

  test.each<[string, object]>([
    ['no format', { format: undefined }],
    ['an unknown format', { format: 'svg' }],
    ['a filter without a view', { filters: [{ member: 'city' }] }],
    ['a subject without a type', { renderAs: { userId: 2 } }],
    ['a subject without a name', { renderAs: { type: 'USER' } }],
    ['half an embed user', { renderAs: { type: 'EMBED_USER', embedTenantName: 'beanhouse' } }],
  ])('%s is a 400, and starts no job', async (_, body) => {
    const before = everything()
    expectRefused(await start(body), 400)
    expect(everything()).toEqual(before)
  })

  test('needs manage on the workbook of the dashboard', async () => {
    expectRefused(await start({}, 'jonas@acme.com'), 403)
    expectRefused(await start({ dashboardId: idOf('cash') }, 'nadia@board.acme.com'), 404)
    expectRefused(await start({}, 'nobody'), 401)
    expect((await start({}, 'member')).status).toBe(200)
  })
})

describe('endpoints 6 and 18.1: the result of a job', () => {
  test('409 while it renders, 404 after five minutes', async () => {
    const job = jobOf(await start({ dashboardId: idOf(SMALL) }))
    expect((await download(job)).status).toBe(409)
    pass(1000)
    expect((await download(job)).status).toBe(200)
    pass(298_999)
    expect((await download(job)).status).toBe(200)
    pass(1)
    expect((await download(job)).status).toBe(404)
    expectRefused(await status(job), 404)
  })

  test('422 if it failed: an APP dashboard needs a browser', async () => {
    const base = `${HOME}/workbooks/by-slug/app-to-export`
    const workbook = await call('PUT', base, { body: { name: 'App' } })
    const config = { kind: 'APP', app: { entry: 'main.tsx', files: { 'main.tsx': 'export default 1' } } }
    const published = await call('POST', `${HOME}/workbooks/${workbook.body.id}/publish`, {
      body: { workbookId: workbook.body.id, config },
    })
    const job = jobOf(await start({ dashboardId: published.body.id }))
    expect((await download(job)).status).toBe(409)
    pass(1000)
    expect((await status(job)).body).toEqual({ status: 'failed', error: expect.any(String) })
    expect((await download(job)).status).toBe(422)
  })

  test('a job of another user or deployment, or an unknown one, is a 404', async () => {
    const job = jobOf(await start())
    expectRefused(await status(job, 'member'), 404)
    expectRefused(await call('GET', `${DEV}/dashboard-exports/${job}`), 404)
    expectRefused(await status('none'), 404)
    expectRefused(await call('GET', `${EXPORTS}/${job}/download`, { as: 'member' }), 404)
  })

  test('too many in flight for one identity is a 429, until one is ready', async () => {
    for (let n = 0; n < 5; n += 1) expect((await start()).status).toBe(200)
    expectRefused(await start(), 429)
    expect((await start({}, 'member')).status).toBe(200)
    expect((await start({ renderAs: { type: 'USER', userId: 3 } })).status).toBe(200)
    pass(1000)
    expect((await start()).status).toBe(200)
  })

  test('403 while the workspace restricts downloads, even on behalf of others', async () => {
    sandbox().controls.setSwitches({ dataDownload: 'restricted' })
    expectRefused(await start(), 403)
    expectRefused(await start({ renderAs: { type: 'USER', userId: 2 } }), 403)
  })
})

describe('endpoints 6: renderAs', () => {
  test('is for tenant admins', async () => {
    expectRefused(await start({ renderAs: { type: 'USER', userId: 2 } }, 'member'), 403)
  })

  test('a user by id or by address, ignoring case; the picture says for whom', async () => {
    const own = await exported()
    const one = await exported({ renderAs: { type: 'USER', userId: 2 } })
    expect(one.equals(own)).toBe(false)
    expect((await exported({ renderAs: { type: 'USER', email: 'MARIA@acme.com' } })).equals(one)).toBe(true)
  })

  test('a user who is deactivated or unknown is a 404', async () => {
    const made = await call('POST', '/api/v1/users', { body: { email: 'off@acme.com', username: 'off@acme.com' } })
    expect((await start({ renderAs: { type: 'USER', email: 'off@acme.com' } })).status).toBe(403)
    const body = { action: 'DEACTIVATE', userIds: [made.body.id] }
    expect((await call('POST', '/api/v1/users/bulk', { body })).status).toBe(200)
    expectRefused(await start({ renderAs: { type: 'USER', email: 'off@acme.com' } }), 404)
    expectRefused(await start({ renderAs: { type: 'USER', userId: 999 } }), 404)
  })

  test('an embed user is created if the workbook is shared with the tenant', async () => {
    const as = (embedTenantName: string, externalId: string, more: object = {}) =>
      start({ renderAs: { type: 'EMBED_USER', embedTenantName, externalId, ...more } })
    expect((await as('beanhouse', 'exp-1')).status).toBe(200)
    expectRefused(await as('cafe-du-lac', 'exp-1'), 403)
    expectRefused(await as('beanhouse', 'exp-2', { groups: ['Ghosts'] }), 400)
    expectRefused(await as('beanhouse', 'exp-2', { userAttributes: [{ name: 'ghost', value: 1 }] }), 400)
  })
})
