import { join } from 'node:path'
import { bundleForNode } from '../../scripts/bundling.mjs'
import { inTurns, judge, medianOf } from './support/measure.mjs'
import { programOf, runNode, startSandbox } from './support/node.mjs'

const DEPLOYMENT = 2
const FILES = 250
const CHANGED = [10, 200]
const LATENCIES = [0, 20]
const ROUNDS = 3
const BUNDLED = join(import.meta.dirname, '../../node_modules/.bench')
const PREFIX = `/build/api/v1/deployments/${DEPLOYMENT}`

/**
 * The largest share of the floor's time, at 20 ms and 200 changed files: a bare program sends them one after another.
 */
const SHARE_GOAL = 1 / 6
/** How many more requests we may send than a program that uploads blindly, however many files there are. */
const MORE_THAN_BLIND = 8

/**
 * Brings changed files of a model to production, through a fork and through an upload, compared to a bare program
 * that gets the same result as today's clients would: one request after another, one for each changed file. The same
 * result means that nothing is live that the platform has not compiled before. Today's uploads compile nothing first,
 * so on that route a third program is measured that does not either: its time does not include what a model that does
 * not compile would cost. Each is a separate process, measured from start to end.
 */
export async function run() {
  await bundlePrograms()
  const sandbox = await startSandbox({ seed: 'empty' })
  const world = { sandbox, version: 0 }
  try {
    await sandbox.tell('PUT', 'switches', { buildMs: 0 })
    await runProgram(await orderOf(world, 'ours', 'fork', FILES))
    const held = []
    for (const latency of LATENCIES) {
      await sandbox.setLatency(latency)
      for (const changed of CHANGED) {
        for (const route of ['fork', 'upload']) held.push(await measure(world, { route, latency, changed }))
      }
    }
    return held.every(Boolean)
  } finally {
    await sandbox.stop()
  }
}

async function measure(world, { route, latency, changed }) {
  const all = route === 'upload' ? ['ours', 'floor', 'blind'] : ['ours', 'floor']
  const runners = all.map((who) => [who, async () => runProgram(await orderOf(world, who, route, changed))])
  const runs = await inTurns(Object.fromEntries(runners), { rounds: ROUNDS })
  const wall = Object.fromEntries(all.map((who) => [who, medianOf(runs[who], 'wall')]))
  const requests = Object.fromEntries(all.map((who) => [who, runs[who][0].requests]))
  const isBig = latency === 20 && changed === 200
  const share = wall.ours / wall.floor
  const said = all.map((who) => `${who} ${wall[who].toFixed(2)} s and ${requests[who]} requests`)
  return judge(`${route}, ${changed} of ${FILES} files, ${latency} ms`, [
    {
      said: `${said.join(', ')}, ${(1 / share).toFixed(1)} times faster`,
      value: share,
      goal: isBig ? SHARE_GOAL : undefined,
    },
    {
      said: `${requests.ours} requests`,
      value: requests.ours,
      goal: Math.min(requests.floor, (requests.blind ?? Number.POSITIVE_INFINITY) + MORE_THAN_BLIND),
    },
  ])
}

/** The input of a program: the next version of this many files. */
async function orderOf(world, who, route, count) {
  const { sandbox } = world
  world.version += 1
  const live = await sandbox.send('GET', `${PREFIX}/data-model/file-hashes?branchName=main`)
  const files = Array.from({ length: count }, (_, n) => {
    const path = `model/cubes/cube_${n}.yml`
    const text = `cubes:\n  - name: cube_${n}\n    sql_table: public.cube_${n}\n    title: Version ${world.version}\n`
    return { path, text, expected: live[path]?.hash }
  })
  return { who, route, files, url: sandbox.url, token: sandbox.admin, deployment: DEPLOYMENT }
}

/** Bundled like the real program: otherwise the number of its source files would be measured. */
const bundlePrograms = () =>
  bundleForNode({
    entryPoints: [programOf('model-program.mjs')],
    outdir: BUNDLED,
    outExtension: { '.js': '.mjs' },
  })

async function runProgram(order) {
  const { wall, stdout } = await runNode([join(BUNDLED, 'model-program.mjs')], { input: JSON.stringify(order) })
  return { wall, requests: Number(stdout) }
}
