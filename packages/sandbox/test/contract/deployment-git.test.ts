import { describe, expect, test } from 'vitest'
import { expectRefused, openContract } from './support.ts'

const { call, sandbox, everything } = openContract({ seed: 'empty' })

const GIT = '/api/v1/git-provider'
const WANTED = {
  name: 'Connected',
  cloudProvider: 'aws',
  isManaged: true,
  region: 'local',
  targetPlatform: 'x',
  creationStep: 'git-provider',
  creationMethod: 'git-provider',
}

async function create(): Promise<number> {
  return (await call('POST', '/build/api/v1/deployments', { body: WANTED })).body.id
}
const connect = (deployment: number, body: object, as = 'admin') =>
  call('POST', `/build/api/v1/deployments/${deployment}/git-provider/connect`, { as, body })
const MODEL = { installationId: 7001, name: 'analytics-model' }

describe('endpoints 17.1: what is available', () => {
  test('the status says whether the account is linked, and where to link it', async () => {
    const answer = await call('GET', `${GIT}/status`)
    expect(answer.body).toEqual({
      connected: true,
      linkUrl: expect.stringMatching(/^https:/),
      settingsUrl: expect.stringMatching(/^https:/),
    })
    sandbox().controls.setSwitches({ gitProvider: 'unlinked' })
    expect((await call('GET', `${GIT}/status`)).body).toMatchObject({ connected: false })
    expect((await call('GET', `${GIT}/installations`)).body.items).toEqual([])
    expectRefused(await call('GET', `${GIT}/installations/7001/repositories`), 404)
    sandbox().controls.setSwitches({ gitProvider: 'linked' })
  })

  test('installations have ids as texts (schemas 15), and are paged', async () => {
    const { body } = await call('GET', `${GIT}/installations`)
    expect(body.items[0]).toEqual({
      installationId: '7001',
      id: '7001',
      login: 'acme',
      avatarUrl: expect.stringMatching(/^https:/),
    })
    expect(body['data']).toEqual(body.items)
    const page = await call('GET', `${GIT}/installations?first=1`)
    const rest = await call('GET', `${GIT}/installations?first=1&after=${page.body.pageInfo.endCursor}`)
    expect([...page.body.items, ...rest.body.items]).toEqual(body.items)
  })

  test('repositories of an installation', async () => {
    const { body } = await call('GET', `${GIT}/installations/7001/repositories`)
    expect(body.items.map(({ name }) => name)).toEqual(['analytics-model', 'empty-model'])
    expect(body.items[0]).toEqual({
      id: 81001,
      name: 'analytics-model',
      htmlUrl: expect.stringMatching(/acme\/analytics-model$/),
    })
    expectRefused(await call('GET', `${GIT}/installations/1/repositories`), 404)
    expectRefused(await call('GET', `${GIT}/installations/acme/repositories`), 400)
  })

  test('branches of a repository; the installation is required', async () => {
    const path = `${GIT}/repositories/acme/analytics-model/branches`
    expect((await call('GET', `${path}?installationId=7001`)).body.items).toEqual([
      { name: 'main', isDefault: true },
      { name: 'develop', isDefault: false },
    ])
    expectRefused(await call('GET', path), 400)
    expectRefused(await call('GET', `${path}?installationId=7002`), 404)
    expectRefused(await call('GET', `${GIT}/repositories/acme/nothing/branches?installationId=7001`), 404)
  })
})

describe('endpoints 17.1: connect', () => {
  test('the deployment takes its model from the repository, and builds it', async () => {
    const deployment = await create()
    const base = `/api/v1/deployments/${deployment}`
    sandbox().controls.setClock({ frozen: true })
    const answer = await connect(deployment, { ...MODEL, deployProjectRoot: '/warehouse' })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual((await call('GET', base)).body)
    expect((await call('GET', `${base}/build-status`)).body).toMatchObject({ branchName: 'main', status: 'building' })
    sandbox().controls.setClock({ advanceMs: 1000, frozen: false })
    expect((await call('GET', `${base}/build-status`)).body).toMatchObject({ status: 'built' })
    expect((await call('GET', `/build${base}/data-model/validate`)).body).toMatchObject({ valid: true, cubesCount: 7 })
    const branches = (await call('GET', `/build${base}/branches`)).body.items
    expect(branches.map(({ name }) => name).toSorted()).toEqual(['develop', 'main'])
    expect((await call('GET', `${base}/settings`)).body).toMatchObject({
      creationMethod: 'git-provider',
      repoType: 'git',
      deployBranchName: 'main',
      deployProjectRoot: '/warehouse',
    })
  })

  test('to a branch other than the default', async () => {
    const deployment = await create()
    await connect(deployment, { ...MODEL, deployBranchName: 'develop' })
    expect((await call('GET', `/api/v1/deployments/${deployment}/settings`)).body).toMatchObject({
      deployBranchName: 'develop',
    })
    expectRefused(await connect(await create(), { ...MODEL, deployBranchName: 'nowhere' }), 404)
  })

  test('to a new repository, which exists from then on', async () => {
    const deployment = await create()
    const wanted = { installationId: 7002, name: 'fresh', isNewRepo: true, private: true, deployBranchName: 'trunk' }
    expect((await connect(deployment, wanted)).status).toBe(200)
    expect((await call('GET', `${GIT}/repositories/acme-labs/fresh/branches?installationId=7002`)).body.items).toEqual([
      { name: 'trunk', isDefault: true },
    ])
    expectRefused(await connect(await create(), wanted), 409)
    expect((await connect(await create(), { ...wanted, isNewRepo: false })).status).toBe(200)
  })

  test('only once', async () => {
    const deployment = await create()
    expect((await connect(deployment, MODEL)).status).toBe(200)
    expectRefused(await connect(deployment, MODEL), 409)
    expectRefused(await connect(deployment, { installationId: 7001, name: 'empty-model' }), 409)
  })

  test('two at once: one succeeds', async () => {
    const deployment = await create()
    const answers = await Promise.all([connect(deployment, MODEL), connect(deployment, MODEL)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test.each<[string, object, number]>([
    ['no installation', { name: 'analytics-model' }, 400],
    ['an installation as text', { installationId: '7001', name: 'analytics-model' }, 400],
    ['no name', { installationId: 7001 }, 400],
    ['an empty name', { installationId: 7001, name: '' }, 400],
    ['an unknown installation', { installationId: 1, name: 'analytics-model' }, 404],
    ['an unknown repository', { installationId: 7001, name: 'nothing' }, 404],
    ['an empty branch', { ...MODEL, deployBranchName: '' }, 400],
  ])('%s is refused, and nothing changes', async (_, body, status) => {
    const deployment = await create()
    const before = everything()
    expectRefused(await connect(deployment, body), status)
    expect(everything()).toEqual(before)
  })

  test('is for admins (chosen)', async () => {
    expectRefused(await connect(await create(), MODEL, 'member'), 403)
  })
})
