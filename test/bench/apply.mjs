import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { PER_WORKBOOK, writeTree } from './apply-tree.mjs'
import { median, report } from './measure.mjs'
import { MAIN } from './scale.mjs'

const LATENCY_MS = 20
const [TIME_GOAL, MEMORY_GOAL, RATE_GOAL] = [1.3, 1.2, 1.2]
const RATE = 40
const WRITES = 1_000
const ROUNDS = 3
const [A_CREATE, AN_UPDATE, A_WORKBOOK] = [1.2, 2.2, 4]

/** Applying many reports, beside a bare program that sends the fewest requests that could do it. */
export async function run() {
  const rounds = []
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await oneRound(round))
  const workbooks = WRITES / PER_WORKBOOK
  const held = [
    judgeTime('creates', rounds, 'create'),
    judgeTime('updates', rounds, 'update'),
    judgeRequests('creates', rounds, 'create', A_CREATE * (WRITES + workbooks + 1) + A_WORKBOOK * workbooks),
    judgeRequests('updates', rounds, 'update', AN_UPDATE * WRITES + A_WORKBOOK * workbooks),
    await judgeMemory(),
    await judgeRateLimit(),
  ]
  return held.every(Boolean)
}

/** Each round begins with the other one. */
async function oneRound(round) {
  const result = {}
  const parts = [
    () =>
      withProject({ reports: WRITES, latency: LATENCY_MS }, async (project) => {
        result.create = await project.apply()
        await project.write('select 2')
        result.update = await project.apply()
      }),
    () =>
      withProject({ reports: WRITES, latency: LATENCY_MS }, async (project) => {
        result.bare = await project.bare()
      }),
  ]
  for (const part of round % 2 === 0 ? parts : parts.reverse()) await part()
  return result
}

function judgeTime(name, rounds, key) {
  const ratio = median(rounds.map((round) => round[key].ms / round.bare[key]))
  const ours = median(rounds.map((round) => round[key].ms)) / 1_000
  const bare = median(rounds.map((round) => round.bare[key])) / 1_000
  const text = `ours ${ours.toFixed(2)} s, bare ${bare.toFixed(2)} s, ratio ${ratio.toFixed(2)}`
  return report(`${WRITES} ${name} at ${LATENCY_MS} ms`, text, ratio <= TIME_GOAL, TIME_GOAL)
}

function judgeRequests(name, rounds, key, allowed) {
  const most = Math.max(...rounds.map((round) => round[key].requests))
  return report(`requests of ${WRITES} ${name}`, String(most), most <= allowed, Math.floor(allowed))
}

async function judgeMemory() {
  const [few, many] = [await megabytesOf(200), await megabytesOf(2_000)]
  const text = `${few.toFixed(0)} MB for 200, ${many.toFixed(0)} MB for 2,000, ratio ${(many / few).toFixed(2)}`
  return report('peak memory of 2,000 writes', text, many / few <= MEMORY_GOAL, MEMORY_GOAL)
}

const megabytesOf = (reports) =>
  withProject({ reports, latency: 0 }, async (project) => (await project.apply()).megabytes)

async function judgeRateLimit() {
  return withProject({ reports: WRITES, latency: 0, switches: { rateLimit: RATE } }, async (project) => {
    const { ms, passed } = await project.apply()
    const [ours, least] = [ms / 1_000, passed / RATE]
    const text = `${ours.toFixed(1)} s, the limit allows ${least.toFixed(1)} s, ratio ${(ours / least).toFixed(2)}`
    return report(`${WRITES} creates at ${RATE} requests a second`, text, ours / least <= RATE_GOAL, RATE_GOAL)
  })
}

async function withProject({ reports, latency, switches }, work) {
  const root = await mkdtemp(join(tmpdir(), 'boardwright-bench-apply-'))
  const server = fork(join(import.meta.dirname, 'sandbox-server.mjs'), [JSON.stringify({ seed: 'empty' })])
  try {
    const [sandbox] = await once(server, 'message')
    const { url, admin } = sandbox
    const set = (method, path, body) => control(sandbox, method, path, body)
    if (latency) await set('POST', 'faults', { path: '/api/**', kind: 'delay', delayMs: latency, times: 1_000_000 })
    if (switches) await set('PUT', 'switches', switches)
    const write = (sql) => writeTree(root, { url, reports, sql })
    await write('select 1')
    return await work({
      write,
      apply: () => apply(root, sandbox),
      bare: () => bare({ url, token: admin, reports, perWorkbook: PER_WORKBOOK }),
    })
  } finally {
    server.disconnect()
    await rm(root, { recursive: true, force: true })
  }
}

/** From the first event to the end: what a plan costs is another bench's business. */
async function apply(root, sandbox) {
  await control(sandbox, 'DELETE', 'requests')
  const atExit = `process.on('exit', () => process.stderr.write('maxRSS ' + process.resourceUsage().maxRSS))`
  const args = ['apply', '--yes', '--first-apply', '--json', '--allow-dirty', '-C', root]
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(atExit)}`, MAIN, ...args],
    { env: { PATH: process.env.PATH, BOARDWRIGHT_TOKEN: sandbox.admin }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let [start, end, text] = [0, 0, '']
  child.stdout.on('data', () => {
    end = performance.now()
    start ||= end
  })
  child.stderr.on('data', (chunk) => (text += chunk))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`apply ended with ${code}: ${text.slice(-2_000)}`)
  const [, kilobytes = '0'] = /maxRSS (\d+)$/.exec(text) ?? []
  const asked = await control(sandbox, 'GET', 'requests')
  const writing = asked.slice(asked.findIndex(({ method }) => method !== 'GET'))
  const passed = writing.filter(({ status }) => status !== 429).length
  return { ms: end - start, requests: writing.length, passed, megabytes: Number(kilobytes) / 1_024 }
}

async function bare(input) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'apply-program.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (chunk) => (text += chunk))
  child.stdin.end(JSON.stringify(input))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`the bare program ended with ${code}`)
  return JSON.parse(text)
}

/** On a connection of its own: one that was idle for so long may be closed at this very moment. */
async function control({ url, control: key }, method, path, body) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await request(`${url}/_sandbox/${path}`, {
    ...{ method, headers, reset: true },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.body.text()
  if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}
