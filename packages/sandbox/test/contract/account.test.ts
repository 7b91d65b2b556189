import { describe, expect, test } from 'vitest'
import { DEV, expectRefused, HOME, NUMBER, openContract, TEXT, type Wire } from './support.ts'

const { call, id } = openContract()

const list = async (query = ''): Promise<readonly Wire[]> =>
  (await call('GET', `${HOME}/notifications?${query}`)).body.items
const dashboardOf = async (slug: string): Promise<Wire> =>
  (await call('GET', `${HOME}/workbooks/${id('workbook', slug)}`)).body['publishedDashboard'] as Wire
const crons = (rows: readonly Wire[]): unknown[] => rows.map(({ cronExpression }) => cronExpression)

describe('GET /notifications', () => {
  test('schemas 9 and 2: every field of a schedule, newest created first, without recipients', async () => {
    const { status, body } = await call('GET', `${HOME}/notifications`)

    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['items', 'pageInfo'])
    expect(crons(body.items)).toEqual(['15 6 * * 1', '30 6 1 * *', '0 7 * * 1-5'])
    expect(body.items[1]).toEqual({
      id: NUMBER,
      deploymentId: 2,
      dashboardId: (await dashboardOf('revenue-overview')).id,
      cronExpression: '30 6 1 * *',
      timezone: 'Europe/Zurich',
      humanReadableSchedule: 'At 06:30, on day 1 of the month',
      isEnabled: true,
      notificationEnabled: true,
      notificationFormat: 'pdf',
      notificationAiSummary: true,
      filters: [{ member: 'sales.regions_name', operator: 'equals', value: ['Zürich'] }],
      timeGrains: null,
      memberSwitchers: [],
    })
    expect(await call('GET', `${DEV}/notifications`)).toMatchObject({ status: 200, body: { items: [] } })
  })

  test('endpoints 7: by dashboard, and by one recipient', async () => {
    const { id: dashboardId, publicId } = await dashboardOf('revenue-overview')
    const [daily, monthly] = ['0 7 * * 1-5', '30 6 1 * *']

    expect(crons(await list(`dashboardId=${dashboardId}`))).toEqual([monthly, daily])
    expect(crons(await list(`dashboardPublicId=${publicId}`))).toEqual([monthly, daily])
    expect(crons(await list('recipientUserId=2'))).toEqual([daily])
    expect(crons(await list('recipientEmail=jonas@acme.com'))).toEqual([daily])
    expect(crons(await list('recipientEmbedTenantName=beanhouse&recipientExternalId=bh-0017'))).toEqual([monthly])
    expect(crons(await list(`dashboardId=${dashboardId}&recipientUserId=3`))).toEqual([daily])
    expect(await list('dashboardId=1&recipientUserId=5')).toEqual([])
    expect(await list('dashboardPublicId=unknown')).toEqual([])
  })

  test.for([
    'dashboardId=1&dashboardPublicId=x',
    'recipientUserId=2&recipientEmail=a@b.c',
    'recipientUserId=2&recipientEmbedTenantName=beanhouse&recipientExternalId=x',
    'recipientEmail=a@b.c&recipientEmbedTenantName=beanhouse&recipientExternalId=x',
    'recipientEmbedTenantName=beanhouse',
    'recipientExternalId=x',
    'recipientEmail=a@b.c&recipientExternalId=x',
    'dashboardId=0',
    'recipientUserId=0',
  ])('endpoints 7: filters that exclude each other, lack their half or their bound: %s is 400', async (query) => {
    expectRefused(await call('GET', `${HOME}/notifications?${query}`), 400)
  })

  test('endpoints 7: one page after the other', async () => {
    const { body: first } = await call('GET', `${HOME}/notifications?first=2`)
    const { body: second } = await call('GET', `${HOME}/notifications?first=2&after=${first.pageInfo.endCursor}`)

    expect(crons([...first.items, ...second.items])).toEqual(crons(await list()))
    expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false])
  })

  test('endpoints 7: admins only, on every read', async () => {
    const [one] = await list()
    for (const path of ['', `/${one?.id}`, `/${one?.id}/recipients`]) {
      expectRefused(await call('GET', `${HOME}/notifications${path}`, { as: 'member' }), 403)
      expect((await call('GET', `${HOME}/notifications${path}`, { as: 'zoe@acme.com' })).status).toBe(200)
    }
  })
})

describe('GET /notifications/{id} and its recipients', () => {
  test('endpoints 7: the same as in the list; 404 when missing or in another deployment', async () => {
    const [one] = await list()

    expect((await call('GET', `${HOME}/notifications/${one?.id}`)).body).toEqual(one)
    for (const path of [`${HOME}/notifications/999999`, `${DEV}/notifications/${one?.id}`]) {
      expectRefused(await call('GET', path), 404)
      expectRefused(await call('GET', `${path}/recipients`), 404)
    }
  })

  test('endpoints 7: recipients by type, newest created first, in pages', async () => {
    const [, embed, users] = await list()
    const of = async (row: Wire | undefined, query = '') =>
      (await call('GET', `${HOME}/notifications/${row?.id}/recipients?${query}`)).body

    expect((await of(users)).items).toMatchObject([
      { type: 'USER', userId: 3, email: 'jonas@acme.com' },
      { type: 'USER', userId: 2, email: 'maria@acme.com' },
    ])
    expect((await of(embed)).items).toMatchObject([
      { type: 'EMBED_USER', embedUserId: NUMBER, embedTenantName: 'beanhouse', externalId: 'bh-0017', email: TEXT },
    ])
    const first = await of(users, 'first=1')
    expect(first.pageInfo.hasNextPage).toBe(true)
    expect((await of(users, `first=1&after=${first.pageInfo.endCursor}`)).items).toMatchObject([{ userId: 2 }])
  })
})

describe('GET /users/me', () => {
  test('schemas User: the user behind the key, whatever key it is', async () => {
    expect((await call('GET', '/api/v1/users/me', { as: 'member' })).body).toMatchObject({
      id: 2,
      email: 'maria@acme.com',
      username: 'maria@acme.com',
      isAdmin: false,
      notifications: { mentions: true, digest: 'weekly' },
      firstName: 'Maria',
      title: 'Head of Sales',
      picture: 'https://acme.example/people/maria.jpg',
      settings: { locale: 'de-CH', timezone: 'Europe/Zurich', alternatingRowColors: true },
      createdAt: '2024-04-15T07:31:00.000Z',
      updatedAt: '2026-09-01T12:00:00.000Z',
      lastLogin: '2026-11-19T15:42:10.318Z',
    })
    expect((await call('GET', '/api/v1/users/me')).body).toMatchObject({ id: 1, isAdmin: true })
    expect((await call('GET', '/api/v1/users/me', { as: 'scoped' })).body).toMatchObject({ id: 1 })
  })
})

describe('GET /spec', () => {
  test('spec Versioning 1: OpenAPI 3.1, info version 1.0.0, bearer everywhere, for any caller', async () => {
    const { status, body } = await call('GET', '/api/v1/spec', { as: 'member' })

    expect([status, body['openapi']]).toEqual([200, expect.stringMatching(/^3\.1\./)])
    expect(body).toMatchObject({
      info: { version: '1.0.0' },
      components: { securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer' } } },
    })
    const { paths } = body as unknown as { paths: Record<string, object> }
    expect(Object.keys(paths).filter((path) => path.endsWith('/'))).toEqual([])
  })

  test('endpoints 16: a documented operation on a deployment exists, so it requires a key', async () => {
    const { paths } = (await call('GET', '/api/v1/spec')).body as unknown as {
      paths: Record<string, Record<string, unknown>>
    }
    const operations = Object.entries(paths)
      .filter(([path]) => path.startsWith('/api/v1/deployments/'))
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => [method.toUpperCase(), path] as const))

    expect(operations.length).toBeGreaterThan(30)
    for (const [method, path] of operations) {
      const { status } = await call(method, path.replaceAll(/\{\w+\}/g, '1'), { as: 'nobody' })
      expect([method, path, status]).toEqual([method, path, 401])
    }
  })
})
