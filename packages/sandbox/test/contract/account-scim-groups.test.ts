import { describe, expect, test } from 'vitest'
import { expectScimRefusal, openAccount, type Reply } from './account-support.ts'
import { TEXT, TIME } from './support.ts'

const { call, sandbox } = openAccount()

const GROUPS = '/api/scim/v2/Groups'
const USERS = '/api/scim/v2/Users'
const SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

const member = (id: number, display: string) => ({
  value: String(id),
  display,
  type: 'User',
  $ref: `${sandbox().url}${USERS}/${id}`,
})
const MARIA = () => member(2, 'maria@acme.com')
const JONAS = () => member(3, 'jonas@acme.com')
const PRIYA = () => member(4, 'priya@acme.com')

const sales = () => ({
  schemas: [SCHEMA],
  id: '1',
  externalId: 'okta-sales',
  displayName: 'Sales',
  members: [MARIA(), PRIYA()],
  meta: {
    resourceType: 'Group',
    created: '2025-01-08T09:00:00.000Z',
    lastModified: '2026-06-01T08:30:00.000Z',
    location: `${sandbox().url}${GROUPS}/1`,
  },
})

let made = 0
const newGroup = async (fields: object = {}) => {
  made += 1
  const { status, body } = await call('POST', GROUPS, {
    body: { schemas: [SCHEMA], displayName: `Group ${made}`, ...fields },
  })
  expect(status).toBe(201)
  return body
}
const patch = (id: string, ...Operations: object[]) =>
  call('PATCH', `${GROUPS}/${id}`, { body: { schemas: [PATCH], Operations } })
const refuses = async (status: number, scimType: string | undefined, reply: Promise<Reply>) =>
  expectScimRefusal(await reply, status, scimType)
const idsOf = (body: { members: { value: string }[] }) => body.members.map(({ value }) => value)

describe('GET /Groups', () => {
  test('spec Other endpoint paths, RFC 7644 3.4.2: the tenant-wide groups', async () => {
    const { status, body, headers } = await call('GET', `${GROUPS}?count=1`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/scim+json')
    expect(body).toEqual({ schemas: [LIST], totalResults: 2, startIndex: 1, itemsPerPage: 1, Resources: [sales()] })
    expect((await call('GET', `${GROUPS}/1`)).body).toEqual(sales())
  })

  test.each<[string, readonly string[]]>([
    ['displayName eq "sales"', ['1']],
    ['displayName co "n"', ['2']],
    ['externalId eq "okta-sales"', ['1']],
    ['externalId eq "OKTA-sales"', []],
    ['members eq "3"', ['2']],
    ['members[value eq "4"]', ['1']],
    ['members.display co "maria" or displayName eq "Finance"', ['1', '2']],
    ['meta.lastModified gt "2026-01-01T00:00:00Z"', ['1']],
  ])('RFC 7644 3.4.2.2: filter %s', async (filter, ids) => {
    const { body } = await call('GET', `${GROUPS}?filter=${encodeURIComponent(filter)}`)
    expect(body.Resources.map(({ id }: { id: string }) => id)).toEqual(ids)
  })

  test('refusals: an invalid filter, an unknown group', async () => {
    await refuses(400, 'invalidFilter', call('GET', `${GROUPS}?filter=userName%20pr`))
    await refuses(404, undefined, call('GET', `${GROUPS}/999`))
    await refuses(404, undefined, call('GET', `${GROUPS}/sales`))
  })
})

describe('POST /Groups', () => {
  test('RFC 7644 3.3: 201, with members, and their users show the group', async () => {
    const { status, body, headers } = await call('POST', GROUPS, {
      body: {
        schemas: [SCHEMA],
        displayName: ' Board ',
        externalId: 'okta-board',
        members: [{ value: '3', type: 'User' }, { value: '3' }, { value: '2' }],
      },
    })
    expect(status).toBe(201)
    expect(headers.get('location')).toBe(`${sandbox().url}${GROUPS}/${body.id}`)
    expect(body).toEqual({
      schemas: [SCHEMA],
      id: TEXT,
      externalId: 'okta-board',
      displayName: 'Board',
      members: [MARIA(), JONAS()],
      meta: {
        resourceType: 'Group',
        created: TIME,
        lastModified: TIME,
        location: `${sandbox().url}${GROUPS}/${body.id}`,
      },
    })
    const { body: user } = await call('GET', `${USERS}/3`)
    expect(user.groups).toContainEqual({
      value: body.id,
      display: 'Board',
      $ref: `${sandbox().url}${GROUPS}/${body.id}`,
    })
  })

  test('a name or an external id that is taken is a 409 of the type uniqueness', async () => {
    const body = (fields: object) => ({ body: { schemas: [SCHEMA], displayName: 'Free', ...fields } })
    await refuses(409, 'uniqueness', call('POST', GROUPS, body({ displayName: 'SALES' })))
    await refuses(409, 'uniqueness', call('POST', GROUPS, body({ externalId: 'okta-sales' })))
    expect((await call('GET', `${GROUPS}?filter=displayName%20eq%20%22Free%22`)).body.totalResults).toBe(0)
  })

  test.each<[string, object, string | undefined]>([
    ['no schemas', { displayName: 'x' }, undefined],
    ['no name', { schemas: [SCHEMA] }, undefined],
    ['a blank name', { schemas: [SCHEMA], displayName: ' ' }, 'invalidValue'],
    ['a reserved name (chosen, as endpoints 14)', { schemas: [SCHEMA], displayName: 'System:x' }, 'invalidValue'],
    ['an unknown member', { schemas: [SCHEMA], displayName: 'x', members: [{ value: '999' }] }, 'invalidValue'],
    ['a member by name', { schemas: [SCHEMA], displayName: 'x', members: [{ value: 'maria' }] }, 'invalidValue'],
    ['a group', { schemas: [SCHEMA], displayName: 'x', members: [{ value: '1', type: 'Group' }] }, 'invalidValue'],
    ['members without a value', { schemas: [SCHEMA], displayName: 'x', members: [{ display: 'm' }] }, undefined],
    ['ids as numbers', { schemas: [SCHEMA], displayName: 'x', members: [{ value: 2 }] }, undefined],
  ])('bad input: %s', async (_, body, scimType) => {
    expectScimRefusal(await call('POST', GROUPS, { body }), 400, scimType)
  })
})

describe('PUT /Groups/{id}', () => {
  test('RFC 7644 3.5.1: replaces the group and all its members', async () => {
    const { id, meta } = await newGroup({ externalId: 'okta-put', members: [{ value: '2' }, { value: '3' }] })
    const put = async (fields: object) =>
      (await call('PUT', `${GROUPS}/${id}`, { body: { schemas: [SCHEMA], ...fields } })).body
    expect(await put({ displayName: 'Put', members: [{ value: '4' }] })).toEqual({
      schemas: [SCHEMA],
      id,
      displayName: 'Put',
      members: [PRIYA()],
      meta: { ...meta, lastModified: TIME },
    })
    expect((await put({ displayName: 'Put' })).members).toEqual([])
  })

  test('refusals', async () => {
    const { id } = await newGroup()
    const body = { schemas: [SCHEMA], displayName: 'Sales' }
    await refuses(409, 'uniqueness', call('PUT', `${GROUPS}/${id}`, { body }))
    await refuses(404, undefined, call('PUT', `${GROUPS}/999`, { body }))
    await refuses(400, undefined, call('PUT', `${GROUPS}/${id}`, { body: {} }))
  })
})

describe('PATCH /Groups/{id}', () => {
  test('RFC 7644 3.5.2: members are added and removed, in every form that identity providers send', async () => {
    const { id } = await newGroup({ members: [{ value: '2' }] })
    const membersAfter = async (...operations: object[]) => idsOf((await patch(id, ...operations)).body)
    expect(await membersAfter({ op: 'add', path: 'members', value: [{ value: '3' }, { value: '2' }] })).toEqual([
      '2',
      '3',
    ])
    expect(await membersAfter({ op: 'Add', path: 'members', value: { value: '4' } })).toEqual(['2', '3', '4'])
    expect(await membersAfter({ op: 'remove', path: 'members[value eq "3"]' })).toEqual(['2', '4'])
    expect(await membersAfter({ op: 'remove', path: 'members[value eq "3"]' })).toEqual(['2', '4'])
    expect(await membersAfter({ op: 'Remove', path: 'members', value: [{ value: '2' }] })).toEqual(['4'])
    expect(await membersAfter({ op: 'add', value: { members: [{ value: '5' }] } })).toEqual(['4', '5'])
    expect(await membersAfter({ op: 'replace', path: 'members', value: [{ value: '2' }] })).toEqual(['2'])
    expect(await membersAfter({ op: 'remove', path: 'members' })).toEqual([])
  })

  test('name and external id; without a change the modification time stays', async () => {
    const { id, meta } = await newGroup()
    sandbox().controls.setClock({ advanceMs: 60_000 })
    const { body } = await patch(
      id,
      { op: 'replace', path: 'displayName', value: 'Patched' },
      // Identity providers send these along.
      { op: 'replace', value: { id, schemas: [SCHEMA], externalId: 'okta-patch' } },
    )
    expect(body).toMatchObject({ displayName: 'Patched', externalId: 'okta-patch' })
    expect(body.meta.lastModified > meta.lastModified).toBe(true)
    const again = await patch(id, { op: 'replace', path: 'displayName', value: 'Patched' })
    expect(again.body).toEqual(body)
  })

  test.each<[string, object, string]>([
    ['an unknown member', { op: 'add', path: 'members', value: [{ value: '999' }] }, 'invalidValue'],
    ['a removed name', { op: 'remove', path: 'displayName' }, 'invalidValue'],
    ['another id', { op: 'replace', value: { id: '2', displayName: 'x' } }, 'mutability'],
    ['nothing that fits', { op: 'replace', path: 'members[value eq "7"]', value: { value: '2' } }, 'noTarget'],
  ])('bad input: %s', async (_, operation, scimType) => {
    expectScimRefusal(await patch('1', operation), 400, scimType)
    expect((await call('GET', `${GROUPS}/1`)).body).toEqual(sales())
  })
})

describe('DELETE /Groups/{id}', () => {
  test('RFC 7644 3.6: 204, and its members no longer show it', async () => {
    const { id } = await newGroup({ members: [{ value: '5' }] })
    expect((await call('GET', `${USERS}/5`)).body.groups).toHaveLength(1)
    expect(await call('DELETE', `${GROUPS}/${id}`)).toMatchObject({ status: 204, body: undefined })
    expect((await call('GET', `${USERS}/5`)).body.groups).toEqual([])
    await refuses(404, undefined, call('DELETE', `${GROUPS}/${id}`))
  })

  test('a deleted user leaves the groups', async () => {
    const { body: user } = await call('POST', '/api/v1/users', { body: { email: 'g@acme.com', username: 'g' } })
    const { id } = await newGroup({ members: [{ value: String(user.id) }] })
    await call('DELETE', `/api/v1/users/${user.id}`)
    expect((await call('GET', `${GROUPS}/${id}`)).body.members).toEqual([])
  })
})

describe('who may', () => {
  test.each(['Bearer', 'Api-Key'])('spec Authentication 3: %s is accepted', async (scheme) => {
    const headers = { authorization: `${scheme} ${sandbox().keys.admin}` }
    expect((await call('GET', `${GROUPS}/1`, { headers })).body).toEqual(sales())
  })

  test.each<[string, string, unknown?]>([
    ['GET', GROUPS],
    ['POST', GROUPS, { schemas: [SCHEMA], displayName: 'x' }],
    ['GET', `${GROUPS}/1`],
    ['PUT', `${GROUPS}/1`, { schemas: [SCHEMA], displayName: 'x' }],
    ['PATCH', `${GROUPS}/1`, { schemas: [PATCH], Operations: [{ op: 'remove', path: 'members' }] }],
    ['DELETE', `${GROUPS}/1`],
  ])('spec Authentication 8 and 9: %s %s needs an admin of the whole account', async (method, path, body) => {
    const options = body === undefined ? {} : { body }
    await refuses(401, undefined, call(method, path, { ...options, as: 'nobody' }))
    await refuses(403, undefined, call(method, path, { ...options, as: 'member' }))
    await refuses(403, undefined, call(method, path, { ...options, as: 'scoped' }))
    expect((await call('GET', `${GROUPS}/1`)).body).toEqual(sales())
  })
})
