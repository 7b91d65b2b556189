import { execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, report } from './measure.mjs'
import { boardwright, requestsOf, show } from './scale.mjs'

const LATENCY_MS = 20
const TIME_GOAL = 1.3
const MEMORY_GOAL = 1.2
const RATE_GOAL = 1.2
const RATE = 200
const [CREATE_BUDGET, UPDATE_BUDGET, WORKBOOK_BUDGET] = [1.2, 2.2, 4]
const PER_WORKBOOK = 50
const ROUNDS = 3

/** Applying many reports, beside a bare program that sends the fewest writes that could do it. */
export async function run() {
  const held = []
  const times = { creates: [], updates: [] }
  let most = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    await withProject(1_000, async (project) => {
      const creates = await compare(project)
      await project.write('select 2')
      const updates = await compare(project)
      times.creates.push(creates)
      times.updates.push(updates)
      most = Math.max(most, creates.requests)
    })
  }
  for (const [name, all] of Object.entries(times)) held.push(...judge(name, all))
  held.push(await memory(), await underRateLimit())
  return held.every(Boolean)
}

async function compare(project) {
  const before = await project.sent()
  const ran = await project.apply()
  const asked = (await project.sent()).slice(before.length)
  const first = asked.findIndex(({ method }) => method !== 'GET')
  // What a plan costs is the business of another bench: its reads come before the first write.
  const requests = asked.slice(first)
  const bare = await project.bare(requests)
  show('apply', ran)
  return { ms: ran.ms - ran.planMs, bareMs: bare, requests: requests.length }
}

function judge(name, all) {
  const ratio = median(all.map(({ ms, bareMs }) => ms / bareMs))
  const [ours, theirs] = [all.map(({ ms }) => ms), all.map(({ bareMs }) => bareMs)].map((each) =>
    (median(each) / 1000).toFixed(2),
  )
  const workbooks = 1_000 / PER_WORKBOOK
  const each = name === 'creates' ? CREATE_BUDGET : UPDATE_BUDGET
  // Folder and workbooks are objects too.
  const budget = Math.floor(each * (name === 'creates' ? 1_001 + workbooks : 1_000) + WORKBOOK_BUDGET * workbooks)
  const requests = Math.max(...all.map((one) => one.requests))
  return [
    report(`1,000 ${name}`, `ours ${ours} s, bare ${theirs} s, ratio ${ratio.toFixed(2)}`, ratio <= TIME_GOAL, TIME_GOAL),
    report(`requests of 1,000 ${name}`, String(requests), requests <= budget, budget),
  ]
}

/** A plan is held in memory once, whatever it writes: what grows beside it is what this shows. */
async function memory() {
  const megabytes = []
  for (const reports of [200, 2_000]) {
    await withProject(reports, async (project) => megabytes.push((await project.apply()).megabytes))
  }
  const [few, many] = megabytes
  const text = `${few.toFixed(0)} MB at 200, ${many.toFixed(0)} MB at 2,000, ratio ${(many / few).toFixed(2)}`
  return report('peak memory of 2,000 writes', text, many / few <= MEMORY_GOAL, MEMORY_GOAL)
}

async function underRateLimit() {
  let held = false
  await withProject(1_000, async (project) => {
    await project.control('PUT', 'switches', { rateLimit: RATE })
    const before = await project.sent()
    const ran = await project.apply()
    const passed = (await project.sent()).slice(before.length).filter(({ status }) => status !== 429).length
    const least = (passed / RATE) * 1_000
    const ratio = ran.ms / least
    const text = `${(ran.ms / 1000).toFixed(1)} s, the limit allows ${(least / 1000).toFixed(1)} s, ratio ${ratio.toFixed(2)}`
    held = report(`1,000 creates at ${RATE} requests a second`, text, ratio <= RATE_GOAL, RATE_GOAL)
  })
  return held
}

async function withProject(reports, work) {
  const root = await mkdtemp(join(tmpdir(), 'boardwright-bench-apply-'))
  const server = fork(join(import.meta.dirname, 'sandbox-server.mjs'), [JSON.stringify({ seed: 'empty' })])
  try {
    const [{ url, admin, control }] = await once(server, 'message')
    const sandbox = { url, control }
    const call = async (method, path, body) => {
      const headers = { authorization: `Bearer ${control}`, 'content-type': 'application/json' }
      const answer = await fetch(`${url}/_sandbox/${path}`, { method, headers, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    }
    await call('POST', 'faults', { path: '/api/**', kind: 'delay', delayMs: LATENCY_MS, times: 1_000_000 })
    const project = {
      control: call,
      sent: () => requestsOf(sandbox),
      write: (sql) => writeTree(root, url, reports, sql),
      apply: () => apply(root, admin),
      bare: (requests) => bare(root, { url, token: admin }, requests),
    }
    await project.write('select 1')
    await work(project)
  } finally {
    server.disconnect()
    await rm(root, { recursive: true, force: true })
  }
}

async function apply(root, token) {
  const ran = await boardwright(root, ['apply', '--yes', '--first-apply', '--json'], { BOARDWRIGHT_TOKEN: token, CI: '' })
  return { ...ran, planMs: 0 }
}
