import { beforeAll, describe, expect, test } from 'vitest'
import { FOR_ALL, FOR_BEANHOUSE, FOR_NOBODY, openEmbed } from './embed-support.ts'
import { expectRefused, NUMBER, TIME, type Wire } from './support.ts'

const { bearing, call, enter, everything, sandbox } = openEmbed()

const at = (publicId = FOR_BEANHOUSE): string => `/api/v1/embed/dashboard/${publicId}/comments`
let ana = ''
let ben = ''
let cleo = ''

beforeAll(async () => {
  const tenant = { embedTenantName: 'beanhouse' }
  ana = await enter({ ...tenant, externalId: 'ana', email: 'ana@beans.example', userProfile: { displayName: 'Ana' } })
  ben = await enter({ ...tenant, externalId: 'ben' })
  cleo = await enter({ embedTenantName: 'cafe-du-lac', externalId: 'cleo' })
})

const write = async (token: string, body: string, parentId?: number, publicId?: string): Promise<Wire> => {
  const answer = await bearing(token, 'POST', at(publicId), { body, parentId })
  expect({ status: answer.status, message: answer.body.message }).toEqual({ status: 200, message: undefined })
  return answer.body
}
const edit = (token: string, id: number, body: string, publicId?: string) =>
  bearing(token, 'PATCH', `${at(publicId)}/${id}`, { body })
const remove = (token: string, id: number, publicId?: string) => bearing(token, 'DELETE', `${at(publicId)}/${id}`)
const resolve = (token: string, id: number, resolved: boolean, publicId?: string) =>
  bearing(token, 'POST', `${at(publicId)}/${id}/resolve`, { resolved })

interface Thread {
  readonly root: Wire
  readonly replies: readonly Wire[]
  readonly resolvedAt: string | null
  readonly resolvedBy: number | null
}
const threads = async (token = ana, query = '', publicId?: string): Promise<readonly Thread[]> =>
  (await bearing(token, 'GET', `${at(publicId)}${query}`)).body.items as unknown as Thread[]
const thread = async (id: number, token = ana): Promise<Thread | undefined> =>
  (await threads(token, '?includeResolved=true')).find(({ root }) => root.id === id)

describe('who may comment', () => {
  const calls = (publicId = FOR_BEANHOUSE): readonly (readonly [string, string, object?])[] => [
    ['GET', at(publicId)],
    ['POST', at(publicId), { body: 'Hello' }],
    ['GET', `${at(publicId)}/mentionable-users`],
    ['PATCH', `${at(publicId)}/1`, { body: 'Hello' }],
    ['DELETE', `${at(publicId)}/1`],
    ['POST', `${at(publicId)}/1/resolve`, { resolved: true }],
  ]

  test('endpoints 13: an API key gets 403', async () => {
    for (const [method, path, body] of calls()) expectRefused(await call(method, path, { body }), 403)
    for (const [method, path, body] of calls()) expectRefused(await call(method, path, { as: 'nobody', body }), 401)
  })

  test('endpoints 13: an embed session needs an embed tenant', async () => {
    const token = await enter({ externalId: 'tenantless' })
    for (const [method, path, body] of calls(FOR_ALL)) expectRefused(await bearing(token, method, path, body), 403)
  })

  test('endpoints 13: on a dashboard that the session may see', async () => {
    for (const [method, path, body] of calls(FOR_NOBODY)) expectRefused(await bearing(ana, method, path, body), 404)
    for (const [method, path, body] of calls()) expectRefused(await bearing(cleo, method, path, body), 404)
  })

  test('schemas 13: when enableDashboardComments is off for the account, 403', async () => {
    sandbox().controls.setEmbedding({ settings: { enableDashboardComments: false } })
    for (const [method, path, body] of calls()) expectRefused(await bearing(ana, method, path, body), 403)
    sandbox().controls.setEmbedding({ settings: {} })
  })
})

describe('a comment', () => {
  test('schemas 11: is by the user of the session', async () => {
    const comment = await write(ana, 'Why did June drop?')
    expect(comment).toEqual({
      id: NUMBER,
      dashboardId: FOR_BEANHOUSE,
      body: 'Why did June drop?',
      createdAt: TIME,
      isOwn: true,
      editedAt: null,
      removedAt: null,
      userId: NUMBER,
    })
    expect(await thread(comment.id, ben)).toEqual({
      root: { ...comment, isOwn: false },
      replies: [],
      resolvedAt: null,
      resolvedBy: null,
    })
  })

  test('endpoints 13: one reply level: a reply to a reply is 400', async () => {
    const root = await write(ana, 'Root')
    const reply = await write(ben, 'Reply', root.id)
    expectRefused(await bearing(ana, 'POST', at(), { body: 'Deeper', parentId: reply.id }), 400)
    expect((await thread(root.id))?.replies).toEqual([{ ...reply, isOwn: false }])
  })

  test('endpoints 13: parentId unknown, deleted or on another dashboard: 404', async () => {
    const elsewhere = await write(ana, 'Elsewhere', undefined, FOR_ALL)
    const deleted = await write(ana, 'Deleted')
    await remove(ana, deleted.id)
    const before = everything()
    for (const parentId of [999_999, elsewhere.id, deleted.id]) {
      expectRefused(await bearing(ben, 'POST', at(), { body: 'Lost', parentId }), 404)
    }
    expect(everything()).toEqual(before)
  })

  test.for<[body: object]>([[{}], [{ body: '' }], [{ body: 'x'.repeat(10_001) }], [{ body: 7 }]])(
    'endpoints 18.8: its body has 1 to 10,000 characters',
    async ([body]) => {
      expectRefused(await bearing(ana, 'POST', at(), body), 400)
    },
  )

  test('endpoints 18.8: 10,000 characters are accepted', async () => {
    await write(ana, 'x'.repeat(10_000))
  })

  test('endpoints 13: is edited by its author only (403), on its dashboard only (404), with the time of the edit', async () => {
    const { id } = await write(ana, 'Tpyo')
    expectRefused(await edit(ben, id, 'Mine now'), 403)
    expectRefused(await edit(ana, id, 'Moved', FOR_ALL), 404)
    expectRefused(await edit(ana, 999_999, 'Nothing'), 404)
    const { body } = await edit(ana, id, 'Typo')
    expect(body).toMatchObject({ id, body: 'Typo', editedAt: TIME, isOwn: true })
    expect((await thread(id))?.root).toEqual(body)
  })

  test('endpoints 13: is soft-deleted, by its author only: empty body, removedAt set', async () => {
    const root = await write(ana, 'Root')
    const reply = await write(ben, 'Secret', root.id)
    expectRefused(await remove(ana, reply.id), 403)
    expect((await remove(ben, reply.id)).status).toBe(200)
    expect((await thread(root.id))?.replies).toMatchObject([{ id: reply.id, body: '', removedAt: TIME }])
    expectRefused(await edit(ben, reply.id, 'Back again'), 404)
    expectRefused(await remove(ben, reply.id), 404)
  })

  test('endpoints 13: deleting a root removes its replies', async () => {
    const root = await write(ana, 'Root')
    const reply = await write(ben, 'Reply', root.id)
    await remove(ana, root.id)
    expect(await thread(root.id)).toMatchObject({ root: { body: '', removedAt: TIME }, replies: [] })
    expectRefused(await edit(ben, reply.id, 'Still here?'), 404)
  })

  test('belongs to one embed tenant: another one on the same dashboard never sees it', async () => {
    const { id } = await write(ana, 'Between us', undefined, FOR_ALL)
    expect(await threads(cleo, '', FOR_ALL)).toEqual([])
    expectRefused(await edit(cleo, id, 'X', FOR_ALL), 404)
    expectRefused(await bearing(cleo, 'POST', at(FOR_ALL), { body: 'X', parentId: id }), 404)
  })
})

describe('threads', () => {
  test('endpoints 13: newest-started first, replies oldest first, by cursor', async () => {
    const first = await write(ana, 'First')
    const second = await write(ben, 'Second')
    for (const body of ['a', 'b', 'c']) await write(ana, body, first.id)
    const { body } = await bearing(ana, 'GET', `${at()}?first=1`)
    expect(body.items).toMatchObject([{ root: { id: second.id } }])
    const [next] = await threads(ana, `?first=1&after=${body.pageInfo.endCursor}`)
    expect(next?.root.id).toBe(first.id)
    expect(next?.replies.map((reply) => reply['body'])).toEqual(['a', 'b', 'c'])
  })

  test('endpoints 13: open by default; includeResolved shows all, resolvedOnly the others', async () => {
    const [open, done] = [await write(ana, 'Open'), await write(ana, 'Done')]
    await resolve(ana, done.id, true)
    const shown = async (query: string) => {
      const ids = (await threads(ana, query)).map(({ root }) => root.id)
      return [ids.includes(open.id), ids.includes(done.id)]
    }
    expect(await shown('')).toEqual([true, false])
    expect(await shown('?includeResolved=true')).toEqual([true, true])
    expect(await shown('?resolvedOnly=true')).toEqual([false, true])
    expect(await shown('?includeResolved=true&resolvedOnly=true')).toEqual([false, true])
  })

  test('endpoints 13: are resolved and reopened by who started them; for a reply it is a 400', async () => {
    const root = await write(ana, 'Root')
    const reply = await write(ben, 'Reply', root.id)
    expectRefused(await resolve(ben, root.id, true), 403)
    expectRefused(await resolve(ben, reply.id, true), 400)
    expectRefused(await resolve(ana, root.id, true, FOR_ALL), 404)
    const { body } = await resolve(ana, root.id, true)
    expect(body).toEqual({ root, replies: [{ ...reply, isOwn: false }], resolvedAt: TIME, resolvedBy: root['userId'] })
    expect((await resolve(ana, root.id, true)).body).toEqual(body)
    expect((await resolve(ana, root.id, false)).body).toMatchObject({ resolvedAt: null, resolvedBy: null })
    for (const wrong of [{}, { resolved: 'yes' }]) {
      expectRefused(await bearing(ana, 'POST', `${at()}/${root.id}/resolve`, wrong), 400)
    }
  })

  test('endpoints 13: a thread whose root was deleted can still be resolved', async () => {
    const root = await write(ana, 'Root')
    await remove(ana, root.id)
    expect((await resolve(ana, root.id, true)).body).toMatchObject({ resolvedAt: TIME, root: { body: '' } })
  })
})

describe('mentionable users', () => {
  const list = async (token: string, query = '') =>
    (await bearing(token, 'GET', `${at(FOR_ALL)}/mentionable-users${query}`)).body

  test('endpoints 13: of the same embed tenant, ordered by username; email may be null', async () => {
    const mine = (await list(ana, '?search=beanhouse:')).items
    expect(mine).toContainEqual({ id: NUMBER, username: 'beanhouse:ana', email: 'ana@beans.example', firstName: 'Ana' })
    expect(mine).toContainEqual({ id: NUMBER, username: 'beanhouse:ben', email: null, firstName: null })
    const names = mine.map((user) => String(user['username']))
    expect(names).toEqual(names.toSorted())
    expect((await list(cleo)).items).toMatchObject([{ username: 'cafe-du-lac:cleo' }])
  })

  test('endpoints 13: search of at most 255 characters, and cursors', async () => {
    expect((await list(ana, '?search=ANA@BEANS')).items).toMatchObject([{ username: 'beanhouse:ana' }])
    expectRefused(await bearing(ana, 'GET', `${at()}/mentionable-users?search=${'x'.repeat(256)}`), 400)
    const first = await list(ana, '?first=1')
    expect((await list(ana, `?after=${first.pageInfo.endCursor}`)).items).not.toContainEqual(first.items[0])
  })
})
