// Slow: it breaks off many runs, and finishes each.
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../../packages/platform/client/client.ts'
import type { Client } from '../../../packages/platform/client/types.ts'
import { type Sandbox, startSandbox } from '../../../packages/sandbox/index.ts'
import type { Applied } from '../../../src/project/apply.ts'
import { git } from '../../support/directory.ts'
import { isLong } from '../../support/long.ts'
import { at, openScene, type Scene } from '../promote-world.ts'

/** An apply of a data model is cut off at a write, and then git moves on: the next apply is not in its own way. */

let running: Sandbox | undefined
let client: Client
let left = Number.POSITIVE_INFINITY
const sandbox = (): Sandbox => {
  if (!running) throw new Error('the sandbox is not running')
  return running
}
beforeAll(async () => {
  running = await startSandbox({
    seed: 'empty',
    onRequest({ method, phase }) {
      if (method === 'GET' || phase !== 'before') return
      left -= 1
      if (left === 0) sandbox().controls.addFault({ path: '/**', kind: 'status', status: 401, times: 1_000_000 })
    },
  })
  client = createClient({ url: sandbox().url, token: sandbox().keys.admin })
})
afterAll(async () => {
  await client.close()
  await running?.close()
})

async function layOut(): Promise<void> {
  await sandbox().controls.reset({ seed: 'empty' })
  sandbox().controls.setSwitches({ buildMs: 0 })
}

const [CASH, OLD, NEW] = ['model/cubes/cash.yml', 'docs/old.md', 'model/cubes/made.yml']
const file = (path: string): string => `data-model/${path}`
const cube = (name: string, table: string): string => `cubes:\n  - name: ${name}\n    sql_table: ${table}\n`
const FIRST = { [file(CASH)]: cube('cash', 'public.cash'), [file(OLD)]: 'old\n' }
const SECOND = { [file(CASH)]: cube('cash', 'mart.cash'), [file(NEW)]: cube('made', 'public.made') }
const path = { deploymentId: 2 }
const PRUNE = { shaping: { prune: true } } as const

interface Way {
  readonly what: string
  readonly branch: string
  readonly more?: string
  /** Through another target, which gets each commit first. */
  readonly from?: 'dev'
}

const WAYS: readonly Way[] = [
  { what: 'by a fork of the deploy branch', branch: 'main' },
  { what: 'by a fork of another branch, which is merged', branch: 'next', more: ', merge: default' },
  { what: 'by an upload', branch: 'main', more: ', route: upload' },
  { what: 'by a promotion', branch: 'main', from: 'dev' },
]

const config = (url: string, { branch, more = '' }: Way): string => `version: 1
project: acme
projectId: 7f3kQ2m9
home: production
limits: {changePercent: 100, deletePercent: 100}
targets:
  production: {url: ${url}, deployment: 2, dataModel: {branch: ${branch}${more}}}
  dev: {url: ${url}, deployment: 1, dataModel: {branch: main}}
`

async function sendTo({ from }: Way, play: Scene, shaping: { prune?: boolean; accept?: 'model'[] }): Promise<Applied> {
  if (from === undefined) return play.apply('production', { shaping })
  expect((await play.apply(from, { shaping })).exit).toBe(0)
  return play.promote(from, 'production', { shaping })
}

/** The first commit is live. Cuts the second off before its write with this number; false if it has fewer. */
async function cutOff(way: Way, play: Scene, nth: number): Promise<boolean> {
  if (way.from !== undefined) expect((await play.apply(way.from, PRUNE)).exit).toBe(0)
  left = nth
  const ran = await (way.from === undefined
    ? play.apply('production', PRUNE)
    : play.promote(way.from, 'production', PRUNE))
  const isCut = left <= 0
  left = Number.POSITIVE_INFINITY
  sandbox().controls.clearFaults()
  expect(isCut || ran.exit === 0).toBe(true)
  return isCut
}

async function begin(way: Way): Promise<Scene> {
  const { url, keys } = sandbox()
  if (way.branch !== 'main') await client.branches.createBranch({ path, body: { name: way.branch } })
  const play = await openScene({ ...FIRST, 'boardwright.yaml': config(url, way) }, { BOARDWRIGHT_TOKEN: keys.admin })
  expect((await sendTo(way, play, { accept: ['model'] })).exit).toBe(0)
  rmSync(at(play.root, file(OLD)))
  await play.commit(SECOND)
  return play
}

const NOTHING = 'nothing else happens'

/** What happens after the second commit was cut off. */
const AFTERWARDS: Readonly<Record<string, (play: Scene, way: Way) => Promise<unknown>>> = {
  'the same file is changed again': (play) => play.commit({ [file(CASH)]: cube('cash', 'lake.cash') }),
  'the file is deleted': async (play) => {
    rmSync(at(play.root, file(CASH)))
    await play.commit()
  },
  'the file is renamed': async ({ root, commit }) => {
    git(root, 'mv', file(CASH), file('model/cubes/money.yml'))
    await commit()
  },
  'the commit is reverted, and another file is changed': async ({ root, commit }) => {
    git(root, 'revert', '--no-edit', 'HEAD')
    await commit({ [file('docs/more.md')]: 'more\n' })
  },
  'somebody commits what is in the fork': async (play, { branch }) => {
    const { items } = await client.branches.listBranches({ path })
    const fork = items.find(({ name, parentBranch }) => name.startsWith('dev-') && parentBranch === branch)
    if (fork) {
      await client.branches.startDevMode({ path, body: { branchName: branch } })
      await client.branches.commitChanges({ path, body: { message: 'in the UI' } })
      await client.branches.stopDevMode({ path })
    }
    await play.commit({ [file('docs/more.md')]: 'more\n' })
  },
  [NOTHING]: async () => {},
  'another file is added': (play) => play.commit({ [file('docs/more.md')]: 'more\n' }),
}

async function hashesOn(branchName: string): Promise<Record<string, string>> {
  const hashes = await client.uploads.fileHashes({ path, query: { branchName } })
  return Object.fromEntries(Object.entries(hashes).map(([name, { hash }]) => [name, hash]))
}

/** Nothing is left to do: the branch holds the tree, no fork differs from its branch, and no dev mode is open. */
async function problemsAfter({ branch, from }: Way, play: Scene): Promise<string[]> {
  const { items } = await client.branches.listBranches({ path })
  const forks = await Promise.all(
    items.flatMap(({ name, parentBranch }) =>
      name.startsWith('dev-') ? [Promise.all([hashesOn(name), hashesOn(parentBranch ?? '')])] : [],
    ),
  )
  const tree = git(play.root, 'ls-files', 'data-model').trim().split('\n')
  const bytes = tree.map((name) => [name.slice('data-model/'.length), git(play.root, 'show', `HEAD:${name}`)] as const)
  const wanted = bytes.map(([name, text]) => [name, createHash('sha1').update(text).digest('hex')])
  // One of the branches is merged into main.
  const live = await Promise.all([...new Set([branch, 'main'])].map(hashesOn))
  const ours = live.map((hashes) =>
    Object.entries(hashes).filter(([name]) => !/^boardwright\/|visits\.yml$/.test(name)),
  )
  const { mode } = await client.deployments.buildStatus({ path })
  const { plan } =
    from === undefined
      ? await play.plan('production', PRUNE)
      : (await play.planPromotion(from, 'production', PRUNE)).planned
  const said = [...plan.objects, ...plan.held, ...plan.left].map(({ key }) => key)
  return [
    ...forks.flatMap(([fork, parent]) =>
      JSON.stringify(fork) === JSON.stringify(parent) ? [] : ['a fork has changes'],
    ),
    ...ours.flatMap((files) =>
      JSON.stringify(files.sort()) === JSON.stringify(wanted.sort()) ? [] : [`live is ${JSON.stringify(files)}`],
    ),
    ...(mode === 'production' ? [] : ['dev mode is open']),
    ...said.map((key) => `still planned: ${key}`),
  ]
}

interface Case {
  readonly way: Way
  readonly afterwards: string
  /** The writes before which it is cut off, up to the first that it does not reach. */
  readonly cuts: readonly number[]
}

const ALL = Array.from({ length: 30 }, (_, nth) => nth + 1)

/** In short runs each act follows one way, cut off between its files or after them, or before the merge. */
const CASES: readonly Case[] = WAYS.flatMap((way, of) =>
  Object.keys(AFTERWARDS).flatMap((afterwards, nth): Case[] => {
    if (isLong) return [{ way, afterwards, cuts: ALL }]
    return nth % WAYS.length === of ? [{ way, afterwards, cuts: [afterwards === NOTHING ? 6 : 4 + (nth % 2)] }] : []
  }),
)

test.each(CASES)('cut off $way.what, and then $afterwards', async ({ way, afterwards, cuts }) => {
  const problems: string[] = []
  for (const nth of cuts) {
    await layOut()
    const play = await begin(way)
    const isCut = await cutOff(way, play, nth)
    await AFTERWARDS[afterwards]?.(play, way)
    const ran = await sendTo(way, play, { prune: true })
    const failed = ran.result?.failed.map(({ error }) => error.message) ?? []
    const found = [...failed, ...(await problemsAfter(way, play))]
    problems.push(...found.map((each) => `at write ${nth}: ${each}`))
    if (!isCut) break
  }
  expect(problems).toEqual([])
})

test('with BOARDWRIGHT_READ_ONLY, an apply without changes has nothing to do', async () => {
  const [way] = WAYS
  if (!way) throw new Error('there is no way')
  await layOut()
  const play = await begin(way)
  expect((await play.apply('production', PRUNE)).exit).toBe(0)
  const env = { ...play.env, BOARDWRIGHT_READ_ONLY: '1' }
  expect(await play.apply('production', { ...PRUNE, env })).toMatchObject({ exit: 0, why: 'nothing to do' })
})

describe('cut off, and then its commit is replaced by another', () => {
  const begun = async (): Promise<{ way: Way; play: Scene; replaced: string }> => {
    const [way] = WAYS
    if (!way) throw new Error('there is no way')
    await layOut()
    const play = await begin(way)
    expect(await cutOff(way, play, 5)).toBe(true)
    const replaced = play.head()
    git(play.root, 'reset', '--quiet', '--soft', 'HEAD~1')
    await play.commit({ [file(CASH)]: cube('cash', 'lake.cash') })
    return { way, play, replaced }
  }

  test('git still has it, and the next apply goes on', async () => {
    const { way, play } = await begun()
    expect((await play.apply('production', PRUNE)).result?.failed).toEqual([])
    expect(await problemsAfter(way, play)).toEqual([])
  })

  test('this clone does not have it: the next apply names it, and goes on without the fork', async () => {
    const { way, play, replaced } = await begun()
    git(play.root, 'reflog', 'expire', '--expire=now', '--all')
    git(play.root, 'gc', '--quiet', '--prune=now')
    const { result, exit } = await play.apply('production', PRUNE)
    const [failed] = result?.failed ?? []
    expect([exit, failed?.error.kind]).toEqual([5, 'MODEL_LEFTOVERS'])
    expect(failed?.error.message).toContain(`commit ${replaced.slice(0, 7)}, which would tell whether they are ours`)
    expect(failed?.error.hint).toContain(`git fetch origin ${replaced}`)
    const { items } = await client.branches.listBranches({ path })
    const fork = items.find(({ name }) => name.startsWith('dev-'))?.name ?? ''
    await client.branches.removeBranch({ path, query: { branchName: fork } })
    expect((await play.apply('production', PRUNE)).exit).toBe(0)
    expect(await problemsAfter(way, play)).toEqual([])
  })
})
