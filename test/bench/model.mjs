import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { Client as Connection } from 'undici'
import { createClient } from '../../dist/client/client.js'
import { applyModel } from '../../dist/live/write/model/apply.js'
import { median, report, timed } from './measure.mjs'

const DEPLOYMENT = 2
const FILES = 250
const CHANGED = [10, 200]
const LATENCIES = [0, 20]
const ROUNDS = 3
const PREFIX = `/build/api/v1/deployments/${DEPLOYMENT}`
const STATUS = `/api/v1/deployments/${DEPLOYMENT}/build-status`

/** At 20 ms and 200 changed files. A bare program sends them one after the other. */
const GOAL_TIMES = 6
/** By an upload each file is a request, whoever sends it. What the rehearsal and the looks before the finish cost more. */
const MORE_BY_UPLOAD = 10

/** Brings changed files of a model to production: by a fork and by an upload, beside a program that works as today's clients do. */
export async function run() {
  const child = fork(join(import.meta.dirname, 'sandbox-server.mjs'), [JSON.stringify({ seed: 'empty' })])
  const [{ url, admin, control }] = await once(child, 'message')
  const world = { url, token: admin, control, round: 0 }
  try {
    await send(world, 'PUT', '/_sandbox/switches', { buildMs: 0 }, control)
    await applyModel(client(world), request(await changesOf(world, FILES), 'fork'))
    const held = []
    for (const latency of LATENCIES) {
      await setLatency(world, latency)
      for (const changed of CHANGED) {
        for (const route of ['fork', 'upload']) held.push(await measure(world, { route, latency, changed }))
      }
    }
    return held.every(Boolean)
  } finally {
    for (const each of clients) await each.close()
    child.disconnect()
    await once(child, 'exit')
  }
}

async function measure(world, { route, latency, changed }) {
  const times = { ours: [], bare: [] }
  const requests = { ours: 0, bare: 0 }
  const programs = { ours: () => ours(world, route, changed), bare: () => bare(world, route, changed) }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const who of round % 2 === 0 ? ['ours', 'bare'] : ['bare', 'ours']) {
      const prepared = await programs[who]()
      times[who].push(await timed(async () => (requests[who] = await prepared())))
    }
  }
  const [mine, theirs] = [median(times.ours), median(times.bare)]
  const faster = theirs / mine
  const isBig = latency === 20 && changed === 200
  const most = requests.bare + (route === 'upload' ? MORE_BY_UPLOAD : 0)
  const goal = `${isBig ? `${GOAL_TIMES} times faster, ` : ''}at most ${most} requests`
  return report(
    `${route}, ${changed} of ${FILES} files, ${latency} ms`,
    `ours ${mine.toFixed(0)} ms and ${requests.ours} requests, bare ${theirs.toFixed(0)} ms and ${requests.bare} requests, ${faster.toFixed(1)} times faster`,
    requests.ours <= most && (!isBig || faster >= GOAL_TIMES),
    goal,
  )
}

/** The next version of so many files. */
async function changesOf(world, count) {
  world.round += 1
  const live = await send(world, 'GET', `${PREFIX}/data-model/file-hashes?branchName=main`)
  const files = Array.from({ length: count }, (_, n) => [
    `model/cubes/cube_${n}.yml`,
    Buffer.from(`cubes:\n  - name: cube_${n}\n    sql_table: public.cube_${n}\n    title: Version ${world.round}\n`),
  ])
  return { changes: new Map(files), expected: new Map(files.map(([path]) => [path, live[path]?.hash])) }
}

const request = ({ changes, expected }, route) => ({
  ...{ deployment: DEPLOYMENT, branch: 'main', route, merge: 'none', changes, expected },
  ...{ projectId: 'bench000', commit: 'abcdef0', message: 'bench' },
})

/** Every request takes so much longer, as if the platform were that far away. */
async function setLatency(world, delayMs) {
  await send(world, 'DELETE', '/_sandbox/faults', undefined, world.control)
  if (delayMs === 0) return
  const fault = { path: '/**', kind: 'delay', delayMs, times: 1_000_000 }
  await send(world, 'POST', '/_sandbox/faults', fault, world.control)
}

const clients = []
function client({ url, token }) {
  const made = createClient({ url, token })
  clients.push(made)
  return made
}

async function ours(world, route, changed) {
  const asked = request(await changesOf(world, changed), route)
  const made = client(world)
  return async () => {
    const { error, build } = await applyModel(made, asked)
    if (error) throw error
    if (build !== 'built') throw new Error(`the build is ${build}`)
    const { GET, POST, PUT, PATCH, DELETE } = made.counts
    return GET + POST + PUT + PATCH + DELETE
  }
}

/** One request after the other, one for each changed file, then validation and the build: what vendors' recipes say. */
async function bare(world, route, changed) {
  const { changes } = await changesOf(world, changed)
  const files = [...changes].map(([path, bytes]) => ({ path, bytes, hash: sha1(bytes) }))
  return async () => {
    const connection = new Connection(world.url)
    let requests = 0
    const call = async (method, path, body) => {
      requests += 1
      return exchange(connection, world.token, method, path, body)
    }
    try {
      const live = await call('GET', `${PREFIX}/data-model/file-hashes?branchName=main`)
      const different = files.filter(({ path, hash }) => live[path]?.hash !== hash)
      await (route === 'fork' ? bareFork(call, different) : bareUpload(call, different, live))
      for (;;) {
        const { status } = await call('GET', `${STATUS}?branchName=main`)
        if (status === 'built') return requests
      }
    } finally {
      await connection.close()
    }
  }
}

async function bareFork(call, files) {
  const { branchName } = await call('POST', `${PREFIX}/dev-mode`, { branchName: 'main' })
  for (const { path, bytes } of files) {
    await call('PUT', `${PREFIX}/data-model/files`, { files: [{ path, content: bytes.toString() }], branchName })
  }
  await requireValid(call, branchName)
  await call('POST', `${PREFIX}/commit`, { message: 'bench' })
  await call('DELETE', `${PREFIX}/dev-mode`)
}

async function bareUpload(call, files, live) {
  const upload = `${PREFIX}/data-model/upload`
  const { transaction } = await call('POST', `${upload}/start?branchName=main`)
  for (const { path, bytes } of files) {
    const form = new FormData()
    form.set('transaction', JSON.stringify(transaction))
    form.set('fileName', path)
    form.set('file', new Blob([bytes]))
    await call('POST', `${upload}/file?branchName=main`, form)
  }
  const manifest = { ...live, ...Object.fromEntries(files.map(({ path, hash }) => [path, { hash }])) }
  await call('POST', `${upload}/finish?branchName=main`, { transaction, files: manifest })
  await requireValid(call, 'main')
}

async function requireValid(call, branch) {
  const { valid, errors } = await call('GET', `${PREFIX}/data-model/validate?branchName=${branch}`)
  if (!valid) throw new Error(JSON.stringify(errors))
}

const sha1 = (bytes) => createHash('sha1').update(bytes).digest('hex')

async function send({ url, token }, method, path, body, key = token) {
  const connection = new Connection(url)
  try {
    return await exchange(connection, key, method, path, body)
  } finally {
    await connection.close()
  }
}

async function exchange(connection, token, method, path, body) {
  const isForm = body instanceof FormData
  const form = isForm ? new Response(body) : undefined
  const { statusCode, body: answer } = await connection.request({
    method,
    path,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': form?.headers.get('content-type') ?? 'application/json',
    },
    body: form ? Buffer.from(await form.arrayBuffer()) : body === undefined ? null : JSON.stringify(body),
  })
  const text = await answer.text()
  if (statusCode >= 300) throw new Error(`${method} ${path} answered ${statusCode}: ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}
