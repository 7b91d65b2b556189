import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { describe, expect, test } from 'vitest'
import { expectRefused, HOME, NUMBER, openContract } from './support.ts'

const { call, sandbox, everything, id } = openContract()

const CREATE = '/build/api/v1/deployments'
const WANTED = {
  name: 'Staging',
  cloudProvider: 'aws',
  isManaged: true,
  region: 'aws-eu-central-1',
  targetPlatform: 'kubernetes',
  creationStep: 'project',
}
const at = (deployment: number, rest = ''): string => `/api/v1/deployments/${deployment}${rest}`

async function create(more: object = {}, path = CREATE): Promise<number> {
  const answer = await call('POST', path, { body: { ...WANTED, ...more } })
  expect(answer.status).toBe(200)
  return answer.body.id
}

describe('endpoints 10: create a deployment', () => {
  test('answers the deployment, and it exists from then on', async () => {
    const answer = await call('POST', CREATE, { body: WANTED })
    expect(answer.status).toBe(200)
    const { id: made } = answer.body
    const url = `${sandbox().url}/deployments/${made}`
    expect(answer.body).toEqual({ id: made, name: 'Staging', deploymentUrl: url, creationStep: 'project' })
    expect((await call('GET', at(made))).body).toEqual(answer.body)
    expect((await call('GET', at(made, '/settings'))).body).toMatchObject({
      cloudProvider: 'aws',
      region: 'aws-eu-central-1',
      targetPlatform: 'kubernetes',
      isManaged: true,
      creationMethod: 'platform',
    })
    const list = await call('GET', '/api/v1/deployments')
    expect(list.body.items.map((row) => row.id)).toContain(made)
  })

  test('spec Other endpoint paths: the same path with a slash at its end works, too', async () => {
    expect(await create({}, `${CREATE}/`)).toEqual(NUMBER)
  })

  test('creates a starter project without cubes, and starts its first build', async () => {
    sandbox().controls.setClock({ frozen: true })
    const made = await create()
    expect((await call('GET', at(made, '/build-status'))).body).toMatchObject({
      branchName: 'main',
      status: 'building',
    })
    sandbox().controls.setClock({ advanceMs: 1000 })
    expect((await call('GET', at(made, '/build-status'))).body).toMatchObject({ status: 'built' })
    sandbox().controls.setClock({ frozen: false })
    const files = await call('GET', `/build${at(made)}/data-model/files`)
    expect(files.body.items.map(({ path }) => path)).toEqual(['/README.md'])
    const valid = await call('GET', `/build${at(made)}/data-model/validate`)
    expect(valid.body).toMatchObject({ valid: true, cubesCount: 0 })
  })

  test('with the method git-provider no files are created, and nothing is built', async () => {
    const made = await create({ creationMethod: 'git-provider' })
    expect((await call('GET', `/build${at(made)}/data-model/files`)).body.items).toEqual([])
    expect((await call('GET', at(made, '/build-status'))).body).toMatchObject({ status: 'none' })
  })

  test('is not idempotent: repeating it creates another deployment', async () => {
    expect(await create()).not.toBe(await create())
  })

  test('two at once get different ids', async () => {
    const made = await Promise.all([create(), create(), create()])
    expect(new Set(made).size).toBe(3)
  })

  test('has its own content, whose ids occur in no other deployment', async () => {
    const made = await create()
    const folder = await call('POST', at(made, '/folders'), { body: { name: 'First' } })
    expect(folder.body.id).toBeGreaterThan(made * 100_000)
    expectRefused(await call('PUT', `${HOME}/folders/${folder.body.id}`, { body: { name: 'Lost' } }), 404)
  })

  test.each([
    ['without a name', { name: undefined }],
    ['with a blank name', { name: '  ' }],
    ['without a region', { region: undefined }],
    ['with an unknown cloud', { cloudProvider: 'azure' }],
    ['with an unknown step', { creationStep: 'later' }],
    ['with an unknown method', { creationMethod: 'fax' }],
    ['with an unknown deploy mode', { deployMode: 'ftp' }],
  ])('%s is a 400, and changes nothing', async (_, more) => {
    const before = everything()
    expectRefused(await call('POST', CREATE, { body: { ...WANTED, ...more } }), 400)
    expect(everything()).toEqual(before)
  })

  test('is for admins, and not for a scoped key (chosen)', async () => {
    expectRefused(await call('POST', CREATE, { as: 'member', body: WANTED }), 403)
    expectRefused(await call('POST', CREATE, { as: 'scoped', body: WANTED }), 403)
    expectRefused(await call('POST', CREATE, { as: 'nobody', body: WANTED }), 401)
  })
})

describe('endpoints 10: creation steps', () => {
  test('advance moves to the given step, reset back to the first', async () => {
    const made = await create()
    const advanced = await call('POST', at(made, '/creation-step/advance'), { body: { creationStep: 'databases' } })
    expect(advanced.body).toMatchObject({ id: made, creationStep: 'databases' })
    expect((await call('GET', '/api/v1/deployments?creationStep=databases')).body.items.map((row) => row.id)).toEqual([
      made,
    ])
    const reset = await call('POST', at(made, '/creation-step/reset'))
    expect(reset.body).toMatchObject({ id: made, creationStep: 'project' })
    expect((await call('GET', at(made))).body).toMatchObject({ creationStep: 'project' })
  })

  test('needs a known step', async () => {
    expectRefused(await call('POST', `${HOME}/creation-step/advance`, { body: {} }), 400)
    expectRefused(await call('POST', `${HOME}/creation-step/advance`, { body: { creationStep: 'READY' } }), 400)
    expectRefused(
      await call('POST', `${HOME}/creation-step/advance`, { as: 'member', body: { creationStep: 'demo' } }),
      403,
    )
    expectRefused(await call('POST', at(999, '/creation-step/reset')), 404)
  })
})

describe('endpoints 10: delete a deployment', () => {
  test('deletes everything in it, and nothing else', async () => {
    const before = everything()
    const made = await create()
    await call('POST', at(made, '/folders'), { body: { name: 'First' } })
    await call('PUT', at(made, '/workbooks/by-slug/one'), { body: { name: 'One' } })
    await call('PUT', at(made, '/reports/by-public-id/LifeCycle001'), { body: { name: 'One' } })
    await call('PUT', at(made, '/env-vars'), { body: { env_variables: [{ name: 'A', value: '1' }] } })
    await call('POST', at(made, '/transform-sync'), { body: { source: 'manifest', manifest: {} } })
    expect(existsSync(join(sandbox().directory, 'models', `${made}.git`))).toBe(true)

    const answer = await call('DELETE', at(made))
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { success: true } })
    expectRefused(await call('GET', at(made)), 404)
    expectRefused(await call('DELETE', at(made)), 404)
    expect(existsSync(join(sandbox().directory, 'models', `${made}.git`))).toBe(false)
    const { settings: _, retired_public_ids: __, ...rest } = everything()
    const { settings: _s, retired_public_ids: __r, ...then } = before
    expect(rest).toEqual(then)
  })

  test('an id is never used again', async () => {
    const first = await create()
    await call('DELETE', at(first))
    expect(await create()).toBeGreaterThan(first)
  })

  test('is for admins (chosen), and a scoped key gets 403 for any other deployment (spec Authentication 6)', async () => {
    expectRefused(await call('DELETE', HOME, { as: 'member' }), 403)
    expectRefused(await call('DELETE', HOME, { as: 'scoped' }), 403)
    expect((await call('GET', HOME)).status).toBe(200)
  })
})

test('the ids of the seed are unchanged by all of this', () => {
  expect(id('folder', 'Sales')).toBe(200_001)
})

test('endpoints 10: a deployment full of content leaves no trace, even if it is the last', async () => {
  expect((await call('DELETE', HOME)).body).toEqual({ success: true })
  const database = new Libsql(join(sandbox().directory, 'platform.db'), { readonly: true })
  const rows = (sql: string): unknown[] => database.prepare(sql).all()
  expect(rows('pragma foreign_key_check')).toEqual([])
  for (const table of [
    'reports',
    'dashboards',
    'snapshots',
    'report_versions',
    'grants',
    'embed_access',
    'notifications',
    'notification_recipients',
  ]) {
    expect({ table, rows: rows(`select * from ${table}`) }).toEqual({ table, rows: [] })
  }
  database.close()
})
