import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { besideFloor, inTurns, judge, ratioOf } from './support/measure.mjs'
import { commitAll, withTenant } from './support/tenant.mjs'

const [REPORTS] = (process.env.BENCH_REPORTS ?? '10000').split(',').map(Number)
/** How many people there are: fewer than schedules, and more. */
const PEOPLE = [20, 2_000]
const [SCHEDULES, GROUPS, ON_EACH_LIST] = [500, 200, 4]
const PAGE = 1_000
const [WALL_GOAL, MEMORY_GOAL] = [1.25, 1.25]

/** What the schedules and groups of a large account add to a plan: requests, time and memory. */
export async function run() {
  const held = []
  for (const people of PEOPLE) held.push(await withTenant(REPORTS, (tenant) => measure(tenant, people)))
  return held.every(Boolean)
}

async function measure(tenant, people) {
  const { sandbox, boardwright, root } = tenant
  const plain = `${root}-plain`
  const addresses = await addPeople(sandbox, people)
  const config = readFileSync(join(root, 'boardwright.yaml'), 'utf8')
  writeFileSync(join(root, 'boardwright.yaml'), `${config}manage: [notifications, groups]\n`)
  const schedules = writeLists(root, addresses)
  commitAll(root)
  await boardwright('apply', '--yes', '--accept', 'first-apply', '-C', root)
  cpSync(root, plain, { recursive: true })
  writeFileSync(join(plain, 'boardwright.yaml'), config)
  commitAll(plain)
  const plan = (at) => async () => {
    const { result, requests } = await sandbox.during(() => boardwright('plan', '-C', at))
    if (!/^No changes\./m.test(result.stdout)) throw new Error(`plan says: ${result.stdout.slice(0, 2000)}`)
    return { ...result, requests }
  }
  const runs = await inTurns({ floor: plan(plain), ours: plan(root) }, { rounds: 3, warmUp: 1 })
  const [more, before] = [runs.ours[0].requests, runs.floor[0].requests]
  const memory = ratioOf(runs, 'megabytes')
  const named = new Set(addresses).size
  const pages = [schedules, GROUPS, people].reduce((sum, rows) => sum + Math.ceil(rows / PAGE), 0) + 1
  const what = `${SCHEDULES} schedules and ${GROUPS} groups for ${people.toLocaleString('en')} people`
  return judge(`plan of ${REPORTS.toLocaleString('en')} reports with ${what}, beside one without \`manage\``, [
    {
      said: `${more.length} requests, ${before.length} without: ${reasonsFor(more, before)}`,
      ...{ value: more.length - before.length, goal: pages + Math.min(named, schedules) },
    },
    besideFloor(runs, 'wall', WALL_GOAL),
    besideFloor(runs, 'processor'),
    { said: `memory ratio ${memory.toFixed(2)}`, value: memory, goal: MEMORY_GOAL },
  ])
}

/** Two people of every tenant are there already. */
async function addPeople({ send }, count) {
  const addresses = Array.from({ length: count - 2 }, (_, nth) => `person${nth}@acme.com`)
  for (const email of addresses) await send('POST', '/api/v1/users', { email, username: email })
  return addresses
}

/** A schedule for each of the first dashboards, and groups. Returns how many schedules there are. */
function writeLists(root, addresses) {
  const some = (nth) =>
    Array.from({ length: ON_EACH_LIST }, (_, place) => addresses[(nth * ON_EACH_LIST + place) % addresses.length])
  const listed = (nth) => [...new Set(some(nth))].map((email) => `  - ${email}\n`).join('')
  const homes = readdirSync(join(root, 'content'), { recursive: true })
    .filter((file) => file.endsWith('/dashboard.yaml'))
    .sort()
    .slice(0, SCHEDULES)
  for (const [nth, file] of homes.entries()) {
    const text = `slug: weekly-${nth}\nschedule: 0 7 * * 1\ntimezone: Europe/Zurich\nrecipients:\n${listed(nth)}`
    write(join(root, 'content', dirname(file), `notifications/weekly-${nth}.yaml`), text)
  }
  for (let nth = 0; nth < GROUPS; nth += 1)
    write(join(root, `account/groups/team-${nth}.yaml`), `name: Team ${nth}\nmembers:\n${listed(nth)}`)
  return homes.length
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** `1 of Groups, 500 of recipients`: where the requests go that the other plan does not send. */
function reasonsFor(more, before) {
  const countsOf = (requests) => {
    const counts = new Map()
    for (const { path, query = '' } of requests) {
      const name = `${path.split('/').at(-1)}${/recipientUserId/.test(query) ? ' of a person' : ''}`
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    return counts
  }
  const there = countsOf(before)
  return [...countsOf(more)]
    .map(([name, count]) => [name, count - (there.get(name) ?? 0)])
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} of ${name}`)
    .join(', ')
}
