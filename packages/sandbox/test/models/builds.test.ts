import { beforeEach, describe, expect } from 'vitest'
import { CUBE, DEPLOYMENT, test, type World } from './world.ts'

const BROKEN = 'cubes:\n  - name: broken\n'
const status = async ({ admin }: World, branch?: string) => {
  const query = branch === undefined ? '' : `?branchName=${encodeURIComponent(branch)}`
  return (await admin.get(`/api/v1/deployments/${DEPLOYMENT}/build-status${query}`)).body
}
const environments = async ({ admin }: World, query = '') =>
  (await admin.get(`/api/v1/deployments/${DEPLOYMENT}/environments${query}`)).body

/** A build is over when a test says so, however slow the machine is. */
beforeEach<{ world: World }>(({ world }) => void world.sandbox.controls.setClock({ frozen: true }))

describe('build status', () => {
  test('of production from the start', async ({ world }) => {
    expect(await status(world)).toEqual({
      deploymentId: DEPLOYMENT,
      branchName: 'main',
      mode: 'production',
      status: 'built',
      buildJobId: expect.any(Number),
      filesHash: expect.stringMatching(/^[0-9a-f]{40}$/),
      lastHash: world.git('rev-parse', 'main').trim(),
      updatedAt: expect.any(String),
    })
    expect(await status(world, '')).toMatchObject({ branchName: 'main' })
  })

  test('is building for a while after a write, then built; the commit tells which build it is (client 9.2)', async ({
    world,
  }) => {
    const before = await status(world)
    const { lastHash } = (await world.admin.upload({ 'model/cubes/a.yml': CUBE('a') })).body
    const during = await status(world)
    expect(during).toMatchObject({ status: 'building', lastHash })
    expect(during).not.toHaveProperty('errorText')
    expect(during.buildJobId).not.toBe(before.buildJobId)
    expect(during.filesHash).not.toBe(before.filesHash)
    world.passBuild()
    expect(await status(world)).toMatchObject({ status: 'built', lastHash, buildJobId: during.buildJobId })
  })

  test('takes as long as the switch says, by the clock of the sandbox', async ({ world }) => {
    world.sandbox.controls.setSwitches({ buildMs: 60_000 })
    world.sandbox.controls.setClock({ frozen: true })
    await world.admin.upload({ 'model/cubes/a.yml': CUBE('a') })
    world.sandbox.controls.setClock({ advanceMs: 59_999 })
    expect((await status(world)).status).toBe('building')
    world.sandbox.controls.setClock({ advanceMs: 1 })
    expect((await status(world)).status).toBe('built')
  })

  test('for a model that does not compile is failed, with the errors', async ({ world }) => {
    await world.admin.upload({ 'model/cubes/a.yml': BROKEN })
    world.passBuild()
    expect(await status(world)).toMatchObject({
      status: 'failed',
      errorText: 'model/cubes/a.yml: broken cube: the cube "broken" reads no table',
    })
    await world.admin.upload({ 'model/cubes/a.yml': CUBE('a') })
    world.passBuild()
    expect((await status(world)).status).toBe('built')
  })

  test('has two kinds of building that never end (client 9.2)', async ({ world }) => {
    expect(await status(world, 'nope')).toEqual({
      deploymentId: DEPLOYMENT,
      branchName: 'nope',
      mode: 'dev_mode',
      status: 'building',
      errorText: 'Bad branch',
    })
    await world.admin.send('POST', '/branches', { name: 'shared' })
    world.passBuild()
    expect(await status(world, 'shared')).toMatchObject({
      mode: 'dev_mode',
      status: 'building',
      errorText: 'Branch is not active',
    })

    await world.admin.send('PUT', '/branches/staging-environment', { branchName: 'shared', enabled: true })
    expect(await status(world, 'shared')).toMatchObject({ status: 'building' })
    expect(await status(world, 'shared')).not.toHaveProperty('errorText')
    world.passBuild()
    expect(await status(world, 'shared')).toMatchObject({ mode: 'dev_mode', status: 'built' })
    await world.admin.send('PUT', '/branches/staging-environment', { branchName: 'shared', enabled: false })
    expect(await status(world, 'shared')).toMatchObject({ errorText: 'Branch is not active' })
  })

  test('of a fork follows its uncommitted changes, and ends with its dev mode', async ({ world }) => {
    const fork = await world.admin.devMode()
    world.passBuild()
    const built = await status(world)
    expect(built).toMatchObject({ branchName: fork, mode: 'dev_mode', status: 'built' })

    await world.admin.write('model/cubes/a.yml', BROKEN)
    expect(await status(world, fork)).toMatchObject({ status: 'building', lastHash: built.lastHash })
    world.passBuild()
    expect((await status(world, fork)).status).toBe('failed')
    // The same text again is not a change.
    await world.admin.write('model/cubes/a.yml', BROKEN)
    expect((await status(world, fork)).status).toBe('failed')

    await world.admin.send('POST', '/commit', { exitDevMode: true })
    expect(await status(world, fork)).toMatchObject({ errorText: 'Branch is not active' })
    expect(await status(world, 'main')).toMatchObject({
      status: 'building',
      lastHash: world.git('rev-parse', 'main').trim(),
    })
  })

  test('of a deployment with uploads does not follow commits and merges (client 7)', async ({ world }) => {
    await world.settings({ deployMode: 'cli' })
    const before = await status(world)
    await world.admin.devMode()
    await world.admin.write('model/cubes/a.yml', BROKEN)
    await world.admin.send('POST', '/commit', { exitDevMode: true })
    world.passBuild()
    expect(await status(world)).toEqual(before)
    expect(world.git('rev-parse', 'main').trim()).not.toBe(before.lastHash)

    await world.admin.upload({ 'model/cubes/b.yml': CUBE('b') })
    world.passBuild()
    expect(await status(world)).toMatchObject({ status: 'built', lastHash: world.git('rev-parse', 'main').trim() })
  })

  test('is none if nothing was ever built', async ({ world }) => {
    await world.admin.send('POST', '/branches', { name: 'live' })
    await world.settings({ deployBranchName: 'live' })
    expect(await status(world)).toEqual({
      deploymentId: DEPLOYMENT,
      branchName: 'live',
      mode: 'production',
      status: 'none',
    })
  })
})

describe('staging', () => {
  test('is for shared branches only (endpoints 8, client 8.12)', async ({ world }) => {
    const { admin } = world
    const fork = await admin.devMode()
    const stage = (body: object) => admin.send('PUT', '/branches/staging-environment', { enabled: true, ...body })
    expect((await stage({ branchName: 'main' })).status).toBe(400)
    expect((await stage({ branchName: fork })).status).toBe(400)
    expect((await stage({})).status).toBe(400)
    expect((await stage({ branchName: 'nope' })).status).toBe(404)
    await admin.send('POST', '/branches', { name: 'a/b' })
    const { body } = await stage({ branchName: 'a/b' })
    expect(body.data).toMatchObject({ name: 'a/b', parentBranch: 'main', isStagingEnvironmentEnabled: true })
  })

  test('and dev mode show as environments (endpoints 11)', async ({ world }) => {
    const { admin, second } = world
    await admin.send('POST', '/branches', { name: 'a/b' })
    await admin.send('PUT', '/branches/staging-environment', { branchName: 'a/b', enabled: true })
    const fork = await admin.devMode('a/b')
    await second.devMode('a/b')
    const { items, data, pageInfo } = await environments(world)
    expect(items).toMatchObject([
      { type: 'production', branch: 'main' },
      { type: 'staging', branch: 'a/b' },
      { type: 'development', branch: fork, user: 'ci-bot@acme.com' },
    ])
    expect(new Set(items.map(({ id }: { id: string }) => id)).size).toBe(3)
    expect(items[1].api_credentials[0].url).toContain('/dev-mode/a%2Fb/')
    expect(data).toEqual(items)
    expect(pageInfo.hasNextPage).toBe(false)

    expect((await environments(world, '?type=staging')).items).toHaveLength(1)
    expect((await environments(world, '?type=nope')).statusCode).toBe(400)
    // Only `data` obeys the older pair, only `items` the cursor (client 4.9).
    const mixed = await environments(world, '?offset=1&limit=1&first=2')
    expect(mixed.data).toEqual([items[1]])
    expect(mixed.items).toEqual(items.slice(0, 2))
    const rest = await environments(world, `?first=2&after=${mixed.pageInfo.endCursor}`)
    expect(rest.items).toEqual(items.slice(2))
  })
})

describe('deployments', () => {
  const ALL = '/api/v1/deployments'

  test('are listed if the key reaches them (endpoints 10)', async ({ world }) => {
    const { admin, sandbox, clientOf } = world
    const { body } = await admin.get(ALL)
    expect(body.items).toMatchObject([
      { id: 1, name: 'dev', creationStep: 'ready', deploymentUrl: expect.stringMatching(/^http/) },
      { id: 2, name: 'production' },
    ])
    expect(body).toMatchObject({ totalCount: 2, pagination: { total: 2, offset: 0, limit: 2 }, data: body.items })
    expect((await clientOf(sandbox.keys.scoped).get(ALL)).body.items).toMatchObject([{ id: 1 }])
    expect((await admin.get(`${ALL}/`)).body.items).toHaveLength(2)
    expect((await admin.get(`${ALL}?first=1`)).body).toMatchObject({
      items: [{ id: 1 }],
      pageInfo: { hasNextPage: true },
    })
    expect((await admin.get(`${ALL}?offset=1`)).body.items).toMatchObject([{ id: 2 }])
    expect((await admin.get(`${ALL}?offset=1&first=1`)).status).toBe(400)
    expect((await admin.get(`${ALL}?creationStep=demo`)).body.items).toEqual([])
    expect((await admin.get(`${ALL}/2`)).body).toMatchObject({ id: 2, name: 'production' })
    expect((await admin.get(`${ALL}/7`)).status).toBe(404)
  })

  test('accept any subset of their settings; template variables are merged (endpoints 10)', async ({ world }) => {
    const { admin, member } = world
    const path = `${ALL}/${DEPLOYMENT}`
    await admin.send('PUT', path, { templateVariables: { a: 1, b: { c: 2 } } })
    const { body } = await admin.send('PUT', path, {
      deployMode: 'cli',
      templateVariables: { b: 3 },
      name: 'Production EU',
    })
    expect(body).toMatchObject({
      name: 'Production EU',
      deployMode: 'cli',
      templateVariables: { a: 1, b: 3 },
      deployBranchName: 'main',
    })
    expect((await admin.get(`${path}/settings`)).body).toEqual(body)
    expect((await admin.get(path)).body.name).toBe('Production EU')
    expect((await admin.send('PUT', path, { deployMode: null })).body.deployMode).toBeNull()
    expect((await admin.send('PUT', path, { deployBranchReadOnly: null })).body.deployBranchReadOnly).toBe(false)
    expect((await admin.send('PUT', path, { deployMode: 'ftp' })).status).toBe(400)
    expect((await admin.send('PUT', path, { name: ' ' })).status).toBe(400)
    expect((await member.send('PUT', path, { name: 'Mine' })).status).toBe(403)
  })

  test('can be held at a version that is not the latest (endpoints 10)', async ({ world: { admin } }) => {
    const path = `${ALL}/${DEPLOYMENT}`
    expect((await admin.send('PUT', path, { releaseChannelVersion: '9.9.9' })).status).toBe(400)
    const held = await admin.send('PUT', path, { releaseChannelVersion: '2.0.0' })
    expect(held.body).toMatchObject({ releaseChannelVersion: '2.0.0', releaseChannelVersionHold: true })
    const free = await admin.send('PUT', path, { releaseChannelVersion: '2.0.0', releaseChannelVersionHold: false })
    expect(free.body.releaseChannelVersionHold).toBe(false)
  })

  test('give out tokens for the data API, with an expiry (endpoints 10)', async ({ world: { admin } }) => {
    const path = `${ALL}/${DEPLOYMENT}/token`
    const claims = async (body?: object) => {
      const { platformApiToken } = (await admin.send('POST', path, body)).body
      return JSON.parse(Buffer.from(platformApiToken.split('.')[1], 'base64url').toString())
    }
    const day = await claims()
    expect(day.exp - day.iat).toBe(86_400)
    const minute = await claims({ expiresIn: 60 })
    expect(minute.exp - minute.iat).toBe(60)
    expect((await admin.send('POST', path, { expiresIn: 59 })).status).toBe(400)
    expect((await admin.send('POST', path, { expiresIn: 86_401 })).status).toBe(400)
  })
})
