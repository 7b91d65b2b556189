import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PER_WORKBOOK, writeTree } from './support/apply-tree.mjs'
import { besideFloor, inTurns, judge } from './support/measure.mjs'
import { MAIN, programOf, runNode, startSandbox } from './support/node.mjs'

const LATENCY_MS = 20
const [TIME_GOAL, MEMORY_GOAL, RATE_GOAL] = [1.3, 1.2, 1.2]
const RATE = 40
const WRITES = Number(process.env.BENCH_REPORTS?.split(',')[0] ?? 1_000)
const WORKBOOKS = WRITES / PER_WORKBOOK
const [A_CREATE, AN_UPDATE, A_WORKBOOK] = [1.2, 2.2, 4]
const BUDGETS = {
  creates: A_CREATE * (WRITES + WORKBOOKS + 1) + A_WORKBOOK * WORKBOOKS,
  updates: AN_UPDATE * WRITES + A_WORKBOOK * WORKBOOKS,
}

/** Applies many reports, compared to a bare program that sends the fewest requests which could do it. */
export async function run() {
  const held = [...(await judgeWrites()), await judgeMemory(), await judgeRateLimit()]
  return held.every(Boolean)
}

async function judgeWrites() {
  const options = { reports: WRITES, latency: LATENCY_MS }
  const rounds = await inTurns(
    {
      ours: () =>
        withProject(options, async ({ apply, write }) => {
          const creates = await apply()
          await write('select 2')
          return { creates, updates: await apply() }
        }),
      floor: () => withProject(options, ({ floor }) => floor()),
    },
    { rounds: 3 },
  )
  return Object.entries(BUDGETS).map(([what, budget]) => {
    const runs = { ours: rounds.ours.map((round) => round[what]), floor: rounds.floor.map((round) => round[what]) }
    const requests = Math.max(...runs.ours.map((run) => run.requests))
    return judge(`${WRITES} ${what} at ${LATENCY_MS} ms`, [
      besideFloor(runs, 'wall', TIME_GOAL),
      { said: `${requests} requests`, value: requests, goal: Math.floor(budget) },
    ])
  })
}

async function judgeMemory() {
  const megabytesOf = (reports) => withProject({ reports, latency: 0 }, async ({ apply }) => (await apply()).megabytes)
  const [few, many] = [await megabytesOf(WRITES / 5), await megabytesOf(2 * WRITES)]
  const said = `${many.toFixed(0)} MB, ratio ${(many / few).toFixed(2)}`
  return judge(`peak memory of ${2 * WRITES} writes, beside ${WRITES / 5}`, [
    { said, value: many / few, goal: MEMORY_GOAL },
  ])
}

async function judgeRateLimit() {
  return withProject({ reports: WRITES, latency: 0, switches: { rateLimit: RATE } }, async ({ apply }) => {
    const { wall, passed } = await apply()
    const least = passed / RATE
    const said = `${wall.toFixed(1)} s, the limit allows ${least.toFixed(1)} s, ratio ${(wall / least).toFixed(2)}`
    return judge(`${WRITES} creates at ${RATE} requests a second`, [{ said, value: wall / least, goal: RATE_GOAL }])
  })
}

async function withProject({ reports, latency, switches }, work) {
  const root = await mkdtemp(join(tmpdir(), 'boardwright-bench-apply-'))
  const sandbox = await startSandbox({ seed: 'empty' })
  const { url, admin: token } = sandbox
  try {
    await sandbox.setLatency(latency)
    if (switches) await sandbox.tell('PUT', 'switches', switches)
    const write = (sql) => writeTree(root, { url, reports, sql })
    await write('select 1')
    return await work({
      write,
      apply: () => apply(root, sandbox),
      async floor() {
        const input = JSON.stringify({ url, token, reports, perWorkbook: PER_WORKBOOK })
        return JSON.parse((await runNode([programOf('apply-program.mjs')], { input })).stdout)
      },
    })
  } finally {
    await sandbox.stop()
    await rm(root, { recursive: true, force: true })
  }
}

/** From the first event to the end: another bench measures the cost of a plan. */
async function apply(root, sandbox) {
  const args = ['apply', '--yes', '--accept', 'first-apply', '--json', '--accept', 'uncommitted', '-C', root]
  const { result, requests } = await sandbox.during(() =>
    runNode([MAIN, ...args], { env: { BOARDWRIGHT_TOKEN: sandbox.admin } }),
  )
  const writing = requests.slice(requests.findIndex(({ method }) => method !== 'GET'))
  const passed = writing.filter(({ status }) => status !== 429).length
  return { wall: result.speaking, megabytes: result.megabytes, requests: writing.length, passed }
}
