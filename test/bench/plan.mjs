import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bare } from './bare.mjs'
import { median, report } from './measure.mjs'
import { boardwright, CHANGED, changeFiles, configOf, REPORTS, requestsOf, show, startSandbox } from './scale.mjs'

const PAGE = 1_000
const GOAL = 1.3
const MEMORY_GOAL_MB = 400
/** What takes longest says most in each round. */
const ROUNDS = { cold: 3, warm: 5 }

/** A plan in which nothing changes, beside a bare program that fetches and parses the same. */
export async function run() {
  const root = await mkdtemp(join(tmpdir(), 'boardwright-bench-plan-'))
  const sandbox = await startSandbox()
  const env = { BOARDWRIGHT_TOKEN: sandbox.keys.admin }
  try {
    await writeFile(join(root, 'boardwright.yaml'), configOf(sandbox.url))
    await writeFile(join(root, '.gitignore'), '.boardwright/\n')
    await boardwright(root, ['export'], env)
    commit(root)
    await boardwright(root, ['adopt', '--yes'], env)
    const paths = await pathsOf(root, sandbox, env)
    const budget = await budgetOf(root)

    const cold = await rounds(ROUNDS.cold, async () => {
      await rm(join(root, '.boardwright', 'cache'), { recursive: true, force: true })
      return [await plan(root, env), await bare({ sandbox, paths, root })]
    })
    const warm = await rounds(ROUNDS.warm, async () => [await plan(root, env), await bare({ sandbox, paths })])
    const changed = await rounds(ROUNDS.warm, async (round) => {
      await changeFiles(root, round)
      commit(root)
      return [await plan(root, env), await bare({ sandbox, paths })]
    })
    const held = [
      judge('plan, nothing changed, without a cache', cold, GOAL),
      judge('plan, nothing changed, with a cache', warm, GOAL),
      judge(`plan after ${CHANGED} files changed`, changed, GOAL),
      report('requests of a plan', String(paths.length), paths.length <= budget, budget),
      memory([...cold, ...warm, ...changed]),
    ]
    return held.every(Boolean)
  } finally {
    sandbox.child.kill('SIGTERM')
    await rm(root, { recursive: true, force: true })
  }
}

const git = (root, ...args) =>
  execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', ...args], { cwd: root })

function commit(root) {
  git(root, 'init', '--quiet')
  git(root, 'add', '--all')
  git(root, 'commit', '--quiet', '--message', 'all of it')
}

async function plan(root, env) {
  const ran = await boardwright(root, ['plan'], env)
  if (!ran.stdout.startsWith('No changes.')) throw new Error(`the plan has changes: ${ran.stdout.slice(0, 2000)}`)
  return ran
}

/** What a plan asks for, in the order in which it does. */
async function pathsOf(root, sandbox, env) {
  const before = (await requestsOf(sandbox)).length
  await plan(root, env)
  return (await requestsOf(sandbox))
    .slice(before)
    .map(({ path, query }) => (query ? `${path}?${query.replace(/^\?/, '')}` : path))
}

async function budgetOf(root) {
  const files = await readdir(root, { recursive: true })
  const count = (name) => files.filter((file) => file.endsWith(`/${name}`)).length
  // Two for each folder and workbook, a page for each 1,000 reports; the caller, the hashes of the model, the clock.
  return 2 * count('folder.yaml') + 2 * count('workbook.yaml') + REPORTS / PAGE + 3
}

async function rounds(count, once) {
  const all = []
  for (let round = 0; round < count; round += 1) {
    const [ours, theirs] = await once(round)
    all.push({ ours, theirs, ratio: ours.ms / theirs.ms })
  }
  return all
}

function judge(title, all, goal) {
  const ratio = median(all.map((each) => each.ratio))
  const [ours, theirs] = ['ours', 'theirs'].map((who) => (median(all.map((each) => each[who].ms)) / 1000).toFixed(2))
  show(title, all[0].ours)
  return report(title, `ours ${ours} s, bare ${theirs} s, ratio ${ratio.toFixed(2)}`, ratio <= goal, goal)
}

function memory(all) {
  const most = Math.max(...all.map(({ ours }) => ours.megabytes))
  return report('peak memory of a plan', `${most.toFixed(0)} MB`, most <= MEMORY_GOAL_MB, `${MEMORY_GOAL_MB} MB`)
}
