import { describe, expect, test } from 'vitest'
import { ADMIN, DEV, expectRefused, HOME, NUMBER, openContract, TEXT, TIME, type Wire } from './support.ts'

const { call, id, everything } = openContract()

const duplicate = (workbook: number, options: { as?: string; body?: unknown } = {}) =>
  call('POST', `${HOME}/workbooks/${workbook}/duplicate`, options)
const read = async (path: string): Promise<Wire> => (await call('GET', `${HOME}/${path}`)).body
const reportsOf = async (workbook: number): Promise<readonly Wire[]> =>
  (await read(`reports?workbookId=${workbook}`)).items
const referencesOf = (config: unknown): unknown[] =>
  (config as { widgets: { config?: { reportId?: number; reportIds?: number[] } }[] }).widgets.flatMap(({ config }) => [
    ...(config?.reportId === undefined ? [] : [config.reportId]),
    ...(config?.reportIds ?? []),
  ])

describe('POST /workbooks/{workbookId}/duplicate', () => {
  test('endpoints 3: a full copy named "Copy of ...", owned by the caller, without slug and embedding', async () => {
    const source = await read(`workbooks/${id('workbook', 'revenue-overview')}`)

    const { status, body } = await duplicate(source.id)

    expect(status).toBe(200)
    expect(body).toEqual({
      ...source,
      id: NUMBER,
      name: 'Copy of Revenue overview',
      slug: null,
      meta: { ...source.meta, dashboardDraft: body['dashboardDraft'] },
      userId: 1,
      createdBy: 1,
      user: ADMIN,
      createdAt: TIME,
      updatedAt: TIME,
      dashboardDraft: expect.objectContaining({ title: 'Revenue overview' }),
      dashboardPublished: expect.objectContaining({ title: 'Revenue overview' }),
      publishedDashboard: {
        ...(source['publishedDashboard'] as Wire),
        id: NUMBER,
        publicId: TEXT,
        workbookId: body.id,
        allowEmbed: false,
        config: body['dashboardPublished'],
        createdBy: 1,
        versionId: NUMBER,
        versionNumber: 1,
        reportSnapshots: expect.any(Array),
      },
    })
    expect((source['publishedDashboard'] as Wire)['allowEmbed']).toBe(true)
    expect((body['publishedDashboard'] as Wire).publicId).not.toBe((source['publishedDashboard'] as Wire).publicId)
    expect((await read(`workbooks/${body.id}/embed-access`))['tenants']).toEqual([])
  })

  test('endpoints 3: its reports are copies with ids of their own', async () => {
    const source = id('workbook', 'cash')
    const { body } = await duplicate(source)

    const [from, to] = [await reportsOf(source), await reportsOf(body.id)]
    const strip = ({ name, title, description, meta, ...report }: Wire) => ({
      name,
      title,
      description,
      meta,
      sqlQuery: report['sqlQuery'],
      jsonQuery: report['jsonQuery'],
    })
    expect(to.map(strip)).toEqual(from.map(strip))
    expect(new Set([...from, ...to].map(({ publicId }) => publicId)).size).toBe(from.length * 2)
    expect(new Set([...from, ...to].map((report) => report.id)).size).toBe(from.length * 2)
    expect(to.map(({ version, user }) => [version, user])).toEqual(to.map(() => [1, ADMIN]))
  })

  test('endpoints 3: references of the dashboard and its draft are re-pointed at the copied reports', async () => {
    const source = id('workbook', 'weekly-sales-meeting')
    const { body } = await duplicate(source)

    const copies = new Map((await reportsOf(body.id)).map(({ name, id }) => [name, id]))
    const renamed = new Map<unknown, unknown>((await reportsOf(source)).map(({ name, id }) => [id, copies.get(name)]))
    const original = await read(`workbooks/${source}`)
    for (const field of ['dashboardDraft', 'dashboardPublished']) {
      const expected = referencesOf(original[field]).map((report) => renamed.get(report) ?? report)
      expect(referencesOf(body[field])).toEqual(expected)
      expect(expected).not.toEqual(referencesOf(original[field]))
    }
    const { reportSnapshots } = body['publishedDashboard'] as Wire
    expect(new Set(reportSnapshots.map(({ reportId }) => reportId))).toEqual(
      new Set(referencesOf(body['dashboardPublished'])),
    )
  })

  test('endpoints 3: changing the copy does not change the source, and vice versa', async () => {
    const source = id('workbook', 'cash')
    const { body } = await duplicate(source)
    const [copied] = await reportsOf(body.id)
    const before = [await read(`workbooks/${source}`), await reportsOf(source)]

    await call('PUT', `${HOME}/reports/${copied?.id}`, { body: { sqlQuery: 'changed' } })
    await call('POST', `${HOME}/workbooks/${body.id}/publish`)
    await call('DELETE', `${HOME}/workbooks/${body.id}`)

    expect([await read(`workbooks/${source}`), await reportsOf(source)]).toEqual(before)
  })

  test('endpoints 3: beside the original with edit on its folder; else at the root', async () => {
    const copy = async (slug: string, as: string) => (await duplicate(id('workbook', slug), { as })).body

    expect(await copy('revenue-overview', 'member')).toMatchObject({ folderId: id('folder', 'Sales'), userId: 2 })
    // Maria may read Cash, and may edit Experiments but not own it.
    expect(await copy('cash', 'member')).toMatchObject({ folderId: null, userId: 2 })
    expect(await copy('pricing-experiment', 'member')).toMatchObject({ folderId: id('folder', 'Experiments') })
    const { body: atRoot } = await call('POST', `${HOME}/workbooks`, { body: { name: 'At the root' } })
    expect((await duplicate(atRoot.id)).body).toMatchObject({ folderId: null, name: 'Copy of At the root' })
  })

  test('endpoints 3: grants on the source are not carried over, those of the folder are inherited', async () => {
    const { body } = await duplicate(id('workbook', 'revenue-overview'), { as: 'member' })

    // Priya was granted the source itself, Jonas the folder.
    expectRefused(await call('GET', `${HOME}/workbooks/${body.id}`, { as: 'priya@acme.com' }), 404)
    expect((await call('GET', `${HOME}/workbooks/${body.id}`, { as: 'jonas@acme.com' })).status).toBe(200)
  })

  test('endpoints 3: a required review stays with the source', async () => {
    const { body } = await duplicate(id('workbook', 'board-pack'))

    expect((await call('POST', `${HOME}/workbooks/${body.id}/publish`)).status).toBe(200)
  })

  test('endpoints 3: needs read on the source and AI BI User; shared is for creator-mode embed sessions', async () => {
    const before = everything()

    expectRefused(await duplicate(id('workbook', 'board-pack'), { as: 'member' }), 404)
    expectRefused(await duplicate(id('workbook', 'board-pack'), { as: 'nadia@board.acme.com' }), 403)
    expectRefused(await duplicate(id('workbook', 'cash'), { body: { shared: true } }), 403)
    expectRefused(await duplicate(999_999), 404)
    expectRefused(await call('POST', `${DEV}/workbooks/${id('workbook', 'cash')}/duplicate`), 404)
    expect(everything()).toEqual(before)
    expect((await duplicate(id('workbook', 'cash'), { body: { shared: false } })).status).toBe(200)
  })
})
