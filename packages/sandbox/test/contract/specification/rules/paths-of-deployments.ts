import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { claimsOf } from '../../embed-support.ts'
import { HOME } from '../../support.ts'
import type { Rule, World } from '../rule.ts'

const BUILD = '/build/api/v1/deployments/2'
const SYNCS = `${HOME}/transform-sync`
const GIT = '/api/v1/git-provider'
const CUBE =
  'cubes:\n  - name: stores\n    sql_table: stores\n    measures:\n      - name: count\n        type: count\n'
const NEW = {
  name: 'Staging',
  cloudProvider: 'aws',
  isManaged: true,
  region: 'aws-eu-central-1',
  targetPlatform: 'kubernetes',
  creationStep: 'project',
}
const DAY = 86_400

const create = async ({ ok }: World, more: object = {}): Promise<number> =>
  (await ok('POST', '/build/api/v1/deployments/', { body: { ...NEW, ...more } })).id

const tokenSeconds = async ({ ok }: World, body?: object): Promise<number> => {
  const { iat, exp } = claimsOf(String((await ok('POST', `${HOME}/token`, { body }))['platformApiToken']))
  return exp - iat
}

const startSync = async ({ ok }: World): Promise<string> => {
  const manifest = { nodes: { 'model.shop.orders': { resource_type: 'model', name: 'orders' } } }
  return String((await ok('POST', SYNCS, { body: { source: 'manifest', output: 'files', manifest } }))['syncJobId'])
}

/** One file of an upload, as a form. */
const put = ({ call }: World, transaction: unknown, fileName: string, content: string) => {
  const part = (name: string, value: string, file = '') =>
    `--edge\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`
  const fields = part('transaction', JSON.stringify(transaction)) + part('fileName', fileName)
  const raw = `${fields}${part('file', content, '; filename="x"')}--edge--\r\n`
  return call('POST', `${BUILD}/data-model/upload/file`, {
    raw,
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  })
}

/** Each row calls every path and method that its line lists. */
export const PATHS_OF_DEPLOYMENTS: readonly Rule[] = [
  {
    line: 334,
    rule: 'deployments: list, update, delete, and five reads',
    run: async (world) => {
      const { ok, refused } = world
      expect((await ok('GET', '/api/v1/deployments')).items.map(({ name }) => name)).toEqual(['dev', 'production'])
      expect(await ok('PUT', HOME, { body: { name: 'production' } })).toMatchObject({ name: 'production' })
      expect(await ok('GET', `${HOME}/settings`)).toMatchObject({ deployBranchName: 'main' })
      for (const name of ['versions', 'logs', 'pods'])
        expect(await ok('GET', `${HOME}/${name}`)).toHaveProperty('items')
      expect(await ok('GET', `${HOME}/build-status`)).toMatchObject({ deploymentId: 2, branchName: 'main' })
      const made = `/api/v1/deployments/${await create(world)}`
      await ok('DELETE', made)
      await refused(404, 'GET', `${made}/settings`)
    },
  },
  {
    line: 335,
    rule: 'a token of the data API, for a day or for 60 to 86,400 seconds',
    run: async (world) => {
      for (const body of [undefined, {}]) expect(await tokenSeconds(world, body)).toBe(DAY)
      for (const expiresIn of [60, DAY]) expect(await tokenSeconds(world, { expiresIn })).toBe(expiresIn)
      for (const expiresIn of [59, DAY + 1, 60.5, '60']) {
        await world.refused(400, 'POST', `${HOME}/token`, { body: { expiresIn } })
      }
    },
  },
  {
    line: 336,
    rule: 'a deployment is created, and goes through its steps',
    run: async (world) => {
      const { ok } = world
      const made = `/api/v1/deployments/${await create(world)}`
      const advance = { body: { creationStep: 'databases' } }
      expect(await ok('POST', `${made}/creation-step/advance`, advance)).toMatchObject(advance.body)
      expect(await ok('POST', `${made}/creation-step/reset`)).toMatchObject({ creationStep: 'project' })
    },
  },
  {
    line: 337,
    rule: 'environments are listed, variables listed and set',
    run: async ({ ok }) => {
      expect((await ok('GET', `${HOME}/environments`)).items[0]).toMatchObject({ type: 'production' })
      const env_variables = [{ name: 'SHOWN', value: 'yes' }]
      await ok('PUT', `${HOME}/env-vars`, { body: { env_variables } })
      expect((await ok('GET', `${HOME}/env-vars`)).items).toContainEqual(env_variables[0])
    },
  },
  {
    line: 338,
    rule: 'regions are listed',
    run: async ({ ok }) =>
      expect((await ok('GET', '/api/v1/regions/')).items).toContainEqual(expect.objectContaining({ title: 'Zürich' })),
  },
  {
    line: 339,
    rule: 'files: read, write, rename, remove, on a dev-mode branch; then commit',
    run: async ({ ok }) => {
      const { branchName } = await ok('POST', `${BUILD}/dev-mode`)
      const files = [{ path: 'model/cubes/stores.yml', content: CUBE }]
      await ok('PUT', `${BUILD}/data-model/files`, { body: { files } })
      const renamed = [{ path: 'model/cubes/stores.yml', newPath: 'model/cubes/shops.yml' }]
      await ok('POST', `${BUILD}/data-model/files/rename`, { body: { files: renamed } })
      const there = JSON.stringify(await ok('GET', `${BUILD}/data-model/files?branchName=${branchName}`))
      expect([there.includes('shops.yml'), there.includes('stores.yml')]).toEqual([true, false])
      expect(await ok('GET', `${BUILD}/data-model/validate?devMode=true`)).toMatchObject({ valid: true })
      await ok('POST', `${BUILD}/commit`, { body: { message: 'Add shops' } })
      await ok('DELETE', `${BUILD}/data-model/files`, { body: { files: [{ path: 'model/cubes/shops.yml' }] } })
      await ok('POST', `${BUILD}/commit`, { body: { message: 'Remove shops', exitDevMode: true } })
      await ok('DELETE', `${BUILD}/dev-mode`)
    },
  },
  {
    line: 339,
    rule: 'uploads: hashes, start, a file, finish',
    run: async (world) => {
      const { ok } = world
      const before = (await ok('GET', `${BUILD}/data-model/file-hashes`)) as unknown as Record<string, object>
      const { transaction } = await ok('POST', `${BUILD}/data-model/upload/start`)
      expect((await put(world, transaction, 'model/cubes/stores.yml', CUBE)).status).toBe(200)
      const hash = createHash('sha1').update(CUBE).digest('hex')
      const files = { ...before, 'model/cubes/stores.yml': { hash } }
      await ok('POST', `${BUILD}/data-model/upload/finish`, { body: { transaction, files } })
      expect(await ok('GET', `${BUILD}/data-model/file-hashes`)).toEqual(files)
    },
  },
  {
    line: 339,
    rule: 'branches: list, create, stage, pull, merge, delete',
    run: async ({ ok }) => {
      for (const name of ['one', 'two']) await ok('POST', `${BUILD}/branches`, { body: { name } })
      const there = (await ok('GET', `${BUILD}/branches`)).items.map(({ name }) => name)
      expect(there).toEqual(expect.arrayContaining(['main', 'one', 'two']))
      const staged = { branchName: 'one', enabled: true }
      expect(await ok('PUT', `${BUILD}/branches/staging-environment`, { body: staged })).toMatchObject({
        data: { name: 'one', isStagingEnvironmentEnabled: true },
      })
      expect(await ok('POST', `${BUILD}/pull`, { body: { branchName: 'one' } })).toEqual({ buildTriggered: false })
      expect(await ok('POST', `${BUILD}/merge`, { body: { branchName: 'one' } })).toMatchObject({ merged: false })
      const merge = { branchName: 'two', message: 'Merge two' }
      expect(await ok('POST', `${BUILD}/merge-to-default`, { body: merge })).toMatchObject({ merged: false })
      for (const name of ['one', 'two']) await ok('DELETE', `${BUILD}/branches?branchName=${name}`)
    },
  },
  {
    line: 340,
    rule: 'the Git provider: status, installations, repositories, branches, connect',
    run: async (world) => {
      const { ok } = world
      expect(await ok('GET', `${GIT}/status`)).toMatchObject({ connected: true })
      expect((await ok('GET', `${GIT}/installations`)).items[0]).toMatchObject({ login: 'acme' })
      expect((await ok('GET', `${GIT}/installations/7001/repositories`)).items[0]).toMatchObject({
        name: 'analytics-model',
      })
      const branches = await ok('GET', `${GIT}/repositories/acme/analytics-model/branches?installationId=7001`)
      expect(branches.items[0]).toMatchObject({ name: 'main' })
      const made = await create(world, { creationMethod: 'git-provider' })
      const body = { installationId: 7001, name: 'analytics-model' }
      await ok('POST', `/build/api/v1/deployments/${made}/git-provider/connect`, { body })
    },
  },
  {
    line: 341,
    rule: 'a sync is started, listed, read, cancelled; its logs and its result are read',
    run: async (world) => {
      const { ok, sandbox, wait } = world
      sandbox().controls.setSwitches({ syncMs: 60_000 })
      const [done, stopped] = [await startSync(world), await startSync(world)]
      expect(await ok('GET', `${SYNCS}/${done}`)).toMatchObject({ status: 'RUNNING' })
      await ok('DELETE', `${SYNCS}/${stopped}`)
      wait({ minutes: 2 })
      expect(await ok('GET', `${SYNCS}/${done}`)).toMatchObject({ status: 'COMPLETED' })
      expect(await ok('GET', `${SYNCS}/${done}/result`)).toMatchObject({ syncJobId: done, entityCount: 1 })
      expect((await ok('GET', `${SYNCS}/${done}/logs`)).items.at(-1)).toMatchObject({ message: 'The sync completed' })
      expect((await ok('GET', SYNCS)).items.map((run) => run['syncJobId'])).toEqual([stopped, done])
    },
  },
  {
    line: 341,
    part: 2,
    rule: 'a page of the history holds at most 100',
    run: async (world) => {
      for (let count = 0; count < 99; count += 1) await startSync(world)
      const page = await world.ok('GET', `${SYNCS}?first=1000`)
      expect([page.items.length, page.pageInfo.hasNextPage]).toEqual([100, true])
    },
  },
]
