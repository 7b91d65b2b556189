import { beforeEach, describe, expect, test } from 'vitest'
import { type Answer, expectRefused, HOME, openContract, TEXT, TIME } from './support.ts'

const { call, sandbox } = openContract({ seed: 'empty' })

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
const ORDERS = `cubes:
  - name: orders
    sql_table: analytics.fct_orders
    description: One row per order.
    dimensions:
      - name: id
        sql: id
        type: number
        primary_key: true
      - name: ordered_at
        sql: ordered_at
        type: time
      - name: is_refund
        sql: is_refund
        type: boolean
        description: Money back.
      - name: city
        sql: city
        type: string
    measures:
      - name: count
        type: count
`
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

describe('endpoints 17.2: a sync of a manifest', () => {
  test('starts, runs through its stages by the clock, and is completed', async () => {
    const answer = await start({ source: 'manifest', manifest: MANIFEST })
    expect(answer.body).toEqual({ syncJobId: TEXT, workflowId: TEXT, branchName: 'main' })
    const job = String(answer.body['syncJobId'])
    expect(await status(job)).toEqual({
      syncJobId: job,
      status: 'RUNNING',
      progress: { stage: 'INITIALIZING', percentComplete: 0 },
      updatedAt: TIME,
    })
    pass(300)
    expect(await status(job)).toMatchObject({
      status: 'RUNNING',
      progress: { stage: 'PROCESSING_MANIFEST', percentComplete: 33 },
    })
    pass(599)
    expect(await status(job)).toMatchObject({
      status: 'RUNNING',
      progress: { stage: 'FINALIZING', percentComplete: 99 },
    })
    pass(1)
    expect(await status(job)).toMatchObject({
      status: 'COMPLETED',
      progress: { stage: 'COMPLETED', percentComplete: 100 },
    })
  })

  test('its files are on the branch once it is completed, not before', async () => {
    const job = await startJob({ manifest: { nodes: { a: { resource_type: 'model', name: 'in_time' } } } })
    pass(899)
    await status(job)
    expect(await modelFiles()).not.toContain('model/cubes/in_time.yml')
    pass(1)
    await status(job)
    expect(await modelFiles()).toContain('model/cubes/in_time.yml')
    expect((await call('GET', `${BUILD}/data-model/validate`)).body).toMatchObject({ valid: true, errors: [] })
  })

  test('has a result only once it is completed', async () => {
    const job = await startJob()
    expectRefused(await call('GET', `${SYNCS}/${job}/result`), 404)
    pass(900)
    expect((await call('GET', `${SYNCS}/${job}/result`)).body).toEqual({
      syncJobId: job,
      generatedFiles: [{ path: 'model/cubes/orders.yml' }, { path: 'model/cubes/people.yml' }],
      manifestStats: { models: 2, sources: 1, macros: 2 },
      entityCount: 2,
      completedAt: TIME,
      durationMs: 900,
    })
  })

  test('with the output files nothing is committed, and the files can be read', async () => {
    await call('POST', `${BUILD}/branches`, { body: { name: 'untouched' } })
    const nodes = { ...MANIFEST.nodes, 'model.shop.zz': { resource_type: 'model', name: 'zz_files_only' } }
    const manifest = { ...MANIFEST, nodes }
    const job = await startJob({ output: 'files', branchName: 'untouched', manifest })
    const path = `${SYNCS}/${job}/generated-files`
    expectRefused(await call('GET', path), 404)
    pass(900)
    const { body } = await call('GET', path)
    expect(body.items[0]).toEqual({ path: 'model/cubes/orders.yml', content: ORDERS })
    const page = await call('GET', `${path}?first=1`)
    const rest = await call('GET', `${path}?first=2&after=${page.body.pageInfo.endCursor}`)
    expect([...page.body.items, ...rest.body.items]).toEqual(body.items)
    await status(job)
    expect(body.items.map(({ path: file }) => file)).toContain('model/cubes/zz_files_only.yml')
    expect(await modelFiles('untouched')).not.toContain('model/cubes/zz_files_only.yml')
    const committed = await startJob()
    pass(900)
    expect((await call('GET', `${SYNCS}/${committed}/generated-files`)).body.items).toEqual([])
  })

  test('writes to the named branch', async () => {
    await call('POST', `${BUILD}/branches`, { body: { name: 'target' } })
    const job = await startJob({
      branchName: 'target',
      manifest: { nodes: { a: { resource_type: 'model', name: 'only-here' } } },
    })
    pass(900)
    expect(await status(job)).toMatchObject({ status: 'COMPLETED' })
    expect(await modelFiles('target')).toContain('model/cubes/only_here.yml')
    expect(await modelFiles()).not.toContain('model/cubes/only_here.yml')
  })

  test('logs show what it did so far', async () => {
    const job = await startJob()
    pass(300)
    const { body } = await call('GET', `${SYNCS}/${job}/logs`)
    expect(body.items).toEqual([
      {
        timestamp: TIME,
        level: 'info',
        stream: 'system',
        message: 'INITIALIZING started',
        phase: 'INITIALIZING',
        durationMs: 225,
      },
      {
        timestamp: TIME,
        level: 'info',
        stream: 'system',
        message: 'PROCESSING_MANIFEST started',
        phase: 'PROCESSING_MANIFEST',
        durationMs: 75,
      },
    ])
    pass(600)
    const all = (await call('GET', `${SYNCS}/${job}/logs`)).body.items
    expect(all).toHaveLength(5)
    expect(all.at(-1)).toMatchObject({ message: 'The sync completed' })
  })

  test.each<[string, object, string, RegExp]>([
    ['a manifest without nodes', { manifest: {} }, 'PROCESSING_MANIFEST', /not valid/],
    ['a manifest without models', { manifest: { nodes: {} } }, 'PROCESSING_MANIFEST', /no models/],
    ['a project that was never compiled', { source: 'git' }, 'COMPILING_TRANSFORM', /target\/manifest\.json/],
    ['an unknown ref', { source: 'git', ref: 'v9' }, 'UPLOADING_PROJECT', /v9/],
  ])('%s fails in %2$s', async (_, body, failedPhase, error) => {
    const job = await startJob(body)
    expect(await status(job)).toMatchObject({ status: 'RUNNING' })
    pass(900)
    expect(await status(job)).toMatchObject({
      status: 'FAILED',
      progress: { stage: 'FAILED' },
      error: expect.stringMatching(error),
    })
    const [run] = await runs()
    expect(run).toMatchObject({
      syncJobId: job,
      status: 'FAILED',
      failedPhase,
      errorMessage: expect.stringMatching(error),
    })
    const phases = run?.['phases'] as { outcome: string }[] | undefined
    expect(phases?.at(-1)).toMatchObject({ phase: failedPhase, outcome: 'failed' })
    expectRefused(await call('GET', `${SYNCS}/${job}/result`), 404)
    expect((await call('GET', `${SYNCS}/${job}/logs`)).body.items.at(-1)).toMatchObject({ level: 'error' })
  })

  test('a branch that is deleted meanwhile is a failure too', async () => {
    await call('POST', `${BUILD}/branches`, { body: { name: 'gone' } })
    const job = await startJob({ branchName: 'gone' })
    await call('DELETE', `${BUILD}/branches?branchName=gone`)
    pass(900)
    expect(await status(job)).toMatchObject({ status: 'FAILED', error: expect.stringMatching(/gone/) })
  })

  test('from git it reads the manifest of the project in the repository', async () => {
    await call('POST', `${BUILD}/dev-mode`, { body: {} })
    const content = JSON.stringify({ nodes: { a: { resource_type: 'model', name: 'from_git' } } })
    await call('PUT', `${BUILD}/data-model/files`, { body: { files: [{ path: 'target/manifest.json', content }] } })
    await call('POST', `${BUILD}/commit`, { body: { message: 'Compile', exitDevMode: true } })
    const answer = await start()
    expect(answer.status).toBe(200)
    pass(900)
    const [run] = await runs()
    expect(run).toMatchObject({ source: 'git', status: 'COMPLETED', stats: { models: 1, generatedFileCount: 1 } })
    expect(await modelFiles()).toContain('model/cubes/from_git.yml')
  })
})
