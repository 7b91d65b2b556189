import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'
import { inTurns, judge, median, medianOf, timed } from './support/measure.mjs'
import { startSandbox } from './support/node.mjs'

const CONCURRENCY = 10
const STORED = 10_000
const SIZES = [1_000, 10_000, 50_000]
const PAGE = 50
const BASE = '/api/v1/deployments/2'

/** A page should cost what it holds: how much more it may cost in a table with fifty times the rows. */
const LIST_GOAL = 1.5
const START_GOAL_MS = 3_000
const MEMORY_GOAL_MB = 400

export async function run() {
  const held = [await measureContent(), await measureLists()]
  return held.every(Boolean)
}

/** Requests per second and memory with 10,000 reports stored, and how long a start takes. */
async function measureContent() {
  const data = await mkdtemp(join(tmpdir(), 'boardwright-bench-'))
  try {
    const options = { seed: 'scale', reports: STORED, data }
    const first = await start(options)
    console.log(`     first start, ${STORED.toLocaleString('en')} reports laid out: ${first.ms.toFixed(0)} ms`)
    await first.stop()
    const starts = []
    for (let round = 0; round < 3; round += 1) {
      const again = await start(options)
      starts.push(again.ms)
      await again.stop()
    }
    const server = await start(options)
    const empty = await server.memory()
    await measureRates(server)
    const full = await server.memory()
    await server.stop()
    const startMs = median(starts)
    const said = `${megabytes(empty)} MB after the start, ${megabytes(full)} MB after the requests`
    return judge(`a sandbox that has ${STORED.toLocaleString('en')} reports`, [
      { said: `starts in ${startMs.toFixed(0)} ms`, value: startMs, goal: START_GOAL_MS },
      { said, value: megabytes(full), goal: MEMORY_GOAL_MB },
    ])
  } finally {
    await rm(data, { recursive: true })
  }
}

async function measureRates(server) {
  const { items: reports } = await server.get(`${BASE}/reports?first=${PAGE}`)
  const { items: workbooks } = await server.get(`${BASE}/workbooks?first=${PAGE}`)
  const one = (list) => list[Math.floor(Math.random() * list.length)]
  const CALLS = {
    'GET one report': () => server.get(`${BASE}/reports/${one(reports).id}`),
    'GET one workbook': () => server.get(`${BASE}/workbooks/${one(workbooks).id}`),
    [`GET ${PAGE} reports`]: () => server.get(`${BASE}/reports?first=${PAGE}`),
    [`GET ${PAGE} workbooks`]: () => server.get(`${BASE}/workbooks?first=${PAGE}`),
    'GET folders': () => server.get(`${BASE}/folders`),
    [`GET ${PAGE} of the workspace`]: () => server.get(`${BASE}/workspace?first=${PAGE}`),
    'PUT a report, nothing new': () => {
      const { publicId, name } = one(reports)
      return server.send('PUT', `${BASE}/reports/by-public-id/${publicId}`, { name })
    },
    'PUT a report, a new title': () =>
      server.send('PUT', `${BASE}/reports/${one(reports).id}`, { title: `Title ${Math.random()}` }),
    'POST a folder': () => server.send('POST', `${BASE}/folders`, { name: `Folder ${Math.random()}` }),
  }
  for (const [name, call] of Object.entries(CALLS)) {
    for (let n = 0; n < 50; n += 1) await call()
    const rate = await rateOf(call)
    console.log(`     ${name}: ${rate.toFixed(0)} requests a second`)
  }
}

/** Calls per second, ten at a time, measured for about a second. */
async function rateOf(call) {
  let count = 0
  const end = performance.now() + 1000
  const worker = async () => {
    while (performance.now() < end) {
      await call()
      count += 1
    }
  }
  const { wall } = await timed(() => Promise.all(Array.from({ length: CONCURRENCY }, worker)))
  return count / wall
}

/** The smallest has four folders at its root: a larger page would hold more in the others. */
const ROOT = 4
const LISTS = [
  { name: `${PAGE} reports`, path: `/reports?first=${PAGE}` },
  { name: `${PAGE} reports, of who is not an admin`, path: `/reports?first=${PAGE}`, as: 'member' },
  { name: `${PAGE} reports by name`, path: `/reports?first=${PAGE}&sortBy=name` },
  { name: `${PAGE} reports of a later page` },
  { name: `${PAGE} workbooks`, path: `/workbooks?first=${PAGE}` },
  { name: `${ROOT} of the workspace`, path: `/workspace?first=${ROOT}` },
]

/** The same page with 1,000, 10,000 and 50,000 reports stored. All three sandboxes run, and are asked in turn. */
async function measureLists() {
  const servers = []
  try {
    for (const reports of SIZES) servers.push(await start({ seed: 'scale', reports }))
    const results = []
    for (const { name, path, as } of LISTS) {
      const paths = await Promise.all(servers.map((server) => path ?? laterPage(server)))
      const runners = SIZES.map((size, n) => [size, () => timed(() => servers[n].get(`${BASE}${paths[n]}`, as))])
      const runs = await inTurns(Object.fromEntries(runners), { rounds: 60, warmUp: 20 })
      const times = SIZES.map((size) => medianOf(runs[size], 'wall') * 1000)
      const ratio = times.at(-1) / times[0]
      const said = SIZES.map((size, n) => `${size.toLocaleString('en')}: ${times[n].toFixed(2)} ms`).join(', ')
      results.push(
        judge(`page of ${name}`, [{ said: `${said}, ratio ${ratio.toFixed(2)}`, value: ratio, goal: LIST_GOAL }]),
      )
    }
    return results.every(Boolean)
  } finally {
    for (const server of servers) await server.stop()
  }
}

/** A page half-way through the smallest of them. */
async function laterPage(server) {
  const { pageInfo } = await server.get(`${BASE}/reports?first=${SIZES[0] / 2}`)
  return `/reports?first=${PAGE}&after=${encodeURIComponent(pageInfo.endCursor)}`
}

/** Starts a sandbox and keeps connections to it open. Also returns how long the start took. */
async function start(options) {
  const begun = performance.now()
  const sandbox = await startSandbox(options)
  const ms = performance.now() - begun
  const pool = new Pool(sandbox.url, { connections: CONCURRENCY })

  async function send(method, path, body, as = 'admin') {
    const { statusCode, body: answer } = await pool.request({
      method,
      path,
      headers: { authorization: `Bearer ${sandbox[as]}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await answer.text()
    if (statusCode >= 300) throw new Error(`${method} ${path} answered ${statusCode}: ${text}`)
    return JSON.parse(text)
  }

  return {
    ms,
    send,
    get: (path, as) => send('GET', path, undefined, as),
    memory: sandbox.memory,
    async stop() {
      await pool.close()
      await sandbox.stop()
    },
  }
}

const megabytes = (bytes) => Math.round(bytes / 1024 / 1024)
