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
})

describe('names in creator mode', () => {
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
    const said = await creator({ externalId, groupDefinitions: [{ name: 'Mine' }], groups: ['Mine'] })
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
  test('the newest is listed first', async () => {
    for (const name of ['older', 'newer'])
      await generate({ ...CREATOR, userAttributeDefinitions: [{ name, type: 'string' }] })
    const { items } = (await keyed('GET', ATTRIBUTES)).body
    expect(items.slice(0, 2).map(({ name }) => name)).toEqual(['newer', 'older'])
  })

  test('spec Embed-tenant admin endpoints: delete takes its values with it', async () => {
    const defined = { userAttributeDefinitions: [{ name: 'region', type: 'number' }] }
    const userAttributes = [{ name: 'region', value: 7 }]
    expect((await creator({ externalId: 'b-6', ...defined, userAttributes })).userAttributes).toEqual({ region: 7 })
    const region = await attribute('region')
    expectRefused(await keyed('DELETE', `${TENANTS}/cafe-du-lac/user-attributes/${region?.id}`), 404)
    expect((await keyed('DELETE', `${ATTRIBUTES}/${region?.id}`)).status).toBe(204)
    expect((await creator({ externalId: 'b-6', ...defined })).userAttributes).toEqual({})
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
