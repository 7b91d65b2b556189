import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../index.ts'

/** What a process leaves that was killed while it made, connected or deleted a deployment. */

let data = ''
let sandbox: Sandbox
const models = (...path: string[]): string => join(data, 'models', ...path)
const start = async (): Promise<void> => {
  sandbox = await startSandbox({ seed: 'empty', data })
}
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'boardwright-recovery-'))
  await start()
})
afterEach(async () => {
  await sandbox.close()
  rmSync(data, { recursive: true })
})

async function call(method: string, path: string, body?: object) {
  const response = await fetch(`${sandbox.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${sandbox.keys.admin}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return (await response.json()) as Record<string, unknown>
}
const create = () =>
  call('POST', '/build/api/v1/deployments', {
    ...{ name: 'New', cloudProvider: 'aws', isManaged: true, region: 'x', targetPlatform: 'x' },
    ...{ creationStep: 'project', creationMethod: 'git-provider' },
  })
const connect = (id: unknown) =>
  call('POST', `/build/api/v1/deployments/${id}/git-provider/connect`, {
    installationId: 7001,
    name: 'analytics-model',
  })
const cubesOf = async (id: unknown) =>
  (await call('GET', `/build/api/v1/deployments/${id}/data-model/validate`))['cubesCount']

test('repositories without a deployment are deleted at the next start', async () => {
  await sandbox.close()
  mkdirSync(models('7.git', 'refs'), { recursive: true })
  mkdirSync(models('1.git.new'))
  await start()
  expect(readdirSync(models()).toSorted()).toEqual(['1.git', '2.git'])
})

test('killed before the rows of a connection were written: as if it had not started', async () => {
  const { id } = await create()
  await sandbox.close()
  renameSync(models(`${id}.git`), models(`${id}.git.old`))
  mkdirSync(models(`${id}.git`))
  writeFileSync(models(`${id}.git`, 'HEAD'), 'half')
  await start()
  expect(existsSync(models(`${id}.git.old`))).toBe(false)
  expect(await cubesOf(id)).toBe(0)
  await connect(id)
  expect(await cubesOf(id)).toBe(7)
})

test('killed after they were written: the new repository is used', async () => {
  const { id } = await create()
  const before = join(data, 'before.git')
  cpSync(models(`${id}.git`), before, { recursive: true })
  await connect(id)
  await sandbox.close()
  renameSync(before, models(`${id}.git.old`))
  await start()
  expect(existsSync(models(`${id}.git.old`))).toBe(false)
  expect(await cubesOf(id)).toBe(7)
})

test('tokens, jobs and syncs survive a restart', async () => {
  const { platformApiToken } = await call('POST', '/api/v1/deployments/2/token')
  sandbox.controls.setSwitches({ syncMs: 3_600_000 })
  const { syncJobId } = await call('POST', '/api/v1/deployments/2/transform-sync')
  await sandbox.close()
  await start()
  const meta = await fetch(`${sandbox.url}/v1/meta`, { headers: { authorization: String(platformApiToken) } })
  expect(meta.status).toBe(200)
  expect(await call('GET', `/api/v1/deployments/2/transform-sync/${syncJobId}`)).toMatchObject({ status: 'RUNNING' })
  await sandbox.controls.reset()
  const afterReset = await fetch(`${sandbox.url}/v1/meta`, { headers: { authorization: String(platformApiToken) } })
  expect(afterReset.status).toBe(401)
})
