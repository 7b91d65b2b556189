// Slow: it promotes many times.

import { describe, expect, test } from 'vitest'
import { createClient } from '../../../packages/platform/client/client.ts'
import { readDataModel } from '../../../packages/sandbox/seeds/seed.ts'
import { describeEnding } from '../../../src/cli/endings.ts'
import { mergeModel } from '../../../src/live/write/model-merge.ts'
import type { ApplyOptions } from '../../../src/project/apply/options.ts'
import { git } from '../../support/directory.ts'
import { smallTenant } from '../../support/small-tenant.ts'
import { configOf, REPORT, TREE } from '../promote-tree.ts'
import { openAccount, openScene, type Scene } from '../promote-world.ts'

const account = openAccount({ seed: smallTenant() })
const MODEL = Object.fromEntries([...readDataModel('acme')].map(([path, bytes]) => [`data-model/${path}`, bytes]))
const [CUBE = ''] = Object.keys(MODEL).filter((path) => path.startsWith('data-model/model/cubes/'))
const cube = () => Buffer.from(MODEL[CUBE] ?? []).toString()

const request = async (method: string, path: string, body?: object) => {
  const { url, keys } = account()
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${keys.admin}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(answer.status).toBeLessThan(300)
  return answer.json() as Promise<Record<string, { hash: string }>>
}
const build = '/build/api/v1/deployments'
const hashesOf = async (deployment: number, branchName: string): Promise<string[][]> =>
  Object.entries(await request('GET', `${build}/${deployment}/data-model/file-hashes?branchName=${branchName}`))
    .map(([path, { hash }]) => [path, hash])
    .sort()
async function commitByHand(branch: string, files: readonly { path: string; content: string }[]): Promise<void> {
  const { branchName } = (await request('POST', `${build}/2/dev-mode`, { branchName: branch })) as unknown as {
    branchName: string
  }
  await request('PUT', `${build}/2/data-model/files`, { files, branchName })
  await request('POST', `${build}/2/commit`, { message: 'by hand' })
  await request('DELETE', `${build}/2/dev-mode`)
}
const calls = () =>
  account()
    .controls.requests()
    .filter(({ method, path }) => method !== 'GET' && path.startsWith('/build'))
    .map(({ method, path }) => `${method} ${path.slice(build.length)}`)

/** Production, and the branch on which its next data model is developed. */
async function scene(branch = 'develop', from = 'main'): Promise<Scene> {
  const { url, keys } = account()
  account().controls.setSwitches({ buildMs: 0 })
  await request('POST', `${build}/2/branches`, { name: branch, from })
  return openScene(
    {
      ...MODEL,
      'boardwright.yaml': configOf({
        production: { url, deployment: 2, more: ', dataModel: {branch: main}' },
        next: { url, deployment: 2, more: `, content: off, dataModel: {branch: ${branch}}` },
        dev: { url, deployment: 1, more: ', dataModel: {branch: main}' },
      }),
    },
    { BOARDWRIGHT_TOKEN: keys.admin },
  )
}

const TAKE_OVER: Pick<ApplyOptions, 'shaping'> = { shaping: { accept: ['model'] } }
/** Later than everything before: the same commit on two branches at the same time would be one git commit. */
async function applyLater(play: Scene, target: string, options?: Parameters<Scene['apply']>[1]): Promise<void> {
  account().controls.setClock({ advanceMs: 60_000 })
  expect((await play.apply(target, options)).exit).toBe(0)
}
const changeCube = (play: Scene, more = '# changed\n') => play.commit({ [CUBE]: `${cube()}${more}` })

describe('between two branches of one deployment', () => {
  test('content that was applied with one of them says nothing about the other', async () => {
    const play = await scene()
    await play.commit({ ...TREE, [REPORT]: TREE[REPORT].replace('visits.count', 'orders.net_revenue') })
    await applyLater(play, 'production', TAKE_OVER)
    expect((await play.plan('next')).plan.applied).toBe(null)
    await expect(play.planPromotion('next', 'production')).rejects.toMatchObject({ kind: 'PROMOTE_UNAPPLIED' })
  })

  test('the platform merges, and then both branches hold the same', async () => {
    const play = await scene()
    await changeCube(play)
    expect((await play.apply('next', TAKE_OVER)).result?.failed).toEqual([])
    account().controls.clearRequests()
    const { plan, result, source } = await play.promote('next', 'production', TAKE_OVER)
    expect([result?.failed, plan.objects.map(({ key }) => key)]).toEqual([[], [CUBE.replace('data-model/', 'model/')]])
    expect(source.leftOut).toEqual(['content'])
    expect(calls()).toEqual(['POST /2/merge'])
    expect(await hashesOf(2, 'main')).toEqual(await hashesOf(2, 'develop'))
    expect((await play.promote('next', 'production')).why).toBe('nothing to do')
    expect((await play.promote('production', 'next')).why).toBe('nothing to do')
  })

  test('a branch of a branch goes straight to the deploy branch, if the target uses that one', async () => {
    await request('POST', `${build}/2/branches`, { name: 'develop' })
    const play = await scene('feature', 'develop')
    await changeCube(play)
    await play.apply('next', TAKE_OVER)
    account().controls.clearRequests()
    expect((await play.promote('next', 'production', TAKE_OVER)).result?.failed).toEqual([])
    expect(calls()).toEqual(['POST /2/merge-to-default'])
    expect(await hashesOf(2, 'main')).toEqual(await hashesOf(2, 'feature'))
  })

  test('a model that does not compile is not merged', async () => {
    const { url, keys } = account()
    await request('POST', `${build}/2/branches`, { name: 'develop' })
    await commitByHand('develop', [{ path: 'model/cubes/broken.yml', content: 'cubes: [' }])
    const before = await hashesOf(2, 'main')
    const client = createClient({ url, token: keys.admin })
    const desired = new Map((await hashesOf(2, 'develop')) as [string, string][])
    const merge = { deployment: 2, from: 'develop', into: 'main', desired, wanted: new Map() }
    const about = { projectId: '7f3kQ2m9', commit: 'c0ffee0', message: 'merge' }
    const { error, changed, problems } = await mergeModel(client, { ...merge, ...about })
    await client.close()
    expect([error?.kind, changed, problems.map(({ file }) => file)]).toEqual([
      ...['MODEL_INVALID', false],
      ['data-model/model/cubes/broken.yml'],
    ])
    expect(await hashesOf(2, 'main')).toEqual(before)
  })

  test('a branch that has more than the commit is not merged', async () => {
    const play = await scene()
    await changeCube(play)
    await play.apply('next', TAKE_OVER)
    await commitByHand('develop', [{ path: 'model/views/odd.yml', content: 'views: []\n' }])
    account().controls.clearRequests()
    const { result } = await play.promote('next', 'production', TAKE_OVER)
    expect(result?.failed).toEqual([])
    expect(calls()).not.toContain('POST /2/merge')
    const paths = (await hashesOf(2, 'main')).map(([path]) => path)
    expect(paths).not.toContain('model/views/odd.yml')
  })

  test('a hotfix that was applied to both does not get in the way of later promotions', async () => {
    const play = await scene()
    for (const target of ['production', 'next']) await applyLater(play, target, TAKE_OVER)
    await changeCube(play, '# hotfix\n')
    for (const target of ['production', 'next']) await applyLater(play, target)
    for (const more of ['# hotfix\n# more\n', '# hotfix\n# and more\n']) {
      await changeCube(play, more)
      await play.apply('next')
      const { exit, result } = await play.promote('next', 'production')
      expect([exit, result?.failed]).toEqual([0, []])
      expect(await hashesOf(2, 'main')).toEqual(await hashesOf(2, 'develop'))
      expect((await play.plan('production')).plan.objects).toEqual([])
    }
  })

  test('a change that only production has since is reverted as the plan shows, which a merge would not do', async () => {
    const play = await scene()
    for (const target of ['production', 'next']) await applyLater(play, target, TAKE_OVER)
    await changeCube(play, '# hotfix\n')
    await play.apply('production')
    await play.commit({ [CUBE]: cube(), 'data-model/docs/new.md': 'new\n' })
    await play.apply('next')
    expect((await play.promote('next', 'production')).exit).toBe(0)
    expect(await hashesOf(2, 'main')).toEqual(await hashesOf(2, 'develop'))
  })

  describe('that diverged', () => {
    const wentApart = async () => {
      const play = await scene()
      await changeCube(play, '# on develop\n')
      await play.apply('next', TAKE_OVER)
      git(play.root, 'checkout', '--quiet', '-b', 'other', 'HEAD~1')
      await changeCube(play, '# on main\n')
      await play.apply('production', TAKE_OVER)
      git(play.root, 'checkout', '--quiet', 'main')
      return play
    }
    const OVERWRITE: Pick<ApplyOptions, 'shaping'> = { shaping: { accept: ['model', 'newer', 'ui-edits'] } }

    test('are merged again on request', async () => {
      const play = await wentApart()
      expect((await play.promote('next', 'production', OVERWRITE)).exit).toBe(0)
      expect(await hashesOf(2, 'main')).toEqual(await hashesOf(2, 'develop'))
    })

    test('stay in conflict where only merges are allowed, and the error says how to resolve it', async () => {
      const play = await wentApart()
      await request('PUT', '/api/v1/deployments/2', { deployBranchReadOnly: true })
      const before = await hashesOf(2, 'main')
      const applied = await play.promote('next', 'production', OVERWRITE)
      const kinds = applied.result?.failed.map(({ error }) => error.kind)
      expect([applied.exit, kinds]).toEqual([5, ['MODEL_MERGE_CONFLICT']])
      const ending: string[] = []
      for await (const line of describeEnding(applied)) ending.push(line)
      expect(ending[2]).toContain(CUBE.replace('data-model/', ''))
      expect(ending.join('\n')).toMatch(/^Next {7}Merge main into develop in the git repository/m)
      expect(ending.join('\n')).toContain(
        'Then do the step that is left:  boardwright promote --from next --to production',
      )
      expect(await hashesOf(2, 'main')).toEqual(before)
    })
  })
})

describe('between two deployments', () => {
  test('the data model goes as files, beside the content', async () => {
    const play = await scene()
    await play.commit({ ...TREE, [REPORT]: 'id: byMonth00001\nname: By month\nsource: PLAYGROUND\nsql: select 2\n' })
    await changeCube(play)
    expect((await play.apply('dev', TAKE_OVER)).result?.failed).toEqual([])
    account().controls.clearRequests()
    const { result } = await play.promote('dev', 'production', TAKE_OVER)
    expect(result?.failed).toEqual([])
    expect(calls()).toContain('POST /2/commit')
    const ours = (rows: string[][]) => rows.filter(([path]) => path === CUBE.replace('data-model/', ''))
    expect(ours(await hashesOf(2, 'main'))).toEqual(ours(await hashesOf(1, 'main')))
    expect((await play.promote('production', 'dev')).plan.objects).toEqual([])
  })
})
