import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import Libsql from 'libsql'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, DEV, expectRefused, HOME, openContract } from './support.ts'

const { call, sandbox } = openContract()

const DAY = 86_400
let token = ''

const tokenOf = async (path: string, body?: object, as = 'admin'): Promise<string> =>
  String((await call('POST', `${path}/token`, { as, body })).body['platformApiToken'])

const ask = (method: string, path: string, authorization: string | undefined, body?: unknown): Promise<Answer> =>
  call(method, path, { as: 'nobody', headers: authorization === undefined ? {} : { authorization }, body })

beforeAll(async () => {
  sandbox().controls.setClock({ now: '2026-11-20T11:59:00.000Z' })
  token = await tokenOf(HOME)
})

const partsOf = (jwt: string) =>
  jwt
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))

describe('endpoints 10: the deployment token', () => {
  test('is a JWT that lives 24 hours by default (spec Authentication 10)', async () => {
    for (const body of [undefined, {}, { expiresIn: null }]) {
      const [header, claims] = partsOf(await tokenOf(HOME, body))
      expect(header).toEqual({ alg: 'HS256', typ: 'JWT' })
      expect(claims.exp - claims.iat).toBe(DAY)
      expect(claims.deploymentId).toBe(2)
    }
  })

  test.each([60, 3600, DAY])('lives %i seconds on request', async (expiresIn) => {
    const [, claims] = partsOf(await tokenOf(HOME, { expiresIn }))
    expect(claims.exp - claims.iat).toBe(expiresIn)
  })

  test.each([59, 86_401, 0, -1, 60.5, '60', true])('an expiresIn of %j is a 400', async (expiresIn) => {
    expectRefused(await call('POST', `${HOME}/token`, { body: { expiresIn } }), 400)
  })

  test('is valid until it expires, by the clock, and 401 from then on', async () => {
    // Tokens count in whole seconds: between two of them, the last second would be shorter.
    sandbox().controls.setClock({ now: '2026-11-20T12:00:00.000Z', frozen: true })
    const short = await tokenOf(HOME, { expiresIn: 60 })
    expect((await ask('GET', '/v1/meta', short)).status).toBe(200)
    sandbox().controls.setClock({ advanceMs: 59_000 })
    expect((await ask('GET', '/v1/meta', short)).status).toBe(200)
    sandbox().controls.setClock({ advanceMs: 1_000 })
    expect(await ask('GET', '/v1/meta', short)).toMatchObject({
      status: 401,
      body: { error: expect.stringMatching(/expired/) },
    })
    const long = await tokenOf(HOME)
    expect((await ask('GET', '/v1/meta', long)).status).toBe(200)
    sandbox().controls.setClock({ frozen: false })
  })

  test('is not a key of the management API', async () => {
    expectRefused(await ask('GET', HOME, `Bearer ${token}`), 401)
  })

  test('for a deployment outside the scope of the key is a 403, for an unknown one a 404', async () => {
    expectRefused(await call('POST', `${HOME}/token`, { as: 'scoped' }), 403)
    expectRefused(await call('POST', '/api/v1/deployments/99/token'), 404)
    expect((await call('POST', `${DEV}/token`, { as: 'scoped' })).status).toBe(200)
  })
})

describe('spec Authentication 5: the token is sent directly, with no prefix', () => {
  const forge = (header: object, claims: object, secret: string): string => {
    const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
  }
  const claims = { deploymentId: 2, aud: 'data', iat: 1, exp: 99_999_999_999 }
  test.for<[name: string, header: () => string | undefined]>([
    ['missing', () => undefined],
    ['with Bearer before it', () => `Bearer ${token}`],
    ['with Api-Key before it', () => `Api-Key ${token}`],
    ['an API key', () => sandbox().keys.admin],
    ['no JWT', () => 'a.b'],
    ['with another part', () => `${token}.x`],
    ['signed by somebody else', () => forge({ alg: 'HS256', typ: 'JWT' }, claims, 'guess')],
    ['signed with nothing', () => forge({ alg: 'HS256', typ: 'JWT' }, claims, '')],
    [
      'that says that it needs no signature',
      () => `${forge({ alg: 'none', typ: 'JWT' }, claims, '').split('.').slice(0, 2).join('.')}.`,
    ],
    [
      'with other claims',
      () => [token.split('.')[0], forge({}, claims, '').split('.')[1], token.split('.')[2]].join('.'),
    ],
  ])('%s: 401 on every call', async ([, header]) => {
    for (const [method, path] of [
      ['POST', '/v1/load'],
      ['GET', '/v1/meta'],
      ['POST', '/v1/cubesql'],
    ] as const) {
      const answer = await ask(method, path, header(), method === 'POST' ? { query: {} } : undefined)
      expect(answer.status).toBe(401)
      expect(answer.body['error']).toEqual(expect.any(String))
    }
  })

  test('signed with our own secret, for another use or with another algorithm: 401', async () => {
    const database = new Libsql(join(sandbox().directory, 'platform.db'), { readonly: true })
    const { value } = database.prepare("select value from settings where name = 'token secret'").get() as {
      value: string
    }
    database.close()
    const header = { alg: 'HS256', typ: 'JWT' }
    const statusOf = async (jwt: string) => (await ask('GET', '/v1/meta', jwt)).status
    expect(await statusOf(forge(header, claims, value))).toBe(200)
    expect(await statusOf(forge(header, { ...claims, aud: 'embed' }, value))).toBe(401)
    expect(await statusOf(forge({ ...header, alg: 'none' }, claims, value))).toBe(401)
    expect(await statusOf(forge({ ...header, alg: 'HS512' }, claims, value))).toBe(401)
    expect(await statusOf(forge(header, { ...claims, exp: undefined }, value))).toBe(401)
    expect(await statusOf(forge(header, { ...claims, exp: 'never' }, value))).toBe(401)
  })
})
