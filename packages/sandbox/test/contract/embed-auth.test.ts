import { afterAll, describe, expect, test } from 'vitest'
import { openEmbed, SESSION, TENANTS } from './embed-support.ts'
import { expectRefused } from './support.ts'

const { call, enter, everything, exchange, keyed, mint, sandbox } = openEmbed()

const REVOKE = '/api/v1/embed/session/revoke'
const BODY = { deploymentId: 2, externalId: 'ana' }
const keys = () => sandbox().keys

/** Operations that take `Api-Key` (spec Authentication 4), with a body that would do something. */
const OPERATIONS: readonly (readonly [method: string, path: string, body?: unknown])[] = [
  ['POST', SESSION, BODY],
  ['GET', TENANTS],
  ['DELETE', `${TENANTS}/beanhouse`],
  ['POST', `${TENANTS}/beanhouse/user`, { externalId: 'ana' }],
  ['GET', `${TENANTS}/beanhouse/users`],
  ['POST', `${TENANTS}/beanhouse/users`, { users: [{ externalId: 'ana' }] }],
  ['GET', `${TENANTS}/beanhouse/groups`],
  ['POST', `${TENANTS}/beanhouse/groups`, { name: 'Intruders' }],
  ['GET', `${TENANTS}/beanhouse/groups/1`],
  ['PATCH', `${TENANTS}/beanhouse/groups/1`, { description: 'X' }],
  ['DELETE', `${TENANTS}/beanhouse/groups/1`],
  ['GET', `${TENANTS}/beanhouse/groups/1/users`],
  ['POST', `${TENANTS}/beanhouse/groups/1/users`, { members: [{ externalId: 'ana' }] }],
  ['DELETE', `${TENANTS}/beanhouse/groups/1/users`, { members: [{ externalId: 'ana' }] }],
  ['GET', `${TENANTS}/beanhouse/user-attributes`],
  ['DELETE', `${TENANTS}/beanhouse/user-attributes/1`],
]

const tryAll = async (authorization: string | undefined, status: number): Promise<void> => {
  const before = everything()
  for (const [method, path, body] of OPERATIONS) {
    const headers = authorization === undefined ? {} : { authorization }
    const answer = await call(method, path, { as: 'nobody', body, headers })
    expect(`${answer.status} ${method} ${path}`).toBe(`${status} ${method} ${path}`)
    expectRefused(answer, status)
  }
  expect(everything()).toEqual(before)
}

describe('generate-session and the embed-tenant endpoints', () => {
  sandboxWithAllPaths()

  test('spec Authentication 8: 401 without a credential', () => tryAll(undefined, 401))

  test('spec Authentication 4: 401 for the same key as a Bearer', () => tryAll(`Bearer ${keys().admin}`, 401))

  test.for(['', 'Api-Key', 'Api-Key ', 'Basic YTpi', 'api-key x', 'Api-Key a b', 'Api-Key unknown'])(
    'spec Authentication 8: 401 for a malformed or unknown credential (%s)',
    (authorization) => tryAll(authorization, 401),
  )

  test('spec Authentication 8: 401 for an expired key', async () => {
    const expiresAt = new Date(Date.now() - 1000).toISOString()
    const { key } = sandbox().controls.addKey({ user: 'ci-bot@acme.com', expiresAt })
    await tryAll(`Api-Key ${key}`, 401)
  })

  test('spec Errors 403: a non-admin principal where admin is required', async () => {
    const { key } = sandbox().controls.addKey({ user: 'maria@acme.com' })
    await tryAll(`Api-Key ${key}`, 403)
    await tryAll(`Api-Key ${keys().member}`, 403)
  })

  test('spec Authentication 6: a scoped key is limited to its deployments, and these requests concern the account', async () => {
    expectRefused(await keyed('GET', TENANTS, undefined, keys().scoped), 403)
    expectRefused(await keyed('DELETE', `${TENANTS}/beanhouse`, undefined, keys().scoped), 403)
  })
})

describe('exchanging', () => {
  test('endpoints 13: needs no authentication; the session id is the credential', async () => {
    expect((await exchange(await mint())).status).toBe(200)
  })
})

describe('revoking', () => {
  const revoke = async (authorization: string, sessionId = '0123456789abcdef0123456789abcdef') =>
    call('POST', REVOKE, { as: 'nobody', body: { sessionId }, headers: authorization === '' ? {} : { authorization } })

  test.for(['', 'Basic YTpi', 'Api-Key unknown', 'Bearer unknown', 'Bearer a.b.c'])(
    'spec Authentication 8: 401 for "%s"',
    async (authorization) => expectRefused(await revoke(authorization), 401),
  )

  test('spec Authentication 7: so does a token scoped by its session', async () => {
    const id = await mint({ deploymentId: 2 })
    const token = await enter({ deploymentId: 1, internalId: 'zoe@acme.com' })
    expect((await revoke(`Bearer ${token}`, id)).status).toBe(204)
    expectRefused(await exchange(id), 401)
  })
})

/** Includes the two paths that a switch removes. */
function sandboxWithAllPaths(): void {
  test('with every path present', () => void sandbox().controls.setSwitches({ embedUserAttributes: 'present' }))
  afterAll(() => void sandbox().controls.setSwitches({ embedUserAttributes: 'removed' }))
}
