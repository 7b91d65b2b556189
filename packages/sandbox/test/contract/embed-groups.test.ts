import { describe, expect, test } from 'vitest'
import { openEmbed, TENANTS } from './embed-support.ts'
import { expectRefused, NUMBER } from './support.ts'

const { claims, everything, generate, keyed } = openEmbed()

const GROUPS = `${TENANTS}/beanhouse/groups`
const create = async (name: string, description?: string | null): Promise<number> => {
  const answer = await keyed('POST', GROUPS, { name, description })
  expect(answer.status).toBe(200)
  return answer.body.id
}
const read = async (id: number) => (await keyed('GET', `${GROUPS}/${id}`)).body
const members = async (id: number, query = '') =>
  (await keyed('GET', `${GROUPS}/${id}/users${query}`)).body.items.map((user) => user['externalId'])
const add = (id: number, ...list: object[]) => keyed('POST', `${GROUPS}/${id}/users`, { members: list })
const remove = (id: number, ...list: object[]) => keyed('DELETE', `${GROUPS}/${id}/users`, { members: list })

describe('groups of an embed tenant', () => {
  test('schemas 11: created with name and description, and read again with its member count', async () => {
    const answer = await keyed('POST', GROUPS, { name: 'Baristas', description: 'Make coffee' })
    const group = { id: NUMBER, name: 'Baristas', description: 'Make coffee', userCount: 0 }
    expect(answer.body).toEqual(group)
    expect(await read(answer.body.id)).toEqual(group)
  })

  test('endpoints 14: the name is unique in the tenant: taken is 400, not 409', async () => {
    const before = everything()
    expectRefused(await keyed('POST', GROUPS, { name: 'Baristas' }), 400)
    expect(everything()).toEqual(before)
    expect((await keyed('POST', `${TENANTS}/cafe-du-lac/groups`, { name: 'Baristas' })).status).toBe(200)
    expect((await keyed('POST', GROUPS, { name: 'Sales' })).status).toBe(200)
  })

  test.for(['system:', 'system:tenant:beanhouse', 'System:x'])(
    'endpoints 14: the prefix system: is reserved: %s is 400',
    async (name) => {
      expectRefused(await keyed('POST', GROUPS, { name }), 400)
    },
  )

  test.for<[body: object]>([
    [{}],
    [{ name: '' }],
    [{ name: '  ' }],
    [{ name: 7 }],
    [{ name: 'n'.repeat(101) }],
    [{ name: 'X', description: 'd'.repeat(501) }],
  ])('endpoints 18.8: name 1-100, description at most 500 characters', async ([body]) => {
    expectRefused(await keyed('POST', GROUPS, body), 400)
  })

  test('endpoints 18.8: 100 and 500 are accepted', async () => {
    await create('n'.repeat(100), 'd'.repeat(500))
  })

  test('endpoints 14: usable at once as a tenantGroups entry', async () => {
    await create('At once')
    const said = await claims({ creatorMode: true, embedTenantName: 'beanhouse', tenantGroups: ['At once'] })
    expect(said.groups).toEqual(['system:tenant:beanhouse:group:At once'])
  })

  test('endpoints 14: listed the newest first, each with its member count, by cursor; without the sharing group', async () => {
    const [one, two] = [await create('Newer'), await create('Newest')]
    await add(two, { externalId: 'ana' })
    const { body } = await keyed('GET', `${GROUPS}?first=2`)
    expect(body.items).toEqual([
      { id: two, name: 'Newest', description: null, userCount: 1 },
      { id: one, name: 'Newer', description: null, userCount: 0 },
    ])
    const { text } = await keyed('GET', `${GROUPS}?after=${body.pageInfo.endCursor}`)
    expect(text).toContain('Baristas')
    expect(text).not.toContain('system:')
  })

  test('endpoints 14: only the description is updated; an empty string clears it; the name is immutable', async () => {
    const id = await create('Patched', 'before')
    const patch = async (body: object) => (await keyed('PATCH', `${GROUPS}/${id}`, body)).body
    expect(await patch({ description: 'after', name: 'Renamed' })).toMatchObject({
      name: 'Patched',
      description: 'after',
    })
    expect(await patch({})).toMatchObject({ description: 'after' })
    expect(await patch({ description: '' })).toMatchObject({ description: null })
    expectRefused(await keyed('PATCH', `${GROUPS}/${id}`, { description: 'd'.repeat(501) }), 400)
  })

  test('endpoints 14: deleted with 204; 400 while it has members; 404 unknown', async () => {
    const id = await create('Emptied')
    await add(id, { externalId: 'ana' })
    expectRefused(await keyed('DELETE', `${GROUPS}/${id}`), 400)
    await remove(id, { externalId: 'ana' })
    const answer = await keyed('DELETE', `${GROUPS}/${id}`)
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: '' })
    expectRefused(await keyed('DELETE', `${GROUPS}/${id}`), 404)
  })

  test('endpoints 14: 404 when unknown in this tenant, also when another one has it', async () => {
    const id = await create('Elsewhere')
    for (const path of [
      `${GROUPS}/999999`,
      `${TENANTS}/cafe-du-lac/groups/${id}`,
      `${TENANTS}/no-such-tenant/groups/${id}`,
    ]) {
      expectRefused(await keyed('GET', path), 404)
      expectRefused(await keyed('PATCH', path, { description: 'X' }), 404)
      expectRefused(await keyed('DELETE', path), 404)
      expectRefused(await keyed('GET', `${path}/users`), 404)
      expectRefused(await keyed('POST', `${path}/users`, { members: [{ externalId: 'ana' }] }), 404)
      expectRefused(await keyed('DELETE', `${path}/users`, { members: [{ externalId: 'ana' }] }), 404)
    }
    expectRefused(await keyed('GET', `${TENANTS}/no-such-tenant/groups`), 404)
    expectRefused(await keyed('POST', `${TENANTS}/no-such-tenant/groups`, { name: 'X' }), 404)
  })
})

describe('members of a group', () => {
  test('endpoints 14: an unknown externalId creates the user; a known one is found', async () => {
    const id = await create('Provisioning')
    await generate({ externalId: 'known', embedTenantName: 'beanhouse' })
    const { body } = await add(id, { externalId: 'known' }, { externalId: ' Unknown ' })
    expect(body['addedMembers']).toMatchObject([{ externalId: 'known' }, { externalId: 'unknown' }])
    const { body: users } = await keyed('GET', `${TENANTS}/beanhouse/users?search=unknown`)
    expect(users.items).toHaveLength(1)
  })

  test('endpoints 14: an unknown embedUserId is 404, and nobody is added', async () => {
    const id = await create('Strict')
    const { body: stranger } = await keyed('POST', `${TENANTS}/cafe-du-lac/user`, { externalId: 'stranger' })
    const before = everything()
    for (const embedUserId of [999_999, stranger.id]) {
      expectRefused(await add(id, { externalId: 'never-made' }, { embedUserId }), 404)
    }
    expect(everything()).toEqual(before)
  })

  test('endpoints 14: adds only, is idempotent, and reports added and unchanged', async () => {
    const [id, other] = [await create('Adding'), await create('Other')]
    const { body: user } = await keyed('POST', `${TENANTS}/beanhouse/user`, {
      externalId: 'm-1',
      tenantGroups: ['Other'],
    })
    expect((await add(id, { embedUserId: user.id })).body).toMatchObject({
      addedMembers: [{ externalId: 'm-1' }],
      unchangedMembers: [],
    })
    const { body } = await add(id, { externalId: 'm-1' }, { externalId: 'm-2' }, { embedUserId: user.id })
    expect(body).toMatchObject({ addedMembers: [{ externalId: 'm-2' }], unchangedMembers: [{ externalId: 'm-1' }] })
    expect(await members(other)).toEqual(['m-1'])
    expect(await read(id)).toMatchObject({ userCount: 2 })
  })

  test('endpoints 14: listed with the most recently added first, by cursor', async () => {
    const id = await create('Ordered')
    await add(id, { externalId: 'm-3' })
    await add(id, { externalId: 'm-1' }, { externalId: 'm-2' })
    expect(await members(id)).toEqual(['m-2', 'm-1', 'm-3'])
    const { body } = await keyed('GET', `${GROUPS}/${id}/users?first=2`)
    expect(await members(id, `?after=${body.pageInfo.endCursor}`)).toEqual(['m-3'])
  })

  test('endpoints 14: removing ends only this membership, creates nobody, and is idempotent', async () => {
    const [id, other] = [await create('Removing'), await create('Staying')]
    await add(id, { externalId: 'm-1' }, { externalId: 'm-2' })
    await add(other, { externalId: 'm-1' })
    for (const _ of [1, 2]) {
      const answer = await remove(
        id,
        { externalId: 'M-1' },
        { externalId: 'never-provisioned' },
        { embedUserId: 999_999 },
      )
      expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: '' })
    }
    expect([await members(id), await members(other)]).toEqual([['m-2'], ['m-1']])
    expect((await keyed('GET', `${TENANTS}/beanhouse/users?search=never-provisioned`)).body.items).toEqual([])
  })

  test.for<[body: unknown]>([
    [{}],
    [{ members: [] }],
    [{ members: [{}] }],
    [{ members: [{ externalId: 'a', embedUserId: 1 }] }],
    [{ members: [{ externalId: '' }] }],
    [{ members: [{ embedUserId: 0 }] }],
    [{ members: Array.from({ length: 1001 }, () => ({ externalId: 'a' })) }],
  ])('endpoints 14: 1-1000 members, each by exactly one of externalId and embedUserId', async ([body]) => {
    const id = (await keyed('GET', `${GROUPS}?first=1`)).body.items[0]?.id
    for (const method of ['POST', 'DELETE']) expectRefused(await keyed(method, `${GROUPS}/${id}/users`, body), 400)
  })
})
