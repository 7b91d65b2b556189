import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { judge, median } from './support/measure.mjs'
import { MAIN, runNode } from './support/node.mjs'
import { withTenant } from './support/tenant.mjs'

const GOAL_SECONDS = 2
const DASHBOARDS = Number(process.env.BENCH_DASHBOARDS ?? 100)
const REPORTS_PER_DASHBOARD = 10
const ACME = resolve(import.meta.dirname, '../../examples/acme')

/** Draws dashboards: those of acme one per process, including its start; those of the scale seed all in one process. */
export async function run() {
  const out = await mkdtemp(join(tmpdir(), 'boardwright-bench-'))
  const draw = (root, ...args) => runNode([MAIN, 'preview', '-C', root, ...args, '--out', out])
  try {
    const each = []
    for (const name of await dashboardsOf(ACME)) each.push({ name, ...(await draw(ACME, name)) })
    const slowest = each.reduce((one, other) => (other.wall > one.wall ? other : one))
    const isAcmeFast = judge(`draw ${each.length} dashboards of acme, each by itself`, [
      { said: `slowest ${slowest.wall.toFixed(2)} s, ${slowest.name}`, value: slowest.wall, goal: GOAL_SECONDS },
      { said: `processor, median ${median(each.map(({ processor }) => processor)).toFixed(2)} s`, value: 0 },
    ])
    await rm(out, { recursive: true, force: true })
    return await withTenant(DASHBOARDS * REPORTS_PER_DASHBOARD, async ({ root }) => {
      const { wall, processor } = await draw(root)
      const count = (await readdir(out)).length
      if (count < DASHBOARDS) throw new Error(`only ${count} of ${DASHBOARDS} dashboards were drawn`)
      const isFast = judge(`draw ${count} dashboards of the scale seed, in one process`, [
        { said: `each ${(wall / count).toFixed(2)} s`, value: wall / count, goal: GOAL_SECONDS },
        { said: `processor, each ${(processor / count).toFixed(2)} s`, value: 0 },
      ])
      return isAcmeFast && isFast
    })
  } finally {
    await rm(out, { recursive: true, force: true })
  }
}

/** The names of all dashboards: their directories. */
async function dashboardsOf(root) {
  const files = await readdir(join(root, 'content'), { recursive: true })
  return files
    .filter((file) => file.endsWith('/dashboard.yaml'))
    .map((file) => file.slice(0, -'/dashboard.yaml'.length))
}
