import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openEmbed } from './embed-support.ts'
import { expectRefused, HOME, type Wire } from './support.ts'

const { bearing, call, enter, everything, generate, id, sandbox } = openEmbed()

const SHARED = `${HOME}/shared-workspace`
const BEANHOUSE = { embedTenantName: 'beanhouse' }
const shareFolder = (name: string, embedTenantName: string | undefined, action: 'read' | 'none') =>
  sandbox().controls.shareFolder({
    folder: id('folder', name),
    action,
    ...(embedTenantName === undefined ? {} : { embedTenantName }),
  })
const items = async (token: string, query = ''): Promise<readonly Wire[]> =>
  (await bearing(token, 'GET', `${SHARED}${query}`)).body.items
const names = async (token: string, query = '') => (await items(token, query)).map(({ name }) => name)

/**
 * Sales contains Revenue overview, which is shared; Product contains Order explorer, shared with all, and
 * Experiments.
 */
const sales = () => `?folderId=${id('folder', 'Sales')}`
const product = () => `?folderId=${id('folder', 'Product')}`
const experiments = () => `?folderId=${id('folder', 'Experiments')}`

describe('the shared workspace', () => {
  test('endpoints 5: what is shared with the tenant or with all, and the folders on the way to it', async () => {
    const token = await enter(BEANHOUSE)
    expect(await names(token)).toEqual(['Sales', 'Product'])
    expect(await names(token, sales())).toEqual(['Revenue overview'])
    expect(await names(token, product())).toEqual(['Order explorer'])
  })

  test('endpoints 5: siblings that are not shared stay hidden, also from searches', async () => {
    const token = await enter(BEANHOUSE)
    expectRefused(await bearing(token, 'GET', `${SHARED}?folderId=${id('folder', 'Finance')}`), 404)
    expect(await names(token, '?search=e')).toEqual(
      ['Sales', 'Order explorer', 'Revenue overview'].filter((name) => name.includes('e')),
    )
    expect(await names(token, '?search=cash')).toEqual([])
  })

  test('endpoints 5: not per user: every caller of one embed tenant gets the same; another one its own', async () => {
    const ana = await items(await enter({ ...BEANHOUSE, externalId: 'ana' }), sales())
    expect(await items(await enter({ ...BEANHOUSE, externalId: 'ben', creatorMode: true }), sales())).toEqual(ana)
    expect(await names(await enter({ embedTenantName: 'cafe-du-lac' }))).toEqual(['Product'])
    expect(await names(await enter())).toEqual(['Product'])
  })

  test('endpoints 5: owners are blanked, and drafts are hidden', async () => {
    const token = await enter(BEANHOUSE)
    for (const item of [...(await items(token)), ...(await items(token, sales()))]) {
      expect(item['user']).toBe(null)
      expect(item['userId'] ?? null).toBe(null)
      expect(item).not.toHaveProperty('createdBy')
      expect(item).not.toHaveProperty('dashboardDraft')
      expect(item.meta ?? {}).not.toHaveProperty('dashboardDraft')
      expect(JSON.stringify(item)).not.toMatch(/@acme\.com/)
    }
  })

  describe('with a shared folder', () => {
    beforeEach(() => shareFolder('Product', 'beanhouse', 'read'))
    afterEach(() => shareFolder('Product', 'beanhouse', 'none'))

    test('endpoints 4: everything below it is shared', async () => {
      const token = await enter(BEANHOUSE)
      expect(await names(token, product())).toContain('Experiments')
      expect(await names(token, experiments())).toContain('Pricing experiment')
      expect(await names(await enter({ embedTenantName: 'cafe-du-lac' }), product())).toEqual(['Order explorer'])
    })
  })

  test('endpoints 5: types, order and cursors as in the workspace', async () => {
    const token = await enter(BEANHOUSE)
    expect(await names(token, '?types=WORKBOOK&search=')).toEqual(['Order explorer', 'Revenue overview'])
    const query = '?types=WORKBOOK&search=&orderByField=name&orderByDirection=DESC&first=1'
    const { body } = await bearing(token, 'GET', `${SHARED}${query}`)
    expect(body.items.map(({ name }) => name)).toEqual(['Revenue overview'])
    expect(await names(token, `${query}&after=${body.pageInfo.endCursor}`)).toEqual(['Order explorer'])
  })

  test('for embed sessions only: 403 with a key, 401 without', async () => {
    expectRefused(await call('GET', SHARED), 403)
    expectRefused(await call('GET', SHARED, { as: 'nobody' }), 401)
  })
})

describe('what an external user sees and may do elsewhere', () => {
  test('without creator mode: creates nothing', async () => {
    const token = await enter(BEANHOUSE)
    expectRefused(await bearing(token, 'POST', `${HOME}/workbooks`, { name: 'Mine' }), 403)
    expect((await bearing(token, 'GET', `${HOME}/workbooks`)).body.items).toEqual([])
  })

  test('in creator mode: workbooks of their own, which nobody else in the tenant sees', async () => {
    const creator = (externalId: string) => enter({ ...BEANHOUSE, creatorMode: true, externalId })
    const [ana, ben] = [await creator('ana-creates'), await creator('ben-creates')]
    const { status, body } = await bearing(ana, 'POST', `${HOME}/workbooks`, { name: 'Mine' })
    expect({ status, owner: body['user'] }).toEqual({
      status: 200,
      owner: { id: expect.any(Number), email: 'ana-creates', firstName: null, picture: null },
    })
    expect((await bearing(ana, 'GET', `${HOME}/workbooks/${body.id}`)).status).toBe(200)
    expectRefused(await bearing(ben, 'GET', `${HOME}/workbooks/${body.id}`), 404)
    expectRefused(await bearing(ana, 'GET', `${HOME}/workbooks/${id('workbook', 'cash')}`), 404)
    expect((await bearing(ana, 'GET', '/api/v1/users/me')).body).toMatchObject({
      isAdmin: false,
      username: 'beanhouse:ana-creates',
    })
    expectRefused(await bearing(ana, 'GET', `${HOME}/notifications`), 403)
  })
})

describe('duplicating a shared workbook', () => {
  const duplicate = (token: string, slug: string, deployment = HOME) =>
    bearing(token, 'POST', `${deployment}/workbooks/${id('workbook', slug)}/duplicate`, { shared: true })
  const creator = (body: object = {}) => enter({ ...BEANHOUSE, creatorMode: true, ...body })

  test('endpoints 3: creator-mode embed sessions only; others 403', async () => {
    const before = everything()
    const path = `${HOME}/workbooks/${id('workbook', 'revenue-overview')}/duplicate`
    expectRefused(await call('POST', path, { body: { shared: true } }), 403)
    expect(everything()).toEqual(before)
    expectRefused(await duplicate(await enter(BEANHOUSE), 'revenue-overview'), 403)
  })

  test('endpoints 3: a clone of the published dashboard: a fresh report per snapshot, re-published, also as the draft', async () => {
    const path = `${HOME}/workbooks/${id('workbook', 'revenue-overview')}`
    const source = (await call('GET', path)).body
    const live = (await call('GET', `${HOME}/reports?workbookId=${source.id}`)).body
    const token = await creator()
    const { status, body } = await duplicate(token, 'revenue-overview')
    expect({ status, name: body.name, folderId: body['folderId'], slug: body.slug }).toEqual({
      status: 200,
      name: 'Copy of Revenue overview',
      folderId: null,
      slug: null,
    })
    const before = source['publishedDashboard'] as Wire
    const after = body['publishedDashboard'] as Wire
    expect(after).toMatchObject({ status: 'published', allowEmbed: false, versionNumber: 1, title: before['title'] })
    expect(after.reportSnapshots.map(({ name }) => name)).toEqual(before.reportSnapshots.map(({ name }) => name))
    expect(after.reportSnapshots.map((each) => each['sqlQuery'])).toEqual(
      before.reportSnapshots.map((each) => each['sqlQuery']),
    )
    const ids = after.reportSnapshots.map((each) => each['reportId'])
    for (const { reportId } of before.reportSnapshots as unknown as { reportId: number }[])
      expect(ids).not.toContain(reportId)
    expect(body['dashboardDraft']).toEqual(after['config'])
    expect(JSON.stringify(after['config'])).not.toMatch(
      new RegExp(before.reportSnapshots.map((each) => `:${each['reportId']}[,}]`).join('|')),
    )
    const reports = (await bearing(token, 'GET', `${HOME}/reports?workbookId=${body.id}`)).body
    expect(reports.items.map(({ id: reportId }) => reportId).toSorted()).toEqual(ids.toSorted())
    expect((await call('GET', `${HOME}/reports?workbookId=${source.id}`)).body).toEqual(live)
    expect((await call('GET', path)).body).toEqual(source)
  })

  test('endpoints 3: workbookId is looked up in the shared workspace: 404 if it is not there', async () => {
    expectRefused(await duplicate(await creator(), 'cash'), 404)
    expectRefused(await duplicate(await creator({ embedTenantName: 'cafe-du-lac' }), 'revenue-overview'), 404)
    expect((await duplicate(await creator({ embedTenantName: 'cafe-du-lac' }), 'order-explorer')).status).toBe(200)
  })

  test('endpoints 3: 400 when nothing is published', async () => {
    shareFolder('Experiments', 'beanhouse', 'read')
    const before = everything()
    const token = await creator()
    expectRefused(await duplicate(token, 'pricing-experiment'), 400)
    expect(
      Object.entries(everything())
        .filter(([name, digest]) => before[name] !== digest)
        .map(([name]) => name),
    ).not.toContain('workbooks')
    shareFolder('Experiments', 'beanhouse', 'none')
  })

  test('endpoints 3: without shared, a workbook of their own is copied like any other', async () => {
    const token = await creator()
    const { body: own } = await bearing(token, 'POST', `${HOME}/workbooks`, { name: 'Own' })
    const path = `${HOME}/workbooks/${own.id}/duplicate`
    expect((await bearing(token, 'POST', path, {})).body.name).toBe('Copy of Own')
    expectRefused(
      await bearing(token, 'POST', `${HOME}/workbooks/${id('workbook', 'revenue-overview')}/duplicate`, {}),
      404,
    )
  })
})

describe('the workbooks of an embed tenant', () => {
  const PATH = `${HOME}/embed-tenants`
  const list = async (tenant: string, query = '') =>
    (await call('GET', `${PATH}/${tenant}/workbooks${query}`)).body.items.map(({ slug }) => slug)

  beforeEach(async () => {
    await generate(BEANHOUSE)
    shareFolder('Product', 'beanhouse', 'read')
    shareFolder('Finance', undefined, 'read')
  })
  afterEach(() => {
    shareFolder('Product', 'beanhouse', 'none')
    shareFolder('Finance', undefined, 'none')
  })

  test('endpoints 4: tenant: only explicit shares with that tenant', async () => {
    expect(await list('beanhouse', '?accessSource=tenant')).toEqual(['revenue-overview'])
    expect(await list('cafe-du-lac', '?accessSource=tenant')).toEqual([])
  })

  test('endpoints 4: allEmbedUsers: only explicit shares with the built-in group', async () => {
    for (const tenant of ['beanhouse', 'cafe-du-lac'])
      expect(await list(tenant, '?accessSource=allEmbedUsers')).toEqual(['order-explorer'])
  })

  test('endpoints 4: folder: inherited from a shared folder or any ancestor, shared with the tenant or with all', async () => {
    expect((await list('beanhouse', '?accessSource=folder')).toSorted()).toEqual([
      'board-pack',
      'cash',
      'order-explorer',
      'pricing-experiment',
    ])
    expect((await list('cafe-du-lac', '?accessSource=folder')).toSorted()).toEqual(['board-pack', 'cash'])
  })

  test('endpoints 4: omitted: the union of the three, each workbook once, by cursor', async () => {
    const all = await list('beanhouse')
    expect(all.toSorted()).toEqual(['board-pack', 'cash', 'order-explorer', 'pricing-experiment', 'revenue-overview'])
    const { body } = await call('GET', `${PATH}/beanhouse/workbooks?first=3`)
    expect([
      ...body.items.map(({ slug }) => slug),
      ...(await list('beanhouse', `?after=${body.pageInfo.endCursor}`)),
    ]).toEqual(all)
  })

  test('endpoints 4: of the deployment in the path; 404 for an unknown tenant, 400 for an unknown source', async () => {
    const dev = '/api/v1/deployments/1/embed-tenants/beanhouse/workbooks'
    expect((await call('GET', dev, { as: 'scoped' })).body.items).toEqual([])
    expectRefused(await call('GET', `${PATH}/no-such-tenant/workbooks`), 404)
    expectRefused(await call('GET', `${PATH}/beanhouse/workbooks?accessSource=everything`), 400)
  })

  test('endpoints 4: admins only', async () => {
    expectRefused(await call('GET', `${PATH}/beanhouse/workbooks`, { as: 'member' }), 403)
    expectRefused(await bearing(await enter(BEANHOUSE), 'GET', `${PATH}/beanhouse/workbooks`), 403)
    expectRefused(await call('GET', `${PATH}/beanhouse/workbooks`, { as: 'scoped' }), 403)
  })
})
