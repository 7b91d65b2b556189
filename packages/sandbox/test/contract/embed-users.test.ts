import { describe, expect, test } from 'vitest'
import { openEmbed } from './embed-support.ts'
import { expectRefused } from './support.ts'

const { call, claims, everything, generate, keyed, sandbox } = openEmbed()

const userOf = async (body: object) => (await claims(body)).user

describe('userProfile', () => {
  const PICTURE = 'https://people.example/ana.png'

  test('spec Generate: displayName and picture are stored on the external user keyed by externalId', async () => {
    const externalId = 'profile-1'
    await generate({ externalId, userProfile: { displayName: 'Ana', picture: PICTURE } })
    expect(await userOf({ externalId })).toMatchObject({ displayName: 'Ana', picture: PICTURE })
    expect(await userOf({ externalId: 'profile-2' })).toMatchObject({ displayName: null, picture: null })
  })

  test('spec Generate: a later call that sends userProfile overwrites the stored values', async () => {
    const externalId = 'profile-3'
    await generate({ externalId, userProfile: { displayName: 'Ana', picture: PICTURE } })
    const userProfile = { displayName: 'Anna', picture: 'http://people.example/anna.png' }
    expect(await userOf({ externalId, userProfile })).toMatchObject(userProfile)
  })

  test.for([undefined, null, {}])(
    'spec Generate: a call that omits it, or fields in it, keeps the stored value (%j)',
    async (userProfile) => {
      const externalId = 'profile-4'
      await generate({ externalId, userProfile: { displayName: 'Ana', picture: PICTURE } })
      expect(await userOf({ externalId, userProfile })).toMatchObject({ displayName: 'Ana', picture: PICTURE })
      expect(await userOf({ externalId, userProfile: { displayName: 'Anna' } })).toMatchObject({
        displayName: 'Anna',
        picture: PICTURE,
      })
    },
  )

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

  test.for([
    '/ana.png',
    'ana.png',
    '//people.example/ana.png',
    'ftp://people.example/ana.png',
    'data:image/png;base64,AA',
    'https://',
    'https://a b/',
    '',
  ])('spec Generate: picture is an absolute http:// or https:// URL ("%s")', async (picture) => {
    const before = everything()
    expectRefused(await generate({ externalId: 'profile-6', userProfile: { picture } }), 400)
    expect(everything()).toEqual(before)
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
  const groupsOf = async (externalId: string, body: object = {}) => (await claims({ externalId, ...body })).groups

  test('spec groups: names resolve against the groups of the account, which are created elsewhere', async () => {
    for (const displayName of ['Buyers', 'Sellers', 'Ops']) {
      const answer = await call('POST', '/api/scim/v2/Groups', {
        body: { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName },
      })
      expect(answer.status).toBe(201)
    }
    expect(await groupsOf('g-1', { groups: ['Sellers', 'Buyers'] })).toEqual(['Buyers', 'Sellers'])
  })

  test('spec groups: field omitted: existing memberships are kept', async () => {
    await groupsOf('g-2', { groups: ['Buyers'] })
    expect(await groupsOf('g-2')).toEqual(['Buyers'])
    expect(await groupsOf('g-2', { groups: null })).toEqual(['Buyers'])
  })

  test('spec groups: []: all memberships are cleared', async () => {
    await groupsOf('g-3', { groups: ['Buyers', 'Ops'] })
    expect(await groupsOf('g-3', { groups: [] })).toEqual([])
  })

  test('spec groups: populated array: memberships are replaced by exactly the named groups', async () => {
    await groupsOf('g-4', { groups: ['Buyers', 'Ops'] })
    expect(await groupsOf('g-4', { groups: ['Ops', 'Sellers', 'Ops'] })).toEqual(['Ops', 'Sellers'])
  })

  test('spec groups: an unresolvable name fails with "Groups with names <missing> not found"', async () => {
    await groupsOf('g-5', { groups: ['Buyers'] })
    const before = everything()
    const answer = await generate({ externalId: 'g-5', groups: ['Ops', 'Nobody', 'Nothing'], email: 'lost@x.example' })
    expectRefused(answer, 400)
    expect(answer.body.message).toBe('Groups with names Nobody, Nothing not found')
    expect(everything()).toEqual(before)
  })

  test('spec groups: names, not ids, exactly as they are', async () => {
    for (const name of ['1', 'buyers', ' Buyers']) {
      expect((await generate({ groups: [name] })).body.message).toBe(`Groups with names ${name} not found`)
    }
  })

  test('endpoints 13: groups are never created here', async () => {
    await generate({ groups: ['Created'] })
    expect((await call('GET', '/api/scim/v2/Groups')).text).not.toContain('Created')
  })
})

describe('userAttributes', () => {
  const valuesOf = async (externalId: string, userAttributes?: unknown) =>
    (await claims({ externalId, userAttributes })).userAttributes
  const DEFINED = [
    ['zone', 'string'],
    ['limit', 'number'],
    ['vip', 'boolean'],
    ['shops', 'string_array'],
    ['years', 'number_array'],
  ] as const

  test('spec userAttributes: a name must be that of an existing definition of the catalogue', async () => {
    for (const [name, type] of DEFINED) {
      expect((await call('POST', '/api/v1/user-attributes', { body: { name, type } })).status).toBe(200)
    }
    const sent = [
      { name: 'zone', value: 'north' },
      { name: 'limit', value: 12.5 },
      { name: 'vip', value: true },
      { name: 'shops', value: ['Bern', 'Basel'] },
      { name: 'years', value: [2025, 2026] },
    ]
    expect(await valuesOf('a-1', sent)).toEqual({
      zone: 'north',
      limit: 12.5,
      vip: true,
      shops: ['Bern', 'Basel'],
      years: [2025, 2026],
    })
  })

  test('spec userAttributes: an absent name fails with "User attributes not found"', async () => {
    await valuesOf('a-2', [{ name: 'zone', value: 'north' }])
    const before = everything()
    const answer = await generate({
      externalId: 'a-2',
      userAttributes: [
        { name: 'zone', value: 'south' },
        { name: 'nowhere', value: 'x' },
      ],
    })
    expectRefused(answer, 400)
    expect(answer.body.message).toMatch(/^User attributes not found: nowhere$/)
    expect(everything()).toEqual(before)
  })

  test('spec Errors 400: duplicate name entries, even equal ones', async () => {
    const before = everything()
    const twice = { name: 'zone', value: 'north' }
    expectRefused(await generate({ externalId: 'a-3', userAttributes: [twice, twice] }), 400)
    expect(everything()).toEqual(before)
  })

  test.for<[name: string, value: unknown]>([
    ['zone', 7],
    ['zone', true],
    ['zone', ['north']],
    ['limit', '7'],
    ['limit', [7]],
    ['vip', 'true'],
    ['vip', 1],
    ['shops', 'Bern'],
    ['shops', [1]],
    ['years', 2026],
    ['years', ['2026']],
  ])('spec userAttributes: the type must match the definition: %s is not %j', async ([name, value]) => {
    const before = everything()
    expectRefused(await generate({ externalId: 'a-4', userAttributes: [{ name, value }] }), 400)
    expect(everything()).toEqual(before)
  })

  test('spec userAttributes: values are stored per user, and later calls overwrite those of the supplied names', async () => {
    await valuesOf('a-5', [
      { name: 'zone', value: 'north' },
      { name: 'limit', value: 1 },
    ])
    expect(await valuesOf('a-5', [{ name: 'limit', value: 2 }])).toEqual({ zone: 'north', limit: 2 })
    expect(await valuesOf('a-5')).toEqual({ zone: 'north', limit: 2 })
    expect(await valuesOf('a-6')).toEqual({})
  })

  test('spec userAttributes: null clears the value; so does leaving it out (schemas 11)', async () => {
    await valuesOf('a-7', [
      { name: 'zone', value: 'north' },
      { name: 'limit', value: 1 },
    ])
    expect(await valuesOf('a-7', [{ name: 'zone', value: null }, { name: 'limit' }])).toEqual({})
  })

  test('an empty list is a value', async () => {
    expect(await valuesOf('a-8', [{ name: 'shops', value: [] }])).toEqual({ shops: [] })
  })
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
