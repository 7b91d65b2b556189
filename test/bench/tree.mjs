import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { besideFloor, compare, inTurns, judge } from './support/measure.mjs'
import { MAIN, runNode } from './support/node.mjs'
import { CHANGED, withTenant } from './support/tenant.mjs'

const MINIMAL = join(import.meta.dirname, '../../examples/minimal')
const [REPORTS] = (process.env.BENCH_REPORTS ?? '10000').split(',').map(Number)
const WARM_GOAL = 0.15
const MINIMAL_GOAL = 6
const IMPACT_GOAL = 0.75
const AGENT_GOAL = 0.75
/** A member that many reports use. */
const MEMBER = 'sales.net_revenue'
const MEMORY_GOAL_MB = 400

/** What validating a large tree costs after a few files changed, compared to a run that remembers nothing. */
export async function run() {
  const held = await withTenant(REPORTS, async (tenant) => [
    await measureValidate(tenant),
    await measureImpact(tenant),
    await measureAgent(tenant),
  ])
  return [...held, await measureMinimal()].every(Boolean)
}

async function measureValidate({ root, boardwright, forget, change }) {
  const validate = () => boardwright('validate', '-C', root)
  const runs = await inTurns(
    { floor: () => forget().then(validate), ours: () => change().then(validate) },
    { rounds: 3 },
  )
  await corruptAll(join(root, '.boardwright/cache'))
  const corrupted = await validate()
  const all = [...runs.ours, ...runs.floor, corrupted]
  const megabytes = Math.max(...all.map((run) => run.megabytes))
  const answers = new Set(all.map(({ stdout, stderr }) => stdout + stderr)).size
  return judge(`validate of ${REPORTS.toLocaleString('en')} reports, ${CHANGED} changed, beside one without a cache`, [
    besideFloor(runs, 'wall', WARM_GOAL),
    besideFloor(runs, 'processor', WARM_GOAL),
    { said: `${megabytes.toFixed(0)} MB`, value: megabytes, goal: MEMORY_GOAL_MB },
    { said: `${answers} different answers, a cache of nonsense included`, value: answers, goal: 1 },
  ])
}

/** Finding the uses of one member, compared to validating the tree for the first time. */
async function measureImpact({ root, boardwright, forget }) {
  const validate = () => boardwright('validate', '-C', root)
  const impact = () => boardwright('impact', MEMBER, '-C', root)
  const runs = await inTurns({ floor: () => forget().then(validate), ours: impact }, { rounds: 3 })
  const lines = runs.ours[0].stdout.split('\n').length
  return judge(`impact of ${MEMBER} over ${REPORTS.toLocaleString('en')} reports, beside a first validate`, [
    besideFloor(runs, 'wall', IMPACT_GOAL),
    besideFloor(runs, 'processor', IMPACT_GOAL),
    { said: `${lines} lines` },
  ])
}

/** From the start of `mcp` to its first answer and its end, compared to validating the tree for the first time. */
async function measureAgent({ root, boardwright, forget }) {
  const said = (message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } }
  const input = [
    { id: 1, method: 'initialize', params },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'search', arguments: { words: ['Dashboard 00007'] } } },
  ]
  const agent = () => runNode([MAIN, 'mcp', '-C', root], { input: input.map(said).join(''), until: '"id":2' })
  const validate = () => boardwright('validate', '-C', root)
  const runs = await inTurns({ floor: () => forget().then(validate), ours: agent }, { rounds: 3 })
  return judge(`first answer of mcp over ${REPORTS.toLocaleString('en')} reports, beside a first validate`, [
    besideFloor(runs, 'wall', AGENT_GOAL),
    besideFloor(runs, 'processor', AGENT_GOAL),
  ])
}

const measureMinimal = () =>
  compare('validate of examples/minimal, beside node -e 0', {
    ours: () => runNode([MAIN, 'validate', '-C', MINIMAL]),
    floor: () => runNode(['-e', '0']),
    ...{ rounds: 10, warmUp: 2, goal: MINIMAL_GOAL },
  })

/** Truncated, and with bytes of something else in it. */
async function corruptAll(directory) {
  for (const name of await readdir(directory)) {
    const bytes = await readFile(join(directory, name))
    bytes.fill(0x7b, Math.floor(bytes.length / 4), Math.floor(bytes.length / 4) + 1000)
    await writeFile(join(directory, name), bytes.subarray(0, Math.floor(bytes.length / 2)))
  }
}
