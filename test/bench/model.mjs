import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Client as Connection } from 'undici'
import { bundleForNode } from '../../scripts/bundling.mjs'
import { median, report, timed } from './measure.mjs'
import { exchange } from './model-exchange.mjs'

const DEPLOYMENT = 2
const FILES = 250
const CHANGED = [10, 200]
const LATENCIES = [0, 20]
const ROUNDS = 3
const BUNDLED = join(import.meta.dirname, '../../node_modules/.bench')
const PREFIX = `/build/api/v1/deployments/${DEPLOYMENT}`

/** At 20 ms and 200 changed files. A bare program sends them one after the other. */
const GOAL_TIMES = 6
/** What ours sends more than a program that uploads without any look, however many files there are. */
const MORE_THAN_BLIND = 8

/**
 * Brings changed files of a model to production, by a fork and by an upload, beside a bare program that comes to the same
 * result as today's clients would: one request after the other, one for each changed file. The same result is: nothing is
 * live that the platform did not compile before. Today's uploads compile nothing before, so by that route a third program
 * is measured that does not either: what a model that does not compile costs is not in its time. Each is a process of its
 * own, measured from its start to its end.
 */
export async function run() {
  await bundlePrograms()
  const child = fork(join(import.meta.dirname, 'sandbox-server.mjs'), [JSON.stringify({ seed: 'empty' })])
  const [{ url, admin, control }] = await once(child, 'message')
  const world = { url, token: admin, control, round: 0 }
  try {
    await send(world, 'PUT', '/_sandbox/switches', { buildMs: 0 }, control)
    await runProgram(await orderOf(world, 'ours', 'fork', FILES))
    const held = []
    for (const latency of LATENCIES) {
      await setLatency(world, latency)
      for (const changed of CHANGED) {
        for (const route of ['fork', 'upload']) held.push(await measure(world, { route, latency, changed }))
      }
    }
    return held.every(Boolean)
  } finally {
    child.disconnect()
    await once(child, 'exit')
  }
}

async function measure(world, { route, latency, changed }) {
  const all = route === 'upload' ? ['ours', 'bare', 'blind'] : ['ours', 'bare']
  const times = Object.fromEntries(all.map((who) => [who, []]))
  const requests = {}
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const who of round % 2 === 0 ? all : all.toReversed()) {
      const order = await orderOf(world, who, route, changed)
      times[who].push(await timed(async () => (requests[who] = await runProgram(order))))
    }
  }
  const mine = median(times.ours)
  const faster = median(times.bare) / mine
  const isBig = latency === 20 && changed === 200
  const most = Math.min(requests.bare, (requests.blind ?? Number.POSITIVE_INFINITY) + MORE_THAN_BLIND)
  const said = all.map((who) => `${who} ${median(times[who]).toFixed(0)} ms and ${requests[who]} requests`)
  const blind = times.blind ? `, ${(median(times.blind) / mine).toFixed(1)} times than blind` : ''
  return report(
    `${route}, ${changed} of ${FILES} files, ${latency} ms`,
    `${said.join(', ')}, ${faster.toFixed(1)} times faster${blind}`,
    requests.ours <= most && (!isBig || faster >= GOAL_TIMES),
    `${isBig ? `${GOAL_TIMES} times faster, ` : ''}at most ${most} requests`,
  )
}

/** What a program is asked for: the next version of so many files. */
async function orderOf(world, who, route, count) {
  world.round += 1
  const live = await send(world, 'GET', `${PREFIX}/data-model/file-hashes?branchName=main`)
  const files = Array.from({ length: count }, (_, n) => {
    const path = `model/cubes/cube_${n}.yml`
    const text = `cubes:\n  - name: cube_${n}\n    sql_table: public.cube_${n}\n    title: Version ${world.round}\n`
    return { path, text, expected: live[path]?.hash }
  })
  return { who, route, files, url: world.url, token: world.token, deployment: DEPLOYMENT }
}

/** As the program is: how many files it has would be measured otherwise. */
const bundlePrograms = () =>
  bundleForNode({
    entryPoints: [join(import.meta.dirname, 'model-program.mjs')],
    outdir: BUNDLED,
    outExtension: { '.js': '.mjs' },
  })

/** Answers how many requests it sent. */
function runProgram(order) {
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [join(BUNDLED, 'model-program.mjs')], (failure, stdout) =>
      failure ? reject(failure) : resolve(Number(stdout)),
    )
    child.stdin.end(JSON.stringify(order))
  })
}

/** Every request takes so much longer, as if the platform were that far away. */
async function setLatency(world, delayMs) {
  await send(world, 'DELETE', '/_sandbox/faults', undefined, world.control)
  if (delayMs === 0) return
  const fault = { path: '/**', kind: 'delay', delayMs, times: 1_000_000 }
  await send(world, 'POST', '/_sandbox/faults', fault, world.control)
}

async function send({ url, token }, method, path, body, key = token) {
  const connection = new Connection(url)
  try {
    return await exchange(connection, key, method, path, body)
  } finally {
    await connection.close()
  }
}
