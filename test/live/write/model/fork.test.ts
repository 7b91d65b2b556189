// Slow: it works on many branches.
import { describe, expect, test } from 'vitest'
import { batchesOf } from '../../../../src/live/write/model/files.ts'
import { BINARY, BROKEN, COMMIT, CUBE, openWorld, PROJECT, RECORD } from './support.ts'

const world = openWorld()
const A = 'model/cubes/a.yml'
const B = 'model/cubes/b.yml'
const VISITS = 'model/cubes/visits.yml'

describe('by a fork', () => {
  test('writes all changes in one request, compiles them, commits and waits for the build', async () => {
    world.sandbox().controls.setSwitches({ buildMs: 60_000 })
    const ran = await world.apply({ [A]: CUBE('a'), [B]: CUBE('b') })
    expect(ran).toMatchObject({ error: undefined, route: 'fork', changed: true, written: 2, deleted: 0 })
    expect(ran).toMatchObject({ build: 'built', remains: [], problems: [] })
    expect(world.writes()).toEqual(['POST /dev-mode', 'PUT /data-model/files', 'POST /commit', 'DELETE /dev-mode'])
    expect(await world.files()).toMatchObject({
      [A]: CUBE('a'),
      [RECORD]: `{"v":1,"p":"${PROJECT}","commit":"${COMMIT}"}\n`,
    })
    expect(await world.session()).toBeUndefined()
    expect(ran.events.filter(({ type }) => type === 'build')).toMatchObject([
      { status: 'building' },
      { status: 'built' },
    ])
  })

  test('brings bytes unchanged, and folders in place of files', async () => {
    const odd = '\uFEFF# CRLF\r\n\tno: [yaml\r\n\u0001'
    await world.apply({ 'docs/odd.txt': odd, 'docs/a': 'a file', 'docs/b/c': 'in a folder' })
    const ran = await world.apply(
      { 'docs/a/b': 'a folder now', 'docs/b': 'a file now' },
      { removed: ['docs/a', 'docs/b/c'] },
    )
    expect(ran).toMatchObject({ error: undefined, written: 2, deleted: 2 })
    const files = await world.files()
    expect(files['docs/odd.txt']).toBe(odd)
    expect(files).toMatchObject({ 'docs/a/b': 'a folder now', 'docs/b': 'a file now' })
  })

  test('a model that does not compile is not committed, and leaves nothing in a fork', async () => {
    const before = world.git('rev-parse', 'main')
    const ran = await world.apply({ [A]: BROKEN, [B]: 'cubes:\n  - name: [\n' })
    expect(ran.error).toMatchObject({ kind: 'MODEL_INVALID' })
    expect(ran).toMatchObject({ changed: false, written: 0, remains: [] })
    expect(ran.problems).toEqual([
      { file: `data-model/${A}`, message: 'broken cube: the cube "broken" reads no table' },
      { file: `data-model/${B}`, message: expect.stringContaining('line 3'), line: 3, column: expect.any(Number) },
    ])
    expect(world.git('rev-parse', 'main')).toBe(before)
    expect(await world.session()).toBeUndefined()
    expect((await world.apply({ [A]: CUBE('a') })).error).toBeUndefined()
    expect(await world.files()).not.toHaveProperty(B)
  })

  test('a missing branch is created from its start, whatever its name', async () => {
    for (const branch of ['feature/with space #1', 'äö/ü%20?&=x']) {
      const ran = await world.apply({ [A]: CUBE('a') }, { branch })
      expect(ran).toMatchObject({ error: undefined, created: true, changed: true, build: 'none' })
      expect(await world.files(branch)).toMatchObject({ [A]: CUBE('a'), [VISITS]: expect.any(String) })
    }
    expect(await world.files()).not.toHaveProperty(A)
    const next = await world.apply({ [B]: CUBE('b') }, { branch: 'next', from: 'feature/with space #1' })
    expect(next.error).toBeUndefined()
    expect(await world.files('next')).toHaveProperty(A)
  })

  test('a branch name that git cannot hold beside another is a conflict', async () => {
    await world.apply({ [A]: CUBE('a') }, { branch: 'x' })
    const ran = await world.apply({ [A]: CUBE('a') }, { branch: 'x/y' })
    expect(ran.error).toMatchObject({ kind: 'CONFLICT', message: expect.stringContaining('x') })
  })

  test('waits for a branch with a staging environment', async () => {
    await world.apply({ [A]: CUBE('a') }, { branch: 'staged' })
    const path = { deploymentId: 2 }
    await world.client().branches.setBranchStagingEnvironment({ path, body: { branchName: 'staged', enabled: true } })
    expect(await world.apply({ [A]: CUBE('a2') }, { branch: 'staged' })).toMatchObject({ build: 'built' })
  })

  test('forced onto a deployment with uploads, does not wait for a build', async () => {
    await world.settings({ deployMode: 'cli' })
    const ran = await world.apply({ [A]: CUBE('a') }, { route: 'fork' })
    expect(ran).toMatchObject({ error: undefined, route: 'fork', build: 'none' })
  })

  test('unchanged files are not written again, and an empty change is no write', async () => {
    await world.apply({ [A]: CUBE('a') })
    const plan = await world.plan({ [B]: CUBE('b') })
    const changes = new Map([...plan.changes, [A, new TextEncoder().encode(CUBE('a'))]])
    const ran = await world.apply({}, { ...plan, changes, commit: 'abcdef1' })
    expect(ran).toMatchObject({ error: undefined, changed: true })
    const again = await world.apply({}, { ...plan, changes, commit: 'abcdef1' })
    expect(again).toMatchObject({ error: undefined, changed: false, route: undefined })
    expect(world.writes()).toEqual([])
    const nothing = await world.apply({ [A]: CUBE('a'), [B]: CUBE('b') })
    expect(nothing).toMatchObject({ error: undefined, changed: false, route: undefined })
    expect(world.lines()).toEqual(['GET /build-status'])
  })

  test('only a record, if the model is adopted as it is', async () => {
    const ran = await world.apply({}, { adopt: true })
    expect(ran).toMatchObject({ error: undefined, changed: true, written: 0 })
    expect(await world.files()).toHaveProperty([RECORD])
  })

  test('5,000 files are sent in few requests, and a large one alone', () => {
    expect(
      batchesOf(
        Array.from({ length: 5_000 }, () => 200),
        (size) => size,
      ),
    ).toHaveLength(3)
    const sizes = [1, 8_000_000, 1, 1, 4_000_000, 400_000]
    expect(batchesOf(sizes, (size) => size)).toEqual([[1], [8_000_000], [1, 1, 4_000_000], [400_000]])
    expect(batchesOf([], () => 1)).toEqual([])
  })

  test('if the platform takes less at once, batches are halved', async () => {
    const fault = { method: 'PUT', path: '/**/data-model/files', kind: 'status', status: 413, times: 1 } as const
    let sent = 0
    // The second request writes the record alone.
    world.onRequest = ({ method, path, phase }) => {
      if (phase === 'before' && method === 'PUT' && path.endsWith('/data-model/files')) sent += 1
      else return undefined
      if (sent === 1 || sent === 3) world.sandbox().controls.addFault(fault)
      return undefined
    }
    expect((await world.apply({ [A]: CUBE('a'), [B]: CUBE('b'), 'docs/c': 'c', 'docs/d': 'd' })).error).toBeUndefined()
    expect(await world.files()).toMatchObject({ [A]: CUBE('a'), 'docs/d': 'd' })
    expect(sent).toBe(6)
  })

  test('a path that the platform refuses leaves everything unchanged', async () => {
    const ran = await world.apply({ [A]: CUBE('a'), 'docs//x': 'x' })
    expect(ran.error).toMatchObject({ kind: 'REJECTED', message: expect.stringContaining('docs//x') })
    expect(ran.remains).toEqual([])
    expect(await world.session()).toBeUndefined()
    expect(await world.files()).not.toHaveProperty([A])
  })

  test('binary files cannot be written this way', async () => {
    const ran = await world.apply({ 'assets/logo.png': BINARY }, { route: 'fork' })
    expect(ran.error).toMatchObject({ kind: 'MODEL_ROUTE_REFUSED' })
    expect(world.writes()).toEqual([])
  })
})
