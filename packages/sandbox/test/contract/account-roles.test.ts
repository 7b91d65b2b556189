import { describe, expect, test } from 'vitest'
import { openAccount } from './account-support.ts'
import { NUMBER } from './support.ts'

const { call, refused, keyOf } = openAccount()

const ROLES = '/api/v1/roles'
const CURSOR = expect.any(String)

const STEWARD = {
  id: 9,
  name: 'Data steward',
  policies: [
    { resourceType: 'Deployment', actions: ['DeploymentRead', 'DownloadData'], resources: ['All'] },
    { resourceType: 'Global', actions: ['AIBIExplore'], resources: ['All'] },
  ],
  description: 'Reads every deployment, and may download.',
}
/** Ids of built-in roles. No list contains them; users show them in `activeRoleId`. */
const [ADMIN, AIBI_USER, AIBI_VIEWER] = [1, 5, 6]
const NADIA = 7

const READ = { resourceType: 'Deployment', actions: ['DeploymentRead'], resources: ['2'] }
const EXPLORE = { resourceType: 'Global', actions: ['AIBIExplore'], resources: ['All'] }

let made = 0
const newRole = async (policies: readonly unknown[] = []): Promise<{ id: number; name: string }> => {
  made += 1
  const { status, body } = await call('POST', ROLES, { body: { name: `Role ${made}`, policies } })
  expect(status).toBe(200)
  return body
}
const meAs = async (user: string) => (await call('GET', '/api/v1/users/me', keyOf(user))).body

describe('GET /roles', () => {
  test('endpoints 15, schemas 12: custom roles only, newest first', async () => {
    const { status, body } = await call('GET', ROLES)
    expect(status).toBe(200)
    expect(body).toEqual({
      items: [STEWARD],
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: CURSOR, endCursor: CURSOR },
    })
    const role = await newRole()
    const { body: page } = await call('GET', `${ROLES}?first=1`)
    expect(page.items).toEqual([{ id: role.id, name: role.name, policies: [], description: null }])
    const { body: next } = await call('GET', `${ROLES}?first=1&after=${page.pageInfo.endCursor}`)
    expect(next.items).toEqual([STEWARD])
    await refused(400, 'GET', `${ROLES}?first=0`)
  })

  test('endpoints 15: one role, with its policies; a built-in one is not found (chosen: 404)', async () => {
    const { status, body } = await call('GET', `${ROLES}/9`)
    expect(status).toBe(200)
    expect(body).toEqual(STEWARD)
    for (const id of [ADMIN, AIBI_VIEWER, 999]) await refused(404, 'GET', `${ROLES}/${id}`)
    await refused(400, 'GET', `${ROLES}/steward`)
  })
})

describe('POST /roles', () => {
  test('schemas 12: creates a role; policies may be empty', async () => {
    const { status, body } = await call('POST', ROLES, {
      body: { name: ' Reader ', policies: [READ, EXPLORE], description: 'D' },
    })
    expect(status).toBe(200)
    expect(body).toEqual({ id: NUMBER, name: 'Reader', policies: [READ, EXPLORE], description: 'D' })
    expect((await call('GET', `${ROLES}/${body.id}`)).body).toEqual(body)
    expect(await newRole([])).toMatchObject({ policies: [] })
  })

  test('endpoints 15: a name that is taken is a 409, the name of a built-in role a 400 (schemas 12)', async () => {
    const { name } = await newRole()
    await refused(409, 'POST', ROLES, { body: { name, policies: [] } })
    await refused(409, 'POST', ROLES, { body: { name: name.toUpperCase(), policies: [] } })
    const builtIn = ['Admin', 'Developer', 'AIBIDeveloper', 'D3User', 'AIBIUser', 'AIBIViewer', 'Guest', 'EmbedUser']
    for (const each of builtIn) await refused(400, 'POST', ROLES, { body: { name: each, policies: [] } })
  })

  test('endpoints 15: deployment ids are text, or "All"; only their form is checked, not whether they exist', async () => {
    const resources = ['1', '98765', 'All']
    expect(await newRole([{ ...READ, resources }])).toMatchObject({ policies: [{ ...READ, resources }] })
    expect(await newRole([{ ...READ, actions: ['All'] }])).toMatchObject({ policies: [{ ...READ, actions: ['All'] }] })
  })

  test('endpoints 15: the API does not require a tier beside deployment actions', async () => {
    const all = { resourceType: 'Deployment', actions: ['SchemaUpdate'], resources: ['All'] }
    expect(await newRole([all])).toMatchObject({ policies: [all] })
  })

  const text = (length: number) => 'x'.repeat(length)
  test.each<[string, unknown]>([
    ['no action', { name: 'x', policies: [{ ...READ, actions: [] }] }],
    ['no resource', { name: 'x', policies: [{ ...READ, resources: [] }] }],
    ['a deployment that is not an id', { name: 'x', policies: [{ ...READ, resources: ['production'] }] }],
    ['a deployment that is a number', { name: 'x', policies: [{ ...READ, resources: [2] }] }],
    ['a deployment of id 0', { name: 'x', policies: [{ ...READ, resources: ['0'] }] }],
    ['another resource type', { name: 'x', policies: [{ ...READ, resourceType: 'Planet' }] }],
    ['another action', { name: 'x', policies: [{ ...READ, actions: ['Fly'] }] }],
    ['no policies', { name: 'x' }],
    ['policies that are null', { name: 'x', policies: null }],
    ['201 policies', { name: 'x', policies: Array.from({ length: 201 }, () => READ) }],
    ['no name', { policies: [] }],
    ['an empty name', { name: '', policies: [] }],
    ['a blank name', { name: ' ', policies: [] }],
    ['a name of 256', { name: text(256), policies: [] }],
    ['a description of 256', { name: 'x', policies: [], description: text(256) }],
  ])('bad input: %s', async (_, body) => {
    await refused(400, 'POST', ROLES, { body })
  })

  test('schemas 12: 255 characters and 200 policies are accepted', async () => {
    const body = { name: text(255), description: text(255), policies: Array.from({ length: 200 }, () => READ) }
    expect((await call('POST', ROLES, { body })).status).toBe(200)
  })
})

describe('PUT /roles/{roleId}', () => {
  test('endpoints 15: partial; policies replace the old list; schemas 12: null clears the description', async () => {
    const { id, name } = await newRole([READ, EXPLORE])
    const change = async (body: unknown) => (await call('PUT', `${ROLES}/${id}`, { body })).body
    expect(await change({ description: 'D' })).toEqual({ id, name, policies: [READ, EXPLORE], description: 'D' })
    expect(await change({ name: `${name}b` })).toMatchObject({ name: `${name}b`, description: 'D' })
    expect(await change({ policies: [READ] })).toMatchObject({ name: `${name}b`, policies: [READ] })
    expect(await change({ policies: [], description: null })).toEqual({
      id,
      name: `${name}b`,
      policies: [],
      description: null,
    })
    expect(await change({ name: `${name}B` })).toMatchObject({ name: `${name}B` })
  })

  test('endpoints 15: 409 for a taken name, 400 for a built-in one; built-in roles cannot be updated', async () => {
    const [a, b] = [await newRole(), await newRole()]
    await refused(409, 'PUT', `${ROLES}/${a.id}`, { body: { name: b.name } })
    await refused(400, 'PUT', `${ROLES}/${a.id}`, { body: { name: 'guest' } })
    await refused(404, 'PUT', `${ROLES}/${AIBI_USER}`, { body: { policies: [] } })
    await refused(404, 'PUT', `${ROLES}/999`, { body: {} })
  })

  test.each<[string, unknown]>([
    ['a name that is null', { name: null }],
    ['policies that are null', { policies: null }],
    ['a policy without an action', { policies: [{ ...READ, actions: [] }] }],
  ])('bad input: %s', async (_, body) => {
    await refused(400, 'PUT', `${ROLES}/9`, { body })
  })
})

describe('DELETE /roles/{roleId}', () => {
  test('endpoints 15: 204, and every assignment is removed', async () => {
    const { id, name } = await newRole([EXPLORE])
    await call('PUT', `${ROLES}/${id}/users/4`)
    expect((await meAs('priya@acme.com')).defaultRoles).toEqual(['AIBIUser', name])
    expect(await call('DELETE', `${ROLES}/${id}`)).toMatchObject({ status: 204, body: undefined })
    expect((await meAs('priya@acme.com')).defaultRoles).toEqual(['AIBIUser'])
    await refused(404, 'GET', `${ROLES}/${id}`)
    await refused(404, 'DELETE', `${ROLES}/${id}`)
  })

  test('endpoints 15: built-in roles cannot be deleted', async () => {
    await refused(404, 'DELETE', `${ROLES}/${AIBI_USER}`)
    expect((await meAs('maria@acme.com')).defaultRoles).toEqual(['AIBIUser'])
  })
})

describe('roles of a user', () => {
  const give = (roleId: number, userId = NADIA) => call('PUT', `${ROLES}/${roleId}/users/${userId}`)
  const take = (roleId: number, userId = NADIA) => call('DELETE', `${ROLES}/${roleId}/users/${userId}`)
  const nadia = () => meAs('nadia@board.acme.com')
  const mayCreate = async () => {
    const options = { body: { name: 'F' }, ...keyOf(NADIA) }
    return (await call('POST', '/api/v1/deployments/1/folders', options)).status
  }

  test('endpoints 15: given and taken with 204, repeatedly; rights are the union of the roles', async () => {
    const { id, name } = await newRole([EXPLORE, READ])
    expect(await mayCreate()).toBe(403)
    expect(await give(id)).toMatchObject({ status: 204, body: undefined })
    expect(await give(id)).toMatchObject({ status: 204, body: undefined })
    expect(await nadia()).toMatchObject({
      activeRoleId: AIBI_VIEWER,
      defaultRoles: ['AIBIViewer', name],
      userPolicies: [{ resourceType: 'Global', actions: ['AIBIView'], resources: ['All'] }, EXPLORE, READ],
    })
    expect(await mayCreate()).toBe(200)
    expect((await take(id)).status).toBe(204)
    expect((await take(id)).status).toBe(204)
    expect((await nadia()).defaultRoles).toEqual(['AIBIViewer'])
    expect(await mayCreate()).toBe(403)
  })

  test('endpoints 15: a role without a tier gives none', async () => {
    const { id } = await newRole([READ])
    await give(id)
    expect(await mayCreate()).toBe(403)
    await take(id)
  })

  test('endpoints 15: built-in roles can be given, but Admin cannot (404)', async () => {
    expect((await give(AIBI_USER)).status).toBe(204)
    expect(await mayCreate()).toBe(200)
    expect((await nadia()).defaultRoles).toEqual(['AIBIUser', 'AIBIViewer'])
    expect((await take(AIBI_USER)).status).toBe(204)
    await refused(404, 'PUT', `${ROLES}/${ADMIN}/users/${NADIA}`)
    expect((await nadia()).isAdmin).toBe(false)
  })

  test('a changed policy takes effect at once', async () => {
    const { id } = await newRole([])
    await give(id)
    expect(await mayCreate()).toBe(403)
    await call('PUT', `${ROLES}/${id}`, { body: { policies: [EXPLORE] } })
    expect(await mayCreate()).toBe(200)
    await take(id)
  })

  test('endpoints 18.1: 404 for an unknown user, and when giving an unknown role', async () => {
    await refused(404, 'PUT', `${ROLES}/9/users/999`)
    await refused(404, 'DELETE', `${ROLES}/9/users/999`)
    await refused(404, 'PUT', `${ROLES}/999/users/${NADIA}`)
    expect((await take(999)).status).toBe(204)
    await refused(400, 'PUT', `${ROLES}/9/users/nadia`)
  })
})

describe('who may', () => {
  test.each<[string, string, unknown?]>([
    ['GET', ROLES],
    ['POST', ROLES, { name: 'x', policies: [] }],
    ['GET', `${ROLES}/9`],
    ['PUT', `${ROLES}/9`, { description: 'x' }],
    ['DELETE', `${ROLES}/9`],
    ['PUT', `${ROLES}/9/users/2`],
    ['DELETE', `${ROLES}/9/users/3`],
  ])('endpoints 15: %s %s is for admins', async (method, path, body) => {
    const options = body === undefined ? {} : { body }
    await refused(401, method, path, { ...options, as: 'nobody' })
    await refused(403, method, path, { ...options, as: 'member' })
    await refused(403, method, path, { ...options, as: 'scoped' })
    expect((await call('GET', `${ROLES}/9`)).body).toEqual(STEWARD)
  })
})
