import { beforeAll, describe, expect, test } from 'vitest'
import { DEV, expectRefused, HOME, openContract, TEXT, type Wire } from './support.ts'

const { call, id, everything, sandbox } = openContract()

const create = async (path: string, body: object): Promise<number> =>
  (await call('POST', `${HOME}/${path}`, { body })).body.id
const folder = (name: string, parentId: number | null = null) => create('folders', { name, parentId })
const workbook = (name: string, folderId: number | null = null) => create('workbooks', { name, folderId })
const report = (name: string, folderId: number | null = null) => create('reports', { name, folderId })
const bulk = (what: 'move' | 'delete', body: object, as = 'admin') =>
  call('POST', `${HOME}/workspace/bulk-${what}`, { as, body })
const refs = (rows: unknown): unknown[] => (rows as Wire[]).map(({ type, id }) => [type, id])
const failure = (type: string, itemId: number, status: number) => ({
  type,
  id: itemId,
  error: { status, message: TEXT },
})
const nameOf = async (path: string): Promise<string> => (await call('GET', `${HOME}/${path}`)).body.name

describe('POST /workspace/bulk-move', () => {
  test('endpoints 5: mixed types into one folder, each answered as in the single move', async () => {
    const target = await folder('Target')
    const [f, w, r] = [await folder('f'), await workbook('w'), await report('r')]
    const items = [
      { type: 'REPORT', id: r },
      { type: 'FOLDER', id: f },
      { type: 'WORKBOOK', id: w },
    ]

    const { status, body } = await bulk('move', { items, folderId: target })

    expect([status, Object.keys(body), body['failed']]).toEqual([200, ['moved', 'failed'], []])
    expect(body['moved']).toMatchObject([
      { type: 'REPORT', id: r, name: 'r', folderId: target },
      { type: 'FOLDER', id: f, name: 'f', parentId: target },
      { type: 'WORKBOOK', id: w, name: 'w', folderId: target, meta: {} },
    ])
    expect((await bulk('move', { items, folderId: null })).body['moved']).toMatchObject([
      { folderId: null },
      { parentId: null },
      {},
    ])
  })

  test('endpoints 5: 200 with what failed and why; what was done before and after it stays done', async () => {
    const [outer, target] = [await folder('Outer'), await folder('Target')]
    const inner = await folder('Inner', outer)
    const [first, last] = [await workbook('First'), await workbook('Last')]

    const { status, body } = await bulk('move', {
      items: [
        { type: 'WORKBOOK', id: first },
        { type: 'FOLDER', id: outer },
        { type: 'REPORT', id: 999_999 },
        { type: 'WORKBOOK', id: last },
      ],
      folderId: inner,
    })

    expect(status).toBe(200)
    expect(refs(body['moved'])).toEqual([
      ['WORKBOOK', first],
      ['WORKBOOK', last],
    ])
    expect(body['failed']).toEqual([failure('FOLDER', outer, 400), failure('REPORT', 999_999, 404)])
    expect((await call('GET', `${HOME}/workbooks/${first}`)).body).toMatchObject({ folderId: inner })
    expect((await bulk('move', { items: [{ type: 'WORKBOOK', id: last }], folderId: target })).body['failed']).toEqual(
      [],
    )
  })

  test('endpoints 5: duplicates collapse: one entry for each distinct item, in the given order', async () => {
    const [a, b] = [await workbook('a'), await workbook('b')]
    const [itemA, itemB] = [
      { type: 'WORKBOOK', id: a },
      { type: 'WORKBOOK', id: b },
    ]

    const { body } = await bulk('move', {
      items: [itemB, itemA, itemB, itemB, { type: 'REPORT', id: 999_999 }],
      folderId: null,
    })
    expect(refs(body['moved'])).toEqual([
      ['WORKBOOK', b],
      ['WORKBOOK', a],
    ])
    expect(body['failed']).toEqual([failure('REPORT', 999_999, 404)])
  })

  test('endpoints 5: access is checked for each item as in the single move', async () => {
    const own = (await call('POST', `${HOME}/workbooks`, { as: 'member', body: { name: 'Own' } })).body.id
    const items = [
      { type: 'WORKBOOK', id: id('workbook', 'cash') },
      { type: 'WORKBOOK', id: id('workbook', 'board-pack') },
      { type: 'WORKBOOK', id: own },
      { type: 'FOLDER', id: id('folder', 'Experiments') },
    ]

    const { body } = await bulk('move', { items, folderId: id('folder', 'Sales') }, 'member')
    expect(refs(body['moved'])).toEqual([['WORKBOOK', own]])
    expect(body['failed']).toEqual([
      failure('WORKBOOK', id('workbook', 'cash'), 403),
      failure('WORKBOOK', id('workbook', 'board-pack'), 404),
      failure('FOLDER', id('folder', 'Experiments'), 403),
    ])
  })

  test('endpoints 5: a destination that is missing fails every item, and changes nothing', async () => {
    const before = everything()

    const { body } = await bulk('move', {
      items: [{ type: 'WORKBOOK', id: id('workbook', 'cash') }],
      folderId: 999_999,
    })
    expect(body).toEqual({ moved: [], failed: [failure('WORKBOOK', id('workbook', 'cash'), 404)] })
    expect(everything()).toEqual(before)
  })

  test('schemas 6: exactly 100 items are allowed', async () => {
    const items = Array.from({ length: 100 }, (_, index) => ({ type: 'REPORT', id: 900_000 + index }))

    const { status, body } = await bulk('move', { items, folderId: null })
    expect([status, (body['failed'] as unknown[]).length]).toEqual([200, 100])
  })
})

describe('POST /workspace/bulk-delete', () => {
  test('endpoints 5: mixed types; a folder detaches what is directly in it', async () => {
    const parent = await folder('Parent')
    const [inside, f, w, r] = [await workbook('inside', parent), parent, await workbook('w'), await report('r')]
    const items = [
      { type: 'WORKBOOK', id: w },
      { type: 'FOLDER', id: f },
      { type: 'REPORT', id: r },
    ]

    const { status, body } = await bulk('delete', { items })

    expect([status, body]).toEqual([200, { deleted: items, failed: [] }])
    for (const path of [`workbooks/${w}`, `reports/${r}`, `folders/${f}/ancestors`]) {
      expectRefused(await call('GET', `${HOME}/${path}`), 404)
    }
    expect((await call('GET', `${HOME}/workbooks/${inside}`)).body).toMatchObject({ name: 'inside', folderId: null })
  })

  test('endpoints 5: applied in the given order: children first works, parents first does not', async () => {
    const parent = await folder('Parent')
    const child = await folder('Child', parent)
    const [itemParent, itemChild] = [
      { type: 'FOLDER', id: parent },
      { type: 'FOLDER', id: child },
    ]

    expect((await bulk('delete', { items: [itemParent, itemChild] })).body).toEqual({
      deleted: [itemChild],
      failed: [failure('FOLDER', parent, 400)],
    })
    const other = { type: 'FOLDER', id: await folder('Child again', parent) }
    expect((await bulk('delete', { items: [other, itemParent] })).body).toEqual({
      deleted: [other, itemParent],
      failed: [],
    })
  })

  test('endpoints 5: partial success, duplicates collapse, nothing is rolled back', async () => {
    const item = { type: 'REPORT', id: await report('Once') }
    const missing = { type: 'WORKBOOK', id: 999_999 }

    expect((await bulk('delete', { items: [missing, item, missing, item] })).body).toEqual({
      deleted: [item],
      failed: [failure('WORKBOOK', 999_999, 404)],
    })
    expect((await bulk('delete', { items: [item] })).body).toEqual({
      deleted: [],
      failed: [failure('REPORT', item.id, 404)],
    })
  })

  test('endpoints 5: manage for a workbook or folder, report-manage for a report; another deployment is 404', async () => {
    const items = [
      { type: 'WORKBOOK', id: id('workbook', 'cash') },
      { type: 'FOLDER', id: id('folder', 'Experiments') },
      { type: 'REPORT', id: id('report', 'jW2zTm8GcA5k') },
      { type: 'REPORT', id: id('report', 'S7oPv1LyF4bH') },
    ]
    const before = everything()

    expect((await bulk('delete', { items }, 'member')).body).toEqual({
      deleted: [],
      failed: items.map(({ type, id: itemId }, index) => failure(type, itemId, index === 3 ? 404 : 403)),
    })
    const { body } = await call('POST', `${DEV}/workspace/bulk-delete`, { body: { items } })
    expect(body['failed']).toEqual(items.map(({ type, id: itemId }) => failure(type, itemId, 404)))
    expect(everything()).toEqual(before)
  })
})

describe('a bulk call among other requests', () => {
  beforeAll(() => sandbox().controls.reset())

  test('endpoints 5: is applied as a whole, even if others write at the same time', async () => {
    const items = [{ type: 'WORKBOOK', id: id('workbook', 'cash') }]
    const cash = `workbooks/${id('workbook', 'cash')}`
    const [moved, renamed] = await Promise.all([
      bulk('move', { items, folderId: id('folder', 'Sales') }),
      call('PUT', `${HOME}/${cash}`, { body: { name: 'Renamed' } }),
    ])

    expect([moved.body['failed'], renamed.status, await nameOf(cash)]).toEqual([[], 200, 'Renamed'])
  })
})
