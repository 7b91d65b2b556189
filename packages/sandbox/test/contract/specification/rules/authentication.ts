import { expect } from 'vitest'
import { claimsOf, SESSION, TENANTS } from '../../embed-support.ts'
import { DEV, HOME } from '../../support.ts'
import type { Rule, World } from '../rule.ts'

const BUILD = '/build/api/v1/deployments/2/branches'
const SCIM = '/api/scim/v2/Users'
const REVOKE = '/api/v1/embed/session/revoke'
const BODY = { deploymentId: 2, externalId: 'ana' }
const DAY = 86_400

/** The answer to a call with this `Authorization` header, or without one. */
const withHeader = async (
  { call }: World,
  authorization: string | undefined,
  method: string,
  path: string,
  body?: unknown,
) =>
  (await call(method, path, { as: 'nobody', body, headers: authorization === undefined ? {} : { authorization } }))
    .status

const statuses = (world: World, authorization: string | undefined, paths: readonly string[]): Promise<number[]> =>
  Promise.all(paths.map((path) => withHeader(world, authorization, 'GET', path)))

const dataToken = async ({ ok }: World, body?: object): Promise<string> =>
  String((await ok('POST', `${HOME}/token`, { body }))['platformApiToken'])

const admin = ({ sandbox }: World): string => sandbox().keys.admin

/** What the service consists of, and which credential each part takes. */
export const SERVICE: readonly Rule[] = [
  {
    line: 9,
    rule: 'paths of a deployment begin with its id',
    run: async ({ ok }) => {
      const lists = 'environments env-vars folders reports workbooks notifications workspace'.split(' ')
      for (const list of lists) expect(await ok('GET', `${HOME}/${list}`)).toHaveProperty('items')
    },
  },
  {
    line: 10,
    rule: 'paths of the account have no deployment',
    run: async ({ call, ok }) => {
      const lists = ['users', 'roles', 'user-attributes', 'embed-tenants']
      for (const list of lists) expect(await ok('GET', `/api/v1/${list}`)).toHaveProperty('items')
      for (const list of ['oauth-integrations', 'oidc-token-configs']) {
        expect((await call('GET', `/api/v1/${list}`)).body).toEqual([])
      }
      expect(await ok('GET', '/api/v1/tenant/settings')).toHaveProperty('auditLogEnabled')
      expect(await ok('GET', '/api/v1/app-config')).toHaveProperty('embedding')
      expect(JSON.parse((await call('GET', '/api/scim/v2/Groups')).text)).toHaveProperty('Resources')
    },
  },
  {
    line: 11,
    rule: 'the data model is served under another prefix, with the same token',
    run: async (world) =>
      expect(await statuses(world, `Bearer ${admin(world)}`, [BUILD, `${HOME}/folders`])).toEqual([200, 200]),
  },
  {
    line: 17,
    rule: 'the data API: two ways to query and one to read metadata, with its token alone',
    run: async (world) => {
      const { data } = world
      const token = await dataToken(world)
      const query = { measures: ['orders.count'] }
      expect((await data(token, 'POST', '/v1/load', { query })).status).toBe(200)
      expect((await data(token, 'POST', '/v1/cubesql', { query: 'select count from orders' })).status).toBe(200)
      expect((await data(token, 'GET', '/v1/meta')).status).toBe(200)
      expect((await data(`Bearer ${token}`, 'GET', '/v1/meta')).status).toBe(401)
    },
  },
  {
    line: 19,
    rule: 'the management API takes a bearer token',
    run: async (world) => {
      const paths = ['/api/v1/users/me', `${HOME}/folders`]
      expect(await statuses(world, `Bearer ${admin(world)}`, paths)).toEqual([200, 200])
      expect(await statuses(world, `bearer ${admin(world)}`, paths)).toEqual([200, 200])
      expect(await statuses(world, admin(world), paths)).toEqual([401, 401])
    },
  },
  {
    line: 21,
    part: 4,
    rule: 'no request is accepted without a credential',
    run: async (world) => {
      const paths = ['/api/v1/deployments', `${HOME}/folders`, BUILD, SCIM, TENANTS, '/api/v1/spec', '/v1/meta']
      expect(await statuses(world, undefined, paths)).toEqual(paths.map(() => 401))
    },
  },
  {
    line: 23,
    rule: 'the three prefixes take the same token',
    run: async (world) =>
      expect(await statuses(world, `Bearer ${admin(world)}`, [HOME, BUILD, SCIM])).toEqual([200, 200, 200]),
  },
  {
    line: 27,
    rule: 'the first prefix: deployments, content, users, policies, embedding',
    run: async ({ ok }) => {
      const paths = ['deployments', 'deployments/2/workspace', 'users', 'roles', 'embed-tenants']
      for (const path of paths) expect((await ok('GET', `/api/v1/${path}`)).items.length).toBeGreaterThan(0)
    },
  },
  {
    line: 28,
    rule: 'the second prefix: files, uploads, dev mode, branches',
    run: async ({ ok }) => {
      const base = '/build/api/v1/deployments/2'
      const { items } = await ok('GET', `${base}/data-model/files`)
      expect(items.map(({ path }) => path)).toEqual(['/README.md', '/model'])
      expect(await ok('POST', `${base}/data-model/upload/start`)).toHaveProperty('transaction')
      expect(await ok('POST', `${base}/dev-mode`)).toMatchObject({ active: true })
      expect((await ok('GET', `${base}/branches`)).items).toHaveLength(2)
      await ok('DELETE', `${base}/dev-mode`)
    },
  },
  {
    line: 29,
    rule: 'the third prefix: users and groups, as SCIM 2.0',
    run: async ({ call }) => {
      for (const [list, type] of [
        ['Users', 'User'],
        ['Groups', 'Group'],
      ] as const) {
        const { text, headers } = await call('GET', `/api/scim/v2/${list}`)
        expect(headers.get('content-type')).toBe('application/scim+json')
        expect(text).toContain(`urn:ietf:params:scim:schemas:core:2.0:${type}`)
      }
    },
  },
]

export const AUTHENTICATION: readonly Rule[] = [
  {
    line: 358,
    rule: 'every request needs a credential',
    run: async (world) => {
      expect(await statuses(world, undefined, ['/api/v1/users/me', '/api/v1/regions', SCIM])).toEqual([401, 401, 401])
      expect(await withHeader(world, undefined, 'POST', SESSION, BODY)).toBe(401)
    },
  },
  {
    line: 359,
    rule: 'both prefixes of the management API: Bearer, not Api-Key',
    run: async (world) => {
      expect(await statuses(world, `Bearer ${admin(world)}`, [HOME, BUILD])).toEqual([200, 200])
      expect(await statuses(world, `Api-Key ${admin(world)}`, [HOME, BUILD])).toEqual([401, 401])
    },
  },
  {
    line: 359,
    part: 2,
    rule: 'an API key of a user is a bearer token',
    run: async (world) => {
      const { key } = world.sandbox().controls.addKey({ user: 'zoe@acme.com' })
      expect(await world.ok('GET', '/api/v1/users/me', { key })).toMatchObject({ email: 'zoe@acme.com' })
    },
  },
  {
    line: 360,
    rule: 'SCIM: Bearer',
    run: async (world) => expect(await withHeader(world, `Bearer ${admin(world)}`, 'GET', SCIM)).toBe(200),
  },
  {
    line: 360,
    part: 2,
    rule: 'SCIM: or Api-Key, with the same key',
    run: async (world) => expect(await withHeader(world, `Api-Key ${admin(world)}`, 'GET', SCIM)).toBe(200),
  },
  {
    line: 361,
    rule: 'sessions and embed tenants: Api-Key',
    run: async (world) => {
      const [key, sessionId] = [`Api-Key ${admin(world)}`, await world.mint()]
      expect(await withHeader(world, key, 'POST', SESSION, BODY)).toBe(200)
      expect(await withHeader(world, key, 'POST', REVOKE, { sessionId })).toBe(204)
      expect(await statuses(world, key, [TENANTS, `${TENANTS}/beanhouse/groups`])).toEqual([200, 200])
      expect(await statuses(world, `Bearer ${admin(world)}`, [TENANTS])).toEqual([401])
    },
  },
  {
    line: 362,
    part: 2,
    rule: 'the data API: its token, without a prefix',
    run: async (world) => {
      const token = await dataToken(world)
      expect(await withHeader(world, token, 'GET', '/v1/meta')).toBe(200)
      for (const bad of [`Bearer ${token}`, `Api-Key ${token}`, admin(world)]) {
        expect(await withHeader(world, bad, 'GET', '/v1/meta')).toBe(401)
      }
    },
  },
  {
    line: 363,
    rule: 'a key can be limited to some deployments',
    run: async ({ ok, sandbox }) => {
      const { key } = sandbox().controls.addKey({ user: 'zoe@acme.com', scope: [1] })
      expect((await ok('GET', '/api/v1/deployments', { key })).items.map(({ id }) => id)).toEqual([1])
    },
  },
  {
    line: 363,
    part: 2,
    rule: "it works for those, and for the caller's own data outside any deployment",
    run: async ({ ok }) => {
      for (const path of [DEV, `${DEV}/folders`, '/api/v1/users/me']) await ok('GET', path, { as: 'scoped' })
    },
  },
  {
    line: 363,
    part: 3,
    rule: 'another deployment is a 403, for reads and writes, whether it exists or not',
    run: async ({ refused }) => {
      await refused(403, 'GET', HOME, { as: 'scoped' })
      await refused(403, 'GET', BUILD, { as: 'scoped' })
      await refused(403, 'POST', `${HOME}/folders`, { as: 'scoped', body: { name: 'X' } })
      await refused(403, 'GET', '/api/v1/deployments/77', { as: 'scoped' })
    },
  },
  {
    line: 363,
    part: 4,
    rule: 'a key without a scope works for every deployment',
    run: async ({ ok }) => {
      for (const path of [DEV, HOME]) await ok('GET', path)
    },
  },
  {
    line: 364,
    rule: 'sessions are minted with the key of an admin',
    run: async ({ noSession, sandbox }) => {
      const { key } = sandbox().controls.addKey({ user: 'maria@acme.com' })
      expect(await noSession(403, {}, key)).toMatch(/admin/)
    },
  },
  {
    line: 364,
    part: 2,
    rule: 'not with a personal key, not even of an admin',
    run: async ({ noSession, sandbox }) => {
      const { key } = sandbox().controls.addKey({ user: 'zoe@acme.com', personal: true })
      expect(await noSession(403, {}, key)).toMatch(/personal/)
    },
  },
  {
    line: 364,
    part: 3,
    rule: 'and for a deployment in the scope of the key',
    run: async ({ generate, noSession, sandbox }) => {
      const { scoped } = sandbox().keys
      expect((await generate({ deploymentId: 1 }, scoped)).status).toBe(200)
      await noSession(403, { deploymentId: 2 }, scoped)
    },
  },
  {
    line: 364,
    part: 4,
    rule: 'a revoke ignores the scope',
    run: async (world) => {
      const sessionId = await world.mint({ deploymentId: 2 })
      const key = `Api-Key ${world.sandbox().keys.scoped}`
      expect(await withHeader(world, key, 'POST', REVOKE, { sessionId })).toBe(204)
      expect((await world.exchange(sessionId)).status).toBe(401)
    },
  },
  {
    line: 365,
    rule: '401: no credential, a malformed one, one that has expired',
    run: async (world) => {
      const expiresAt = new Date(Date.now() - 1000).toISOString()
      const { key } = world.sandbox().controls.addKey({ user: 'ci-bot@acme.com', expiresAt })
      for (const header of [undefined, '', 'Bearer', 'Basic YTpi', 'Bearer a b', 'Bearer unknown', `Bearer ${key}`]) {
        expect([header, await withHeader(world, header, 'GET', HOME)]).toEqual([header, 401])
      }
    },
  },
  {
    line: 365,
    part: 2,
    rule: '403: a valid credential without the right',
    run: async ({ refused }) => {
      await refused(403, 'GET', HOME, { as: 'scoped' })
      await refused(403, 'GET', '/api/v1/users', { as: 'member' })
    },
  },
  {
    line: 366,
    rule: 'a key without a scope reaches the whole account, one with a scope does not',
    run: async (world) => {
      const ofAccount = ['/api/v1/users', '/api/v1/tenant/settings', SCIM]
      const { admin: whole, scoped } = world.sandbox().keys
      expect(await statuses(world, `Bearer ${whole}`, ofAccount)).toEqual([200, 200, 200])
      expect(await statuses(world, `Bearer ${scoped}`, ofAccount)).toEqual([403, 403, 403])
      const [all, some] = [`Api-Key ${whole}`, `Api-Key ${scoped}`]
      expect([await statuses(world, all, [TENANTS]), await statuses(world, some, [TENANTS])]).toEqual([[200], [403]])
    },
  },
  {
    line: 367,
    rule: 'a token of the data API lives 24 hours',
    run: async (world) => {
      const token = await dataToken(world)
      const { iat, exp } = claimsOf(token)
      expect(exp - iat).toBe(DAY)
      world.wait({ hours: 23, minutes: 59 })
      expect(await withHeader(world, token, 'GET', '/v1/meta')).toBe(200)
      world.wait({ minutes: 2 })
      expect(await withHeader(world, token, 'GET', '/v1/meta')).toBe(401)
    },
  },
  {
    line: 367,
    part: 2,
    rule: 'or less on request, at least a minute',
    run: async (world) => {
      const token = await dataToken(world, { expiresIn: 60 })
      expect(await withHeader(world, token, 'GET', '/v1/meta')).toBe(200)
      world.wait({ minutes: 2 })
      expect(await withHeader(world, token, 'GET', '/v1/meta')).toBe(401)
      for (const expiresIn of [59, DAY + 1]) await world.refused(400, 'POST', `${HOME}/token`, { body: { expiresIn } })
    },
  },
]
