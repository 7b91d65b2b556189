import { expect } from 'vitest'
import { claimsOf, FOR_BEANHOUSE } from '../../embed-support.ts'
import { HOME } from '../../support.ts'
import type { Rule, World } from '../rule.ts'

const SYNCS = `${HOME}/transform-sync`
const MANIFEST = { nodes: { 'model.shop.orders': { resource_type: 'model', name: 'orders' } } }
const BEANHOUSE = { embedTenantName: 'beanhouse' }
const HOURS = 3600

const startSync = async ({ ok }: World): Promise<string> =>
  String((await ok('POST', SYNCS, { body: { source: 'manifest', output: 'files', manifest: MANIFEST } }))['syncJobId'])

const freeze = ({ sandbox }: World) => sandbox().controls.setClock({ frozen: true })
const look = ({ bearing }: World, token: string) => bearing(token, 'GET', `/api/v1/embed/dashboard/${FOR_BEANHOUSE}`)

export const STATES: readonly Rule[] = [
  {
    line: 157,
    rule: 'a dashboard that is published says so',
    run: async ({ publish }) => expect((await publish()).body).toMatchObject({ status: 'published' }),
  },
  {
    line: 159,
    rule: 'syncs are listed by one of five statuses, and by no other',
    run: async (world) => {
      world.sandbox().controls.setSwitches({ syncMs: 60_000 })
      await startSync(world)
      const listed = async (status: string) => (await world.ok('GET', `${SYNCS}?status=${status}`)).items
      expect(await listed('RUNNING')).toMatchObject([{ status: 'RUNNING' }])
      world.wait({ minutes: 2 })
      expect(await listed('COMPLETED')).toMatchObject([{ status: 'COMPLETED' }])
      for (const status of ['RUNNING', 'FAILED', 'CANCELLED', 'UNKNOWN']) expect(await listed(status)).toEqual([])
      await world.refused(400, 'GET', `${SYNCS}?status=PENDING`)
    },
  },
  {
    line: 159,
    rule: 'a cancelled sync is CANCELLED, and one that fails is FAILED',
    run: async (world) => {
      const { ok, sandbox, wait } = world
      sandbox().controls.setSwitches({ syncMs: 60_000 })
      await ok('DELETE', `${SYNCS}/${await startSync(world)}`)
      expect((await ok('GET', `${SYNCS}?status=CANCELLED`)).items).toHaveLength(1)
      await ok('POST', SYNCS, { body: { source: 'git' } })
      wait({ minutes: 2 })
      expect((await ok('GET', `${SYNCS}?status=FAILED`)).items).toHaveLength(1)
    },
  },
  {
    line: 159,
    part: 2,
    rule: 'and by one of five triggers, the API among them',
    run: async (world) => {
      const job = await startSync(world)
      const listed = async (trigger: string) => (await world.ok('GET', `${SYNCS}?trigger=${trigger}`)).items
      expect((await listed('api'))[0]).toMatchObject({ syncJobId: job, trigger: 'api' })
      for (const trigger of ['manual', 'webhook', 'agent', 'unknown']) expect(await listed(trigger)).toEqual([])
      await world.refused(400, 'GET', `${SYNCS}?trigger=cron`)
    },
  },
  {
    line: 159,
    part: 3,
    rule: 'case matters',
    run: async ({ refused }) => {
      for (const query of ['status=running', 'status=Completed', 'trigger=API', 'trigger=Manual']) {
        await refused(400, 'GET', `${SYNCS}?${query}`)
      }
    },
  },
  {
    line: 165,
    rule: 'an admin credential and a valid body create an id, which can be exchanged once',
    run: async ({ exchange, generate, noSession, sandbox }) => {
      const { body } = await generate()
      expect((await exchange(body['sessionId'])).status).toBe(200)
      expect((await exchange(body['sessionId'])).status).toBe(401)
      await noSession(403, {}, sandbox().keys.member)
      await noSession(400, { externalId: 'Not Valid' })
    },
  },
  {
    line: 166,
    rule: 'the id can be exchanged for five minutes',
    run: async (world) => {
      freeze(world)
      const [inTime, late] = [await world.mint(), await world.mint()]
      world.wait({ minutes: 5 })
      expect((await world.exchange(inTime)).status).toBe(200)
      world.wait({ seconds: 1 })
      expect((await world.exchange(late)).status).toBe(401)
    },
  },
  {
    line: 166,
    rule: 'its token works for about 23 hours, and is signed for 24 from minting',
    run: async (world) => {
      const { now } = freeze(world)
      const id = await world.mint(BEANHOUSE)
      world.wait({ minutes: 4 })
      const token = String((await world.exchange(id)).body['token'])
      expect(claimsOf(token).exp).toBe(Math.floor(Date.parse(now) / 1000) + 24 * HOURS)
      world.wait({ hours: 22, minutes: 55 })
      expect((await look(world, token)).status).toBe(200)
      world.wait({ minutes: 2 })
      expect((await look(world, token)).status).toBe(401)
    },
  },
  {
    line: 167,
    rule: 'a revoke by an admin, while embedding is on, is a 204 without a body',
    run: async ({ mint, revoke, sandbox }) => {
      const id = await mint()
      const answer = await revoke(id)
      expect([answer.status, answer.text]).toEqual([204, ''])
      sandbox().controls.setEmbedding({ enabled: false })
      expect((await revoke(id)).status).toBe(403)
    },
  },
  {
    line: 167,
    rule: 'and its token is refused from then on',
    run: async (world) => {
      const id = await world.mint(BEANHOUSE)
      const token = String((await world.exchange(id)).body['token'])
      expect([claimsOf(token).revocable, (await look(world, token)).status]).toEqual([true, 200])
      await world.revoke(id)
      expect((await look(world, token)).status).toBe(401)
    },
  },
  {
    line: 167,
    part: 2,
    rule: 'a token without the revocable claim works until it expires, and the 204 is the same',
    run: async (world) => {
      world.sandbox().controls.setSwitches({ embedTokens: 'older', embedTokenEnd: 'expiry' })
      const id = await world.mint(BEANHOUSE)
      const token = String((await world.exchange(id)).body['token'])
      expect(claimsOf(token).revocable).toBe(undefined)
      expect((await world.revoke(id)).status).toBe(204)
      world.wait({ hours: 23, minutes: 59 })
      expect((await look(world, token)).status).toBe(200)
      world.wait({ minutes: 2 })
      expect((await look(world, token)).status).toBe(401)
    },
  },
  {
    line: 169,
    part: 2,
    rule: 'a token of the data API is separate: it is valid until it expires',
    run: async (world) => {
      const { data, mint, ok, revoke, wait } = world
      const id = await mint()
      const token = String((await ok('POST', `${HOME}/token`, { body: { expiresIn: 600 } }))['platformApiToken'])
      await revoke(id)
      expect((await data(token, 'GET', '/v1/meta')).status).toBe(200)
      wait({ minutes: 11 })
      expect((await data(token, 'GET', '/v1/meta')).status).toBe(401)
    },
  },
]
