// Slow: it queries whole dashboards again and again.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lazy } from '../../packages/common/lazy.ts'
import { createClient } from '../../packages/platform/client/client.ts'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { selectTarget } from '../../src/config/targets.ts'
import type { Numbers } from '../../src/plan/numbers.ts'
import { openData } from '../../src/previews/page/rows.ts'
import { openProject, requireConfig } from '../../src/project/local/project.ts'
import { commitAll, git } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'

let sandbox: Sandbox
const root = mkdtempSync(`${tmpdir()}/boardwright-test-`)
const run = (line: string, token: string | undefined = sandbox.keys.admin) =>
  runHere([...line.split(' '), '-C', root], {
    env: { PATH: process.env['PATH'] ?? '', ...(token === undefined ? {} : { BOARDWRIGHT_TOKEN: token }) },
  })
const ORDERS = 'data-model/model/cubes/orders.yml'
const REPORT = 'content/sales/revenue-overview/reports/net-revenue.yaml'
const FLOW = 'content/sales/weekly-sales-meeting/reports/order-flow'

function change(file: string, from: string | RegExp, to: string): void {
  const text = readFileSync(`${root}/${file}`, 'utf8')
  const changed = text.replace(from, to)
  if (changed === text) throw new Error(`${file} has no ${from}`)
  writeFileSync(`${root}/${file}`, changed)
  commitAll(root, 'change')
}

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'acme' })
  sandbox.controls.setSwitches({ buildMs: 0 })
  await run(`init --url ${sandbox.url} --deployment 2 --project acme`)
  await run('export')
  commitAll(root)
  git(root, 'branch', '--move', '--force', 'main')
  // Git may call the first branch otherwise.
  const settings = readFileSync(`${root}/boardwright.yaml`, 'utf8')
  writeFileSync(`${root}/boardwright.yaml`, settings.replace(/^mergeInto: .*$/m, 'mergeInto: main'))
  writeFileSync(`${root}/notes.md`, 'notes\n')
  commitAll(root, 'notes')
})
afterAll(async () => {
  await sandbox.close()
  rmSync(root, { recursive: true, force: true })
})
beforeEach(() => {
  git(root, 'checkout', '--quiet', '--force', '-B', 'work', 'main')
})

/** With copies and the data model on its branch. */
async function numbers(): Promise<Numbers> {
  expect((await run('try copies --name pr-1')).code).toBe(0)
  return compared('--name pr-1')
}

const compared = async (flags = ''): Promise<Numbers> =>
  JSON.parse((await run(`try numbers --json ${flags}`.trim())).stdout).numbers as Numbers

/** Sets `try` in boardwright.yaml, uncommitted: only numbers are read then. */
function setTry(settings: string): void {
  writeFileSync(`${root}/boardwright.yaml`, `${readFileSync(`${root}/boardwright.yaml`, 'utf8')}try: {${settings}}\n`)
}

interface Day {
  readonly channel: string
  readonly net: number
  readonly gross: number
}

/** How often rows were requested, as counted by the sandbox. */
const asked = (): number => sandbox.controls.requests().filter(({ path }) => /\/v1\/(load|cubesql)$/.test(path)).length

const measuresIn = ({ reports }: Numbers): string[] =>
  [
    ...new Set(
      reports.flatMap(({ compared }) =>
        (compared?.measures ?? []).flatMap(({ name, rows }) => (rows > 0 ? [name] : [])),
      ),
    ),
  ].sort()

/** Files of reports, according to the index of uses. */
async function usersOfNetRevenue(): Promise<string[]> {
  const { impacts } = JSON.parse((await run('impact orders.net_revenue --json')).stdout)
  const files = impacts[0].usedBy.map(({ by }: { by: string }) => by)
  return [...new Set<string>(files)].filter((file) => /\/reports\/[^/]+\.yaml$|\.report\.yaml$/.test(file)).sort()
}

/** This year's orders by day and channel, from the data that viewers see: the sums below are checked against it. */
const readDays = lazy(async (): Promise<readonly Day[]> => {
  const project = requireConfig(await openProject(root, '2026-11-20'))
  const data = await openData(selectTarget(project.config, 'production'), {
    env: { BOARDWRIGHT_TOKEN: sandbox.keys.admin },
  })
  try {
    const { rows } = await data.load({
      dimensions: ['orders.channel'],
      measures: ['orders.net_revenue', 'orders.gross_revenue'],
      timeDimensions: [{ dimension: 'orders.ordered_at', granularity: 'day', dateRange: 'this year' }],
      segments: ['orders.completed'],
      limit: 50_000,
    })
    return rows.map((row) => ({
      channel: String(row['orders.channel']),
      net: Number(row['orders.net_revenue']),
      gross: Number(row['orders.gross_revenue']),
    }))
  } finally {
    await data.close()
  }
})
const sumOf = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0)
const NET = '(- name: net_revenue\\n\\s+sql: )net_amount(\\n\\s+type: )sum\\n'
const GROSS = '$1gross_amount$2sum\n'

/** Net revenue as reported before and after a change. */
async function expectSums({ reports }: Numbers, after: (days: readonly Day[]) => number): Promise<void> {
  const days = await readDays()
  expect(days.length).toBeGreaterThan(100)
  const [measure] = reports.find(({ report }) => report === REPORT)?.compared?.measures ?? []
  expect(measure).toMatchObject({ name: 'sales.net_revenue', rows: 1 })
  expect(measure?.before).toBeCloseTo(sumOf(days.map(({ net }) => net)), 2)
  expect(measure?.after).toBeCloseTo(after(days), 2)
}

/** Net revenue from another column: staged once for all of these tests. */
describe('numbers of a changed formula', () => {
  let found: Numbers
  beforeAll(async () => {
    git(root, 'checkout', '--quiet', '--force', '-B', 'formula', 'main')
    change(ORDERS, new RegExp(NET), GROSS)
    found = await numbers()
  })
  beforeEach(() => {
    git(root, 'checkout', '--quiet', '--force', '-B', 'work', 'formula')
  })

  test('are compared for exactly the reports with that measure', async () => {
    expect(found.reports.map(({ report }) => report)).toContain(REPORT)
    const files = await usersOfNetRevenue()
    for (const { report, because } of found.reports) {
      expect(files).toContain(report)
      expect(because).toBe('a member that it uses changed')
    }
    expect(found.reports.length + found.same + found.byPython.length).toBe(files.length)
    // Only measures that are computed from it change with it. SQL columns have names of their own.
    for (const name of measuresIn(found).filter((each) => each.includes('.')))
      expect(name).toMatch(/\.(net_revenue|average_order_value)$/)
    expect(found.notAsked).toEqual([])
  })

  test('are the sums of the orders, before and after', async () => {
    await expectSums(found, (days) => sumOf(days.map(({ gross }) => gross)))
  })

  test('by dimensions: a row differs for each group of orders, and none is added or removed', async () => {
    const project = requireConfig(await openProject(root, '2026-11-20'))
    const data = await openData(selectTarget(project.config, 'production'), {
      env: { BOARDWRIGHT_TOKEN: sandbox.keys.admin },
    })
    const { rows } = await data.load({
      dimensions: ['regions.name', 'customers.kind'],
      measures: ['orders.net_revenue', 'orders.gross_revenue'],
      timeDimensions: [
        { dimension: 'orders.ordered_at', granularity: 'quarter', dateRange: ['2026-01-01', '2026-12-31'] },
      ],
      limit: 50_000,
    })
    await data.close()
    const groups = new Map<string, { net: number; gross: number }>()
    for (const row of rows) {
      const key = [row['regions.name'], row['customers.kind'], row['orders.ordered_at.quarter']].join()
      const { net, gross } = groups.get(key) ?? { net: 0, gross: 0 }
      groups.set(key, {
        net: net + Number(row['orders.net_revenue']),
        gross: gross + Number(row['orders.gross_revenue']),
      })
    }
    const moved = [...groups.values()].filter(({ net, gross }) => Math.abs(net - gross) > 0.005)
    expect(moved.length).toBeGreaterThan(3)
    const { compared } = found.reports.find(({ report }) => report.endsWith('/orders-by-region.yaml')) ?? {}
    expect(compared?.rows).toMatchObject({ before: groups.size, after: groups.size, came: 0, went: 0 })
    const [count, net] = ['sales.count', 'sales.net_revenue'].map((each) =>
      compared?.measures.find(({ name }) => name === each),
    )
    expect(count?.rows).toBe(0)
    expect(net?.rows).toBe(moved.length)
    expect(net?.before).toBeCloseTo(sumOf([...groups.values()].map((each) => each.net)), 2)
    expect(net?.after).toBeCloseTo(sumOf([...groups.values()].map((each) => each.gross)), 2)
  })

  test('stay within their budget', async () => {
    sandbox.controls.clearRequests()
    setTry('budget: 5')
    const few = await compared('--name pr-1')
    expect(few).toMatchObject({ queries: 4 })
    expect(few.notAsked.length).toBeGreaterThan(0)
    // A query, unlike SQL, is requested again after `Continue wait`.
    expect(asked()).toBeLessThanOrEqual(8)
    sandbox.controls.setSwitches({ queryWaits: 0 })
    sandbox.controls.clearRequests()
    await run('try numbers --name pr-1')
    expect(asked()).toBe(4)
    sandbox.controls.setSwitches({ queryWaits: 1 })
    expect((await run('try numbers --name pr-1')).stdout).toContain('not queried: the budget was used up')
    git(root, 'checkout', '--quiet', '--force', '--', '.')
    setTry('budget: 1')
    expect((await run('try numbers --name pr-1 --fail-on change')).code).toBe(3)
  })

  test('request no more rows than they may, of queries and of SQL', async () => {
    setTry('rows: 2')
    const first = await compared('--name pr-1')
    const both = first.reports.flatMap((each) => each.compared ?? [])
    expect(both.some(({ isPartial }) => isPartial)).toBe(true)
    for (const { rows } of both) expect(Math.max(rows.before, rows.after)).toBeLessThanOrEqual(2)
    expect((await run('try numbers --name pr-1')).stdout).toContain('only the first rows were compared')
  })
})

describe('numbers', () => {
  test('are none if the tree changed nothing, and no request is sent', async () => {
    sandbox.controls.clearRequests()
    const { stdout, code } = await run('try numbers')
    expect([code, stdout]).toEqual([0, 'Numbers: no report is affected.\n'])
    expect(sandbox.controls.requests()).toEqual([])
  })

  test('are not shown if the tree cannot be read', async () => {
    writeFileSync(`${root}/${REPORT}`, 'query: [')
    const { stdout, stderr, code } = await run('try numbers')
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(REPORT)
    expect(stderr).toContain('Nothing was written.')
  })

  test('with a filter more are the sums of the orders, before and after', async () => {
    const filter = '        filters:\n          - sql: "{CUBE}.channel = \'web\'"\n'
    change(ORDERS, new RegExp(NET), `$1net_amount$2sum\n${filter}`)
    await expectSums(await numbers(), (days) =>
      sumOf(days.filter(({ channel }) => channel === 'web').map(({ net }) => net)),
    )
  })

  test('of a cube that reads another table: all its members, and no other cube', async () => {
    const table = /sql_table: (\S+)/.exec(readFileSync(`${root}/${ORDERS}`, 'utf8'))?.[1] ?? ''
    change(ORDERS, `sql_table: ${table}`, 'sql_table: mart.orders')
    const { reports, same, notAsked } = await numbers()
    const asked = reports.map(({ report }) => report)
    expect(asked).toContain(REPORT)
    expect(reports.every(({ because }) => because === 'a member that it uses changed')).toBe(true)
    expect(notAsked).toEqual([])
    expect(asked.length + same).toBeGreaterThan(3)
    expect(measuresIn({ reports } as Numbers).filter((name) => /^(customers|products)\./.test(name))).toEqual([])
  })

  test('are not compared if only the looks change', async () => {
    change(ORDERS, /(- name: net_revenue\n)/, '$1        title: Other words\n')
    expect(await run('try numbers')).toMatchObject({ stdout: 'Numbers: no report is affected.\n' })
  })

  test('of a base whose data model cannot be read: all of them, with the reason', async () => {
    const whole = readFileSync(`${root}/${ORDERS}`, 'utf8')
    change(ORDERS, /^cubes:/m, 'cubes: [')
    git(root, 'tag', '--force', 'broken')
    change(ORDERS, /[\s\S]*/, whole)
    change(ORDERS, new RegExp(NET), GROSS)
    await numbers()
    const found = await compared('--name pr-1 --base broken')
    expect(found.same + found.reports.length).toBeGreaterThan(8)
    setTry('budget: 2, tolerance: 1')
    const one = await run('try numbers --name pr-1 --base broken')
    expect(one).toMatchObject({ code: 0, stdout: expect.stringContaining('not queried: the budget was used up') })
  })

  test('of a report without a query any more are named, not compared', async () => {
    const text = readFileSync(`${root}/${REPORT}`, 'utf8')
    change(REPORT, text, text.replace(/^query:\n(?: .*\n?)+/m, ''))
    expect(await run('try numbers --fail-on error')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('it no longer queries anything'),
    })
  })

  test('of a renamed measure with an alias are as before', async () => {
    const users = await usersOfNetRevenue()
    await run('rename orders.net_revenue net_sales --alias --yes')
    commitAll(root, 'rename')
    const found = await numbers()
    expect(found).toMatchObject({ reports: [], notAsked: [], byPython: [], same: users.length })
  })

  test('of a changed data model are not called the same before it is tried on a branch', async () => {
    change(ORDERS, new RegExp(NET), '$1gross_amount$2sum\n')
    const { length } = await usersOfNetRevenue()
    sandbox.controls.clearRequests()
    const found = await compared()
    expect(found).toMatchObject({ reports: [], same: 0, notAsked: [], queries: 0 })
    expect(found.needBranch).toHaveLength(length)
    expect(await run('try numbers --fail-on change')).toMatchObject({
      code: 3,
      stdout: expect.stringContaining(
        `Numbers: ${length} not queried: only the data model changes them, and no branch of this name has it.`,
      ),
    })
    change(REPORT, /^( +- )sales\.net_revenue$/m, '$1sales.gross_revenue')
    expect((await run('try numbers')).stdout).toMatch(/Numbers: 1 report differs, \d+ not queried: only the data model/)
  })

  test('of a changed query: that report, without a preview', async () => {
    change(REPORT, /^( +- )sales\.net_revenue$/m, '$1sales.gross_revenue')
    const found = await compared()
    expect(found.reports.map(({ report, because }) => [report, because])).toEqual([[REPORT, 'its query changed']])
    expect(await run('try numbers --fail-on change')).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('Numbers: 1 report differs.'),
    })
    expect((await run('try numbers --name pr-404')).stderr).toContain('pr-404 has no data model of its own')
  })

  test.each([
    ['a query', REPORT, REPORT, /^( +- )sales\.net_revenue$/m, '$1sales.nothing'],
    ['SQL', `${FLOW}.yaml`, `${FLOW}.sql`, /measure\(net_revenue\)/, 'measure(nothing)'],
  ])('of %s that fails: the report is named, and the run stops on request', async (_, report, file, from, to) => {
    change(file, from, to)
    const failed = await run('try numbers --fail-on error')
    expect(failed).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(`! ${report}  its query changed\n    the data API says: .*sales\\.nothing`),
    })
    expect((await run('try numbers')).code).toBe(0)
  })

  test('can be compared when the deployed model does not compile and is repaired here', async () => {
    const client = createClient({ url: sandbox.url, token: sandbox.keys.admin, env: {} })
    const path = { deploymentId: 2 }
    const file = ORDERS.replace('data-model/', '')
    const right = readFileSync(`${root}/${ORDERS}`, 'utf8')
    const deploy = async (content: string): Promise<void> => {
      const { branchName } = await client.branches.startDevMode({ path, body: {} })
      const files = [{ path: file, content }]
      await client.dataModel.updateFiles({ path, body: { files, branchName: branchName ?? '' } })
      await client.branches.commitChanges({ path, body: { message: 'in the UI' } })
      await client.branches.mergeToDefaultBranch({
        path,
        body: { message: 'in the UI', branchName: branchName ?? '', removeBranchAfterMerge: true },
      })
    }
    await deploy('cubes:\n  - name: [\n')
    change(ORDERS, new RegExp(NET), GROSS)
    const found = await numbers()
    await deploy(right)
    await client.close()
    const broken = found.reports.filter(({ errorBefore }) => errorBefore !== undefined)
    expect(broken.map(({ report }) => report)).toContain(REPORT)
    expect(broken.every(({ error }) => error === undefined)).toBe(true)
  })

  test('between two targets cover what both manage', async () => {
    const dev = `  dev:\n    url: ${sandbox.url}\n    deployment: 1\n    exclude: {paths: [product/**]}\n`
    change('boardwright.yaml', /$/, dev)
    const line = '--base production --target dev'
    const found = await compared(line)
    expect(found).toMatchObject({ reports: [], notAsked: [] })
    expect(found.same).toBeGreaterThan(8)
    change('boardwright.yaml', 'product/**', 'sales/**')
    const fewer = await compared(line)
    expect(fewer.same).toBeLessThan(found.same)
    expect(fewer.byPython).toEqual(found.byPython)
    const { same } = await compared('--base dev --target production')
    expect(same).toBe(fewer.same)
  })

  test('are skipped without the right to read them, and the output says so', async () => {
    change(REPORT, /^( +- )sales\.net_revenue$/m, '$1sales.gross_revenue')
    const skipped = await run('try numbers', '')
    expect(skipped).toMatchObject({ code: 0, stdout: expect.stringContaining('Numbers were not compared: ') })
    expect((await run('try numbers --fail-on error', '')).code).toBe(3)
  })

  test('with a preview of another commit are refused, and otherwise say of which one it is', async () => {
    change(ORDERS, new RegExp(NET), GROSS)
    const { commit } = await numbers()
    expect(commit).toBe(git(root, 'rev-parse', 'HEAD').trim())
    expect((await run('try numbers --name pr-1')).stderr).toContain(`tried at ${commit?.slice(0, 7)}.`)
    change(ORDERS, 'sql: gross_amount', 'sql: net_amount + 1')
    const { code, stdout, stderr } = await run('try numbers --name pr-1')
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(
      `the preview pr-1 has another data model than this tree: it was made at ${commit?.slice(0, 7)}`,
    )
    expect(stderr).toContain('boardwright try --target production --name pr-1')
  })

  test('never write, whatever is compared', async () => {
    sandbox.controls.clearRequests()
    change(REPORT, /^( +- )sales\.net_revenue$/m, '$1sales.gross_revenue')
    await run('try numbers --base production')
    const writes = sandbox.controls
      .requests()
      .filter(({ method, path }) => method !== 'GET' && !/\/(load|cubesql|token)$/.test(path))
    expect(writes).toEqual([])
  })

  test.each([
    ['try numbers --base nowhere', 64, 'is no branch or commit of this repository'],
    ['try numbers', 1, 'Did you mean "orders.count"?'],
    ['try', 1, 'Did you mean "orders.count"?'],
  ])('is told before anything is asked: %s', async (line, code, said) => {
    setTry('tolerance: {ordes.count: 0.1}')
    sandbox.controls.clearRequests()
    expect(await run(line)).toMatchObject({ code, stderr: expect.stringContaining(said) })
    expect(sandbox.controls.requests()).toEqual([])
  })
})
