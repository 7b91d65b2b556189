// Slow: it kills many runs, and finishes each.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createClient } from '../../packages/platform/client/client.ts'
import type { Client } from '../../packages/platform/client/types.ts'
import type { RequestFacts } from '../../packages/sandbox/index.ts'
import { isLong } from '../support/long.ts'
import { readRows } from './live-rows.ts'
import { openStage } from './stage.ts'

/** The real program, killed at a request for the data model; in long runs, at each of them. */
const APPLY = ['apply', '--target', 'production', '--yes', '--prune']
const path = { deploymentId: 2 }

const stage = openStage()

interface Way {
  readonly route: 'fork' | 'upload'
  readonly branch: string
  readonly merge: 'none' | 'default'
}

const WAYS: readonly Way[] = [
  { route: 'fork', branch: 'main', merge: 'none' },
  { route: 'fork', branch: 'release/next', merge: 'default' },
  { route: 'upload', branch: 'main', merge: 'none' },
]

const config = (url: string, { route, branch, merge }: Way): string => `version: 1
project: acme
projectId: 7f3kQ2m9
home: production
targets:
  production: {url: ${url}, deployment: 2, dataModel: {branch: ${branch}, route: ${route}, merge: ${merge}}}
`
const cube = (name: string, table: string): string => `cubes:\n  - name: ${name}\n    sql_table: ${table}\n`

const before = (url: string, way: Way): Record<string, string> => ({
  'boardwright.yaml': config(url, way),
  '.gitignore': '.boardwright/\n',
  'data-model/model/cubes/orders.yml': cube('orders', 'public.orders'),
  'data-model/docs/gone.md': 'gone\n',
  'content/loose.report.yaml': 'id: loose0000001\nname: Loose\nsql: select 1\n',
})
const after = (url: string, way: Way): Record<string, string> => ({
  'boardwright.yaml': config(url, way),
  '.gitignore': '.boardwright/\n',
  'data-model/model/cubes/orders.yml': cube('orders', 'mart.orders'),
  'data-model/model/cubes/visits.yml': cube('visits', 'public.visits'),
  'content/loose.report.yaml': 'id: loose0000001\nname: Loose\nsql: select 2\n',
})
const THEIRS = 'docs/theirs.md'

/** The target after the first commit, with a file on the branch that somebody wrote in the UI. */
async function layOut(client: Client, { branch }: Way): Promise<void> {
  await stage.layOut()
  stage.sandbox().controls.setSwitches({ buildMs: 0 })
  if (branch !== 'main') await client.branches.createBranch({ path, body: { name: branch } })
  const { branchName = '' } = await client.branches.startDevMode({ path, body: { branchName: branch } })
  const files = [{ path: THEIRS, content: 'theirs' }]
  await client.dataModel.updateFiles({ path, body: { files, branchName: branchName ?? '' } })
  await client.branches.commitChanges({ path, body: { message: 'in the UI' } })
  await client.branches.removeBranch({ path, query: { branchName: branchName ?? '' } })
  stage.sandbox().controls.clearRequests()
}

interface Cut {
  /** The number of the request within the run, from 1. */
  readonly at: number
  readonly phase: 'before' | 'after'
}

/** Kills the process at a request: before it is handled, or before its answer. */
async function applyKilled({ at, phase }: Cut): Promise<NodeJS.Signals | null> {
  let seen = 0
  let kill: () => void = () => {}
  const numbers = new Map<number, number>()
  stage.onRequest = (request: RequestFacts & { phase: 'before' | 'after' }) => {
    if (request.phase === 'before') {
      seen += 1
      numbers.set(request.index, seen)
    }
    if (numbers.get(request.index) !== at || request.phase !== phase) return undefined
    kill()
    return 'drop'
  }
  const { signal } = await stage.run(APPLY, { begun: (child) => (kill = () => child.kill('SIGKILL')) })
  stage.onRequest = () => undefined
  return signal
}

/** Content, the branches, and who has dev mode open: everything that a run may leave behind. */
async function stateOf(client: Client, { branch }: Way): Promise<Readonly<Record<string, unknown>>> {
  const hashes = async (branchName: string) => client.uploads.fileHashes({ path, query: { branchName } })
  const { items } = await client.branches.listBranches({ path, query: { first: 1000 } })
  const forks = items.filter(({ name }) => name.startsWith('dev-'))
  const shared = items.map(({ name }) => name).filter((name) => !name.startsWith('dev-'))
  const level = await Promise.all(
    forks.map(async ({ name, parentBranch }) => [await hashes(name), await hashes(parentBranch ?? '')]),
  )
  const { mode } = await client.deployments.buildStatus({ path })
  return {
    rows: await readRows(stage.sandbox()),
    branches: shared.sort(),
    files: [await hashes('main'), await hashes(branch)],
    uncommitted: level.filter(([fork, parent]) => JSON.stringify(fork) !== JSON.stringify(parent)).length,
    mode,
  }
}

const git = (...args: string[]): string =>
  execFileSync('git', ['-C', join(stage.sandbox().directory, 'models', '2.git'), ...args], { encoding: 'utf8' })

/** In long runs, with the real program too. */
async function again(): Promise<{ readonly code: number | null; readonly said: string }> {
  if (!isLong) return stage.apply({ prune: true })
  const { code, stdout, stderr } = await stage.run(APPLY)
  return { code, said: stdout + stderr }
}

const isOfModel = (line: string): boolean => /data-model|dev-mode|branches|commit$|merge|build-status/.test(line)

/** A different one for each way. */
function cutsOf(requests: readonly string[], seed: number): Cut[] {
  const first = requests.findIndex((line) => !line.includes('GET')) + 1
  const last = requests.findLastIndex(isOfModel) + 1
  const all = Array.from({ length: last - first + 1 }, (_, index) => first + index).flatMap((at): Cut[] => [
    { at, phase: 'before' },
    { at, phase: 'after' },
  ])
  if (isLong) return all
  return fc.sample(fc.constantFrom(...all), { numRuns: 1, seed })
}

describe('an apply that is killed during the data model', () => {
  // Short runs take one that merges, and one that does not.
  test.each(isLong ? WAYS : WAYS.slice(1))(
    'by $route to $branch, merge $merge: the next run finishes it, and nothing stays open',
    async (way) => {
      const { url, keys } = stage.sandbox()
      const client = createClient({ url, token: keys.admin })
      await stage.prepare(before(url, way), after(url, way))
      await layOut(client, way)
      const approved = await stage.approve({ prune: true })
      const { code, said } = await again()
      expect(code, said).toBe(0)
      const requests = stage.requests()
      const end = await stateOf(client, way)
      expect(end).toMatchObject({ uncommitted: 0, mode: 'production' })
      const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex')
      for (const files of end['files'] as object[]) {
        expect(files).toMatchObject({ [THEIRS]: { hash: sha1('theirs') }, 'model/cubes/visits.yml': {} })
        expect(files).not.toHaveProperty(['docs/gone.md'])
      }

      const problems: string[] = []
      for (const cut of cutsOf(requests, 66 + WAYS.indexOf(way))) {
        const note = (what: unknown): void =>
          void problems.push(`${cut.phase} ${cut.at} (${requests[cut.at - 1]}): ${JSON.stringify(what)}`)
        await layOut(client, way)
        if ((await applyKilled(cut)) !== 'SIGKILL') note('was not killed')
        for (const line of await stage.unapproved({ prune: true }, approved)) note(line)
        const second = await again()
        if (second.code !== 0) note(second)
        const state = await stateOf(client, way)
        for (const [part, value] of Object.entries(state)) {
          if (JSON.stringify(value) !== JSON.stringify(end[part])) note({ [part]: value })
        }
        const left = await stage.plan({ prune: true })
        if (left.length > 0) note(left)
        const checked = git('fsck', '--full', '--strict')
        if (/error|missing|corrupt/.test(checked)) note(checked)
      }
      expect(problems).toEqual([])
      await client.close()
    },
    isLong ? 1_800_000 : 600_000,
  )
})
