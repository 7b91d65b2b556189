import { createHmac } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { claimsOf, FOR_BEANHOUSE, openEmbed } from './embed-support.ts'
import { expectRefused } from './support.ts'

const { bearing, call, enter, exchange, keyed, mint, revoke, sandbox, wait } = openEmbed()

const DASHBOARD = `/api/v1/embed/dashboard/${FOR_BEANHOUSE}`
const BEANHOUSE = { embedTenantName: 'beanhouse' }
const look = (token: string) => bearing(token, 'GET', DASHBOARD)

beforeAll(() => void sandbox().controls.setClock({ frozen: true }))
afterEach(() => void sandbox().controls.setEmbedding({ enabled: true }))

describe('a session id', () => {
  test('endpoints 13: it is consumed by the first successful exchange, so a refused one does not use it up', async () => {
    const id = await mint()
    sandbox().controls.setEmbedding({ enabled: false })
    expectRefused(await exchange(id), 403)
    sandbox().controls.setEmbedding({ enabled: true })
    expect((await exchange(id)).status).toBe(200)
  })

  test.for(['0123456789abcdef0123456789abcdef', 'nonsense', ''])(
    'endpoints 13: an unknown id (%s) is 401',
    async (id) => {
      expectRefused(await exchange(id), 401)
    },
  )

  test.for([undefined, null, 7])('schemas 11: sessionId is a string; %s is 400', async (id) => {
    expectRefused(await exchange(id), 400)
  })

  test('every session has its own id, even for the same user', async () => {
    const ids = [await mint(), await mint(), await mint()]
    expect(new Set(ids).size).toBe(3)
    for (const id of ids) expect((await exchange(id)).status).toBe(200)
  })
})

describe('a token', () => {
  test('endpoints 13: is a JWT, signed with HMAC; nobody else can sign one', async () => {
    const token = await enter(BEANHOUSE)
    const [header = '', payload = '', signature = ''] = token.split('.')
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'HS256', typ: 'JWT' })
    const forged = createHmac('sha256', 'secret').update(`${header}.${payload}`).digest('base64url')
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
    const other = Buffer.from(JSON.stringify({ ...claimsOf(token), sid: 1 })).toString('base64url')
    expect((await look(token)).status).toBe(200)
    for (const bad of [
      `${header}.${payload}.${forged}`,
      `${header}.${other}.${signature}`,
      `${none}.${payload}.`,
      `${none}.${payload}.${signature}`,
    ]) {
      expectRefused(await look(bad), 401)
    }
  })

  test('spec Authentication 4: it is no API key', async () => {
    const token = await enter(BEANHOUSE)
    expectRefused(await keyed('GET', '/api/v1/embed-tenants', undefined, token), 401)
  })

  test('is for its deployment only, and cannot edit the data model', async () => {
    const token = await enter({ creatorMode: true, ...BEANHOUSE })
    expect((await bearing(token, 'GET', '/api/v1/deployments/2/workbooks')).status).toBe(200)
    expectRefused(await bearing(token, 'GET', '/api/v1/deployments/1/workbooks'), 403)
    expectRefused(await bearing(token, 'GET', '/build/api/v1/deployments/2/branches'), 403)
  })

  test('is refused once an internal user is deactivated or deleted', async () => {
    const token = await enter({ internalId: 'priya@acme.com' })
    const me = () => bearing(token, 'GET', '/api/v1/users/me')
    expect((await me()).body).toMatchObject({ username: 'priya@acme.com' })
    await call('PUT', '/api/v1/users/4', { body: { isDeactivated: true } })
    expectRefused(await me(), 401)
    await call('PUT', '/api/v1/users/4', { body: { isDeactivated: false } })
  })

  test('spec Authentication 9: is refused once its user is deleted with the embed tenant', async () => {
    const token = await enter({ embedTenantName: 'short-lived', creatorMode: true })
    expect((await bearing(token, 'GET', '/api/v1/users/me')).status).toBe(200)
    await keyed('DELETE', '/api/v1/embed-tenants/short-lived')
    expectRefused(await bearing(token, 'GET', '/api/v1/users/me'), 401)
  })
})

describe('revoking', () => {
  test('endpoints 13: an id that was not exchanged can no longer be', async () => {
    const id = await mint()
    await revoke(id)
    expectRefused(await exchange(id), 401)
  })

  test('revokes one session, and no other of the same user', async () => {
    const id = await mint(BEANHOUSE)
    const other = await enter(BEANHOUSE)
    await revoke(id)
    expect((await look(other)).status).toBe(200)
  })

  test('endpoints 13: is idempotent: unknown, expired and revoked ids get 204 too', async () => {
    const [revoked, expired] = [await mint(), await mint()]
    wait({ hours: 25 })
    for (const id of [revoked, revoked, expired, 'ffffffffffffffffffffffffffffffff']) {
      expect((await revoke(id)).status).toBe(204)
    }
  })

  test.for(['', 'abc', 'FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF', `${'f'.repeat(32)} `])(
    'schemas 11: sessionId has a pattern; "%s" is 400',
    async (id) => {
      expectRefused(await revoke(id), 400)
    },
  )
})
