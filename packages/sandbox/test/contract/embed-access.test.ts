import { describe, expect, test } from 'vitest'
import { DEV, expectRefused, HOME, NUMBER, openContract } from './support.ts'

const { call, id, everything } = openContract()

const place = (workbook: number): string => `${HOME}/workbooks/${workbook}/embed-access`
const read = async (workbook: number) => (await call('GET', place(workbook))).body
const change = (workbook: number, body: object, as = 'admin') => call('PUT', place(workbook), { as, body })

const NOBODY = { enabled: false, action: 'none', groupId: NUMBER }
const EVERYBODY = { enabled: true, action: 'read', groupId: NUMBER }

async function fresh(isPublished = true): Promise<number> {
  const workbook = (await call('POST', `${HOME}/workbooks`, { body: { name: 'Embedded' } })).body.id
  const body = { workbookId: workbook, config: { widgets: [] } }
  if (isPublished) await call('POST', `${HOME}/workbooks/${workbook}/publish`, { body })
  return workbook
}

describe('GET /workbooks/{workbookId}/embed-access', () => {
  test('endpoints 4: allowEmbed, the share with all embed users, and the tenants', async () => {
    const { status, body } = await call('GET', place(id('workbook', 'revenue-overview')))

    expect([status, body]).toEqual([
      200,
      {
        allowEmbed: true,
        allEmbedUsers: NOBODY,
        tenants: [{ embedTenantName: 'beanhouse', groupId: NUMBER, action: 'read' }],
      },
    ])
    expect(await read(id('workbook', 'order-explorer'))).toEqual({
      allowEmbed: true,
      allEmbedUsers: EVERYBODY,
      tenants: [],
    })
    expect(await read(await fresh(false))).toEqual({ allowEmbed: false, allEmbedUsers: NOBODY, tenants: [] })
  })

  test('endpoints 4: needs read; 404 when missing, invisible or in another deployment', async () => {
    expect((await call('GET', place(id('workbook', 'cash')), { as: 'member' })).status).toBe(200)
    expectRefused(await call('GET', place(id('workbook', 'board-pack')), { as: 'member' }), 404)
    expectRefused(await call('GET', place(999_999)), 404)
    expectRefused(await call('GET', `${DEV}/workbooks/${id('workbook', 'cash')}/embed-access`), 404)
  })
})

describe('PUT /workbooks/{workbookId}/embed-access', () => {
  test('endpoints 4: one audience for each call, granted and removed; the rest stays', async () => {
    const workbook = await fresh()

    expect((await change(workbook, { embedTenantName: 'beanhouse', action: 'read' })).status).toBe(200)
    expect((await change(workbook, { allEmbedUsers: true, action: 'read' })).status).toBe(200)
    const { body } = await change(workbook, { embedTenantName: 'cafe-du-lac', action: 'read' })
    expect(body).toEqual({
      allowEmbed: false,
      allEmbedUsers: EVERYBODY,
      tenants: [
        { embedTenantName: 'beanhouse', groupId: NUMBER, action: 'read' },
        { embedTenantName: 'cafe-du-lac', groupId: NUMBER, action: 'read' },
      ],
    })
    await change(workbook, { embedTenantName: 'beanhouse', action: 'none' })
    expect((await change(workbook, { allEmbedUsers: true, action: 'none' })).body).toEqual({
      allowEmbed: false,
      allEmbedUsers: NOBODY,
      tenants: [{ embedTenantName: 'cafe-du-lac', groupId: NUMBER, action: 'read' }],
    })
    expect(await read(workbook)).toMatchObject({ tenants: [{ embedTenantName: 'cafe-du-lac' }] })
  })

  test('endpoints 4: allowEmbed alone, or along with an audience', async () => {
    const workbook = await fresh()

    expect((await change(workbook, { allowEmbed: true })).body).toMatchObject({ allowEmbed: true, tenants: [] })
    const { body } = await change(workbook, { allowEmbed: false, embedTenantName: 'beanhouse', action: 'read' })
    expect(body).toMatchObject({ allowEmbed: false, tenants: [{ embedTenantName: 'beanhouse' }] })
    // Half of it is already so: one change is enough.
    const again = { allowEmbed: true, embedTenantName: 'beanhouse', action: 'read' }
    expect((await change(workbook, again)).body).toMatchObject({ allowEmbed: true })
  })

  test('endpoints 4: allowEmbed belongs to the published dashboard, and survives a publish', async () => {
    const workbook = await fresh()
    await change(workbook, { allowEmbed: true })

    const { body } = await call('POST', `${HOME}/workbooks/${workbook}/publish`, {
      body: { workbookId: workbook, config: { widgets: [] } },
    })
    expect(body['allowEmbed']).toBe(true)
    expect(await read(workbook)).toMatchObject({ allowEmbed: true })
  })

  test.for<[what: string, body: object]>([
    ['nothing at all', {}],
    ['only nulls', { allowEmbed: null, embedTenantName: null, allEmbedUsers: null, action: null }],
    ['what is already set', { embedTenantName: 'beanhouse', action: 'none' }],
    ['allowEmbed as it is', { allowEmbed: false }],
    ['an audience without an action', { embedTenantName: 'beanhouse' }],
    ['all embed users without an action', { allEmbedUsers: true }],
    ['an action without an audience', { action: 'read' }],
    ['allEmbedUsers false as an audience', { allEmbedUsers: false, action: 'read' }],
    ['two audiences', { embedTenantName: 'beanhouse', allEmbedUsers: true, action: 'read' }],
  ])('endpoints 4 and 18.1: %s is 400 and changes nothing', async ([, body]) => {
    const workbook = await fresh()
    const before = everything()

    expectRefused(await change(workbook, body), 400)
    expect(everything()).toEqual(before)
  })

  test('endpoints 18.1: allowEmbed without a published dashboard is 400, also along with an audience', async () => {
    const workbook = await fresh(false)
    const before = everything()

    expectRefused(await change(workbook, { allowEmbed: true }), 400)
    expectRefused(await change(workbook, { allowEmbed: true, embedTenantName: 'beanhouse', action: 'read' }), 400)
    expect(everything()).toEqual(before)
    expect((await change(workbook, { embedTenantName: 'beanhouse', action: 'read' })).status).toBe(200)
  })

  test('endpoints 4: needs manage; 404 for an unknown workbook or embed tenant', async () => {
    const grant = { embedTenantName: 'cafe-du-lac', action: 'read' }
    const before = everything()

    expectRefused(await change(id('workbook', 'revenue-overview'), grant, 'jonas@acme.com'), 403)
    expectRefused(await change(id('workbook', 'cash'), grant, 'member'), 403)
    expectRefused(await change(id('workbook', 'board-pack'), grant, 'member'), 404)
    expectRefused(await change(999_999, grant), 404)
    expectRefused(await change(id('workbook', 'cash'), { embedTenantName: 'nobody-we-know', action: 'read' }), 404)
    expectRefused(await change(id('workbook', 'cash'), { embedTenantName: '*', action: 'read' }), 404)
    expect(everything()).toEqual(before)
    expect((await change(id('workbook', 'revenue-overview'), grant, 'member')).status).toBe(200)
  })
})
