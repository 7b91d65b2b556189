import { createHmac } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { claimsOf, FOR_BEANHOUSE, openEmbed } from './embed-support.ts'
import { expectRefused } from './support.ts'

const { bearing, call, enter, exchange, generate, keyed, mint, revoke, sandbox, wait } = openEmbed()

const DASHBOARD = `/api/v1/embed/dashboard/${FOR_BEANHOUSE}`
const BEANHOUSE = { embedTenantName: 'beanhouse' }
const look = (token: string) => bearing(token, 'GET', DASHBOARD)

beforeAll(() => void sandbox().controls.setClock({ frozen: true }))
afterEach(() => {
  sandbox().controls.setSwitches({ embedTokens: 'revocable', embedTokenEnd: 'trust' })
  sandbox().controls.setEmbedding({ enabled: true })
})

describe('a session id', () => {
  test('schemas 11: is 32 lower-case hexadecimal characters', async () => {
    expect(await mint()).toMatch(/^[0-9a-f]{32}$/)
  })

  test('spec Generate: the answer is {sessionId} and nothing else', async () => {
    expect((await generate()).body).toEqual({ sessionId: expect.any(String) })
  })

  test('spec Embed session lifecycle: the session id is single-use', async () => {
    const id = await mint()
    expect((await exchange(id)).status).toBe(200)
    expectRefused(await exchange(id), 401)
  })

  test('endpoints 13: it is consumed by the first successful exchange, so a refused one does not use it up', async () => {
    const id = await mint()
    sandbox().controls.setEmbedding({ enabled: false })
    expectRefused(await exchange(id), 403)
    sandbox().controls.setEmbedding({ enabled: true })
    expect((await exchange(id)).status).toBe(200)
  })

  test('spec Limits: it can be exchanged up to five minutes after minting', async () => {
    const id = await mint()
    wait({ minutes: 5 })
    expect((await exchange(id)).status).toBe(200)
  })

  test('spec Limits: and not a second later', async () => {
    const id = await mint()
    wait({ minutes: 5, seconds: 1 })
    expectRefused(await exchange(id), 401)
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

  test('spec Embed session lifecycle: its signed expiry is 24 hours from minting', async () => {
    const minted = sandbox().controls.setClock({}).now
    const id = await mint()
    wait({ minutes: 4 })
    const { body } = await exchange(id)
    expect(claimsOf(String(body['token'])).exp).toBe(Math.floor(Date.parse(minted) / 1000) + 24 * 60 * 60)
  })

  test('spec Embed session lifecycle: it is usable for about 23 hours', async () => {
    const token = await enter(BEANHOUSE)
    wait({ hours: 22, minutes: 59 })
    expect((await look(token)).status).toBe(200)
    wait({ minutes: 2 })
    expectRefused(await look(token), 401)
  })

  test('spec Limits: with a platform that looks at the signed expiry alone, it is usable for 24 hours', async () => {
    sandbox().controls.setSwitches({ embedTokenEnd: 'expiry' })
    const token = await enter(BEANHOUSE)
    wait({ hours: 23, minutes: 59 })
    expect((await look(token)).status).toBe(200)
    wait({ minutes: 2 })
    expectRefused(await look(token), 401)
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
  test('spec Revoke: the answer is 204 with no body', async () => {
    const answer = await revoke(await mint())
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: '' })
  })

  test('endpoints 13: an id that was not exchanged can no longer be', async () => {
    const id = await mint()
    await revoke(id)
    expectRefused(await exchange(id), 401)
  })

  test('endpoints 13: the token of an exchanged session gets 401 from now on', async () => {
    const id = await mint(BEANHOUSE)
    const token = String((await exchange(id)).body['token'])
    expect((await look(token)).status).toBe(200)
    await revoke(id)
    expectRefused(await look(token), 401)
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

  describe('of tokens without the revocable claim', () => {
    beforeEach(() => void sandbox().controls.setSwitches({ embedTokens: 'older' }))

    test('spec Embed session lifecycle: older tokens keep working until their own expiry, and the 204 is the same', async () => {
      const id = await mint(BEANHOUSE)
      const token = String((await exchange(id)).body['token'])
      expect(claimsOf(token).revocable).toBeUndefined()
      expect((await revoke(id)).status).toBe(204)
      expect((await look(token)).status).toBe(200)
      wait({ hours: 24 })
      expectRefused(await look(token), 401)
    })
  })

  test('spec Embed session lifecycle: tokens carry the revocable claim', async () => {
    expect(claimsOf(await enter()).revocable).toBe(true)
  })

  test('spec Revoke: answers 403 when embedding is not enabled for the account', async () => {
    const id = await mint()
    sandbox().controls.setEmbedding({ enabled: false })
    expectRefused(await revoke(id), 403)
  })

  test('endpoints 13: generate-session answers 403 then too', async () => {
    sandbox().controls.setEmbedding({ enabled: false })
    expectRefused(await generate(), 403)
  })
})
