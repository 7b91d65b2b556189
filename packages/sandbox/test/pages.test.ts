import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../index.ts'

const REVENUE = 'Rv0nPw4KcT7e'
const MEETING = 'Wk5sMt9QxB2h'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

async function open(path: string): Promise<{ status: number; text: string; headers: Headers }> {
  const response = await fetch(`${sandbox.url}${path}`)
  return { status: response.status, text: await response.text(), headers: response.headers }
}
const call = async (path: string, body?: object): Promise<Record<string, unknown>> => {
  const response = await fetch(`${sandbox.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `${path.includes('/embed/') ? 'Api-Key' : 'Bearer'} ${sandbox.keys.admin}`,
      'content-type': 'application/json',
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}
const sceneIn = (text: string): Record<string, unknown> =>
  JSON.parse(/<script type="application\/json" id="scene">(.*?)<\/script>/s.exec(text)?.[1] ?? '{}') as Record<
    string,
    unknown
  >

describe('the index', () => {
  test('lists deployments, workbooks with their published dashboards, branches, and the requests to the API', async () => {
    sandbox.controls.clearRequests()
    await fetch(`${sandbox.url}/api/v1/deployments/2/nothing?x=<script>alert(1)</script>`)
    const { status, text, headers } = await open('/')
    expect(status).toBe(200)
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self' data:; base-uri 'none'/,
    )
    for (const part of [
      'production',
      'deployment 2',
      'Revenue overview',
      'revenue-overview',
      `href="/d/${REVENUE}"`,
      'not published',
      'main',
    ]) {
      expect(text).toContain(part)
    }
    expect(text).toContain('1 request, none of them other than GET.')
    expect(text).toMatch(/nothing\?x=(&lt;|%3C)script/)
    expect(text).not.toContain('<script')
    expect(sandbox.controls.requests()).toHaveLength(1)
  })

  test('shows names of others as text', async () => {
    const made = await fetch(`${sandbox.url}/api/v1/deployments/2/workbooks/by-slug/evil`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${sandbox.keys.admin}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: '</td><img src=x onerror=alert(1)>' }),
    })
    expect(made.ok).toBe(true)
    expect((await open('/')).text).toContain('&lt;/td&gt;&lt;img src=x onerror=alert(1)&gt;')
  })

  test('says that a dashboard has a draft only where that differs from what viewers see', async () => {
    const { items } = (await call('/api/v1/deployments/2/workbooks?first=100')) as {
      items: { id: number; slug: string }[]
    }
    const at = `/api/v1/deployments/2/workbooks/${items.find(({ slug }) => slug === 'revenue-overview')?.id}`
    const { dashboardPublished } = await call(at)
    const saidWith = async (dashboardDraft: object): Promise<string | undefined> => {
      const saved = await fetch(`${sandbox.url}${at}/dashboard`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${sandbox.keys.admin}`, 'content-type': 'application/json' },
        body: JSON.stringify({ dashboardDraft }),
      })
      expect(saved.ok).toBe(true)
      const card = new RegExp(`href="/d/${REVENUE}".*?</a>`, 's').exec((await open('/')).text)?.[0]
      return /version \d+[^<]*/.exec(card ?? '')?.[0]
    }
    const published = dashboardPublished as object
    expect(await saidWith({ ...published, description: 'To come' })).toMatch(/^version \d+, a draft$/)
    expect(await saidWith(Object.fromEntries(Object.entries(published).toReversed()))).toMatch(/^version \d+$/)
  })

  test('is for this machine: another host name is refused, wherever it points', async () => {
    const status = await new Promise<number | undefined>((done, fail) => {
      const { port } = new URL(sandbox.url)
      request({ port, host: '127.0.0.1', path: '/', headers: { host: `evil.example:${port}` } }, (response) => {
        response.resume()
        done(response.statusCode)
      })
        .on('error', fail)
        .end()
    })
    expect(status).toBe(403)
  })
})

describe('/viewer', () => {
  test('a browser caches files with a hash in their name, and revalidates the rest', async () => {
    const files = readdirSync('dist/viewer').filter((file) => /\.(js|css)$/.test(file))
    const lasting = files.filter((file) => /-[0-9A-Z]{8}\.js$/.test(file))
    expect(lasting.length).toBeGreaterThan(5)
    for (const file of [lasting[0] as string, 'viewer.js', 'viewer.css']) {
      const { status, headers } = await open(`/viewer/${file}`)
      const rule = lasting.includes(file) ? 'max-age=31536000, immutable' : 'no-cache'
      expect([file, status, headers.get('cache-control')]).toEqual([file, 200, rule])
    }
    expect((await open('/viewer/nothing.js')).status).toBe(404)
  })
})

describe('/d', () => {
  test('is the published dashboard with everything needed to draw it', async () => {
    const { status, text, headers } = await open(`/d/${REVENUE}`)
    expect(status).toBe(200)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/script-src[^;]*unsafe|style-src[^;]*unsafe/)
    const scene = sceneIn(text)
    expect(scene).toMatchObject({ title: 'Revenue overview', dashboard: { kind: 'CLASSIC' }, frameAt: '/viewer/frame' })
    const names = Object.values(scene['reports'] as Record<string, { name: string }>).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['Revenue by month', 'Top customers', 'Net revenue']))
    expect(scene['members']).toMatchObject({ 'sales.count': { kind: 'measure', type: 'count' } })
  })

  test('shows what was published, not the draft', async () => {
    const workbooks = (await call('/api/v1/deployments/2/workbooks?first=100'))['items'] as {
      id: number
      slug: string
    }[]
    const id = workbooks.find(({ slug }) => slug === 'cash')?.id
    const before = (await open('/d/Ch3gVu7JrN0i')).text
    const drafted = await fetch(`${sandbox.url}/api/v1/deployments/2/workbooks/${id}/dashboard`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${sandbox.keys.admin}`, 'content-type': 'application/json' },
      body: JSON.stringify({ dashboardDraft: { title: 'Only a draft', widgets: [] } }),
    })
    expect(drafted.ok).toBe(true)
    expect((await open('/d/Ch3gVu7JrN0i')).text).toBe(before)
  })

  test.each(['nothing', 'Rv0nPw4KcT7f', '%3Cscript%3E', '..%2f..%2fetc'])('%s is a 404', async (id) => {
    const { status, text } = await open(`/d/${id}`)
    expect(status).toBe(404)
    expect(text).not.toContain('<script')
  })
})

describe('/embed/dashboard', () => {
  const mint = async (body: object = {}): Promise<string> => {
    const minted = await call('/api/v1/embed/generate-session', {
      deploymentId: 2,
      internalId: 'maria@acme.com',
      ...body,
    })
    expect(minted).toEqual({ sessionId: expect.any(String) })
    return String(minted['sessionId'])
  }
  const embed = (session: string, more = '', id = REVENUE) => open(`/embed/dashboard/${id}?session=${session}${more}`)

  test('exchanges a session once, and may be shown in a frame', async () => {
    const session = await mint()
    const { status, text, headers } = await embed(session)
    expect(status).toBe(200)
    expect(sceneIn(text)).toMatchObject({ title: 'Revenue overview', locale: 'en', showAi: true })
    expect(headers.get('content-security-policy')).toContain('frame-ancestors *')
    const again = await embed(session)
    expect(again.status).toBe(401)
    expect(again.text).toContain('This session is not valid')
    expect((await call('/api/v1/embed/session/token', { sessionId: session }))['statusCode']).toBe(401)
  })

  test('refuses one that is expired, revoked, unknown or missing', async () => {
    const late = await mint()
    sandbox.controls.setClock({ advanceMs: 5 * 60_000 + 1 })
    expect((await embed(late)).status).toBe(401)
    const revoked = await mint()
    await call('/api/v1/embed/session/revoke', { sessionId: revoked })
    expect((await embed(revoked)).status).toBe(401)
    expect((await embed('0'.repeat(32))).status).toBe(401)
    expect((await open(`/embed/dashboard/${REVENUE}`)).status).toBe(401)
  })

  test('a dashboard that may not be embedded is a 403, a missing one a 404, and the session is used up', async () => {
    const session = await mint()
    expect((await embed(session, '', MEETING)).status).toBe(403)
    expect((await embed(session)).status).toBe(401)
    expect((await embed(await mint(), '', 'Rv0nPw4KcT7f')).status).toBe(404)
  })

  test('settings, language, time zone and colours are those of the session', async () => {
    const settings = { locale: 'de-CH', timezone: 'Asia/Tokyo', allowAi: false }
    const embedTheme = { primaryColor: '#123456', font: 'Georgia' }
    const scene = sceneIn((await embed(await mint({ settings, embedTheme }))).text)
    expect(scene).toMatchObject({ locale: 'de', timezone: 'Asia/Tokyo', showAi: false })
    expect(scene['dashboard']).toMatchObject({ theme: { primaryColor: '#123456', fontFamily: 'Georgia' } })
  })

  test('the address overrides the session, and unusable values are ignored', async () => {
    const settings = { locale: 'de', timezone: 'Asia/Tokyo' }
    const asked = sceneIn((await embed(await mint({ settings }), '&locale=fr-CH&timezone=America/Lima')).text)
    expect(asked).toMatchObject({ locale: 'fr', timezone: 'America/Lima' })
    const useless = sceneIn((await embed(await mint({ settings }), '&locale=tlh&timezone=%2B02:00')).text)
    expect(useless).toMatchObject({ locale: 'de', timezone: 'Asia/Tokyo' })
  })

  test('the time zone of the author applies if the session has none, or may not choose one', async () => {
    expect(sceneIn((await embed(await mint())).text)['timezone']).toBe('Europe/Zurich')
    sandbox.controls.setEmbedding({ allowUserTimezones: false })
    const settings = { timezone: 'Asia/Tokyo' }
    expect(sceneIn((await embed(await mint({ settings }), '&timezone=America/Lima')).text)['timezone']).toBe(
      'Europe/Zurich',
    )
    sandbox.controls.setEmbedding({ allowUserTimezones: true })
  })

  test('if the account may not embed, nothing is shown', async () => {
    const session = await mint()
    sandbox.controls.setEmbedding({ enabled: false })
    expect((await embed(session)).status).toBe(403)
    sandbox.controls.setEmbedding({ enabled: true })
    expect((await embed(session)).status).toBe(200)
  })
})

test('a connection stays open longer than clients leave it idle', async () => {
  const { headers } = await fetch(sandbox.url)
  expect(headers.get('keep-alive')).toBe('timeout=65')
})
