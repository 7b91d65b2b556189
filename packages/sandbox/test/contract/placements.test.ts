import { describe, expect, test } from 'vitest'
import { expectRefused, HOME, openContract, TEXT, TIME, type Wire } from './support.ts'

const { call, id, everything } = openContract()

const make = async (): Promise<number> => (await call('POST', `${HOME}/reports`, { body: { name: 'Placed' } })).body.id
const connect = (report: number, body: object, as = 'admin') =>
  call('PUT', `${HOME}/reports/${report}/connect-workbook`, { as, body })
const disconnect = (report: number, body: object | undefined, as = 'admin') =>
  call('DELETE', `${HOME}/reports/${report}/connect-workbook`, { as, body })
const refresh = (report: number, body: object | undefined, as = 'admin') =>
  call('PUT', `${HOME}/reports/${report}/refresh`, { as, body })
const placesOf = ({ externalWorkbookPlacements }: Wire) => externalWorkbookPlacements as readonly Wire[]
const cellsOf = (report: Wire): unknown[] =>
  placesOf(report).map(({ workbookId, sheetName, anchorCell }) => [workbookId, sheetName, anchorCell])

describe('PUT /reports/{reportId}/connect-workbook', () => {
  test('schemas 3: adds a placement with every field that was sent, and answers the report', async () => {
    const { status, body } = await connect(await make(), {
      externalWorkbookId: 'sheet-1',
      resultLocation: 'Totals!B4',
      host: 'GOOGLE_SHEETS',
      workbookName: 'Budget',
      sheetId: '77',
      endResultCell: 'D9',
      placementId: 'place-1',
      resultChecksum: { v: 1, chunks: [{ from: 0, hash: 'abc', to: 2 }] },
    })

    expect(status).toBe(200)
    expect(body.type).toBe('REPORT')
    expect(placesOf(body)).toEqual([
      {
        id: 'place-1',
        workbookId: 'sheet-1',
        resultLocation: 'Totals!B4',
        sheetName: 'Totals',
        anchorCell: 'B4',
        host: 'GOOGLE_SHEETS',
        workbookName: 'Budget',
        sheetId: '77',
        endResultCell: 'D9',
        resultChecksum: { v: 1, chunks: [{ from: 0, hash: 'abc', to: 2 }] },
        placedAt: TIME,
        placedByUserId: 1,
        syncStatus: 'UP_TO_DATE',
      },
    ])
  })

  test('endpoints 2: an upsert: repeating it keeps the placement, another place adds one', async () => {
    const report = await make()
    const place = { externalWorkbookId: 'sheet-1', resultLocation: "'It''s 2027'!B4" }
    const first = await connect(report, { ...place, workbookName: 'Budget' })
    await connect(report, { ...place, endResultCell: 'Z9' })
    await connect(report, { ...place, resultLocation: 'C1' })
    await connect(report, { ...place, resultLocation: 'C1' })
    const { body } = await connect(report, { ...place, externalWorkbookId: 'sheet-2' })

    expect(cellsOf(body)).toEqual([
      ['sheet-1', "It's 2027", 'B4'],
      ['sheet-1', null, null],
      ['sheet-2', "It's 2027", 'B4'],
    ])
    expect(placesOf(body)[0]).toMatchObject({
      id: placesOf(first.body)[0]?.id,
      workbookName: 'Budget',
      endResultCell: 'Z9',
    })
    expect(placesOf(body)[1]?.id).toEqual(TEXT)
  })

  test('endpoints 2: never touches query, name or definition', async () => {
    const report = id('report', 'mT5yRc8VqN0j')
    const { body: before } = await call('GET', `${HOME}/reports/${report}`)

    const { body } = await connect(report, {
      externalWorkbookId: 'x',
      resultLocation: 'T!A1',
      name: 'X',
      sqlQuery: 'X',
      meta: {},
    })
    expect(body).toEqual({ ...before, externalWorkbookPlacements: body['externalWorkbookPlacements'] })
  })

  test('endpoints 2: read access is enough, invisible is 404', async () => {
    const place = { externalWorkbookId: 'hers', resultLocation: 'T!A1' }

    expect((await connect(id('report', 'mT5yRc8VqN0j'), place, 'priya@acme.com')).status).toBe(200)
    expectRefused(await connect(id('report', 'S7oPv1LyF4bH'), place, 'priya@acme.com'), 404)
  })

  test('endpoints 2: a placed report can be listed by its spreadsheet', async () => {
    const report = await make()
    await connect(report, { externalWorkbookId: 'findable', resultLocation: 'T!A1' })

    const { body } = await call('GET', `${HOME}/reports?externalWorkbookId=findable`)
    expect(body.items.map((item) => item.id)).toEqual([report])
  })
})

describe('DELETE /reports/{reportId}/connect-workbook', () => {
  async function placed(): Promise<number> {
    const report = await make()
    await connect(report, { externalWorkbookId: 's', resultLocation: 'One!A1', placementId: 'p-1', sheetId: '1' })
    await connect(report, { externalWorkbookId: 's', resultLocation: "'Two words'!A1", placementId: 'p-2' })
    await connect(report, { externalWorkbookId: 't', resultLocation: 'One!A1', placementId: 'p-3' })
    return report
  }

  test.for<[by: string, address: object, left: string[]]>([
    ['placementId', { placementId: 'p-2' }, ['p-1', 'p-3']],
    [
      'spreadsheet, sheet name and anchor',
      { externalWorkbookId: 's', sheetName: 'One', anchorCell: 'A1' },
      ['p-2', 'p-3'],
    ],
    ['a resultLocation that holds both', { externalWorkbookId: 's', resultLocation: "'Two words'!A1" }, ['p-1', 'p-3']],
    [
      'sheetId as a filter that agrees',
      { externalWorkbookId: 's', resultLocation: 'One!A1', sheetId: '1' },
      ['p-2', 'p-3'],
    ],
    [
      'sheetId that differs, though name and anchor agree',
      { externalWorkbookId: 's', resultLocation: 'One!A1', sheetId: '2' },
      ['p-1', 'p-2', 'p-3'],
    ],
    ['no sheet name', { externalWorkbookId: 's', anchorCell: 'A1' }, ['p-1', 'p-2', 'p-3']],
    ['no anchor', { externalWorkbookId: 's', sheetName: 'One' }, ['p-1', 'p-2', 'p-3']],
    [
      'sheetId in place of sheetName',
      { externalWorkbookId: 's', sheetId: '1', anchorCell: 'A1' },
      ['p-1', 'p-2', 'p-3'],
    ],
    ['no spreadsheet', { sheetName: 'One', anchorCell: 'A1' }, ['p-1', 'p-2', 'p-3']],
    ['an unknown placementId', { placementId: 'p-9' }, ['p-1', 'p-2', 'p-3']],
    ['nothing', {}, ['p-1', 'p-2', 'p-3']],
  ])('endpoints 2: by %s', async ([, address, left]) => {
    const { status, body } = await disconnect(await placed(), address)

    expect(status).toBe(200)
    expect(placesOf(body).map((place) => place.id as unknown)).toEqual(left)
  })

  test('endpoints 2: no match, a repeat and no body at all succeed without a change', async () => {
    const report = await placed()
    await disconnect(report, { placementId: 'p-1' })
    const before = everything()

    expect((await disconnect(report, { placementId: 'p-1' })).status).toBe(200)
    expect((await disconnect(report, undefined)).status).toBe(200)
    expect(everything()).toEqual(before)
  })

  test('endpoints 2: read access is enough', async () => {
    const report = id('report', 'mT5yRc8VqN0j')
    await connect(report, { externalWorkbookId: 'shared', resultLocation: 'T!A1', placementId: 'p-4' })

    expect(placesOf((await disconnect(report, { placementId: 'p-4' }, 'priya@acme.com')).body)).not.toContainEqual(
      expect.objectContaining({ id: 'p-4' }),
    )
    expectRefused(await disconnect(id('report', 'S7oPv1LyF4bH'), {}, 'priya@acme.com'), 404)
  })
})

describe('PUT /reports/{reportId}/refresh', () => {
  test('endpoints 2: needs only read, and records who refreshed, without a new version', async () => {
    const report = id('report', 'mT5yRc8VqN0j')
    const { body: before } = await call('GET', `${HOME}/reports/${report}`)

    const { status, body } = await refresh(report, undefined, 'priya@acme.com')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      refreshedBy: 4,
      refreshedByUser: { id: 4, email: 'priya@acme.com' },
      version: before.version,
    })
    expect([body.updatedAt, body['sqlQuery']]).toEqual([before.updatedAt, before['sqlQuery']])
    expectRefused(await refresh(id('report', 'S7oPv1LyF4bH'), {}, 'priya@acme.com'), 404)
  })

  test('schemas 3: updates the placement that it names, and no other', async () => {
    const report = await make()
    await connect(report, { externalWorkbookId: 's', resultLocation: 'One!A1', placementId: 'p-1' })
    await connect(report, { externalWorkbookId: 's', resultLocation: 'Two!A1', placementId: 'p-2' })

    const { body } = await refresh(report, { placementId: 'p-2', resultChecksum: { v: 1, chunks: [] } })

    expect(placesOf(body)[0]).not.toHaveProperty('refreshedAt')
    expect(placesOf(body)[1]).toMatchObject({
      refreshedAt: TIME,
      refreshedByUserId: 1,
      resultChecksum: { v: 1, chunks: [] },
    })
  })
})
