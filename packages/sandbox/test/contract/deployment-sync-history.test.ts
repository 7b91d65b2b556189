import { beforeEach, describe, expect, test } from 'vitest'
import { type Answer, DEV, expectRefused, HOME, NUMBER, openContract, TEXT, TIME } from './support.ts'

const { call, sandbox, everything } = openContract({ seed: 'empty' })

const SYNCS = `${HOME}/transform-sync`
const BUILD = '/build/api/v1/deployments/2'

/** The clock moves only when a test moves it. A sync takes 900 ms. */
beforeEach(() => {
  sandbox().controls.setSwitches({ syncMs: 900 })
  sandbox().controls.setClock({ advanceMs: 3_600_000, frozen: true })
})
const pass = (ms: number) => sandbox().controls.setClock({ advanceMs: ms })

const MANIFEST = {
  metadata: { dbt_version: '1.9.1', generated_at: '2026-01-02T03:04:05Z' },
  nodes: {
    'model.shop.orders': {
      resource_type: 'model',
      name: 'orders',
      alias: 'fct_orders',
      schema: 'analytics',
      description: 'One row per order.',
      columns: {
        id: { name: 'id', data_type: 'bigint' },
        ordered_at: { name: 'ordered_at', data_type: 'timestamp' },
        is_refund: { name: 'is_refund', data_type: 'boolean', description: 'Money back.' },
        city: { name: 'city' },
      },
    },
    'model.shop.people': { resource_type: 'model', name: 'people', schema: 'analytics' },
    'test.shop.not_null': { resource_type: 'test', name: 'not_null' },
  },
  sources: { 'source.shop.raw': {} },
  macros: { 'macro.a': {}, 'macro.b': {} },
}
const start = (body?: object, as = 'admin'): Promise<Answer> => call('POST', SYNCS, { as, body })
async function startJob(body: object = {}): Promise<string> {
  const answer = await start({ source: 'manifest', manifest: MANIFEST, ...body })
  expect(answer.status).toBe(200)
  return String(answer.body['syncJobId'])
}
const status = async (job: string) => (await call('GET', `${SYNCS}/${job}`)).body
const runs = async (query = '') => (await call('GET', `${SYNCS}${query}`)).body.items
const modelFiles = async (branch = 'main') =>
  Object.keys((await call('GET', `${BUILD}/data-model/file-hashes?branchName=${branch}`)).body as object)

describe('endpoints 17.2: start', () => {
  test.each<[string, unknown, number]>([
    ['a manifest is required with its source', { source: 'manifest' }, 400],
    ['an unknown source', { source: 'GIT' }, 400],
    ['an unknown output', { output: 'disk' }, 400],
    ['a manifest that is a list', { source: 'manifest', manifest: [] }, 400],
    ['an unknown branch', { source: 'manifest', manifest: MANIFEST, branchName: 'nowhere' }, 404],
    ['an empty branch', { source: 'manifest', manifest: MANIFEST, branchName: '' }, 400],
  ])('%s, else it is refused and nothing starts', async (_, body, code) => {
    const before = everything()
    expectRefused(await start(body as object), code)
    expect(everything()).toEqual(before)
  })

  test('a read-only deploy branch takes no commits, so a sync is refused', async () => {
    await call('PUT', HOME, { body: { deployBranchReadOnly: true } })
    expectRefused(await start({ source: 'manifest', manifest: MANIFEST }), 400)
    expect((await start({ source: 'manifest', manifest: MANIFEST, output: 'files' })).status).toBe(200)
    await call('PUT', HOME, { body: { deployBranchReadOnly: false } })
  })

  test('is for admins (chosen); reading is not', async () => {
    const job = await startJob()
    expectRefused(await start({}, 'member'), 403)
    expectRefused(await call('DELETE', `${SYNCS}/${job}`, { as: 'member' }), 403)
    expect((await call('GET', `${SYNCS}/${job}`, { as: 'member' })).status).toBe(200)
    expectRefused(await call('GET', SYNCS, { as: 'scoped' }), 403)
  })
})

describe('endpoints 17.2: cancel', () => {
  test('a running sync is CANCELLED in the list, FAILED in its status, and writes nothing', async () => {
    const job = await startJob({ manifest: { nodes: { a: { resource_type: 'model', name: 'never' } } } })
    pass(400)
    const answer = await call('DELETE', `${SYNCS}/${job}`)
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { message: TEXT } })
    pass(900)
    expect(await status(job)).toMatchObject({ status: 'FAILED', error: expect.stringMatching(/cancelled/) })
    expect((await runs())[0]).toMatchObject({ syncJobId: job, status: 'CANCELLED', durationMs: 400 })
    expect(await modelFiles()).not.toContain('model/cubes/never.yml')
    expect((await call('DELETE', `${SYNCS}/${job}`)).status).toBe(200)
    expectRefused(await call('GET', `${SYNCS}/${job}/result`), 404)
  })

  test('cancelling one that ended is a 409 (chosen)', async () => {
    const job = await startJob()
    pass(900)
    expectRefused(await call('DELETE', `${SYNCS}/${job}`), 409)
  })

  test.each(['', '/result', '/logs', '/generated-files'])(
    'an unknown job, or one of another deployment, is a 404: %s',
    async (more) => {
      const job = await startJob()
      expectRefused(await call('GET', `${SYNCS}/nothing${more}`), 404)
      expectRefused(await call('GET', `${DEV}/transform-sync/${job}${more}`), 404)
    },
  )
})

describe('spec States and Limits: the history', () => {
  test('a run shows its input, newest first', async () => {
    const job = await startJob()
    expect((await runs())[0]).toEqual({
      syncJobId: job,
      deploymentId: 2,
      status: 'RUNNING',
      trigger: 'api',
      source: 'manifest',
      branchName: 'main',
      startedAt: TIME,
      completedAt: null,
      lastStage: 'INITIALIZING',
      gitRef: null,
      userId: NUMBER,
    })
    pass(900)
    expect((await runs())[0]).toMatchObject({
      status: 'COMPLETED',
      completedAt: TIME,
      durationMs: 900,
      errorMessage: null,
      stats: {
        entityCount: 2,
        generatedFileCount: 2,
        models: 2,
        sources: 1,
        macros: 2,
        transformVersion: '1.9.1',
        manifestGeneratedAt: '2026-01-02T03:04:05Z',
      },
    })
  })

  test('filters by status and trigger, case-sensitively', async () => {
    const job = await startJob()
    expect((await runs('?status=RUNNING')).map((run) => run['syncJobId'])).toEqual([job])
    expect(await runs('?status=UNKNOWN')).toEqual([])
    expect(await runs('?trigger=api')).toEqual(await runs())
    expect((await runs('?trigger=api')).map((run) => run['syncJobId'])).toContain(job)
    for (const trigger of ['manual', 'webhook', 'agent', 'unknown'])
      expect(await runs(`?trigger=${trigger}`)).toEqual([])
    for (const query of [
      'status=running',
      'status=Completed',
      'trigger=API',
      'trigger=Manual',
      'status=DONE',
      'first=0',
    ]) {
      expectRefused(await call('GET', `${SYNCS}?${query}`), 400)
    }
  })

  test('a page has at most 100, whatever is requested', async () => {
    const before = (await runs('?first=1000')).length
    for (let n = before; n < 103; n += 1) await startJob({ output: 'files' })
    const page = await call('GET', `${SYNCS}?first=1000`)
    expect(page.body.items).toHaveLength(100)
    expect(page.body.pageInfo.hasNextPage).toBe(true)
    const rest = await call('GET', `${SYNCS}?first=1000&after=${page.body.pageInfo.endCursor}`)
    const jobs = [...page.body.items, ...rest.body.items].map((run) => run['syncJobId'])
    expect(new Set(jobs).size).toBe(103)
  })
})
