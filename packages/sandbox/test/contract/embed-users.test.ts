import { describe, expect, test } from 'vitest'
import { openEmbed } from './embed-support.ts'
import { expectRefused } from './support.ts'

const { call, claims, everything, generate, keyed, sandbox } = openEmbed()

const userOf = async (body: object) => (await claims(body)).user

describe('userProfile', () => {
  test('null in it: a switch decides whether it clears', async () => {
    const externalId = 'profile-5'
    await generate({ externalId, email: 'a@x.example', userProfile: { displayName: 'Ana' } })
    sandbox().controls.setSwitches({ nulls: 'ignore' })
    expect(await userOf({ externalId, email: null, userProfile: { displayName: null } })).toMatchObject({
      displayName: 'Ana',
      email: 'a@x.example',
    })
    sandbox().controls.setSwitches({ nulls: 'clear' })
    expect(await userOf({ externalId, email: null, userProfile: { displayName: null } })).toMatchObject({
      displayName: null,
      email: null,
    })
  })

  test('spec Generate: only its syntax is validated; nothing is fetched', async () => {
    const picture = `${sandbox().url}/no-such-picture.png`
    sandbox().controls.clearRequests()
    expect(await userOf({ externalId: 'profile-7', userProfile: { picture } })).toMatchObject({ picture })
    expect(
      sandbox()
        .controls.requests()
        .map(({ path }) => path),
    ).toEqual(['/api/v1/embed/generate-session', '/api/v1/embed/session/token'])
  })
})

describe('email', () => {
  test('spec Generate: is for external users, and kept like the profile', async () => {
    const externalId = 'mail-1'
    expect(await userOf({ externalId, email: 'ana@beanhouse.example' })).toMatchObject({
      email: 'ana@beanhouse.example',
    })
    expect(await userOf({ externalId })).toMatchObject({ email: 'ana@beanhouse.example' })
  })
})

describe('groups', () => {
  test('names are compared exactly as they are', async () => {
    for (const name of ['1', 'sales', ' Sales']) {
      expect((await generate({ groups: [name] })).body.message).toBe(`Groups with names ${name} not found`)
    }
  })

  test('endpoints 13: groups are never created here', async () => {
    await generate({ groups: ['Created'] })
    expect((await call('GET', '/api/scim/v2/Groups')).text).not.toContain('Created')
  })
})

test('an empty list is a value of an attribute', async () => {
  const userAttributes = [{ name: 'cost_centers', value: [] }]
  expect((await claims({ externalId: 'a-8', userAttributes })).userAttributes).toEqual({ cost_centers: [] })
})

describe('external users', () => {
  test('spec Limits: at most 10,000 for each account, across all tenants; existing ones keep working', async () => {
    const { controls } = sandbox()
    await controls.reset({ seed: 'empty' })
    expect(controls.setSwitches({}).embedUserLimit).toBe(10_000)
    controls.setSwitches({ embedUserLimit: 3 })
    for (const externalId of ['one', 'two']) expect((await generate({ externalId })).status).toBe(200)
    expect((await generate({ externalId: 'one', embedTenantName: 'beanhouse' })).status).toBe(200)

    const before = everything()
    expectRefused(await generate({ externalId: 'three' }), 429)
    expectRefused(await generate({ externalId: 'three', embedTenantName: 'another-one' }), 429)
    expectRefused(await keyed('POST', '/api/v1/embed-tenants/beanhouse/user', { externalId: 'three' }), 429)
    expect(everything()).toEqual(before)
    const { body } = await keyed('POST', '/api/v1/embed-tenants/beanhouse/users', { users: [{ externalId: 'three' }] })
    expect(body).toMatchObject({ succeeded: [], failed: [{ externalId: 'three', error: { status: 429 } }] })

    expect((await generate({ externalId: 'two' })).status).toBe(200)
    controls.setSwitches({ embedUserLimit: 10_000 })
    expect((await generate({ externalId: 'three' })).status).toBe(200)
  })
})
