import { describe, expect, test } from 'vitest'
import { expectScimRefusal, openAccount, type Reply } from './account-support.ts'
import type { CallOptions } from './support.ts'
import { TEXT, TIME } from './support.ts'

const { call, refused, keyOf, sandbox } = openAccount()

const USERS = '/api/scim/v2/Users'
const SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

const location = (id: string | number) => `${sandbox().url}${USERS}/${id}`

const maria = () => ({
  schemas: [SCHEMA],
  id: '2',
  userName: 'maria@acme.com',
  name: { givenName: 'Maria', formatted: 'Maria' },
  title: 'Head of Sales',
  active: true,
  emails: [{ value: 'maria@acme.com', type: 'work', primary: true }],
  groups: [{ value: '1', display: 'Sales', $ref: `${sandbox().url}/api/scim/v2/Groups/1` }],
  meta: {
    resourceType: 'User',
    created: '2024-04-15T07:31:00.000Z',
    lastModified: '2026-09-01T12:00:00.000Z',
    location: location(2),
  },
})

let made = 0
const newUser = async (fields: object = {}) => {
  made += 1
  const body = { schemas: [SCHEMA], userName: `scim-${made}@acme.com`, ...fields }
  const reply = await call('POST', USERS, { body })
  expect(reply.status).toBe(201)
  return reply.body
}
const patch = (id: string, ...Operations: object[]) =>
  call('PATCH', `${USERS}/${id}`, { body: { schemas: [PATCH], Operations } })
const refuses = async (status: number, scimType: string | undefined, reply: Promise<Reply>) =>
  expectScimRefusal(await reply, status, scimType)

describe('GET /Users', () => {
  test('spec Other endpoint paths, RFC 7644 3.4.2: a list response, with its own media type', async () => {
    const { status, body, headers } = await call('GET', `${USERS}?startIndex=2&count=1`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/scim+json')
    expect(body).toEqual({ schemas: [LIST], totalResults: 7, startIndex: 2, itemsPerPage: 1, Resources: [maria()] })
  })

  test.each<[string, number, number, readonly string[]]>([
    ['', 1, 7, ['1', '2', '3', '4', '5', '6', '7']],
    ['?count=3', 1, 3, ['1', '2', '3']],
    ['?startIndex=6', 6, 2, ['6', '7']],
    ['?startIndex=6&count=1', 6, 1, ['6']],
    ['?startIndex=99', 99, 0, []],
    ['?count=0', 1, 0, []],
    ['?count=-5', 1, 0, []],
    ['?startIndex=0&count=1', 1, 1, ['1']],
    ['?startIndex=-3&count=1', 1, 1, ['1']],
  ])('RFC 7644 3.4.2.4: %s', async (query, startIndex, itemsPerPage, ids) => {
    const { body } = await call('GET', `${USERS}${query}`)
    expect(body).toMatchObject({ totalResults: 7, startIndex, itemsPerPage })
    expect(body.Resources.map(({ id }: { id: string }) => id)).toEqual(ids)
  })

  test.each<[string, readonly string[]]>([
    ['userName eq "maria@acme.com"', ['2']],
    ['USERNAME EQ "MARIA@acme.com"', ['2']],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "maria@acme.com"', ['2']],
    ['userName ne "maria@acme.com"', ['1', '3', '4', '5', '6', '7']],
    ['userName co "board"', ['7']],
    ['userName sw "m"', ['2']],
    ['userName ew "board.acme.com"', ['7']],
    ['name.givenName eq "zoë"', ['5']],
    ['title pr and active eq true', ['2', '3', '4', '5', '7']],
    ['not (title pr)', ['1']],
    ['active eq false', ['6']],
    ['id eq "3" or id eq "4"', ['3', '4']],
    ['id eq "1" or id eq "2" and active eq false', ['1']],
    ['(id eq "1" or id eq "2") and title pr', ['2']],
    ['emails eq "jonas@acme.com"', ['3']],
    ['emails.value co "jonas"', ['3']],
    ['emails[type eq "work" and value co "jonas"]', ['3']],
    ['emails[type eq "home"]', []],
    ['groups.display eq "Sales"', ['2', '4']],
    ['externalId eq null', ['1', '2', '3', '4', '5', '6', '7']],
    ['externalId ne null', []],
    ['meta.created lt "2024-04-15T07:32:00Z"', ['2', '5']],
    ['meta.created ge "2026-01-12T09:00:00+00:00"', ['7']],
    ['meta.created eq "2026-01-12T10:00:00+01:00"', ['7']],
    ['title eq "Data & Analytics"', ['5']],
    ['title eq "a \\"quoted\\" title"', []],
    ['displayName pr', []],
  ])('RFC 7644 3.4.2.2: filter %s', async (filter, ids) => {
    const { status, body } = await call('GET', `${USERS}?filter=${encodeURIComponent(filter)}`)
    expect(status).toBe(200)
    expect(body.Resources.map(({ id }: { id: string }) => id)).toEqual(ids)
    expect(body.totalResults).toBe(ids.length)
  })

  test('a filter with paging: the total counts all matches', async () => {
    const { body } = await call('GET', `${USERS}?filter=title%20pr&startIndex=2&count=2`)
    expect(body).toMatchObject({
      totalResults: 6,
      startIndex: 2,
      itemsPerPage: 2,
      Resources: [{ id: '3' }, { id: '4' }],
    })
  })

  test.each([
    'userName',
    'userName eq',
    'userName eq maria',
    'userName is "maria"',
    'userName eq "maria',
    'userName eq "a" and',
    'userName eq "a" "b"',
    '(userName eq "a"',
    'userName eq "a")',
    'not userName eq "a"',
    'shoeSize eq "42"',
    'emails[shoe eq "42"]',
    'active eq "true"',
    'active gt true',
    'userName eq 5',
    'userName gt null',
    'meta.created co "2024"',
    'meta.created gt "soon"',
    '',
    `${'('.repeat(60)}id pr${')'.repeat(60)}`,
  ])('RFC 7644 3.12: not a filter: %s', async (filter) => {
    expectScimRefusal(await call('GET', `${USERS}?filter=${encodeURIComponent(filter)}`), 400, 'invalidFilter')
  })

  test('a page that is not a number is a 400', async () => {
    await refuses(400, undefined, call('GET', `${USERS}?count=many`))
    await refuses(400, undefined, call('GET', `${USERS}?startIndex=1.5`))
  })
})

describe('POST /Users', () => {
  test('RFC 7644 3.3: 201, the location in a header, and unsupported attributes left out', async () => {
    const { status, body, headers } = await call('POST', USERS, {
      body: {
        schemas: [SCHEMA, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
        userName: 'ada',
        externalId: 'okta-1',
        name: { givenName: 'Ada', familyName: 'Lovelace' },
        displayName: 'Ada L.',
        title: 'Countess',
        active: true,
        emails: [
          { value: 'ada@home.example', type: 'home' },
          { value: 'ada@acme.com', type: 'work', primary: true },
        ],
        password: 'never read back',
        phoneNumbers: [{ value: '1' }],
      },
    })
    expect(status).toBe(201)
    expect(headers.get('content-type')).toBe('application/scim+json')
    expect(headers.get('location')).toBe(location(body.id))
    expect(body).toEqual({
      schemas: [SCHEMA],
      id: TEXT,
      externalId: 'okta-1',
      userName: 'ada',
      name: { givenName: 'Ada', familyName: 'Lovelace', formatted: 'Ada Lovelace' },
      displayName: 'Ada L.',
      title: 'Countess',
      active: true,
      emails: [{ value: 'ada@acme.com', type: 'work', primary: true }],
      groups: [],
      meta: { resourceType: 'User', created: TIME, lastModified: TIME, location: location(body.id) },
    })
    expect((await call('GET', `${USERS}/${body.id}`)).body).toEqual(body)
    const { body: users } = await call('GET', '/api/v1/users?search=ada@acme.com')
    expect(users.items).toEqual([
      {
        id: Number(body.id),
        email: 'ada@acme.com',
        username: 'ada',
        isAdmin: false,
        notifications: {},
        firstName: 'Ada',
        title: 'Countess',
        picture: null,
        externalId: 'okta-1',
        isDeactivated: false,
        activeRoleId: 5,
        defaultRoles: ['AIBIUser'],
        settings: null,
        tosAccepted: null,
        createdAt: TIME,
        updatedAt: TIME,
        lastLogin: null,
      },
    ])
  })

  test('takes application/scim+json as well as application/json', async () => {
    const raw = JSON.stringify({ schemas: [SCHEMA], userName: 'typed@acme.com' })
    const { status } = await call('POST', USERS, { raw, headers: { 'content-type': 'application/scim+json' } })
    expect(status).toBe(201)
    await refuses(415, undefined, call('POST', USERS, { raw, headers: { 'content-type': 'text/plain' } }))
  })

  test('a user may start inactive, and an e-mail address may be the user name', async () => {
    expect(await newUser({ userName: 'late@acme.com', active: false })).toMatchObject({
      active: false,
      emails: [{ value: 'late@acme.com' }],
    })
  })

  test('RFC 7644 3.3: a taken name is a 409 of the type uniqueness', async () => {
    const { userName } = await newUser({ externalId: 'okta-taken' })
    const body = (fields: object) => ({ body: { schemas: [SCHEMA], userName: 'free@acme.com', ...fields } })
    await refuses(409, 'uniqueness', call('POST', USERS, body({ userName: userName.toUpperCase() })))
    await refuses(409, 'uniqueness', call('POST', USERS, body({ emails: [{ value: 'maria@acme.com' }] })))
    await refuses(409, 'uniqueness', call('POST', USERS, body({ externalId: 'okta-taken' })))
    expect((await call('GET', `${USERS}?filter=userName%20eq%20%22free@acme.com%22`)).body.totalResults).toBe(0)
  })

  test.each<[string, unknown, string | undefined]>([
    ['no schemas', { userName: 'x@acme.com' }, undefined],
    ['the schema of a group', { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], userName: 'x' }, undefined],
    ['no user name', { schemas: [SCHEMA] }, undefined],
    ['active as another text', { schemas: [SCHEMA], userName: 'x@acme.com', active: 'yes' }, undefined],
    ['e-mail addresses as text', { schemas: [SCHEMA], userName: 'x', emails: 'x@acme.com' }, undefined],
    ['a blank user name', { schemas: [SCHEMA], userName: ' ', emails: [{ value: 'x@acme.com' }] }, undefined],
    ['an invalid address', { schemas: [SCHEMA], userName: 'x', emails: [{ value: 'x' }] }, undefined],
    ['no e-mail address', { schemas: [SCHEMA], userName: 'x' }, 'invalidValue'],
    ['a list', [], undefined],
  ])('bad input: %s', async (_, body, scimType) => {
    expectScimRefusal(await call('POST', USERS, { body }), 400, scimType)
  })

  test('bad input: not JSON', async () => {
    await refuses(
      400,
      undefined,
      call('POST', USERS, { raw: '{', headers: { 'content-type': 'application/scim+json' } }),
    )
  })
})

describe('GET /Users/{id}', () => {
  test('RFC 7644 3.4.1: one user', async () => {
    const { status, body } = await call('GET', `${USERS}/2`)
    expect(status).toBe(200)
    expect(body).toEqual(maria())
  })

  test.each(['999', 'maria', '0', '2.5', '99999999999999999999', '-2'])('no user has the id %s: 404', async (id) => {
    await refuses(404, undefined, call('GET', `${USERS}/${id}`))
  })
})

describe('PUT /Users/{id}', () => {
  test('RFC 7644 3.5.1: replaces; what is not sent is cleared, except what a user must have', async () => {
    const user = await newUser({
      externalId: 'okta-put',
      name: { givenName: 'A', familyName: 'B' },
      displayName: 'C',
      title: 'D',
      emails: [{ value: 'put@acme.com' }],
      active: false,
    })
    const { status, body } = await call('PUT', `${USERS}/${user.id}`, { body: { schemas: [SCHEMA], userName: 'put' } })
    expect(status).toBe(200)
    expect(body).toEqual({
      schemas: [SCHEMA],
      id: user.id,
      userName: 'put',
      active: false,
      emails: [{ value: 'put@acme.com', type: 'work', primary: true }],
      groups: [],
      meta: { ...user.meta, lastModified: TIME },
    })
    expect((await call('GET', `${USERS}/${user.id}`)).body).toEqual(body)
  })

  test('the same again changes nothing, not even the modification time', async () => {
    const user = await newUser({ title: 'T' })
    sandbox().controls.setClock({ advanceMs: 60_000 })
    const body = { schemas: [SCHEMA], userName: user.userName, title: 'T', active: true }
    expect((await call('PUT', `${USERS}/${user.id}`, { body })).body).toEqual(user)
  })

  test('refusals', async () => {
    const user = await newUser()
    const body = { schemas: [SCHEMA], userName: 'maria@acme.com' }
    await refuses(409, 'uniqueness', call('PUT', `${USERS}/${user.id}`, { body }))
    await refuses(404, undefined, call('PUT', `${USERS}/999`, { body }))
    await refuses(400, undefined, call('PUT', `${USERS}/${user.id}`, { body: { schemas: [SCHEMA] } }))
    const me = { schemas: [SCHEMA], userName: 'ci-bot@acme.com', active: false }
    await refuses(403, undefined, call('PUT', `${USERS}/1`, { body: me }))
  })
})

describe('PATCH /Users/{id}', () => {
  test('RFC 7644 3.5.2: add, replace and remove, with and without a path', async () => {
    const { id } = await newUser({ title: 'T', name: { givenName: 'A', familyName: 'B' } })
    const { status, body } = await patch(
      id,
      { op: 'replace', path: 'title', value: 'U' },
      { op: 'Add', path: 'externalId', value: 'okta-patch' },
      { op: 'replace', path: 'name.familyName', value: 'C' },
      { op: 'replace', path: 'EMAILS[type eq "work"].value', value: 'patched@acme.com' },
      { op: 'add', value: { displayName: 'D', 'name.givenName': 'E', phoneNumbers: [] } },
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({
      title: 'U',
      externalId: 'okta-patch',
      name: { givenName: 'E', familyName: 'C', formatted: 'E C' },
      displayName: 'D',
      emails: [{ value: 'patched@acme.com', type: 'work', primary: true }],
    })
    const { body: removed } = await patch(
      id,
      { op: 'remove', path: 'title' },
      { op: 'remove', path: 'name' },
      { op: 'remove', path: `${SCHEMA}:displayName` },
    )
    expect(removed).toEqual({
      schemas: [SCHEMA],
      id,
      externalId: 'okta-patch',
      userName: TEXT,
      active: true,
      emails: [{ value: 'patched@acme.com', type: 'work', primary: true }],
      groups: [],
      meta: { resourceType: 'User', created: TIME, lastModified: TIME, location: location(id) },
    })
  })

  test('a list: an element added, the list replaced, an element created by its filter', async () => {
    const { id } = await newUser()
    const email = async (operation: object) => (await patch(id, operation)).body.emails
    const of = (value: string) => [{ value, type: 'work', primary: true }]
    expect(await email({ op: 'add', path: 'emails', value: { value: 'l1@acme.com', primary: true } })).toEqual(
      of('l1@acme.com'),
    )
    expect(await email({ op: 'replace', path: 'emails', value: [{ value: 'l2@acme.com' }] })).toEqual(of('l2@acme.com'))
    const home = { op: 'add', path: 'emails[type eq "home"]', value: { value: 'l3@acme.com', primary: true } }
    expect(await email(home)).toEqual(of('l3@acme.com'))
    const whole = { op: 'replace', path: 'emails[primary eq true]', value: { value: 'l4@acme.com' } }
    expect(await email(whole)).toEqual(of('l4@acme.com'))
  })

  test('active: false disables the keys of the user, and the console shows it', async () => {
    const { id } = await newUser()
    const key = keyOf(Number(id))
    expect((await patch(id, { op: 'replace', value: { active: false } })).body.active).toBe(false)
    await refused(401, 'GET', '/api/v1/users/me', key)
    expect((await patch(id, { op: 'replace', path: 'active', value: true })).body.active).toBe(true)
    expect((await call('GET', '/api/v1/users/me', key)).status).toBe(200)
  })

  test.each<[string, readonly object[], string | undefined]>([
    ['another operation', [{ op: 'move', path: 'title', value: 'x' }], undefined],
    ['no operation', [], undefined],
    ['brackets on what is not a list', [{ op: 'add', path: 'title[value eq "x"]', value: 'x' }], 'invalidPath'],
    ['no path at all', [{ op: 'replace', path: '[', value: 'x' }], 'invalidPath'],
    ['an invalid filter', [{ op: 'replace', path: 'emails[type is "x"].value', value: 'x' }], 'invalidFilter'],
    ['nothing that fits', [{ op: 'replace', path: 'emails[type eq "home"].value', value: 'x' }], 'noTarget'],
    ['a remove without a path', [{ op: 'remove' }], 'noTarget'],
    ['a read-only attribute', [{ op: 'replace', path: 'id', value: '9' }], 'mutability'],
    ['the groups of a user', [{ op: 'add', path: 'groups', value: [{ value: '1' }] }], 'mutability'],
    ['a read-only attribute without a path', [{ op: 'add', value: { meta: {} } }], 'mutability'],
    ['a value that is not an object', [{ op: 'add', value: 'x' }], 'invalidValue'],
    ['a name that is not an object', [{ op: 'add', path: 'name', value: 'x' }], 'invalidValue'],
    ['a removed user name', [{ op: 'remove', path: 'userName' }], 'invalidValue'],
    ['a blank user name', [{ op: 'replace', path: 'userName', value: ' ' }], undefined],
    ['an invalid address', [{ op: 'replace', path: 'emails', value: [{ value: 'x' }] }], undefined],
    ['active as another text', [{ op: 'replace', path: 'active', value: 'no' }], 'invalidValue'],
  ])('bad input: %s', async (_, Operations, scimType) => {
    expectScimRefusal(await patch('2', ...Operations), 400, scimType)
    expect((await call('GET', `${USERS}/2`)).body).toEqual(maria())
  })

  test('unknown attributes are ignored, with a path and without, as in a PUT', async () => {
    const { body: user } = await call('POST', USERS, {
      body: { schemas: [SCHEMA], userName: 'odd@acme.com', shoeSize: 1 },
    })
    const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department'
    const changed = await patch(
      user.id,
      { op: 'add', path: 'shoeSize', value: 42 },
      { op: 'add', path: 'name.middleName', value: 'x' },
      { op: 'add', path: 'title.short', value: 'x' },
      { op: 'replace', path: enterprise, value: 'Ops' },
      { op: 'replace', value: { shoeSize: 43, title: 'Kept' } },
    )
    expect(changed.status).toBe(200)
    const { meta: _, title, ...rest } = changed.body
    const { meta: __, ...before } = user
    expect([title, rest]).toEqual(['Kept', before])
  })

  test('a boolean may be a text, as identity providers send it', async () => {
    const { body: user } = await call('POST', USERS, {
      body: { schemas: [SCHEMA], userName: 'text@acme.com', active: 'False' },
    })
    expect(user.active).toBe(false)
    expect((await patch(user.id, { op: 'replace', path: 'active', value: 'True' })).body.active).toBe(true)
    expect((await patch(user.id, { op: 'replace', value: { active: 'false' } })).body.active).toBe(false)
  })

  test('all operations, or none', async () => {
    const change = { op: 'replace', path: 'title', value: 'Half' }
    await refuses(400, 'invalidPath', patch('2', change, { op: 'add', path: '[', value: 1 }))
    await refuses(409, 'uniqueness', patch('2', change, { op: 'replace', path: 'userName', value: 'jonas@acme.com' }))
    expect((await call('GET', `${USERS}/2`)).body).toEqual(maria())
  })

  test('refusals: an unknown id, an unknown message, oneself', async () => {
    await refuses(404, undefined, patch('999', { op: 'remove', path: 'title' }))
    await refuses(400, undefined, call('PATCH', `${USERS}/2`, { body: { schemas: [SCHEMA], Operations: [] } }))
    await refuses(403, undefined, patch('1', { op: 'replace', path: 'active', value: false }))
  })
})

describe('DELETE /Users/{id}', () => {
  test('RFC 7644 3.6: 204, then not found', async () => {
    const { id, userName } = await newUser()
    const key = keyOf(Number(id))
    expect(await call('DELETE', `${USERS}/${id}`)).toMatchObject({ status: 204, body: undefined })
    await refuses(404, undefined, call('GET', `${USERS}/${id}`))
    await refuses(404, undefined, call('DELETE', `${USERS}/${id}`))
    await refused(401, 'GET', '/api/v1/users/me', key)
    expect((await newUser({ userName })).id).not.toBe(id)
  })

  test('endpoints 18.1: not oneself (400)', async () => {
    await refuses(400, undefined, call('DELETE', `${USERS}/1`))
  })
})

describe('who may', () => {
  const keyed = (scheme: string): CallOptions => ({
    headers: { authorization: `${scheme} ${sandbox().keys.admin}` },
  })

  test.each(['Bearer', 'Api-Key'])('spec Authentication 3: %s is accepted', async (scheme) => {
    expect((await call('GET', `${USERS}/2`, keyed(scheme))).body).toEqual(maria())
  })

  test.each<[string, string, unknown?]>([
    ['GET', USERS],
    ['POST', USERS, { schemas: [SCHEMA], userName: 'x@acme.com' }],
    ['GET', `${USERS}/2`],
    ['PUT', `${USERS}/2`, { schemas: [SCHEMA], userName: 'x@acme.com' }],
    ['PATCH', `${USERS}/2`, { schemas: [PATCH], Operations: [{ op: 'remove', path: 'title' }] }],
    ['DELETE', `${USERS}/2`],
  ])('spec Authentication 8 and 9: %s %s needs an admin of the whole account', async (method, path, body) => {
    const options = body === undefined ? {} : { body }
    await refuses(401, undefined, call(method, path, { ...options, as: 'nobody' }))
    await refuses(401, undefined, call(method, path, { ...options, ...keyed('Basic') }))
    await refuses(401, undefined, call(method, path, { ...options, headers: { authorization: 'Api-Key unknown' } }))
    await refuses(403, undefined, call(method, path, { ...options, as: 'member' }))
    await refuses(403, undefined, call(method, path, { ...options, as: 'scoped' }))
    expect((await call('GET', `${USERS}/2`)).body).toEqual(maria())
  })

  test('everything under the prefix fails in SCIM format: unknown paths, faults, the rate limit', async () => {
    await refuses(404, undefined, call('GET', '/api/scim/v2/Planets'))
    sandbox().controls.addFault({ path: `${USERS}**`, kind: 'status', status: 503 })
    await refuses(503, undefined, call('GET', USERS))
    sandbox().controls.setSwitches({ rateLimit: 1 })
    sandbox().controls.setClock({ frozen: true })
    await call('GET', USERS)
    await refuses(429, undefined, call('GET', USERS))
    sandbox().controls.setSwitches({ rateLimit: 0 })
    sandbox().controls.setClock({ frozen: false })
  })
})
