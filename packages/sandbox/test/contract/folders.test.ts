import { describe, expect, test } from 'vitest'
import { ADMIN, DEV, expectRefused, HOME, NUMBER, openContract, TIME, type Wire } from './support.ts'

const { call, id, everything } = openContract()

const folder = async (name: string, parentId: number | null = null): Promise<number> =>
  (await call('POST', `${HOME}/folders`, { body: { name, parentId } })).body.id

const names = (rows: readonly Wire[]): string[] => rows.map(({ name }) => name)

describe('GET /folders', () => {
  test('endpoints 1, schemas 2 and 6: one level, with every field of a folder and of the list', async () => {
    const parent = await folder('Shape')
    const child = await folder('Shape inside', parent)

    const { status, body } = await call('GET', `${HOME}/folders?parentId=${parent}`)

    const item = {
      id: child,
      deploymentId: 2,
      name: 'Shape inside',
      position: 0,
      type: 'FOLDER',
      createdAt: TIME,
      updatedAt: TIME,
      parentId: parent,
      folderPath: [{ id: parent, name: 'Shape' }],
      createdBy: 1,
      updatedBy: 1,
      user: ADMIN,
    }
    const cursor = expect.any(String)
    expect(status).toBe(200)
    expect(body).toEqual({
      items: [item],
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: cursor, endCursor: cursor },
      data: [item],
      count: 1,
    })
  })

  test('endpoints 1: without parentId the root, with it the direct children, never deeper', async () => {
    const { body: root } = await call('GET', `${HOME}/folders`)
    const { body: product } = await call('GET', `${HOME}/folders?parentId=${id('folder', 'Product')}`)

    expect(names(root.items)).toEqual(expect.arrayContaining(['Sales', 'Finance', 'Product', '../../etc']))
    expect(names(root.items)).not.toContain('Experiments')
    expect(names(product.items)).toEqual(['Experiments'])
  })

  test('endpoints 1: parentId may be 0, which is the root; negative numbers, text and folders elsewhere are refused', async () => {
    expect((await call('GET', `${HOME}/folders?parentId=0`)).body).toEqual((await call('GET', `${HOME}/folders`)).body)
    expectRefused(await call('GET', `${HOME}/folders?parentId=-1`), 400)
    expectRefused(await call('GET', `${HOME}/folders?parentId=Sales`), 400)
    expectRefused(await call('GET', `${DEV}/folders?parentId=${id('folder', 'Sales')}`), 404)
  })

  test('spec List folders 1: only folders that the caller owns, was granted, or can reach something in', async () => {
    const { body: root } = await call('GET', `${HOME}/folders`, { as: 'member' })
    const { body: product } = await call('GET', `${HOME}/folders?parentId=${id('folder', 'Product')}`, {
      as: 'member',
    })

    // Maria owns Sales. Finance and Product only lead to something she may see: a workbook and a sub-folder.
    expect(names(root.items)).toEqual(['Sales', 'Finance', 'Product'])
    expect(root.count).toBe(3)
    expect(names(product.items)).toEqual(['Experiments'])
  })

  test('spec List folders 1: all ancestors of a reachable folder are listed for navigation, their siblings are not', async () => {
    const outer = await folder('Way outer')
    const inner = await folder('Way inner', outer)
    await folder('Way hidden', outer)
    const { body: own } = await call('POST', `${HOME}/workbooks`, { as: 'member', body: { name: 'Hers' } })
    await call('PUT', `${HOME}/workbooks/${own.id}`, { body: { folderId: await folder('Way innermost', inner) } })
    const seen = async (parentId: number) =>
      names((await call('GET', `${HOME}/folders?parentId=${parentId}`, { as: 'member' })).body.items)

    const { body: root } = await call('GET', `${HOME}/folders`, { as: 'member' })
    expect(names(root.items)).toContain('Way outer')
    expect([await seen(outer), await seen(inner)]).toEqual([['Way inner'], ['Way innermost']])
    // It is visible for navigation only, which gives no rights on the folder itself.
    expectRefused(await call('PUT', `${HOME}/folders/${outer}`, { as: 'member', body: { name: 'X' } }), 403)
  })

  test('spec List folders: count is the number of accessible folders, ignoring pagination', async () => {
    const { body: all } = await call('GET', `${HOME}/folders`)
    const { body: page } = await call('GET', `${HOME}/folders?first=2`)

    expect(page.items).toHaveLength(2)
    expect(page.data).toEqual(page.items)
    expect(page.count).toBe(all.items.length)
    expect(page.pageInfo.hasNextPage).toBe(true)
  })
})

describe('POST /folders', () => {
  test('endpoints 1: answers 200, not 201, with the folder', async () => {
    const { status, body } = await call('POST', `${HOME}/folders`, {
      body: { name: 'Made', parentId: id('folder', 'Sales'), position: 4 },
    })

    expect(status).toBe(200)
    expect(body).toEqual({
      id: NUMBER,
      deploymentId: 2,
      name: 'Made',
      position: 4,
      type: 'FOLDER',
      createdAt: TIME,
      updatedAt: TIME,
      parentId: id('folder', 'Sales'),
      folderPath: [{ id: id('folder', 'Sales'), name: 'Sales' }],
      createdBy: 1,
      updatedBy: 1,
      user: ADMIN,
    })
  })

  test('endpoints 1: without parentId, or with null, at the root; position orders siblings', async () => {
    const parent = await folder('Order')
    for (const [name, position] of [
      ['third', 2],
      ['first', 0],
      ['second', 1],
    ] as const) {
      await call('POST', `${HOME}/folders`, { body: { name, parentId: parent, position } })
    }

    const { body } = await call('GET', `${HOME}/folders?parentId=${parent}`)
    expect(names(body.items)).toEqual(['first', 'second', 'third'])
    expect((await call('POST', `${HOME}/folders`, { body: { name: 'R1' } })).body['parentId']).toBeNull()
    expect(
      (await call('POST', `${HOME}/folders`, { body: { name: 'R2', parentId: null } })).body['parentId'],
    ).toBeNull()
  })

  test('endpoints 18.2: not idempotent, repeating it creates another folder with the same name', async () => {
    expect(await folder('Twin')).not.toBe(await folder('Twin'))
  })

  test('endpoints 1 and 18.1: deeper than the fixed maximum is 400', async () => {
    let parent: number | null = null
    let depth = 0
    let answer = await call('POST', `${HOME}/folders`, { body: { name: 'Level 1', parentId: parent } })
    while (answer.status === 200 && depth < 50) {
      parent = answer.body.id
      depth += 1
      answer = await call('POST', `${HOME}/folders`, { body: { name: `Level ${depth + 1}`, parentId: parent } })
    }
    expectRefused(answer, 400)
    expect(depth).toBe(10)
  })

  test('endpoints 1 and 18.7: needs AI BI User, and edit on the parent', async () => {
    const before = everything()
    const at = (parent: string) => ({ name: 'Not mine', parentId: id('folder', parent) })

    expectRefused(await call('POST', `${HOME}/folders`, { as: 'nadia@board.acme.com', body: { name: 'X' } }), 403)
    expectRefused(await call('POST', `${HOME}/folders`, { as: 'member', body: at('Finance') }), 403)
    expectRefused(await call('POST', `${HOME}/folders`, { as: 'member', body: at('Onboarding ☕') }), 404)
    expect(everything()).toEqual(before)
    // She was granted edit on Experiments, and owns Sales.
    expect((await call('POST', `${HOME}/folders`, { as: 'member', body: at('Experiments') })).status).toBe(200)
    expect((await call('POST', `${HOME}/folders`, { as: 'member', body: at('Sales') })).status).toBe(200)
    expect((await call('POST', `${HOME}/folders`, { as: 'member', body: { name: 'Mine' } })).body['user']).toEqual({
      id: 2,
      email: 'maria@acme.com',
      firstName: 'Maria',
      picture: 'https://acme.example/people/maria.jpg',
    })
  })

  test('endpoints 18.1: a parent that is missing, or of another deployment, is 404', async () => {
    expectRefused(await call('POST', `${HOME}/folders`, { body: { name: 'X', parentId: 999_999 } }), 404)
    expectRefused(await call('POST', `${DEV}/folders`, { body: { name: 'X', parentId: id('folder', 'Sales') } }), 404)
  })
})

describe('PUT /folders/{folderId}', () => {
  test('endpoints 1: partial, name or position alone, and the folder is answered', async () => {
    const made = await folder('Before')
    const path = `${HOME}/folders/${made}`

    expect((await call('PUT', path, { body: { name: 'After' } })).body).toMatchObject({
      id: made,
      name: 'After',
      position: 0,
    })
    expect((await call('PUT', path, { body: { position: 7 } })).body).toMatchObject({ name: 'After', position: 7 })
    expect((await call('PUT', path, { body: {} })).body).toMatchObject({ name: 'After', position: 7 })
  })

  test('endpoints 1: cannot move a folder; a sent parentId is dropped in silence (client 3.6)', async () => {
    const made = await folder('Stays')

    const { status, body } = await call('PUT', `${HOME}/folders/${made}`, { body: { parentId: id('folder', 'Sales') } })
    expect([status, body['parentId']]).toEqual([200, null])
  })

  test('endpoints 1: needs edit, and is 404 when missing, invisible or in another deployment', async () => {
    const rename = (base: string, folderId: number, as?: string) =>
      call('PUT', `${base}/folders/${folderId}`, { body: { name: 'Taken' }, ...(as ? { as } : {}) })

    expectRefused(await rename(HOME, id('folder', 'Finance'), 'member'), 403)
    expectRefused(await rename(HOME, id('folder', 'Onboarding ☕'), 'member'), 404)
    expectRefused(await rename(HOME, 999_999), 404)
    expectRefused(await rename(DEV, id('folder', 'Sales')), 404)
    expect((await rename(HOME, await folderOf('jonas@acme.com'), 'jonas@acme.com')).status).toBe(200)
  })
})

async function folderOf(user: string): Promise<number> {
  return (await call('POST', `${HOME}/folders`, { as: user, body: { name: `of ${user}` } })).body.id
}

describe('DELETE /folders/{folderId}', () => {
  test('endpoints 1: answers 204 without a body, and the content is detached to the root', async () => {
    const made = await folder('Emptied')
    const workbook = await call('POST', `${HOME}/workbooks`, { body: { name: 'Inside', folderId: made } })
    const report = await call('POST', `${HOME}/reports`, { body: { name: 'Inside', folderId: made } })

    const { status, text } = await call('DELETE', `${HOME}/folders/${made}`)

    expect([status, text]).toEqual([204, ''])
    expectRefused(await call('GET', `${HOME}/folders/${made}/ancestors`), 404)
    for (const path of [`workbooks/${workbook.body.id}`, `reports/${report.body.id}`]) {
      expect((await call('GET', `${HOME}/${path}`)).body).toMatchObject({ folderId: null, folderPath: [] })
    }
  })

  test('endpoints 1 and 18.1: 400 while it has sub-folders', async () => {
    const parent = await folder('Full')
    const child = await folder('Child', parent)

    expectRefused(await call('DELETE', `${HOME}/folders/${parent}`), 400)
    expect((await call('DELETE', `${HOME}/folders/${child}`)).status).toBe(204)
    expect((await call('DELETE', `${HOME}/folders/${parent}`)).status).toBe(204)
    expectRefused(await call('DELETE', `${HOME}/folders/${parent}`), 404)
  })

  test('endpoints 1: needs manage: edit is not enough, and another deployment is 404', async () => {
    const before = everything()

    expectRefused(await call('DELETE', `${HOME}/folders/${id('folder', 'Experiments')}`, { as: 'member' }), 403)
    expectRefused(await call('DELETE', `${DEV}/folders/${id('folder', 'Sales')}`), 404)
    expect(everything()).toEqual(before)
  })
})

describe('GET /folders/{folderId}/ancestors', () => {
  test('endpoints 1: a plain array, the root first, the folder itself last', async () => {
    const { status, body } = await call('GET', `${HOME}/folders/${id('folder', 'Experiments')}/ancestors`)

    expect(status).toBe(200)
    expect(body).toEqual([
      expect.objectContaining({ id: id('folder', 'Product'), name: 'Product', parentId: null, type: 'FOLDER' }),
      expect.objectContaining({ id: id('folder', 'Experiments'), parentId: id('folder', 'Product') }),
    ])
  })

  test('endpoints 1: needs visibility, navigation is enough; 404 when missing or in another deployment', async () => {
    const ancestors = (base: string, name: string, as?: string) =>
      call('GET', `${base}/folders/${id('folder', name)}/ancestors`, as ? { as } : {})

    expect((await ancestors(HOME, 'Finance', 'member')).status).toBe(200)
    expectRefused(await ancestors(HOME, 'Onboarding ☕', 'member'), 404)
    expectRefused(await ancestors(DEV, 'Finance'), 404)
    expectRefused(await call('GET', `${HOME}/folders/999999/ancestors`), 404)
  })
})
