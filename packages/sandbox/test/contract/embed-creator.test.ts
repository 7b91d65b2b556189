import { beforeAll, describe, expect, test } from 'vitest'
import { openEmbed, TENANTS } from './embed-support.ts'
import { expectRefused, NUMBER } from './support.ts'

const { call, claims, everything, generate, keyed, sandbox } = openEmbed()

const CREATOR = { creatorMode: true, embedTenantName: 'beanhouse' }
const GROUPS = `${TENANTS}/beanhouse/groups`
const ATTRIBUTES = `${TENANTS}/beanhouse/user-attributes`

const groups = async (tenant = 'beanhouse') => (await keyed('GET', `${TENANTS}/${tenant}/groups`)).body.items
const group = async (name: string) => (await groups()).find((each) => each.name === name)
const attribute = async (name: string) => (await keyed('GET', ATTRIBUTES)).body.items.find((each) => each.name === name)
const creator = (body: object) => claims({ ...CREATOR, ...body })

async function expectNothing(body: object, status: number, message: string | RegExp): Promise<void> {
  const before = everything()
  const answer = await generate({ ...CREATOR, ...body })
  expectRefused(answer, status)
  expect(answer.body.message).toMatch(message)
  expect(everything()).toEqual(before)
}

beforeAll(() => void sandbox().controls.setSwitches({ embedUserAttributes: 'present' }))

describe.each(['groupDefinitions', 'tenantGroupDefinitions'])('%s', (field) => {
  const named = (name: string): string => `${name} of ${field}`
  const define = (...definitions: object[]) => generate({ ...CREATOR, [field]: definitions })

  test('spec groupDefinitions: a new name becomes a group of the embed tenant', async () => {
    await define({ name: named('Baristas'), description: 'Make coffee' }, { name: named('Roasters') })
    expect(await group(named('Baristas'))).toEqual({
      id: NUMBER,
      name: named('Baristas'),
      description: 'Make coffee',
      userCount: 0,
    })
    expect(await group(named('Roasters'))).toMatchObject({ description: null })
  })

  test('spec groupDefinitions: an existing group of that name is reused', async () => {
    const before = await group(named('Baristas'))
    await define({ name: named('Baristas') })
    expect(await group(named('Baristas'))).toEqual(before)
  })

  test('spec groupDefinitions: description is updated when supplied and different, never cleared', async () => {
    await define({ name: named('Baristas'), description: 'Pull shots' })
    for (const description of [undefined, null, '', 'Pull shots']) {
      await define({ name: named('Baristas'), description })
      expect(await group(named('Baristas'))).toMatchObject({ description: 'Pull shots' })
    }
  })

  test('spec groupDefinitions: duplicate names within one request are rejected, and nothing changes', () =>
    expectNothing({ [field]: [{ name: named('New') }, { name: named('New'), description: 'X' }] }, 400, named('New')))

  test('spec groupDefinitions: they are idempotent', async () => {
    await define({ name: named('Baristas'), description: 'Pull shots' })
    const before = await groups()
    await define({ name: named('Baristas'), description: 'Pull shots' })
    expect(await groups()).toEqual(before)
  })

  test("spec Generate: they act in the embed tenant's scope only", async () => {
    await define({ name: named('Scoped') })
    expect(await groups('cafe-du-lac')).toEqual([])
    expect((await call('GET', '/api/scim/v2/Groups')).text).not.toContain(named('Scoped'))
    expectRefused(await generate({ groups: [named('Scoped')] }), 400)
  })

  test('spec Generate: they are applied before groups are resolved', async () => {
    const name = named('At once')
    const said = await creator({ [field]: [{ name }], groups: [name] })
    expect(said.groups).toEqual([`system:tenant:beanhouse:group:${name}`])
  })

  test('endpoints 14: the prefix system: is reserved', () =>
    expectNothing({ [field]: [{ name: 'system:tenant:beanhouse' }] }, 400, 'reserved'))
})

describe('userAttributeDefinitions', () => {
  const define = (...definitions: object[]) => generate({ ...CREATOR, userAttributeDefinitions: definitions })

  test('spec userAttributeDefinitions: a new name becomes an attribute of the embed tenant', async () => {
    await define({ name: 'shop', type: 'string', displayName: 'Shop', defaultValue: 'Bern', description: 'Which one' })
    expect(await attribute('shop')).toEqual({
      id: NUMBER,
      name: 'shop',
      type: 'string',
      displayName: 'Shop',
      defaultValue: 'Bern',
      description: 'Which one',
    })
  })

  test.for(['string', 'number', 'string_array', 'number_array', 'boolean'])(
    'spec userAttributeDefinitions: the type %s',
    async (type) => {
      await define({ name: `of ${type}`, type })
      expect(await attribute(`of ${type}`)).toMatchObject({ type, displayName: null })
    },
  )

  test('spec userAttributeDefinitions: an existing attribute of that name is reused, and they are idempotent', async () => {
    const before = (await keyed('GET', ATTRIBUTES)).body
    await define({ name: 'shop', type: 'string' }, { name: 'of number', type: 'number' })
    expect((await keyed('GET', ATTRIBUTES)).body).toEqual(before)
  })

  test.for(['displayName', 'defaultValue', 'description'])(
    'spec userAttributeDefinitions: %s is updated when supplied and different',
    async (field) => {
      const before = await attribute('shop')
      await define({ name: 'shop', type: 'string', [field]: 'Changed' })
      expect(await attribute('shop')).toEqual({ ...before, [field]: 'Changed' })
      await define({ name: 'shop', type: 'string', [field]: null })
      expect(await attribute('shop')).toEqual({ ...before, [field]: 'Changed' })
    },
  )

  test('spec userAttributeDefinitions: another type fails with "cannot change type" and nothing is upserted', () =>
    expectNothing(
      {
        groupDefinitions: [{ name: 'Never made' }],
        userAttributeDefinitions: [
          { name: 'never made', type: 'string' },
          { name: 'shop', type: 'string', displayName: 'Never' },
          { name: 'of number', type: 'string' },
        ],
      },
      400,
      'cannot change type',
    ))

  test('spec userAttributeDefinitions: duplicate names within one request are rejected', () =>
    expectNothing(
      {
        userAttributeDefinitions: [
          { name: 'twice', type: 'string' },
          { name: 'twice', type: 'string' },
        ],
      },
      400,
      'twice',
    ))

  test("spec Generate: they act in the embed tenant's scope only: a name of the account may have another type", async () => {
    const { body: mine } = await call('GET', '/api/v1/user-attributes?name=region')
    await define({ name: 'region', type: 'number' })
    expect(await attribute('region')).toMatchObject({ type: 'number' })
    expect((await call('GET', '/api/v1/user-attributes?name=region')).body).toEqual(mine)
    expect((await keyed('GET', `${TENANTS}/cafe-du-lac/user-attributes`)).body.items).toEqual([])
  })

  test('spec Generate: they are applied before userAttributes are resolved', async () => {
    const said = await creator({
      externalId: 'at-once',
      userAttributeDefinitions: [{ name: 'at once', type: 'number_array' }],
      userAttributes: [{ name: 'at once', value: [1, 2] }],
    })
    expect(said.userAttributes).toEqual({ 'at once': [1, 2] })
  })

  test('spec Generate: and validated first: a bad definition is the error that is reported', () =>
    expectNothing(
      {
        userAttributeDefinitions: [{ name: 'shop', type: 'number' }],
        groups: ['Nobody'],
        userAttributes: [{ name: 'no', value: 1 }],
      },
      400,
      'cannot change type',
    ))
})

describe('names in creator mode', () => {
  test("spec groups: with creatorMode: true they resolve against the embed tenant's scoped groups", async () => {
    await generate({ ...CREATOR, groupDefinitions: [{ name: 'Mine' }] })
    expect((await creator({ externalId: 'b-1', groups: ['Mine'] })).groups).toEqual([
      'system:tenant:beanhouse:group:Mine',
    ])
    await expectNothing({ externalId: 'b-1', groups: ['Sales'] }, 400, /^Groups with names Sales not found$/)
    await expectNothing({ embedTenantName: 'cafe-du-lac', groups: ['Mine'] }, 400, /^Groups with names Mine not found$/)
  })

  test('spec groups: omitted keeps, [] clears, a list replaces', async () => {
    await generate({ ...CREATOR, groupDefinitions: [{ name: 'One' }, { name: 'Two' }] })
    const of = async (groups?: string[]) =>
      (await creator({ externalId: 'b-2', groups })).groups.map((name) => name.split(':').at(-1))
    expect(await of(['One'])).toEqual(['One'])
    expect(await of()).toEqual(['One'])
    expect(await of(['Two'])).toEqual(['Two'])
    expect(await of([])).toEqual([])
  })

  test('spec groups: the memberships of the account are another list, and stay', async () => {
    const externalId = 'b-3'
    await generate({ externalId, embedTenantName: 'beanhouse', groups: ['Sales'] })
    const said = await creator({ externalId, groups: ['Mine'] })
    expect(said.groups).toEqual(['Sales', 'system:tenant:beanhouse:group:Mine'])
    expect((await creator({ externalId, groups: [] })).groups).toEqual(['Sales'])
  })

  test('endpoints 13: tenantGroups are groups of the one embed tenant, and one list with groups', async () => {
    const said = await creator({ externalId: 'b-4', groups: ['One'], tenantGroups: ['Two', 'One'] })
    expect(said.groups).toEqual(['system:tenant:beanhouse:group:One', 'system:tenant:beanhouse:group:Two'])
    expect((await creator({ externalId: 'b-4', tenantGroups: [] })).groups).toEqual([])
    await expectNothing({ tenantGroups: ['Sales', 'Nobody'] }, 400, /^Groups with names Sales, Nobody not found$/)
  })

  test('endpoints 18.11: the spec names a tenant group in two ways, so a switch decides', async () => {
    sandbox().controls.setSwitches({ embedGroupNames: 'bare' })
    expect((await creator({ externalId: 'b-5', tenantGroups: ['One'] })).groups).toEqual([
      'system:tenant:beanhouse:One',
    ])
    sandbox().controls.setSwitches({ embedGroupNames: 'group' })
  })

  test("spec userAttributes: with creatorMode: true names resolve against the embed tenant's scoped catalog", async () => {
    const externalId = 'b-6'
    expect((await creator({ externalId, userAttributes: [{ name: 'region', value: 7 }] })).userAttributes).toEqual({
      region: 7,
    })
    await expectNothing({ externalId, userAttributes: [{ name: 'region', value: 'north' }] }, 400, 'number')
    await expectNothing(
      { externalId, userAttributes: [{ name: 'cost_centers', value: [1] }] },
      400,
      /^User attributes not found: cost_centers$/,
    )
  })

  test('spec userAttributes: without creatorMode, names resolve against the tenant-wide catalog', async () => {
    const outside = { externalId: 'b-6', embedTenantName: 'beanhouse' }
    const said = await claims({ ...outside, userAttributes: [{ name: 'region', value: 'north' }] })
    expect(said.userAttributes).toEqual({ region: 'north' })
    expect((await creator({ externalId: 'b-6' })).userAttributes).toEqual({ region: 7 })
    const answer = await generate({ ...outside, userAttributes: [{ name: 'shop', value: 'Bern' }] })
    expectRefused(answer, 400)
    expect(answer.body.message).toBe('User attributes not found: shop')
  })

  test('spec Generate: without an embedTenantName, creator mode is in the current tenant, and uses what it has', async () => {
    const said = await claims({
      externalId: 'b-7',
      creatorMode: true,
      groups: ['Sales'],
      userAttributes: [{ name: 'region', value: 'south' }],
    })
    expect(said).toMatchObject({ creatorMode: true, groups: ['Sales'], userAttributes: { region: 'south' } })
  })
})

describe('the user-attribute paths of embed tenants', () => {
  test('spec Embed-tenant admin endpoints: list, the newest first, by cursor', async () => {
    const { body: first } = await keyed('GET', `${ATTRIBUTES}?first=2`)
    expect(first.items.map(({ name }) => name)).toEqual(['at once', 'region'])
    expect(first.pageInfo.hasNextPage).toBe(true)
    const { body: next } = await keyed('GET', `${ATTRIBUTES}?first=1&after=${first.pageInfo.endCursor}`)
    expect(next.items.map(({ name }) => name)).toEqual(['of boolean'])
  })

  test('spec Embed-tenant admin endpoints: delete takes its values with it', async () => {
    const region = await attribute('region')
    const path = `${ATTRIBUTES}/${region?.id}`
    expectRefused(await keyed('DELETE', `${TENANTS}/cafe-du-lac/user-attributes/${region?.id}`), 404)
    expect((await keyed('DELETE', path)).status).toBe(204)
    expectRefused(await keyed('DELETE', path), 404)
    await generate({ ...CREATOR, userAttributeDefinitions: [{ name: 'region', type: 'number' }] })
    expect((await creator({ externalId: 'b-6' })).userAttributes).toEqual({})
  })

  test('spec Versioning 0.2.0: or they are removed, which is the default: like every unknown path', async () => {
    sandbox().controls.setSwitches({ embedUserAttributes: 'removed' })
    const paths = [ATTRIBUTES, `${ATTRIBUTES}/1`] as const
    const unknown = await keyed('GET', `${TENANTS}/beanhouse/no-such-path`)
    for (const [index, method] of (['GET', 'DELETE'] as const).entries()) {
      const answer = await keyed(method, paths[index] ?? '')
      expectRefused(answer, 404)
      expect(answer.body.message).toBe(unknown.body.message.replace(/GET .*/, `${method} ${paths[index]}`))
    }
    sandbox().controls.setSwitches({ unknownRoutes: 'html' })
    const page = await call('GET', ATTRIBUTES, { as: 'nobody' })
    expect({ status: page.status, type: page.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'text/html; charset=utf-8',
    })
    sandbox().controls.setSwitches({ unknownRoutes: 'json', embedUserAttributes: 'present' })
    expect((await keyed('GET', GROUPS)).status).toBe(200)
  })
})
