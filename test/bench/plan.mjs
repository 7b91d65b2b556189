import { join } from 'node:path'
import { besideFloor, inTurns, judge, medianOf } from './support/measure.mjs'
import { programOf, runNode } from './support/node.mjs'
import { CHANGED, withTenant } from './support/tenant.mjs'

const SIZES = (process.env.BENCH_REPORTS ?? '10000,50000').split(',').map(Number)
const LATENCIES = [0, 20]
const MEMORY_GOAL_MB = 450
/** The cost of a report in the larger tenant, relative to the smaller one: up to here it is noise. */
const GROWTH_GOAL = 1.05

/**
 * What is measured: what precedes each run, our arguments and what we print, and what the floor does besides reading
 * the same lists. Times are for the whole process.
 */
const CASES = [
  {
    name: 'export into an empty directory',
    before: ({ clear }) => clear(),
    args: ({ empty }) => ['export', '-C', empty],
    says: /^/,
    floor: ({ texts, empty }) => ({ write: { texts, into: join(empty, 'content') } }),
    ...{ rounds: 3, goals: { wall: 2 } },
  },
  {
    name: 'adopt',
    before: ({ forget, reset }) => Promise.all([forget(), reset()]),
    args: ({ root }) => ['adopt', '--yes', '-C', root],
    says: /^Adopted /m,
    floor: ({ root, ledgers }) => ({ tree: join(root, 'content'), changes: ledgers }),
    ...{ rounds: 3, goals: { wall: 2 }, writesPerWorkbook: 4 },
  },
  {
    name: 'plan, cold',
    before: ({ forget }) => forget(),
    args: ({ root }) => ['plan', '-C', root],
    says: /^No changes\./,
    floor: ({ root }) => ({ tree: join(root, 'content') }),
    ...{ rounds: 3, goals: { wall: 1.5 } },
  },
  {
    name: 'plan, warm',
    args: ({ root }) => ['plan', '-C', root],
    says: /^No changes\./,
    ...{ rounds: 5, goals: { wall: 2, processor: 2 } },
  },
  {
    name: `plan, ${CHANGED} changed`,
    before: ({ change }) => change(),
    args: ({ root }) => ['plan', '-C', root],
    says: new RegExp(` ${CHANGED} update`),
    after: ({ undo }) => undo(),
    ...{ rounds: 5, goals: { wall: 2, processor: 2 } },
  },
]

/** Whole tenants, compared to a bare program in time, processor time, memory and requests. */
export async function run() {
  const held = []
  const costs = []
  for (const reports of SIZES) {
    await withTenant(reports, async (tenant) => {
      for (const latency of reports === SIZES[0] ? LATENCIES : [0]) {
        for (const one of CASES) {
          const { isMet, runs } = await measure(one, tenant, latency)
          held.push(isMet)
          if (latency === 0) costs.push({ name: one.name, reports, runs })
        }
      }
    })
  }
  for (const { name } of CASES) held.push(judgeGrowth(costs.filter((cost) => cost.name === name)))
  return held.every(Boolean)
}

async function measure({ name, before, args, says, floor, after, rounds, goals, writesPerWorkbook }, tenant, latency) {
  const { sandbox, reports, workbooks, readBudget } = tenant
  const getReady = async () => {
    await before?.(tenant)
    await sandbox.setLatency(latency)
  }
  const ours = async () => {
    await getReady()
    const measured = await tenant.boardwright(...args(tenant))
    if (!says.test(measured.stdout)) throw new Error(`${name} says: ${measured.stdout.slice(0, 2000)}`)
    return measured
  }
  const { requests } = await sandbox.during(ours)
  const input = { url: sandbox.url, token: sandbox.admin, lists: listsIn(requests), ...floor?.(tenant) }
  const runs = await inTurns(
    {
      ours,
      async floor() {
        await getReady()
        return runNode([programOf('floor.mjs')], { input: JSON.stringify(input) })
      },
    },
    { rounds },
  )
  await after?.(tenant)
  const megabytes = medianOf(runs.ours, 'megabytes')
  const isMet = judge(`${reports.toLocaleString('en')} reports, ${latency} ms, ${name}`, [
    besideFloor(runs, 'wall', goals.wall),
    besideFloor(runs, 'processor', goals.processor),
    { said: `${megabytes.toFixed(0)} MB`, value: megabytes, goal: reports === SIZES[0] ? MEMORY_GOAL_MB : undefined },
    {
      said: `${requests.length} requests`,
      ...{ value: requests.length, goal: readBudget + (writesPerWorkbook ?? 0) * workbooks },
    },
  ])
  return { isMet, runs }
}

/** The lists that were read before the first write. Paths that differ only in their cursor are pages of one list. */
function listsIn(requests) {
  const firstWrite = requests.findIndex(({ method }) => method !== 'GET')
  const reads = firstWrite < 0 ? requests : requests.slice(0, firstWrite)
  const lists = new Map()
  for (const { path, query = '' } of reads.filter(({ path }) => !/\/workbooks\/\d+$/.test(path))) {
    const list = `${path}${query.replace(/[?&]after=[^&]*/, '')}`
    lists.set(list, [...(lists.get(list) ?? []), `${path}${query}`])
  }
  return [...lists.values()]
}

/** How much more one report costs in a larger tenant. */
function judgeGrowth([small, large]) {
  if (!large) return true
  const costOf = ({ runs, reports }, measure) => medianOf(runs.ours, measure) / reports
  const measures = ['processor', 'wall', 'megabytes'].map((measure) => {
    const ratio = costOf(large, measure) / costOf(small, measure)
    return { said: `${measure} ${ratio.toFixed(2)}`, value: ratio, goal: measure === 'wall' ? undefined : GROWTH_GOAL }
  })
  const [few, many] = [small, large].map(({ reports }) => reports.toLocaleString('en'))
  return judge(`cost of a report of ${many}, beside one of ${few}: ${small.name}`, measures)
}
