import { expect } from 'vitest'
import { claimsOf, FOR_BEANHOUSE } from '../../embed-support.ts'
import { HOME } from '../../support.ts'
import type { Rule, World } from '../rule.ts'

const BUILD = '/build/api/v1/deployments/2'
const CREATOR = { creatorMode: true, embedTenantName: 'beanhouse' }
const WIDGET = { type: 'TEXT', position: { x: 0, y: 0, w: 1, h: 1 } }
const QUERY = { query: { measures: ['orders.count'], dimensions: ['orders.status'] } }
const DAY = 86_400
const long = (length: number): string => 'n'.repeat(length)

/** This field of a report accepts 255 characters and not 256, on create and on update. */
const holds255 = async ({ ok, refused }: World, field: string) => {
  const { id } = await ok('POST', `${HOME}/reports`, { body: { name: 'X', [field]: long(255) } })
  await refused(400, 'POST', `${HOME}/reports`, { body: { name: 'X', [field]: long(256) } })
  await refused(400, 'PUT', `${HOME}/reports/${id}`, { body: { [field]: long(256) } })
  expect(await ok('GET', `${HOME}/reports/${id}`)).toMatchObject({ [field]: long(255) })
}

export const ERRORS: readonly Rule[] = [
  {
    line: 377,
    rule: '400: a duplicate attribute, a branch that is not served, a name or title of a report that is too long',
    run: async (world) => {
      const { noSession, ok } = world
      await noSession(400, { userAttributes: [1, 2].map((value) => ({ name: 'region', value })) })
      await ok('POST', `${BUILD}/branches`, { body: { name: 'idle' } })
      await noSession(400, { branchName: 'idle' })
      for (const field of ['name', 'title']) await holds255(world, field)
    },
  },
  {
    line: 378,
    rule: '401: a credential that is missing, malformed or expired',
    run: async ({ call, sandbox }) => {
      const { key } = sandbox().controls.addKey({ user: 'ci-bot@acme.com', expiresAt: '2020-01-01T00:00:00Z' })
      for (const headers of [{}, { authorization: 'Bearer' }, { authorization: `Bearer ${key}` }]) {
        expect((await call('GET', HOME, { as: 'nobody', headers })).status).toBe(401)
      }
    },
  },
  {
    line: 379,
    rule: '403: another scope, a personal key, embedding turned off, a user who is not an admin',
    run: async ({ mint, noSession, refused, revoke, sandbox }) => {
      const { controls } = sandbox()
      await refused(403, 'GET', HOME, { as: 'scoped' })
      await noSession(403, {}, controls.addKey({ user: 'zoe@acme.com', personal: true }).key)
      await refused(403, 'GET', '/api/v1/users', { as: 'member' })
      const id = await mint()
      controls.setEmbedding({ enabled: false })
      expect((await revoke(id)).status).toBe(403)
    },
  },
  {
    line: 380,
    rule: '404: an unknown branchName',
    run: async ({ noSession }) => expect(await noSession(404, { branchName: 'none' })).toContain('none'),
  },
  {
    line: 381,
    rule: '204: a revoke, without a body',
    run: async ({ mint, revoke }) => {
      const { status, text } = await revoke(await mint())
      expect([status, text]).toEqual([204, ''])
    },
  },
  {
    line: 383,
    rule: 'refused sessions get one of these three texts',
    run: async ({ generate, noSession }) => {
      const missing = { userAttributes: [{ name: 'nowhere', value: 1 }] }
      expect(await noSession(400, missing)).toContain('User attributes not found')
      expect(await noSession(400, { groups: ['A', 'B'] })).toContain('Groups with names A, B not found')
      const define = (type: string) => ({ ...CREATOR, userAttributeDefinitions: [{ name: 'fixed', type }] })
      await generate(define('string'))
      expect(await noSession(400, define('number'))).toContain('cannot change type')
    },
  },
  {
    line: 383,
    part: 2,
    rule: 'files can be written only on a personal dev-mode branch',
    run: async ({ refused }) => {
      const body = { branchName: 'main', files: [{ path: 'model/cubes/a.yml', content: 'cubes: []' }] }
      expect(await refused(400, 'PUT', `${BUILD}/data-model/files`, { body })).toMatch(/is not a dev-mode branch/)
    },
  },
  {
    line: 383,
    part: 3,
    rule: 'a query that is not ready says so, and is answered when repeated',
    run: async ({ data, ok }) => {
      const token = String((await ok('POST', `${HOME}/token`))['platformApiToken'])
      expect((await data(token, 'POST', '/v1/load', QUERY)).body).toEqual({ error: 'Continue wait' })
      expect((await data(token, 'POST', '/v1/load', QUERY)).body).toMatchObject({ data: expect.any(Array) })
    },
  },
  {
    line: 383,
    part: 4,
    rule: 'a model that does not compile is a 200 that says what is wrong',
    run: async ({ ok }) => {
      await ok('POST', `${BUILD}/dev-mode`)
      const files = [
        { path: 'model/cubes/broken.yml', content: 'cubes:\n  - name: broken\n    measures:\n      - 7\n' },
      ]
      await ok('PUT', `${BUILD}/data-model/files`, { body: { files } })
      const { valid, errors } = await ok('GET', `${BUILD}/data-model/validate?devMode=true`)
      expect([valid, errors]).toEqual([
        false,
        expect.arrayContaining([{ message: expect.any(String), fileName: files[0]?.path }]),
      ])
      await ok('DELETE', `${BUILD}/data-model/files`, { body: { files: [{ path: files[0]?.path }] } })
      await ok('DELETE', `${BUILD}/dev-mode`)
    },
  },
]

export const LIMITS: readonly Rule[] = [
  {
    line: 389,
    rule: 'an account has a limit of external users, 10,000 by default',
    run: async ({ generate, noSession, sandbox }) => {
      const { controls } = sandbox()
      expect(controls.setSwitches({}).embedUserLimit).toBe(10_000)
      await generate({ externalId: 'known' })
      controls.setSwitches({ embedUserLimit: 1 })
      expect(await noSession(429, { externalId: 'one-too-many' })).toMatch(/limit/)
      expect((await generate({ externalId: 'known' })).status).toBe(200)
    },
  },
  {
    line: 390,
    rule: 'a session is exchanged within five minutes, and once',
    run: async ({ exchange, mint, wait, sandbox }) => {
      sandbox().controls.setClock({ frozen: true })
      const [used, late] = [await mint(), await mint()]
      wait({ minutes: 5 })
      expect([(await exchange(used)).status, (await exchange(used)).status]).toEqual([200, 401])
      wait({ seconds: 1 })
      expect((await exchange(late)).status).toBe(401)
    },
  },
  {
    line: 391,
    rule: 'a token is trusted for about 23 hours and signed for 24',
    run: async ({ bearing, enter, sandbox, wait }) => {
      sandbox().controls.setClock({ frozen: true })
      const token = await enter({ embedTenantName: 'beanhouse' })
      const look = async () => (await bearing(token, 'GET', `/api/v1/embed/dashboard/${FOR_BEANHOUSE}`)).status
      const { iat, exp } = claimsOf(token)
      expect(exp - iat).toBe(DAY)
      wait({ hours: 22, minutes: 59 })
      expect(await look()).toBe(200)
      wait({ minutes: 2 })
      expect(await look()).toBe(401)
    },
  },
  {
    line: 392,
    rule: 'embedTenantName: 5 and 36 characters, not 4 and 37',
    run: async ({ generate, noSession }) => {
      for (const length of [5, 36]) expect((await generate({ embedTenantName: 'b'.repeat(length) })).status).toBe(200)
      for (const length of [4, 37]) await noSession(400, { embedTenantName: 'b'.repeat(length) })
    },
  },
  {
    line: 393,
    rule: 'widget id: 128 characters, not 129',
    run: async ({ publish }) => {
      const widgets = (length: number) => ({ config: { widgets: [{ ...WIDGET, id: long(length) }] } })
      expect([(await publish(widgets(128))).status, (await publish(widgets(129))).status]).toEqual([200, 400])
    },
  },
  {
    line: 394,
    rule: 'entry of an app: 255 characters, not 256',
    run: async ({ publish }) => {
      const app = (length: number) => ({ config: { app: { entry: long(length) } } })
      expect([(await publish(app(255))).status, (await publish(app(256))).status]).toEqual([200, 400])
    },
  },
  {
    line: 395,
    rule: 'name and title of a report: 255 characters, not 256',
    run: async (world) => {
      for (const field of ['name', 'title']) await holds255(world, field)
    },
  },
  {
    line: 396,
    rule: 'a token of the data API: a day, or 60 to 86,400 seconds',
    run: async ({ ok, refused }) => {
      const seconds = async (body: object) => {
        const { iat, exp } = claimsOf(String((await ok('POST', `${HOME}/token`, { body }))['platformApiToken']))
        return exp - iat
      }
      expect([await seconds({}), await seconds({ expiresIn: 60 }), await seconds({ expiresIn: DAY })]).toEqual([
        DAY,
        60,
        DAY,
      ])
      for (const expiresIn of [59, DAY + 1]) await refused(400, 'POST', `${HOME}/token`, { body: { expiresIn } })
    },
  },
  {
    line: 397,
    rule: 'a token of usage analytics: an hour',
    run: async ({ ok }) => {
      const { iat, exp } = claimsOf(String((await ok('POST', '/api/v1/usage-analytics/token'))['token']))
      expect(exp - iat).toBe(3600)
    },
  },
  {
    line: 398,
    rule: 'an export and its file are deleted five minutes after it was submitted',
    run: async ({ call, ok, refused, wait }) => {
      const exports = `${HOME}/dashboard-exports`
      const { jobId } = await ok('POST', exports, { body: { format: 'png', dashboardPublicId: FOR_BEANHOUSE } })
      wait({ minutes: 4, seconds: 50 })
      expect((await call('GET', `${exports}/${jobId}/download`)).status).toBe(200)
      wait({ seconds: 15 })
      for (const path of [`${exports}/${jobId}`, `${exports}/${jobId}/download`]) await refused(404, 'GET', path)
    },
  },
  {
    line: 399,
    rule: 'a page has at most 100 runs of a sync',
    run: async ({ ok }) => {
      const body = { source: 'manifest', output: 'files', manifest: { nodes: {} } }
      for (let count = 0; count < 101; count += 1) await ok('POST', `${HOME}/transform-sync`, { body })
      const page = await ok('GET', `${HOME}/transform-sync?first=101`)
      expect([page.items.length, page.pageInfo.hasNextPage]).toEqual([100, true])
    },
  },
  {
    line: 400,
    rule: 'the size of a picture is advice: it is not fetched, so a large one is not an error',
    run: async ({ generate }) => {
      const userProfile = { picture: 'https://beanhouse.example/of-20-megabytes.png' }
      expect((await generate({ userProfile })).status).toBe(200)
    },
  },
]
