import { describe, expect, test } from 'vitest'
import { ADMIN, DEV, expectRefused, HOME, NUMBER, openContract, TIME, type Wire } from './support.ts'

const { call, id, everything } = openContract()

const make = async (body: object, as = 'admin'): Promise<Wire> =>
  (await call('POST', `${HOME}/workbooks`, { as, body })).body
const read = async (workbook: number): Promise<Wire> => (await call('GET', `${HOME}/workbooks/${workbook}`)).body
const update = (workbook: number, body: object, as = 'admin') =>
  call('PUT', `${HOME}/workbooks/${workbook}`, { as, body })
const DRAFT = { kind: 'CLASSIC', title: 'Draft', widgets: [] }

describe('POST /workbooks and GET /workbooks/{workbookId}', () => {
  test('schemas 4: every field of a workbook, when created and when read again', async () => {
    const folderId = id('folder', 'Experiments')
    const { status, body } = await call('POST', `${HOME}/workbooks`, {
      body: { name: 'Made', meta: { icon: 'x', deep: { a: [null] } }, folderId },
    })

    expect(status).toBe(200)
    expect(body).toEqual({
      id: NUMBER,
      name: 'Made',
      deploymentId: 2,
      type: 'WORKBOOK',
      meta: { icon: 'x', deep: { a: [null] } },
      calculatedFields: {},
      createdAt: TIME,
      updatedAt: TIME,
      slug: null,
      folderId,
      folderPath: [
        { id: id('folder', 'Product'), name: 'Product' },
        { id: folderId, name: 'Experiments' },
      ],
      dashboardDraft: null,
      dashboardPublished: null,
      publishedDashboard: null,
      createdBy: 1,
      userId: 1,
      user: ADMIN,
      isFavorite: false,
    })
    expect(await read(body.id)).toEqual(body)
  })

  test('schemas 4: no field is required, and slug is not among those of a create', async () => {
    const { status, body } = await call('POST', `${HOME}/workbooks`, { body: { slug: 'sneaked-in' } })

    expect([status, body.slug, body.meta, body['folderId']]).toEqual([200, null, {}, null])
  })

  test('endpoints 18.2: not idempotent', async () => {
    expect((await make({ name: 'Twin' })).id).not.toBe((await make({ name: 'Twin' })).id)
  })

  test('endpoints 3: creation needs AI BI User, and edit on the folder', async () => {
    const create = (body: object, as: string) => call('POST', `${HOME}/workbooks`, { as, body })
    const before = everything()

    expectRefused(await create({ name: 'X' }, 'nadia@board.acme.com'), 403)
    expectRefused(await create({ folderId: id('folder', 'Finance') }, 'member'), 403)
    expectRefused(await create({ folderId: id('folder', 'Onboarding ☕') }, 'member'), 404)
    expectRefused(await create({ folderId: 999_999 }, 'admin'), 404)
    expect(everything()).toEqual(before)
    expect((await create({ folderId: id('folder', 'Experiments') }, 'member')).body).toMatchObject({ userId: 2 })
  })

  test('endpoints 18.1: missing, invisible or of another deployment is 404', async () => {
    expectRefused(await call('GET', `${HOME}/workbooks/999999`), 404)
    expectRefused(await call('GET', `${DEV}/workbooks/${id('workbook', 'cash')}`), 404)
    expectRefused(await call('GET', `${HOME}/workbooks/${id('workbook', 'board-pack')}`, { as: 'member' }), 404)
    expect((await call('GET', `${HOME}/workbooks/${id('workbook', 'cash')}`, { as: 'member' })).status).toBe(200)
  })
})

describe('GET /workbooks', () => {
  test('schemas 2: items, pageInfo, and the deprecated data and count; rows are whole workbooks', async () => {
    const { body } = await call('GET', `${HOME}/workbooks?folderId=${id('folder', 'Finance')}`)

    expect(body.items).toEqual([await read(id('workbook', 'board-pack')), await read(id('workbook', 'cash'))])
    expect(body['data']).toEqual(body.items)
    expect(body.count).toBe(2)
    expect(body.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false })
  })

  test('endpoints 3: folderId filters; 0 is the root; below 0 is refused', async () => {
    const { body: root } = await call('GET', `${HOME}/workbooks?folderId=0`)

    expect(root.items.every(({ folderId }) => folderId === null)).toBe(true)
    expect(root.items.map(({ name }) => name)).toContain('CON')
    expectRefused(await call('GET', `${HOME}/workbooks?folderId=-1`), 400)
  })

  test('endpoints 3: only what the caller can see', async () => {
    const { body } = await call('GET', `${HOME}/workbooks`, { as: 'priya@acme.com' })
    const slugs = body.items.map(({ slug }) => slug)

    expect(slugs).toEqual(expect.arrayContaining(['revenue-overview', 'order-explorer', 'pricing-experiment']))
    expect(slugs).not.toContain('cash')
    expect(slugs).not.toContain('board-pack')
  })
})

describe('PUT /workbooks/{workbookId}', () => {
  test('endpoints 18.5: answers 200 without a schema: only a read confirms it', async () => {
    const { id: workbook } = await make({ name: 'Before' })

    const { status, body } = await update(workbook, { name: 'After' })
    expect([status, body]).toEqual([200, {}])
    expect(await read(workbook)).toMatchObject({ name: 'After' })
  })

  test('endpoints 3: partial at field level, and meta is replaced as a whole', async () => {
    const made = await make({ name: 'Kept', meta: { a: 1, b: { c: 2 } }, folderId: id('folder', 'Sales') })

    await update(made.id, { meta: { b: { d: 3 } } })

    expect(await read(made.id)).toEqual({ ...made, meta: { b: { d: 3 } }, updatedAt: TIME })
  })

  test('endpoints 3: repeating the body changes nothing', async () => {
    const made = await make({ name: 'Same' })
    await update(made.id, { name: 'Other', meta: { a: 1 }, slug: 'same-again' })
    const before = everything()

    await update(made.id, { name: 'Other', meta: { a: 1 }, slug: 'same-again' })
    expect(everything()).toEqual(before)
  })

  test('endpoints 3: folderId absent stays, null is the root, an id moves', async () => {
    const { id: workbook } = await make({ folderId: id('folder', 'Sales') })
    const place = async (body: object) => {
      await update(workbook, body)
      return (await read(workbook))['folderId']
    }

    expect(await place({ name: 'X' })).toBe(id('folder', 'Sales'))
    expect(await place({ folderId: null })).toBeNull()
    expect(await place({ folderId: id('folder', 'Product') })).toBe(id('folder', 'Product'))
    expectRefused(await update(workbook, { folderId: 999_999 }), 404)
  })

  test('endpoints 3: rename and meta need edit; any request with folderId needs manage, and edit on the destination', async () => {
    const revenue = id('workbook', 'revenue-overview')
    const before = everything()

    expectRefused(await update(revenue, { name: 'X' }, 'priya@acme.com'), 403)
    expectRefused(await update(revenue, { name: 'X', folderId: id('folder', 'Sales') }, 'jonas@acme.com'), 403)
    expectRefused(await update(revenue, { folderId: null }, 'jonas@acme.com'), 403)
    expectRefused(await update(revenue, { folderId: id('folder', 'Finance') }, 'member'), 403)
    expectRefused(await update(id('workbook', 'board-pack'), { name: 'X' }, 'member'), 404)
    expect(everything()).toEqual(before)
    expect((await update(revenue, { meta: { icon: 'tea' } }, 'jonas@acme.com')).status).toBe(200)
    expect((await update(revenue, { folderId: id('folder', 'Experiments') }, 'member')).status).toBe(200)
  })

  test('schemas 4: slug assigns or changes; it is trimmed and lower-cased', async () => {
    const { id: workbook } = await make({ name: 'Slugged' })

    await update(workbook, { slug: '  Quarter-One ' })
    expect(await read(workbook)).toMatchObject({ slug: 'quarter-one' })
    await update(workbook, { slug: 'quarter-two' })
    expect(await read(workbook)).toMatchObject({ slug: 'quarter-two' })
    expectRefused(await update(workbook, { slug: '   ' }), 400)
  })

  test('schemas 4: a slug of another workbook is refused, unless slugTakeover takes it', async () => {
    const { id: workbook } = await make({ name: 'Taker' })
    await update(await make({ name: 'Holder' }).then((holder) => holder.id), { slug: 'wanted' })
    const before = everything()

    expectRefused(await update(workbook, { slug: 'WANTED ' }), 409)
    expectRefused(await update(workbook, { slug: 'wanted', slugTakeover: false }), 409)
    expect(everything()).toEqual(before)
    expect((await update(workbook, { slug: 'wanted', slugTakeover: true })).status).toBe(200)
    const { body } = await call('GET', `${HOME}/workbooks?folderId=0&first=1000`)
    expect(body.items.filter(({ slug }) => slug === 'wanted').map((row) => row.id)).toEqual([workbook])
  })

  test('taking a slug over needs edit on the workbook that loses it', async () => {
    const own = await make({ name: 'Own' }, 'member')
    const before = everything()

    expectRefused(await update(own.id, { slug: 'cash', slugTakeover: true }, 'member'), 403)
    expectRefused(await update(own.id, { slug: 'board-pack', slugTakeover: true }, 'member'), 403)
    expect(everything()).toEqual(before)
  })

  test('endpoints 3: 404 when missing or in another deployment', async () => {
    expectRefused(await update(999_999, { name: 'X' }), 404)
    expectRefused(await call('PUT', `${DEV}/workbooks/${id('workbook', 'cash')}`, { body: { name: 'X' } }), 404)
  })

  test('endpoints 3: a draft travels in meta, and is the draft of the dashboard', async () => {
    const { id: workbook } = await make({ name: 'Drafted', meta: { note: 1, dashboardDraft: DRAFT } })

    expect(await read(workbook)).toMatchObject({ dashboardDraft: DRAFT, meta: { note: 1, dashboardDraft: DRAFT } })
    await update(workbook, { meta: { note: 2, dashboardDraft: { ...DRAFT, title: 'Second' } } })
    expect(await read(workbook)).toMatchObject({ dashboardDraft: { title: 'Second' }, dashboardPublished: null })
  })
})

describe('DELETE /workbooks/{workbookId}', () => {
  test('endpoints 18.5: answers 200 without a defined body, and the workbook is gone', async () => {
    const { id: workbook } = await make({ name: 'Doomed' })

    const { status, body } = await call('DELETE', `${HOME}/workbooks/${workbook}`)
    expect([status, body]).toEqual([200, {}])
    expectRefused(await call('GET', `${HOME}/workbooks/${workbook}`), 404)
    expectRefused(await call('DELETE', `${HOME}/workbooks/${workbook}`), 404)
  })

  test('endpoints 3: needs manage', async () => {
    const before = everything()

    expectRefused(await call('DELETE', `${HOME}/workbooks/${id('workbook', 'cash')}`, { as: 'member' }), 403)
    expectRefused(await call('DELETE', `${HOME}/workbooks/${id('workbook', 'board-pack')}`, { as: 'member' }), 404)
    expect(everything()).toEqual(before)
  })

  test('its notifications are deleted with its dashboard', async () => {
    const { body: dashboard } = await call('GET', `${HOME}/workbooks/${id('workbook', 'cash')}`)
    const { id: dashboardId } = dashboard['publishedDashboard'] as Wire
    expect((await call('GET', `${HOME}/notifications?dashboardId=${dashboardId}`)).body.items).toHaveLength(1)

    await call('DELETE', `${HOME}/workbooks/${id('workbook', 'cash')}`)
    expect((await call('GET', `${HOME}/notifications?dashboardId=${dashboardId}`)).body.items).toEqual([])
  })
})
