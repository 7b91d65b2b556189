import { describe, expect, test } from 'vitest'
import { DEV, expectRefused, HOME, openContract, TIME, type Wire } from './support.ts'

const { call, id, everything } = openContract()

const list = async (query: string, as = 'admin') => (await call('GET', `${HOME}/workspace?${query}`, { as })).body.items
const shortly = (rows: readonly Wire[]): string[] => rows.map(({ type, name }) => `${type} ${name}`)
const folder = async (name: string, parentId: number | null = null): Promise<number> =>
  (await call('POST', `${HOME}/folders`, { body: { name, parentId } })).body.id
const workbook = async (name: string, folderId: number | null = null): Promise<number> =>
  (await call('POST', `${HOME}/workbooks`, { body: { name, folderId } })).body.id
const report = async (name: string, folderId: number | null = null): Promise<number> =>
  (await call('POST', `${HOME}/reports`, { body: { name, folderId } })).body.id
const move = (body: object, as = 'admin') => call('POST', `${HOME}/workspace/move`, { as, body })

describe('GET /workspace', () => {
  test('endpoints 5: one mixed list for each level, folders first', async () => {
    const parent = await folder('Mixed')
    await workbook('a workbook', parent)
    await report('b report', parent)
    await folder('z folder', parent)
    await report('inside a folder of it', await folder('y folder', parent))

    expect(shortly(await list(`folderId=${parent}`))).toEqual([
      'FOLDER z folder',
      'FOLDER y folder',
      'WORKBOOK a workbook',
      'REPORT b report',
    ])
    expect(shortly(await list(''))).toEqual(expect.arrayContaining(['FOLDER Sales', 'FOLDER Mixed', 'WORKBOOK CON']))
    expect(shortly(await list(''))).not.toContain('WORKBOOK a workbook')
  })

  test('schemas 2: items and pageInfo, without the deprecated duplicates; items look as in their own calls', async () => {
    const { status, body } = await call('GET', `${HOME}/workspace?folderId=${id('folder', 'Finance')}`)

    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['items', 'pageInfo'])
    expect(body.pageInfo).toEqual({
      hasNextPage: false,
      hasPreviousPage: false,
      startCursor: expect.any(String),
      endCursor: expect.any(String),
    })
    const whole = async (path: string) => (await call('GET', `${HOME}/${path}`)).body
    expect(body.items).toEqual([
      await whole(`workbooks/${id('workbook', 'board-pack')}`),
      await whole(`reports/${id('report', 'C5iMw0JtG8xR')}`),
      await whole(`workbooks/${id('workbook', 'cash')}`),
    ])
  })

  test('endpoints 5: types may be repeated, and limits the kinds', async () => {
    const finance = `folderId=${id('folder', 'Finance')}`

    expect(shortly(await list(`${finance}&types=REPORT`))).toEqual(['REPORT Budget 2027'])
    expect(shortly(await list(`${finance}&types=WORKBOOK&types=REPORT&types=REPORT`))).toEqual([
      'WORKBOOK Board pack',
      'REPORT Budget 2027',
      'WORKBOOK Cash',
    ])
    expectRefused(await call('GET', `${HOME}/workspace?types=WORKBOOK,REPORT`), 400)
    expectRefused(await call('GET', `${HOME}/workspace?types=DASHBOARD`), 400)
  })

  test('endpoints 5: the order does not apply to folders', async () => {
    const parent = await folder('Sorted')
    await folder('1', parent)
    await folder('2', parent)
    for (const name of ['b', 'c', 'a']) await workbook(name, parent)
    const ordered = async (query: string) =>
      (await list(`folderId=${parent}&${query}`)).map(({ name }) => name).join('')

    expect(await ordered('orderByField=name')).toBe('12abc')
    expect(await ordered('orderByField=name&orderByDirection=DESC')).toBe('12cba')
    expect(await ordered('orderByField=created_at')).toBe('12bca')
    expect(await ordered('orderByField=updated_at&orderByDirection=DESC')).toBe('12acb')
    for (const bad of ['orderByField=updatedAt', 'orderByDirection=desc']) {
      expectRefused(await call('GET', `${HOME}/workspace?${bad}`), 400)
    }
  })

  test('endpoints 5: search is a case-insensitive substring of names across all folders, whatever the level', async () => {
    const deep = await folder('Deep', await folder('Outer'))
    await workbook('Ärger & 50% ÉTÉ_x', deep)

    for (const search of ['ärger', 'ÄRGER & 50%', 'été_X']) {
      expect(shortly(await list(`search=${encodeURIComponent(search)}`))).toEqual(['WORKBOOK Ärger & 50% ÉTÉ_x'])
    }
    expect(shortly(await list(`search=ärger&folderId=${id('folder', 'Finance')}`))).toHaveLength(1)
    expect(shortly(await list(`search=${encodeURIComponent('5_%')}`))).toEqual([])
    expect(shortly(await list('search=revenue&types=WORKBOOK'))).toEqual(['WORKBOOK Revenue overview'])
    // Folders have no key but their name, so this is how they are looked up (endpoints 1).
    expect(shortly(await list('search=experiments&types=FOLDER'))).toEqual(['FOLDER Experiments'])
  })

  test('endpoints 5: limited to what the caller sees, at every level and in a search', async () => {
    expect(shortly(await list('', 'jonas@acme.com'))).toEqual(['FOLDER Sales', 'FOLDER Finance'])
    expect(shortly(await list(`folderId=${id('folder', 'Finance')}`, 'member'))).toEqual(['WORKBOOK Cash'])
    expect(shortly(await list('search=a', 'nadia@board.acme.com'))).toEqual([
      'FOLDER Finance',
      'WORKBOOK Board pack',
      'REPORT Margin by category',
    ])
    expectRefused(
      await call('GET', `${HOME}/workspace?folderId=${id('folder', 'Onboarding ☕')}`, { as: 'member' }),
      404,
    )
    expectRefused(await call('GET', `${DEV}/workspace?folderId=${id('folder', 'Sales')}`), 404)
  })
})

describe('POST /workspace/move', () => {
  test('endpoints 5: moves each type, and answers the item as it is now', async () => {
    const target = await folder('Target')
    const items = { FOLDER: await folder('f'), WORKBOOK: await workbook('w'), REPORT: await report('r') }

    for (const [type, itemId] of Object.entries(items)) {
      const { status, body } = await move({ type, id: itemId, folderId: target })
      const place = type === 'FOLDER' ? 'parentId' : 'folderId'
      expect(status).toBe(200)
      expect(body).toMatchObject({
        id: itemId,
        type,
        [place]: target,
        folderPath: [{ id: target, name: 'Target' }],
        updatedAt: TIME,
      })
    }
    expect(shortly(await list(`folderId=${target}`))).toEqual(['FOLDER f', 'REPORT r', 'WORKBOOK w'])
    for (const [type, itemId] of Object.entries(items)) await move({ type, id: itemId, folderId: null })
    expect(await list(`folderId=${target}`)).toEqual([])
  })

  test('moving something to its own place changes nothing', async () => {
    const before = everything()

    expect(
      (await move({ type: 'WORKBOOK', id: id('workbook', 'cash'), folderId: id('folder', 'Finance') })).status,
    ).toBe(200)
    expect(everything()).toEqual(before)
  })

  test('endpoints 5 and 18.1: a folder into itself or its own descendant, or too deep, is 400', async () => {
    const outer = await folder('Outer')
    const inner = await folder('Inner', outer)
    const innermost = await folder('Innermost', inner)
    let deep = await folder('1')
    for (let level = 2; level <= 8; level += 1) deep = await folder(`${level}`, deep)
    const before = everything()

    for (const folderId of [outer, inner, innermost])
      expectRefused(await move({ type: 'FOLDER', id: outer, folderId }), 400)
    expectRefused(await move({ type: 'FOLDER', id: outer, folderId: deep }), 400)
    expect(everything()).toEqual(before)
    expect((await move({ type: 'FOLDER', id: inner, folderId: deep })).status).toBe(200)
  })

  test('endpoints 5: a workbook needs manage, and edit on the destination', async () => {
    const revenue = { type: 'WORKBOOK', id: id('workbook', 'revenue-overview') }
    const before = everything()

    expectRefused(await move({ ...revenue, folderId: null }, 'jonas@acme.com'), 403)
    expectRefused(await move({ ...revenue, folderId: id('folder', 'Finance') }, 'member'), 403)
    expectRefused(await move({ ...revenue, folderId: id('folder', 'Onboarding ☕') }, 'member'), 404)
    expect(everything()).toEqual(before)
    expect((await move({ ...revenue, folderId: id('folder', 'Experiments') }, 'member')).status).toBe(200)
  })

  test('endpoints 5: a report needs edit plus report-manage, a folder manage on it and edit on the destination', async () => {
    const pipeline = { type: 'REPORT', id: id('report', 'mT5yRc8VqN0j') }
    const experiments = { type: 'FOLDER', id: id('folder', 'Experiments') }
    const before = everything()

    expectRefused(await move({ ...pipeline, folderId: null }, 'priya@acme.com'), 403)
    expectRefused(await move({ ...experiments, folderId: null }, 'member'), 403)
    expectRefused(await move({ ...experiments, folderId: id('folder', 'Sales') }, 'member'), 403)
    expect(everything()).toEqual(before)
    expect((await move({ ...pipeline, folderId: id('folder', 'Experiments') }, 'member')).status).toBe(200)
  })

  test('endpoints 5: 404 when missing, in another deployment, or not of that type', async () => {
    const cash = id('workbook', 'cash')

    expectRefused(await move({ type: 'WORKBOOK', id: 999_999, folderId: null }), 404)
    // There are fewer workbooks than reports, so no workbook has this number.
    expectRefused(await move({ type: 'WORKBOOK', id: id('report', 'C5iMw0JtG8xR'), folderId: null }), 404)
    expectRefused(await move({ type: 'WORKBOOK', id: cash, folderId: 999_999 }), 404)
    expectRefused(
      await call('POST', `${DEV}/workspace/move`, { body: { type: 'WORKBOOK', id: cash, folderId: null } }),
      404,
    )
  })
})
