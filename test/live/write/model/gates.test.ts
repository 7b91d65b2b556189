import { describe, expect, test } from 'vitest'
import { judgeBuild } from '../../../../src/live/write/model/build.ts'
import { problemsIn, toModelProblem } from '../../../../src/live/write/model/problems.ts'
import { decideRoute, type RouteFacts } from '../../../../src/live/write/model/route.ts'
import { CUBE, openWorld } from './support.ts'

const world = openWorld()
const A = 'model/cubes/a.yml'

describe('the compiler', () => {
  test('that answers with an HTML page lets nothing through', async () => {
    const before = await world.hashes()
    world.sandbox().controls.addFault({ method: 'GET', path: '/**/validate', kind: 'html', times: 9 })
    const ran = await world.apply({ [A]: CUBE('a') })
    expect(ran).toMatchObject({ error: { kind: 'NO_SUCH_ENDPOINT' }, changed: false, remains: [] })
    expect(await world.hashes()).toEqual(before)
    expect(await world.session()).toBeUndefined()
  })

  test.each([
    ['a.yml', 'a cube: no sql', { file: 'data-model/a.yml', message: 'a cube: no sql' }],
    ['/a.yml', 'unexpected end (line 3, column 5)', { file: 'data-model/a.yml', line: 3, column: 5 }],
    ['a.yml', 'bad indentation (7:2)', { line: 7, column: 2 }],
    ['a.js', 'SyntaxError at model/a.js:12', { line: 12 }],
    [null, 'something is wrong', { file: undefined }],
  ])('%s: %s', (file, message, problem) => {
    expect(toModelProblem(file, message)).toMatchObject(problem)
  })
})

describe('the build', () => {
  test('that does not end is given up after the limit; the model is committed', async () => {
    world.sandbox().controls.setSwitches({ buildMs: 3_600_000 })
    const ran = await world.apply({ [A]: CUBE('a') }, { buildWaitMs: 30_000 })
    expect(ran).toMatchObject({ error: { kind: 'MODEL_BUILD_ENDLESS' }, changed: true, build: undefined, remains: [] })
    expect(await world.session()).toBeUndefined()
    expect(await world.hashes()).toHaveProperty([A])
  })

  test('that is interrupted ends the run', async () => {
    world.sandbox().controls.setSwitches({ buildMs: 3_600_000 })
    const stop = new AbortController()
    const ran = await world.apply(
      { [A]: CUBE('a') },
      { signal: stop.signal, onEvent: ({ type }) => type === 'build' && stop.abort() },
    )
    expect(ran).toMatchObject({ error: { kind: 'INTERRUPTED' }, changed: true, remains: [] })
    expect(await world.session()).toBeUndefined()
  })

  const answer = { deploymentId: 2, branchName: 'main', mode: 'production' }
  test.each([
    [{ status: 'built', lastHash: 'x' }, 'built'],
    [{ status: 'built', lastHash: 'y' }, 'old'],
    [{ status: 'built' }, 'built'],
    [{ status: 'failed', lastHash: 'y' }, 'old'],
    [{ status: 'failed', lastHash: 'x' }, 'failed'],
    [{ status: 'cancelled', lastHash: 'x' }, 'failed'],
    [{ status: 'building', errorText: 'Bad branch: x' }, 'gone'],
    [{ status: 'building', errorText: 'Branch is not active' }, 'idle'],
    [{ status: 'building', errorText: 'an error of the build before' }, 'building'],
    [{ status: 'warmup' }, 'building'],
    [{ status: 'none' }, 'not started'],
    [{ status: 'stopped' }, 'not started'],
    [{ status: 'something new' }, 'building'],
  ])('%j is %s', (said, state) => {
    expect(judgeBuild({ ...answer, ...said }, 'x')).toBe(state)
  })

  test('reports its problems line by line', () => {
    expect(problemsIn('model/a.yml: a cube: x\nwhole\n')).toEqual([
      { file: 'data-model/model/a.yml', message: 'a cube: x' },
      { file: undefined, message: 'whole' },
    ])
  })
})

test('dev mode is left even if nothing can be read after the commit', async () => {
  for (const fork of ['keep', 'remove'] as const) {
    world.onRequest = ({ method, path, phase }) => {
      if (method === 'POST' && phase === 'after' && path.endsWith('/commit')) {
        world
          .sandbox()
          .controls.addFault({ method: 'GET', path: '/**/file-hashes', kind: 'status', status: 503, times: 5 })
      }
      return undefined
    }
    const ran = await world.apply({ 'docs/x.md': fork }, { fork })
    expect(ran).toMatchObject({ error: { kind: 'SERVER_FAILED' }, changed: true, remains: [] })
    expect(await world.session()).toBeUndefined()
  }
})

describe('the route', () => {
  const settings = {
    ...{ deployBranchName: 'main', deployBranchReadOnly: false, deployBranchMergeAllowed: true },
    deployMode: 'git',
  } as const
  const facts: RouteFacts = {
    ...{ settings, branch: 'main', parent: undefined, route: 'auto', merge: 'none' },
    ...{ unforkable: undefined, hasChanges: true },
  }
  const unforkable = { path: 'x.png', because: 'is not text' }
  const cli = { ...settings, deployMode: 'cli' } as const

  test.each<[string, Partial<RouteFacts>, string, unknown]>([
    ['git', {}, 'fork', undefined],
    ['cli', { settings: cli }, 'upload', undefined],
    ['unknown settings', { settings: undefined }, 'fork', undefined],
    ['no text', { unforkable }, 'upload', undefined],
    ['forced to upload', { route: 'upload' }, 'upload', undefined],
    ['forced to fork', { settings: cli, route: 'fork' }, 'fork', undefined],
    ['the deploy branch merges nowhere', { merge: 'default' }, 'fork', undefined],
    ['to the default', { branch: 'x', merge: 'default' }, 'fork', { by: 'default', branch: 'main' }],
    ['to the parent', { branch: 'x', parent: 'y', merge: 'parent' }, 'fork', { by: 'parent', branch: 'y' }],
    [
      'a parent in cli',
      { settings: cli, branch: 'x', parent: 'y', merge: 'parent' },
      'upload',
      { by: 'parent', branch: 'y' },
    ],
    ['to an unknown default', { settings: undefined, branch: 'x', merge: 'default' }, 'fork', { by: 'default' }],
  ])('%s', (_, given, route, mergeInto) => {
    expect(decideRoute({ ...facts, ...given })).toMatchObject({ route, because: expect.any(String), mergeInto })
  })

  test.each<[string, Partial<RouteFacts>, string]>([
    ['no text by a fork', { unforkable, route: 'fork' }, 'MODEL_ROUTE_REFUSED'],
    ['no parent', { branch: 'x', merge: 'parent' }, 'MODEL_ROUTE_REFUSED'],
    ['a merge in cli', { settings: cli, branch: 'x', merge: 'default' }, 'MODEL_ROUTE_REFUSED'],
    ['read-only', { settings: { ...settings, deployBranchReadOnly: true } }, 'MODEL_BRANCH_LOCKED'],
    [
      'no merges',
      { settings: { ...settings, deployBranchMergeAllowed: false }, branch: 'x', merge: 'default' },
      'MODEL_BRANCH_LOCKED',
    ],
  ])('refused: %s', (_, given, kind) => {
    expect(() => decideRoute({ ...facts, ...given })).toThrow(expect.objectContaining({ kind }))
  })
})
