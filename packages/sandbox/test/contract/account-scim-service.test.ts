import { describe, expect, test } from 'vitest'
import { openAccount } from './account-support.ts'

const { call } = openAccount()

const SCIM = '/api/scim/v2'
const CORE = 'urn:ietf:params:scim:schemas:core:2.0:'
const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest'
const read = async (path: string) => (await call('GET', `${SCIM}${path}`)).body

describe('what a SCIM client asks first (RFC 7644, 4)', () => {
  test('which features are supported; a restricted feature says so', async () => {
    const config = await read('/ServiceProviderConfig')
    expect(config).toMatchObject({
      schemas: [`${CORE}ServiceProviderConfig`],
      patch: { supported: true },
      bulk: { supported: false, maxOperations: 0 },
      filter: { supported: true, maxResults: 1000 },
      changePassword: { supported: false },
      sort: { supported: false },
      etag: { supported: false },
      authenticationSchemes: [{ type: 'oauthbearertoken' }],
    })
  })

  test('resource types and their schemas, as a list and one by one', async () => {
    const types = await read('/ResourceTypes')
    expect(types.Resources.map((type: { endpoint: string; schema: string }) => [type.endpoint, type.schema])).toEqual([
      ['/Users', `${CORE}User`],
      ['/Groups', `${CORE}Group`],
    ])
    expect(await read('/ResourceTypes/User')).toEqual(types.Resources[0])
    const schemas = await read('/Schemas')
    expect(await read(`/Schemas/${CORE}Group`)).toEqual(schemas.Resources[1])
    await expect(call('GET', `${SCIM}/Schemas/none`)).resolves.toMatchObject({ status: 404 })
  })

  test('a schema names every attribute that a resource shows, and no other', async () => {
    const common = ['schemas', 'id', 'externalId', 'meta']
    for (const [path, schema] of [
      ['/Users', 'User'],
      ['/Groups', 'Group'],
    ]) {
      const { Resources } = await read(`${path}`)
      const shown = new Set(Resources.flatMap((resource: object) => Object.keys(resource)))
      const { attributes } = await read(`/Schemas/${CORE}${schema}`)
      const named = new Set([...common, ...attributes.map(({ name }: { name: string }) => name)])
      expect([...shown].filter((name) => !named.has(String(name)))).toEqual([])
    }
  })

  test('is for admins', async () => {
    await expect(call('GET', `${SCIM}/Schemas`, { as: 'member' })).resolves.toMatchObject({ status: 403 })
  })
})

describe('attributes and excludedAttributes (RFC 7644, 3.9)', () => {
  test.each([
    ['attributes=userName', { userName: 'maria@acme.com' }],
    ['attributes=USERNAME, name.givenName', { userName: 'maria@acme.com', name: { givenName: 'Maria' } }],
    [`attributes=${CORE}User:title`, { title: 'Head of Sales' }],
    ['attributes=emails.value', { emails: [{ value: 'maria@acme.com' }] }],
    ['attributes=nothing', {}],
  ])('%s', async (query, shown) => {
    expect(await read(`/Users/2?${query}`)).toEqual({ schemas: [`${CORE}User`], id: '2', ...shown })
  })

  test('attributes can be left out, except the id and the schemas', async () => {
    const { name: _, emails, id: __, ...rest } = await read('/Users/2')
    const shown = await read('/Users/2?excludedAttributes=id,name,emails.type')
    expect(shown).toEqual({
      ...rest,
      id: '2',
      emails: emails.map(({ type: ___, ...email }: { type: string }) => email),
    })
  })

  test('in lists, in searches, and in answers to writes, which still have their location', async () => {
    const { Resources } = await read('/Groups?excludedAttributes=members,meta&count=1')
    expect(Object.keys(Resources[0])).toEqual(['schemas', 'id', 'externalId', 'displayName'])
    const body = { schemas: [`${CORE}User`], userName: 'shown@acme.com' }
    const made = await call('POST', `${SCIM}/Users?attributes=active`, { body })
    expect(made.body).toEqual({ schemas: [`${CORE}User`], id: made.body.id, active: true })
    expect(made.headers.get('location')).toMatch(new RegExp(`/Users/${made.body.id}$`))
  })
})

test('a search is a list with its query in the body (RFC 7644, 3.4.3)', async () => {
  const query = { schemas: [SEARCH], filter: 'userName sw "ma"', attributes: ['userName'] }
  const found = await call('POST', `${SCIM}/Users/.search`, { body: query })
  expect(found.body).toEqual(await read('/Users?filter=userName sw "ma"&attributes=userName'))
  expect(found.body.totalResults).toBe(1)
  const groups = await call('POST', `${SCIM}/Groups/.search`, { body: { schemas: [SEARCH], count: 1, startIndex: 2 } })
  expect(groups.body.Resources.map(({ displayName }: { displayName: string }) => displayName)).toEqual(['Finance'])
})
