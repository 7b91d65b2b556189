import { withFleet } from './support/fleet.mjs'
import { besideFloor, inTurns, judge, medianOf } from './support/measure.mjs'
import { programOf, runNode } from './support/node.mjs'

const [REPORTS, TENANTS] = [20, Number(process.env.BENCH_TENANTS ?? 500)]
/** The concurrency of `fleet plan`. */
const AT_ONCE = 6
/** By the latency of the platform in ms. Without latency, only the time for planning itself shows. */
const TIME_GOALS = [
  [0, 3],
  [20, 1.3],
]
const memoryGoal = (one) => 1.5 * one + 200

/** One plan of many tenants, compared to a bare program that sends the same requests with the same concurrency. */
export const run = () =>
  withFleet({ tenants: TENANTS, reports: REPORTS }, async (fleet) => {
    const held = [await judgeMemory(fleet)]
    for (const title of ['nothing to do', `${REPORTS / 10} reports changed`]) {
      if (held.length > 1) await fleet.change()
      for (const [latency, goal] of TIME_GOALS) {
        await fleet.sandbox.setLatency(latency)
        held.push(await measure(fleet, `${latency} ms, ${title}`, goal))
      }
      await fleet.sandbox.setLatency(0)
    }
    return held.every(Boolean)
  })

/** All targets in one process, as in `apply --target 'tenant-*'`. */
async function judgeMemory({ boardwright, names, applied: { megabytes, wall, processor } }) {
  const one = (await boardwright('plan', '--target', names[0])).megabytes
  return judge(`${names.length} tenants of ${REPORTS} reports, all applied for the first time`, [
    { said: `${megabytes.toFixed(0)} MB, one ${one.toFixed(0)}`, value: megabytes, goal: Math.floor(memoryGoal(one)) },
    { said: `wall ${wall.toFixed(1)} s, processor ${processor.toFixed(1)} s` },
  ])
}

async function measure({ sandbox, boardwright, names, documents }, title, goal) {
  const { result, requests } = await sandbox.during(() => boardwright('fleet', 'plan', '--json'))
  const { folds, unread, parsed } = JSON.parse(result.stdout)
  const alike = folds.map(({ targets }) => targets.length)
  if (`${alike}` !== `${names.length}` || unread.length > 0)
    throw new Error(`the plan is of ${alike}: ${result.stdout}`)
  const tenants = { stages: stagesIn(requests), atOnce: AT_ONCE }
  const input = JSON.stringify({ url: sandbox.url, token: sandbox.admin, tenants })
  const one = (await boardwright('plan', '--target', names[0])).megabytes
  const runs = await inTurns(
    {
      ours: () => boardwright('fleet', 'plan'),
      floor: () => runNode([programOf('floor.mjs')], { input }),
    },
    { rounds: 3 },
  )
  const megabytes = medianOf(runs.ours, 'megabytes')
  return judge(`${names.length} tenants of ${REPORTS} reports, ${title}`, [
    besideFloor(runs, 'wall', goal),
    besideFloor(runs, 'processor'),
    { said: `${megabytes.toFixed(0)} MB, one ${one.toFixed(0)}`, value: megabytes, goal: Math.floor(memoryGoal(one)) },
    { said: `${requests.length} requests`, value: requests.length },
    { said: `${parsed} of ${documents} texts parsed`, value: parsed, goal: documents },
  ])
}

/**
 * For each tenant, the requests that can be sent at once, and then those that need an answer first: folders in
 * folders.
 */
function stagesIn(requests) {
  const tenants = new Map()
  for (const { path, query = '' } of requests) {
    const tenant = /deployments\/(\d+)/.exec(path)?.[1] ?? ''
    const stages = tenants.get(tenant) ?? [[], []]
    tenants.set(tenant, stages)
    stages[query.includes('parentId=') ? 1 : 0].push(`${path}${query}`)
  }
  return [...tenants.values()]
}
