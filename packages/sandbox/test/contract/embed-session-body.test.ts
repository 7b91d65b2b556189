import { afterEach, describe, expect, test } from 'vitest'
import { openEmbed, SESSION } from './embed-support.ts'
import { expectRefused } from './support.ts'

const { claims, everything, generate, keyed, sandbox } = openEmbed()

/** The session is refused, and nothing has changed. */
async function expectNothing(body: object, status: number, message?: RegExp): Promise<void> {
  const before = everything()
  const answer = await generate(body)
  expectRefused(answer, status)
  if (message) expect(answer.body.message).toMatch(message)
  expect(everything()).toEqual(before)
}

const CREATOR = { creatorMode: true, embedTenantName: 'beanhouse' }

afterEach(() => void sandbox().controls.setEmbedding({ useCreatorMode: true }))

describe('who a session is for', () => {
  test.for(['ana', 'ana@beanhouse.example', '42', 'änä ö', 'a'.repeat(300)])(
    'externalId "%s" is stored unchanged',
    async (externalId) => {
      expect((await claims({ externalId })).user).toMatchObject({ externalId })
    },
  )

  test('a deactivated user does not count', () => expectNothing({ internalId: 'tom@acme.com' }, 404, /tom@acme.com/))

  test('an external id may have any form, even that of a user name in a tenant', async () => {
    const inside = await claims({ externalId: 'ana', embedTenantName: 'beanhouse' })
    const outside = await claims({ externalId: 'beanhouse:ana' })
    expect(outside.user['username']).toBe(inside.user['username'])
    expect(outside.user['id']).not.toBe(inside.user['id'])
  })

  test('an external user is never mistaken for an internal one', async () => {
    await generate({ externalId: 'outsider' })
    await expectNothing({ internalId: 'outsider' }, 404)
  })

  test.for<[field: string, value: unknown]>([
    ['email', 'ana@beanhouse.example'],
    ['userProfile', { displayName: 'Ana' }],
    ['userProfile', {}],
    ['userAttributes', [{ name: 'region', value: 'north' }]],
    ['userAttributes', []],
    ['groups', []],
    ['userAttributeDefinitions', []],
    ['groupDefinitions', []],
    ['securityContext', { region: 'north' }],
    ['securityContext', {}],
    ['tenantGroups', []],
    ['tenantGroupDefinitions', []],
  ])('spec Generate: %s is not allowed with internalId (%j)', ([field, value]) =>
    expectNothing(
      { internalId: 'maria@acme.com', ...CREATOR, [field]: value },
      400,
      new RegExp(`internalId: ${field}`),
    ),
  )

  test('schemas 11: null is the same as leaving it out', async () => {
    const none = { email: null, userProfile: null, userAttributes: null, groups: null, securityContext: null }
    expect((await generate({ internalId: 'maria@acme.com', ...none })).status).toBe(200)
  })
})

describe('embedTenantName', () => {
  test('endpoints 14: a session creates the embed tenant on demand', async () => {
    await generate({ embedTenantName: 'brand-new' })
    const { body } = await keyed('GET', '/api/v1/embed-tenants?search=brand-new')
    expect(body.items).toMatchObject([{ name: 'brand-new', userCount: 1 }])
  })

  test('spec Versioning 0.2.0: embedTenantProfile carries its displayName: stored, kept, overwritten', async () => {
    const shown = async () =>
      (await keyed('GET', '/api/v1/embed-tenants?search=profiled')).body.items[0]?.['displayName']
    await generate({ embedTenantName: 'profiled', embedTenantProfile: { displayName: 'Profiled Inc.' } })
    expect(await shown()).toBe('Profiled Inc.')
    for (const embedTenantProfile of [undefined, null, {}, { displayName: null }]) {
      await generate({ embedTenantName: 'profiled', embedTenantProfile })
      expect(await shown()).toBe('Profiled Inc.')
    }
    await generate({ embedTenantName: 'profiled', embedTenantProfile: { displayName: 'Profiled AG' } })
    expect(await shown()).toBe('Profiled AG')
  })

  test('embedTenantProfile does nothing without embedTenantName', () =>
    expectNothing({ embedTenantProfile: { displayName: 'X' } }, 400, /embedTenantProfile/))

  test('one externalId in two tenants is two users', async () => {
    const [here, there] = [
      await claims({ embedTenantName: 'beanhouse' }),
      await claims({ embedTenantName: 'cafe-du-lac' }),
    ]
    expect(here.user['id']).not.toBe(there.user['id'])
    expect((await claims({ embedTenantName: 'beanhouse' })).user['id']).toBe(here.user['id'])
  })
})

describe('creatorMode', () => {
  const OF_A_TENANT: readonly [field: string, value: unknown][] = [
    ['userAttributeDefinitions', [{ name: 'region', type: 'string' }]],
    ['userAttributeDefinitions', []],
    ['groupDefinitions', [{ name: 'Buyers' }]],
    ['tenantGroupDefinitions', [{ name: 'Buyers' }]],
    ['tenantGroups', []],
  ]

  test.for(OF_A_TENANT)('spec Generate: %s requires creatorMode: true (%j)', ([field, value]) =>
    expectNothing({ embedTenantName: 'beanhouse', creatorMode: false, [field]: value }, 400, /needs creatorMode/),
  )

  test.for(OF_A_TENANT)('spec Generate: %s requires an embedTenantName (%j)', ([field, value]) =>
    expectNothing({ creatorMode: true, [field]: value }, 400, /needs embedTenantName/),
  )

  test.for(OF_A_TENANT)('spec Generate: %s requires the useCreatorMode tenant flag (%j)', async ([field, value]) => {
    sandbox().controls.setEmbedding({ useCreatorMode: false })
    await expectNothing({ ...CREATOR, [field]: value }, 403)
  })
})

describe('what a session carries', () => {
  test('a number that no double can hold breaks nothing', async () => {
    const body = `{"deploymentId": 2, "externalId": "ana", "securityContext": {"account": 12345678901234567890}}`
    const { sandbox: running } = { sandbox: sandbox() }
    const answer = await fetch(`${running.url}${SESSION}`, {
      method: 'POST',
      body,
      headers: { authorization: `Api-Key ${running.keys.admin}`, 'content-type': 'application/json' },
    })
    const { sessionId } = (await answer.json()) as { sessionId: string }
    const exchanged = await fetch(`${running.url}/api/v1/embed/session/token`, {
      method: 'POST',
      body: JSON.stringify({ sessionId }),
      headers: { 'content-type': 'application/json' },
    })
    const { token } = (await exchanged.json()) as { token: string }
    expect(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).toContain('"account":12345678901234567890')
  })

  test('schemas 11: embedTheme, publicDashboardId, roles and isEphemeral are accepted', async () => {
    const sent = {
      embedTheme: {
        primaryColor: '#123456',
        chat: { inputColor: 'red' },
        analyticsChat: { chatInput: { borderColor: 'red' } },
      },
      publicDashboardId: 'Rv0nPw4KcT7e',
      roles: ['EmbedUser'],
      isEphemeral: true,
    }
    expect(await claims(sent)).toMatchObject(sent)
  })

  test('spec Versioning 0.2.0: ephemeralTtlSeconds was removed: it is ignored like every unknown field', async () => {
    expect(await claims({ ephemeralTtlSeconds: 60 })).not.toHaveProperty('ephemeralTtlSeconds')
  })

  test.for<[field: string, value: unknown]>([
    ['externalId', 7],
    ['email', 7],
    ['creatorMode', 'true'],
    ['userProfile', 'Ana'],
    ['groups', 'Buyers'],
    ['groups', [7]],
    ['userAttributes', { region: 'north' }],
    ['userAttributes', [{ value: 'north' }]],
    ['userAttributes', [{ name: 'region', value: { a: 1 } }]],
    ['userAttributes', [{ name: 'region', value: ['a', 1] }]],
    ['securityContext', 'north'],
    ['securityContext', []],
    ['settings', []],
    ['branchName', 7],
    ['userAttributeDefinitions', [{ name: 'region' }]],
    ['userAttributeDefinitions', [{ name: 'region', type: 'text' }]],
    ['userAttributeDefinitions', [{ name: '', type: 'string' }]],
    ['groupDefinitions', [{ description: 'X' }]],
    ['groupDefinitions', [{ name: '' }]],
  ])('schemas 11: %s of a wrong type or shape is 400 (%j)', ([field, value]) =>
    expectNothing({ ...CREATOR, [field]: value }, 400, new RegExp(field)),
  )
})
