import { expect } from 'vitest'
import { FOR_BEANHOUSE, SESSION } from '../../embed-support.ts'
import { HOME } from '../../support.ts'
import type { Rule, World } from '../rule.ts'

const BODY = { deploymentId: 2, externalId: 'ana' }
const INTERNAL = { internalId: 'maria@acme.com' }
const CREATOR = { creatorMode: true, embedTenantName: 'beanhouse' }
const QUERY = { query: { measures: ['orders.count'] } }

const notForInternals =
  (...fields: readonly object[]) =>
  async ({ noSession }: World) => {
    for (const field of fields)
      expect(await noSession(400, { ...CREATOR, ...INTERNAL, ...field })).toMatch(/internalId/)
  }

const needsCreatorMode =
  (field: object) =>
  async ({ generate, noSession }: World) => {
    expect(await noSession(400, { ...CREATOR, creatorMode: false, ...field })).toMatch(/creatorMode/)
    expect((await generate({ ...CREATOR, ...field })).status).toBe(200)
  }

/** The fields of the body, one by one. */
export const GENERATE_SESSION: readonly Rule[] = [
  {
    line: 223,
    rule: 'a request to the path creates a session',
    run: async ({ keyed }) => expect((await keyed('POST', SESSION, BODY)).status).toBe(200),
  },
  {
    line: 225,
    rule: 'both headers are needed: JSON, and an API key',
    run: async ({ call, sandbox }) => {
      const raw = JSON.stringify(BODY)
      const json = { 'content-type': 'application/json' }
      const send = async (headers: Record<string, string>) =>
        (await call('POST', SESSION, { as: 'nobody', raw, headers })).status
      const { admin } = sandbox().keys
      expect(await send({ ...json, authorization: `Api-Key ${admin}` })).toBe(200)
      expect(await send({ authorization: `Api-Key ${admin}` })).toBe(415)
      for (const headers of [json, { ...json, authorization: `Bearer ${admin}` }]) expect(await send(headers)).toBe(401)
    },
  },
  {
    line: 231,
    rule: 'deploymentId: a number, required',
    run: async ({ noSession }) => {
      for (const deploymentId of [undefined, null, '2', 1.5, -1]) await noSession(400, { deploymentId })
      await noSession(404, { deploymentId: 77 })
    },
  },
  {
    line: 231,
    rule: 'and the session is limited to that deployment',
    run: async ({ bearing, enter }) => {
      const token = await enter({ deploymentId: 2, ...CREATOR })
      expect((await bearing(token, 'GET', `${HOME}/workbooks`)).status).toBe(200)
      expect((await bearing(token, 'GET', '/api/v1/deployments/1/workbooks')).status).toBe(403)
    },
  },
  {
    line: 232,
    rule: 'externalId: identifies one user, lower-cased and trimmed',
    run: async ({ claims, noSession }) => {
      const [first, again] = [await claims({ externalId: 'stable' }), await claims({ externalId: 'stable' })]
      expect(again.user).toEqual(first.user)
      for (const externalId of ['Ana', ' ana', 'ana ', '', '  ', 'ÄNA']) await noSession(400, { externalId })
    },
  },
  {
    line: 232,
    rule: 'exactly one of the two ids is needed',
    run: async ({ noSession }) => {
      for (const ids of [
        { externalId: undefined },
        { externalId: null, internalId: null },
        { externalId: 'ana', ...INTERNAL },
      ]) {
        expect(await noSession(400, ids)).toContain('exactly one')
      }
    },
  },
  {
    line: 233,
    rule: 'internalId: the username of an existing user',
    run: async ({ claims, noSession }) => {
      expect((await claims(INTERNAL)).user).toMatchObject({ id: 2, username: 'maria@acme.com' })
      expect(await noSession(404, { internalId: 'nobody@acme.com' })).toContain('nobody@acme.com')
    },
  },
  {
    line: 234,
    rule: 'email: for an external user only',
    run: async (world) => {
      const { user } = await world.claims({ externalId: 'mailed', email: 'm@beanhouse.example' })
      expect(user).toMatchObject({ email: 'm@beanhouse.example' })
      await notForInternals({ email: 'm@beanhouse.example' })(world)
    },
  },
  {
    line: 235,
    rule: 'userProfile: for an external user only',
    run: notForInternals({ userProfile: { displayName: 'M' } }),
  },
  {
    line: 236,
    rule: 'embedTenantName: 5 to 36 of a-z, 0-9 and -, from a letter to a letter or digit',
    run: async ({ generate, noSession }) => {
      for (const embedTenantName of ['beans', 'b'.repeat(36), 'b-1-2-3', 'b--ns']) {
        expect((await generate({ embedTenantName })).status).toBe(200)
      }
      const ends = ['bean', 'b'.repeat(37), '1beans', '-beans', 'beans-', ' beans', '']
      for (const embedTenantName of [...ends, 'Beans', 'be_ans', 'be.ans', 'be ans', 'beäns']) {
        await noSession(400, { embedTenantName })
      }
    },
  },
  {
    line: 236,
    part: 2,
    rule: 'without it, the session belongs to the account itself',
    run: async ({ claims }) => expect((await claims()).embedTenantName).toBe(null),
  },
  {
    line: 237,
    rule: 'creatorMode: the session uses the groups and attributes of the tenant',
    run: async ({ claims, noSession }) => {
      const own = {
        groupDefinitions: [{ name: 'Own' }],
        userAttributeDefinitions: [{ name: 'own', type: 'number' }],
        groups: ['Own'],
        userAttributes: [{ name: 'own', value: 7 }],
      }
      const said = await claims({ ...CREATOR, externalId: 'creator', ...own })
      expect(said).toMatchObject({ creatorMode: true, userAttributes: { own: 7 } })
      for (const creatorMode of [undefined, null, false])
        expect((await claims({ creatorMode })).creatorMode).toBe(false)
      expect(said.groups).toEqual([expect.stringMatching(/beanhouse.*Own$/)])
      await noSession(400, { ...CREATOR, groups: ['Sales'] })
      await noSession(400, { ...CREATOR, userAttributes: [{ name: 'region', value: 'north' }] })
    },
  },
  {
    line: 237,
    part: 2,
    rule: 'which needs the tenant flag',
    run: async ({ generate, noSession, sandbox }) => {
      sandbox().controls.setEmbedding({ useCreatorMode: false })
      expect(await noSession(403, CREATOR)).toMatch(/useCreatorMode/)
      expect((await generate({ ...CREATOR, creatorMode: false })).status).toBe(200)
    },
  },
  {
    line: 238,
    rule: 'userAttributes: names with values, for an external user only',
    run: async (world) => {
      await notForInternals({ userAttributes: [{ name: 'region', value: 'north' }] }, { userAttributes: [] })(world)
      for (const userAttributes of [{ region: 'north' }, [{ value: 'north' }], ['region']]) {
        await world.noSession(400, { userAttributes })
      }
    },
  },
  {
    line: 239,
    rule: 'groups: by their names, not their ids',
    run: async ({ claims, noSession }) => {
      expect((await claims({ externalId: 'seller', groups: ['Sales'] })).groups).toEqual(['Sales'])
      await noSession(400, { externalId: 'seller', groups: ['1'] })
      await noSession(400, { externalId: 'seller', groups: [1] })
    },
  },
  { line: 239, part: 2, rule: 'of an external user only', run: notForInternals({ groups: ['Sales'] }, { groups: [] }) },
  {
    line: 240,
    rule: 'userAttributeDefinitions: in creator mode only',
    run: needsCreatorMode({ userAttributeDefinitions: [{ name: 'shop', type: 'string' }] }),
  },
  {
    line: 240,
    rule: 'userAttributeDefinitions: with an external user only',
    run: notForInternals({ userAttributeDefinitions: [{ name: 'shop', type: 'string' }] }),
  },
  {
    line: 241,
    rule: 'groupDefinitions: in creator mode only',
    run: needsCreatorMode({ groupDefinitions: [{ name: 'Shop' }] }),
  },
  {
    line: 241,
    rule: 'groupDefinitions: with an external user only',
    run: notForInternals({ groupDefinitions: [{ name: 'Shop' }] }),
  },
  {
    line: 242,
    rule: 'securityContext: is passed to each query of the session',
    run: async ({ claims, data, enter }) => {
      const securityContext = { region: ['north'], nested: { a: null }, n: 1.5 }
      expect((await claims({ securityContext })).securityContext).toEqual(securityContext)
      const [north, south] = [
        await enter({ securityContext: { region: 'north' } }),
        await enter({ securityContext: { region: 'south' } }),
      ]
      const ask = async (token: string) => (await data(token, 'POST', '/v1/load', QUERY)).body['error']
      expect([await ask(north), await ask(north)]).toEqual(['Continue wait', undefined])
      // Rows prepared for one security context are not shown to the other.
      expect(await ask(south)).toBe('Continue wait')
    },
  },
  {
    line: 242,
    part: 2,
    rule: 'of an external user only',
    run: notForInternals({ securityContext: { region: 'north' } }, { securityContext: {} }),
  },
  {
    line: 243,
    rule: 'settings: what is different in this session',
    run: async ({ claims }) => {
      const sent = { allowAi: true, showMemberNames: false, locale: 'de-CH', timezone: 'Europe/Zurich' }
      expect((await claims({ settings: { ...sent, showGroupByCube: null } })).settings).toEqual(sent)
      expect((await claims()).settings).toEqual({})
    },
  },
  {
    line: 244,
    rule: 'branchName: the branch that the session queries; without it, production',
    run: async ({ claims, ok }) => {
      const opened = await ok('POST', '/build/api/v1/deployments/2/dev-mode')
      expect((await claims({ branchName: opened['branchName'] })).branchName).toBe(opened['branchName'])
      expect((await claims()).branchName).toBe(null)
      await ok('DELETE', '/build/api/v1/deployments/2/dev-mode')
    },
  },
  {
    line: 246,
    rule: 'the answer is 200 with the id and nothing else',
    run: async ({ generate, bearing, exchange }) => {
      const { status, body } = await generate({ embedTenantName: 'beanhouse' })
      expect({ status, body }).toEqual({ status: 200, body: { sessionId: expect.stringMatching(/^[0-9a-f]{32}$/) } })
      const token = String((await exchange(body['sessionId'])).body['token'])
      expect((await bearing(token, 'GET', `/api/v1/embed/dashboard/${FOR_BEANHOUSE}`)).status).toBe(200)
    },
  },
]
