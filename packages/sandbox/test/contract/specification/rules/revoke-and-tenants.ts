import { expect } from 'vitest'
import { FOR_BEANHOUSE, TENANTS } from '../../embed-support.ts'
import type { Rule, World } from '../rule.ts'

const REVOKE = '/api/v1/embed/session/revoke'
const GROUPS = `${TENANTS}/beanhouse/groups`
const ATTRIBUTES = `${TENANTS}/beanhouse/user-attributes`
const BEANHOUSE = { embedTenantName: 'beanhouse' }

const revokeWith = ({ call }: World, authorization: string, sessionId: unknown) =>
  call('POST', REVOKE, { as: 'nobody', body: { sessionId }, headers: { authorization } })

/** The names in all pages of a list, in order. */
async function namesByPages({ ok }: World, path: string): Promise<string[]> {
  const found: string[] = []
  for (let after = ''; ; ) {
    const page = await ok('GET', `${path}?first=1${after}`)
    expect(page.items.length).toBeLessThanOrEqual(1)
    found.push(...page.items.map((item) => item.name ?? item['username']))
    if (!page.pageInfo.hasNextPage) return found
    after = `&after=${encodeURIComponent(page.pageInfo.endCursor)}`
  }
}

const define = ({ mint }: World, ...names: string[]) =>
  mint({
    ...BEANHOUSE,
    creatorMode: true,
    groupDefinitions: names.map((name) => ({ name })),
    userAttributeDefinitions: names.map((name) => ({ name, type: 'string' })),
  })

export const REVOKE_SESSION: readonly Rule[] = [
  {
    line: 309,
    rule: 'a request to the path revokes',
    run: async (world) => {
      const { bearing, exchange, keyed, mint } = world
      const id = await mint(BEANHOUSE)
      const token = String((await exchange(id)).body['token'])
      const look = async () => (await bearing(token, 'GET', `/api/v1/embed/dashboard/${FOR_BEANHOUSE}`)).status
      expect(await look()).toBe(200)
      expect((await keyed('POST', REVOKE, { sessionId: id })).status).toBe(204)
      expect(await look()).toBe(401)
    },
  },
  {
    line: 311,
    rule: 'with JSON, and an API key',
    run: async ({ call, mint, sandbox }) => {
      const raw = JSON.stringify({ sessionId: await mint() })
      const authorization = `Api-Key ${sandbox().keys.admin}`
      const send = async (headers: Record<string, string>) =>
        (await call('POST', REVOKE, { as: 'nobody', raw, headers })).status
      expect(await send({ authorization, 'content-type': 'application/json' })).toBe(204)
      expect(await send({ authorization })).toBe(415)
      expect(await send({ 'content-type': 'application/json' })).toBe(401)
    },
  },
  {
    line: 313,
    rule: 'the body names the session',
    run: async (world) => {
      const { admin } = world.sandbox().keys
      const [id, other] = [await world.mint(), await world.mint()]
      for (const wrong of [undefined, null, 7, 'x']) {
        expect((await revokeWith(world, `Api-Key ${admin}`, wrong)).status).toBe(400)
      }
      await revokeWith(world, `Api-Key ${admin}`, id)
      expect([(await world.exchange(id)).status, (await world.exchange(other)).status]).toEqual([401, 200])
    },
  },
  {
    line: 313,
    part: 2,
    rule: 'the answer is 204 without a body',
    run: async ({ mint, revoke }) => {
      const { status, text } = await revoke(await mint())
      expect([status, text]).toEqual([204, ''])
    },
  },
  {
    line: 313,
    part: 3,
    rule: 'only an admin may revoke: by API key, by bearer token, or by the token of a session',
    run: async (world) => {
      const { admin, member } = world.sandbox().keys
      const [ofAdmin, ofMember] = [
        await world.enter({ internalId: 'zoe@acme.com' }),
        await world.enter({ internalId: 'maria@acme.com' }),
      ]
      for (const good of [`Api-Key ${admin}`, `Bearer ${admin}`, `Bearer ${ofAdmin}`]) {
        expect((await revokeWith(world, good, await world.mint())).status).toBe(204)
      }
      for (const bad of [
        `Api-Key ${member}`,
        `Bearer ${member}`,
        `Bearer ${ofMember}`,
        `Bearer ${await world.enter()}`,
      ]) {
        expect((await revokeWith(world, bad, await world.mint())).status).toBe(403)
      }
    },
  },
  {
    line: 313,
    part: 4,
    rule: 'a key for one deployment revokes sessions of all',
    run: async (world) => {
      const { scoped } = world.sandbox().keys
      const id = await world.mint({ deploymentId: 2 })
      expect((await revokeWith(world, `Api-Key ${scoped}`, id)).status).toBe(204)
      expect((await world.exchange(id)).status).toBe(401)
    },
  },
  {
    line: 313,
    part: 5,
    rule: 'while embedding is off: 403',
    run: async ({ mint, revoke, sandbox }) => {
      const id = await mint()
      sandbox().controls.setEmbedding({ enabled: false })
      expect((await revoke(id)).status).toBe(403)
    },
  },
]

export const EMBED_TENANT_ADMIN: readonly Rule[] = [
  {
    line: 317,
    rule: 'they take an API key, of an admin',
    run: async ({ call, keyed, sandbox }) => {
      const { admin, member } = sandbox().keys
      expect((await keyed('GET', GROUPS)).status).toBe(200)
      expect((await keyed('GET', GROUPS, undefined, member)).status).toBe(403)
      const bearer = { as: 'nobody', headers: { authorization: `Bearer ${admin}` } }
      expect((await call('GET', GROUPS, bearer)).status).toBe(401)
    },
  },
  {
    line: 317,
    part: 2,
    rule: 'their lists are paged, by first and after',
    run: async (world) => {
      world.sandbox().controls.setSwitches({ embedUserAttributes: 'present' })
      await define(world, 'paged 1', 'paged 2', 'paged 3')
      for (const list of [GROUPS, ATTRIBUTES, TENANTS, `${TENANTS}/beanhouse/users`]) {
        const { items } = await world.ok('GET', `${list}?first=1000`)
        expect(await namesByPages(world, list)).toEqual(items.map((item) => item.name ?? item['username']))
      }
      expect(await namesByPages(world, GROUPS)).toHaveLength(3)
    },
  },
  {
    line: 321,
    rule: 'the groups of a tenant are listed',
    run: async (world) => {
      await define(world, 'listed')
      expect((await world.ok('GET', GROUPS)).items.map(({ name }) => name)).toContain('listed')
      await world.refused(404, 'GET', `${TENANTS}/no-such-tenant/groups`)
    },
  },
  {
    line: 322,
    rule: 'a group of a tenant is deleted',
    run: async ({ ok, refused }) => {
      const { id } = await ok('POST', GROUPS, { body: { name: 'Goes' } })
      await refused(404, 'DELETE', `${TENANTS}/cafe-du-lac/groups/${id}`)
      await ok('DELETE', `${GROUPS}/${id}`)
      await refused(404, 'GET', `${GROUPS}/${id}`)
    },
  },
  {
    line: 323,
    rule: 'the attributes of a tenant are listed, if the path exists',
    run: async (world) => {
      world.sandbox().controls.setSwitches({ embedUserAttributes: 'present' })
      await define(world, 'attribute')
      expect((await world.ok('GET', ATTRIBUTES)).items.map(({ name }) => name)).toContain('attribute')
    },
  },
  {
    line: 324,
    rule: 'an attribute of a tenant is deleted, if the path exists',
    run: async (world) => {
      world.sandbox().controls.setSwitches({ embedUserAttributes: 'present' })
      await define(world, 'goes')
      const found = (await world.ok('GET', ATTRIBUTES)).items.find(({ name }) => name === 'goes')
      await world.ok('DELETE', `${ATTRIBUTES}/${found?.id}`)
      await world.refused(404, 'DELETE', `${ATTRIBUTES}/${found?.id}`)
    },
  },
  {
    line: 326,
    rule: 'the two attribute paths are removed, which is the default',
    run: async ({ refused }) => {
      await refused(404, 'GET', ATTRIBUTES)
      await refused(404, 'DELETE', `${ATTRIBUTES}/1`)
    },
  },
  {
    line: 326,
    part: 2,
    rule: 'or they exist: a switch decides',
    run: async ({ ok, refused, sandbox }) => {
      for (const embedUserAttributes of ['present', 'removed'] as const) {
        sandbox().controls.setSwitches({ embedUserAttributes })
        if (embedUserAttributes === 'present') await ok('GET', ATTRIBUTES)
        else await refused(404, 'GET', ATTRIBUTES)
      }
    },
  },
]
