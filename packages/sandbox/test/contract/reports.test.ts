import { describe, expect, test } from 'vitest'
import { ADMIN, DEV, expectRefused, HOME, NUMBER, openContract, TEXT, TIME, type Wire } from './support.ts'

const { call, id, everything } = openContract()

const PUBLIC_ID = expect.stringMatching(/^[0-9A-Za-z]{12}$/)
const make = async (body: object, as = 'admin'): Promise<Wire> =>
  (await call('POST', `${HOME}/reports`, { as, body })).body
const read = async (reportId: number): Promise<Wire> => (await call('GET', `${HOME}/reports/${reportId}`)).body
const update = (reportId: number, body: object, as = 'admin') =>
  call('PUT', `${HOME}/reports/${reportId}`, { as, body })
const publicIds = async (query: string): Promise<string[]> =>
  (await call('GET', `${HOME}/reports?${query}`)).body.items.map(({ publicId }) => publicId)

const PIVOT = {
  columns: ['orders.month'],
  measures: ['orders.count'],
  rows: [],
  filters: [],
  displayScale: 'thousands',
  measuresAxis: 'rows',
  measuresPosition: 'after',
  showAppliedFilters: true,
  showColumnTotals: false,
  showRowTotals: null,
}
const ALL = {
  name: 'Everything',
  title: 'Everything there is',
  publicId: 'EveryThing12',
  sqlQuery: 'select 1',
  jsonQuery: '{"measures":["orders.count"]}',
  pivotItems: PIVOT,
  meta: { kind: 'table', nested: { list: [1, null, { a: 'b' }] } },
  source: 'D3',
}

describe('POST /reports and GET /reports/{reportId}', () => {
  test('schemas 3: every field of a report, when created and when read again', async () => {
    const { status, body } = await call('POST', `${HOME}/reports`, {
      body: { ...ALL, folderId: id('folder', 'Sales') },
    })

    expect(status).toBe(200)
    expect(body).toEqual({
      id: NUMBER,
      publicId: 'EveryThing12',
      deploymentId: 2,
      type: 'REPORT',
      name: 'Everything',
      title: 'Everything there is',
      description: null,
      workbookId: null,
      folderId: id('folder', 'Sales'),
      folderPath: [{ id: id('folder', 'Sales'), name: 'Sales' }],
      sqlQuery: 'select 1',
      jsonQuery: '{"measures":["orders.count"]}',
      pivotItems: PIVOT,
      meta: { kind: 'table', nested: { list: [1, null, { a: 'b' }] } },
      source: 'D3',
      version: 1,
      userId: 1,
      user: ADMIN,
      createdBy: 1,
      refreshedBy: 1,
      refreshedByUser: ADMIN,
      createdAt: TIME,
      updatedAt: TIME,
      currentQueryChecksum: TEXT,
      canEdit: true,
      canManage: true,
      rolesWithAccess: [],
      externalWorkbookId: null,
      resultLocation: null,
      endResultCell: null,
      externalWorkbookPlacements: [],
    })
    expect(await read(body.id)).toEqual(body)
  })

  test('endpoints 2: without publicId the server generates one; no field is required', async () => {
    const { status, body } = await call('POST', `${HOME}/reports`, { body: {} })

    expect(status).toBe(200)
    expect(body).toMatchObject({
      publicId: PUBLIC_ID,
      title: null,
      sqlQuery: null,
      meta: null,
      workbookId: null,
      folderId: null,
    })
  })

  test('schemas 3: the spreadsheet link can be written with a report', async () => {
    const sheet = {
      externalWorkbookId: 'sheet-1',
      resultLocation: 'Tab!A1',
      endResultCell: 'C9',
      host: 'EXCEL',
      sheetId: '7',
      workbookName: 'Book',
    }

    expect(await make({ name: 'Linked', ...sheet })).toMatchObject({
      externalWorkbookId: 'sheet-1',
      resultLocation: 'Tab!A1',
      endResultCell: 'C9',
    })
  })

  test('endpoints 2: a placeholder publicId is 400, one in use is refused', async () => {
    const before = everything()

    expectRefused(await call('POST', `${HOME}/reports`, { body: { publicId: '000000000001' } }), 400)
    expectRefused(await call('POST', `${HOME}/reports`, { body: { publicId: 'mT5yRc8VqN0j' } }), 409)
    expect(everything()).toEqual(before)
  })

  test('endpoints 2: a publicId is unique across the account, not the deployment', async () => {
    expectRefused(await call('POST', `${DEV}/reports`, { body: { publicId: 'mT5yRc8VqN0j' } }), 409)
    expect((await call('POST', `${DEV}/reports`, { body: { publicId: 'OnlyInDev001' } })).status).toBe(200)
    expectRefused(await call('POST', `${HOME}/reports`, { body: { publicId: 'OnlyInDev001' } }), 409)
  })

  test('endpoints 2: numeric ids are local to a deployment', async () => {
    const { body } = await call('POST', `${DEV}/reports`, { body: { name: 'In dev' } })

    expectRefused(await call('GET', `${HOME}/reports/${body.id}`), 404)
    expectRefused(await call('GET', `${DEV}/reports/${id('report', 'mT5yRc8VqN0j')}`), 404)
  })

  test('a workbook or folder of another deployment, or an unknown one, is 404', async () => {
    expectRefused(await call('POST', `${DEV}/reports`, { body: { workbookId: id('workbook', 'cash') } }), 404)
    expectRefused(await call('POST', `${DEV}/reports`, { body: { folderId: id('folder', 'Sales') } }), 404)
    expectRefused(await update(id('report', 'mT5yRc8VqN0j'), { folderId: 999_999 }), 404)
  })

  test('endpoints 18.7: who may not edit the folder or the workbook may not create there', async () => {
    const create = (body: object, as: string) => call('POST', `${HOME}/reports`, { as, body })

    expectRefused(await create({ folderId: id('folder', 'Finance') }, 'member'), 403)
    expectRefused(await create({ workbookId: id('workbook', 'cash') }, 'member'), 403)
    expectRefused(await create({ workbookId: id('workbook', 'board-pack') }, 'member'), 404)
    expectRefused(await create({ name: 'X' }, 'nadia@board.acme.com'), 403)
    expect((await create({ workbookId: id('workbook', 'revenue-overview') }, 'jonas@acme.com')).status).toBe(200)
  })

  test('schemas 3: canEdit and canManage are those of the caller', async () => {
    const as = (user: string, publicId: string) =>
      call('GET', `${HOME}/reports/${id('report', publicId)}`, { as: user })

    expect((await as('member', 'mT5yRc8VqN0j')).body).toMatchObject({ canEdit: true, canManage: true })
    expect((await as('jonas@acme.com', 'h4Kq9ZtB2wLm')).body).toMatchObject({ canEdit: true, canManage: false })
    expect((await as('priya@acme.com', 'mT5yRc8VqN0j')).body).toMatchObject({ canEdit: false, canManage: false })
    expectRefused(await as('member', 'S7oPv1LyF4bH'), 404)
  })
})

describe('PUT /reports/{reportId}', () => {
  test('endpoints 2: only sent fields change; description and owner cannot be written', async () => {
    const made = await make({ name: 'Before', title: 'Title', sqlQuery: 'select 1', meta: { a: 1 } })

    const { status, body } = await update(made.id, { name: 'After', description: 'X', userId: 5, source: 'EXCEL' })

    expect(status).toBe(200)
    expect(body).toEqual({ ...made, name: 'After', version: 2, updatedAt: TIME })
  })

  test('sending the stored values changes nothing: no version, no date', async () => {
    const made = await make({ name: 'Same', meta: { a: 1, b: [2] }, pivotItems: PIVOT })

    expect((await update(made.id, { name: 'Same', meta: { a: 1, b: [2] }, pivotItems: PIVOT })).body).toEqual(made)
  })

  test('endpoints 2: publicId is write-once: changing it is 400, repeating it is not', async () => {
    const made = await make({ publicId: 'WriteOnce001' })

    expectRefused(await update(made.id, { publicId: 'WriteOnce002' }), 400)
    expect((await update(made.id, { publicId: 'WriteOnce001' })).status).toBe(200)
  })

  test('endpoints 2: assigns a publicId to a report without one, unless it is taken or a placeholder', async () => {
    const legacy = (await call('GET', `${HOME}/reports?search=Stock on hand`)).body.items[0]?.id ?? 0
    const before = everything()

    expectRefused(await update(legacy, { publicId: 'mT5yRc8VqN0j' }), 409)
    expectRefused(await update(legacy, { publicId: '000000000007' }), 400)
    expectRefused(await update(legacy, { publicId: (await read(legacy)).publicId }), 400)
    expect(everything()).toEqual(before)
    expect((await update(legacy, { publicId: 'Adopted00001' })).body.publicId).toBe('Adopted00001')
    expectRefused(await update(legacy, { publicId: 'Adopted00002' }), 400)
  })

  test('client 3.4: a stale expectedVersion is 409 and changes nothing', async () => {
    const made = await make({ name: 'Guarded' })
    expect((await update(made.id, { name: 'Second', expectedVersion: 1 })).body).toMatchObject({ version: 2 })

    expectRefused(await update(made.id, { name: 'Third', expectedVersion: 1 }), 409)
    expect(await read(made.id)).toMatchObject({ name: 'Second', version: 2 })
  })

  test('endpoints 2: needs edit on the report and on its destination', async () => {
    const pipeline = id('report', 'mT5yRc8VqN0j')
    const before = everything()

    expectRefused(await update(pipeline, { name: 'X' }, 'priya@acme.com'), 403)
    expectRefused(await update(pipeline, { folderId: id('folder', 'Finance') }, 'member'), 403)
    expectRefused(await update(pipeline, { workbookId: id('workbook', 'cash') }, 'member'), 403)
    expectRefused(await update(id('report', 'S7oPv1LyF4bH'), { name: 'X' }, 'member'), 404)
    expect(everything()).toEqual(before)
    // The place that it is already in needs no further right: re-applying a report with its place must not fail.
    expect(
      (await update(id('report', 'h4Kq9ZtB2wLm'), { workbookId: id('workbook', 'revenue-overview') }, 'jonas@acme.com'))
        .status,
    ).toBe(200)
  })
})

describe('DELETE /reports/{reportId}', () => {
  test('endpoints 18.5: answers 200 with nothing to rely on, and the report is gone', async () => {
    const made = await make({ name: 'Doomed' })

    const { status, body } = await call('DELETE', `${HOME}/reports/${made.id}`)

    expect([status, body]).toEqual([200, {}])
    expectRefused(await call('GET', `${HOME}/reports/${made.id}`), 404)
    expectRefused(await call('DELETE', `${HOME}/reports/${made.id}`), 404)
  })

  test('endpoints 2: needs edit and the report-manage permission', async () => {
    // Jonas may edit this report's workbook, which is not enough.
    expectRefused(
      await call('DELETE', `${HOME}/reports/${id('report', 'h4Kq9ZtB2wLm')}`, { as: 'jonas@acme.com' }),
      403,
    )
    const own = await make({ name: 'Own' }, 'member')
    expect((await call('DELETE', `${HOME}/reports/${own.id}`, { as: 'member' })).status).toBe(200)
  })
})

describe('GET /reports', () => {
  test('schemas 2: items, pageInfo, and the deprecated data and count', async () => {
    const { body } = await call('GET', `${DEV}/reports?search=no such report`)
    const none = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null }

    expect(body).toEqual({ items: [], pageInfo: none, data: [], count: 0 })
    const { body: some } = await call('GET', `${HOME}/reports?first=3`)
    expect(some['data']).toEqual(some.items)
    expect(some.count).toBeGreaterThan(3)
  })

  test.for<[string, string[]]>([
    ['folderId=FINANCE', ['C5iMw0JtG8xR']],
    ['workbookId=CASH', ['jW2zTm8GcA5k', 'E9rUq4XhB6sN', 'y1VdLp7ZoK3f']],
    ['workbookId=CASH&search=FORECAST', ['y1VdLp7ZoK3f']],
    ['externalWorkbookId=1aZk9-QvB3yT_u7LmXcW0e5RnJd2', ['C5iMw0JtG8xR']],
    ['externalWorkbookId=1aZk9', []],
    ['search=ACTIVE CAFÉS', ['n3QbYe6HsD9v']],
    ['search=50%25', []],
  ])('endpoints 2: the filter %s', async ([query, expected]) => {
    const filled = query.replace('FINANCE', `${id('folder', 'Finance')}`).replace('CASH', `${id('workbook', 'cash')}`)
    expect(await publicIds(filled)).toEqual(expected)
  })

  test('endpoints 2: sortBy and sortDirection', async () => {
    const cash = `workbookId=${id('workbook', 'cash')}`

    expect(await publicIds(`${cash}&sortBy=name`)).toEqual(['jW2zTm8GcA5k', 'y1VdLp7ZoK3f', 'E9rUq4XhB6sN'])
    expect(await publicIds(`${cash}&sortBy=name&sortDirection=DESC`)).toEqual([
      'E9rUq4XhB6sN',
      'y1VdLp7ZoK3f',
      'jW2zTm8GcA5k',
    ])
    expect(await publicIds(`${cash}&sortBy=updatedAt`)).toEqual(['E9rUq4XhB6sN', 'y1VdLp7ZoK3f', 'jW2zTm8GcA5k'])
    expect(await publicIds(`${cash}&sortBy=createdAt&sortDirection=DESC`)).toEqual([
      'y1VdLp7ZoK3f',
      'E9rUq4XhB6sN',
      'jW2zTm8GcA5k',
    ])
    for (const bad of ['sortBy=title', 'sortBy=created_at', 'sortDirection=asc']) {
      expectRefused(await call('GET', `${HOME}/reports?${bad}`), 400)
    }
  })

  test('client 4.8 and 4.10: limit and page exclude cursors, and so does lastViewedAt', async () => {
    const byId = await publicIds('first=100')
    expect(await publicIds('limit=2&page=2')).toEqual(byId.slice(2, 4))
    expect((await call('GET', `${HOME}/reports?sortBy=lastViewedAt`)).status).toBe(200)
    for (const mixed of ['limit=2&first=2', 'page=1&after=WzEsMV0', 'sortBy=lastViewedAt&first=2']) {
      expectRefused(await call('GET', `${HOME}/reports?${mixed}`), 400)
    }
  })

  test('endpoints 2: only reports that the caller can access', async () => {
    const { body } = await call('GET', `${HOME}/reports`, { as: 'priya@acme.com' })
    const seen = body.items.map(({ publicId }) => publicId)

    expect(seen).toEqual(expect.arrayContaining(['mT5yRc8VqN0j', 'h4Kq9ZtB2wLm', 'a4ZjOc1WmV6y']))
    expect(seen).not.toContain('jW2zTm8GcA5k')
    expect(body.count).toBe(seen.length)
  })
})
