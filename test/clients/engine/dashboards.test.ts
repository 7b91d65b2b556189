// Slow: the platform's open engine answers the queries of whole dashboards over a database.
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { parseDocument } from 'yaml'
import '../../support/built.ts'
import { type Sandbox, startSandbox } from '../../../packages/sandbox/index.ts'
import { commitAll, git, temporaryDirectory } from '../../support/directory.ts'
import { runHere } from '../../support/in-process.ts'
import { start } from '../../support/program.ts'
import { comparable, openTables } from './database.ts'

/** An account of dozens of dashboards, with the data model and the books of acme. */
const SEED = 'grown'
const directory = process.env['BOARDWRIGHT_ENGINE'] ?? ''

const MEASURES: Readonly<Record<string, string>> = {
  'sales.count': 'count(distinct orders.id) filter (orders.net_amount >= 0)',
  'sales.net_revenue': 'sum(orders.net_amount)',
  'sales.margin': 'sum(line_items.net_amount) - sum(line_items.cost)',
}
const DIMENSIONS: Readonly<Record<string, string>> = {
  'sales.channel': 'orders.channel',
  'sales.status': 'orders.status',
  'sales.customers_city': 'customers.city',
}

/** What somebody would ask a database; undefined of a report whose members are gone. */
function sqlOf(measure: string, dimension: string, where = 'true'): string | undefined {
  const [value, key] = [MEASURES[measure], DIMENSIONS[dimension]]
  if (value === undefined || key === undefined) return undefined
  const lines = measure === 'sales.margin' ? 'left join line_items on line_items.order_id = orders.id' : ''
  return `select ${key}, ${value} from orders left join customers on customers.id = orders.customer_id ${lines}
    where ${where} group by 1`
}

interface Scene {
  readonly dashboard: { readonly widgets?: readonly { readonly id: string; readonly report?: string }[] }
  readonly reports: Readonly<Record<string, { readonly query?: { measures: [string]; dimensions: [string] } }>>
}
type Row = Readonly<Record<string, unknown>>

async function openProject() {
  const sandbox = await startSandbox({ seed: SEED, engine: directory })
  onTestFinished(() => sandbox.close())
  sandbox.controls.setSwitches({ queryWaits: 0 })
  const root = temporaryDirectory()
  const env = { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: sandbox.keys.admin }
  const run = async (line: string): Promise<string> => {
    const { code, stdout, stderr } = await runHere([...line.split(' '), '-C', root], { env })
    expect(code, stderr).toBe(0)
    return stdout
  }
  await run(`init --url ${sandbox.url} --deployment 2 --project acme`)
  await run('export')
  commitAll(root)
  git(root, 'branch', '--move', '--force', 'main')
  await compileOnce(sandbox)
  return { root, env, run, read: await openTables(directory) }
}

/** Before its first answer the engine compiles the model and fills the tables, which may take longer than a client waits. */
async function compileOnce({ url, keys }: Sandbox): Promise<void> {
  const post = async (path: string, authorization: string, body: object): Promise<Row> =>
    (
      await fetch(`${url}${path}`, {
        ...{ method: 'POST', headers: { authorization, 'content-type': 'application/json' } },
        body: JSON.stringify(body),
      })
    ).json() as Promise<Row>
  const { platformApiToken } = await post('/api/v1/deployments/2/token', `Bearer ${keys.admin}`, {})
  const query = { measures: ['sales.count'] }
  expect(await post('/v1/load', String(platformApiToken), { query })).toMatchObject({ data: [expect.anything()] })
}

test('every dashboard shows in a preview with real rows what a database says, asked directly', async () => {
  const { root, env, read } = await openProject()
  const child = start(['preview', '--json', '--port', '0', '--data', 'live', '-C', root], env)
  onTestFinished(() => void child.kill())
  const [line] = (await once(createInterface({ input: child.stdout ?? process.stdin }), 'line')) as [string]
  const { url } = JSON.parse(line) as { url: string }
  const get = async <T>(path: string): Promise<T> => (await fetch(`${url}${path}`)).json() as Promise<T>
  const { entries } = await get<{ readonly entries: readonly { readonly slug: string }[] }>('/overview')
  const shown = new Set<string>()
  let compared = 0
  for (const { slug } of entries) {
    const { dashboard, reports } = await get<Scene>(`/scene/${encodeURIComponent(slug)}`)
    for (const { id, report = '' } of dashboard.widgets ?? []) {
      const { measures: [measure] = [''], dimensions: [dimension] = [''] } = reports[report]?.query ?? {}
      const sql = sqlOf(measure, dimension)
      if (sql === undefined) continue
      const { rows = [] } = await get<{ rows?: readonly Row[] }>(`/rows/${encodeURIComponent(slug)}/${id}`)
      const told = comparable(rows.map((row) => [row[dimension], row[measure]]))
      expect({ slug, measure, dimension, told }).toEqual({
        slug,
        measure,
        dimension,
        told: comparable(await read(sql)),
      })
      shown.add(slug)
      compared += 1
    }
  }
  expect(shown.size).toBeGreaterThanOrEqual(10)
  expect(compared).toBeGreaterThanOrEqual(50)
}, 300_000)

/** Each is asked twice, and all at once. */
const MOST_CHANGED = 60

interface Numbers {
  readonly reports: readonly {
    readonly report: string
    readonly compared?: {
      readonly measures: readonly {
        readonly name: string
        readonly before: number | null
        readonly after: number | null
      }[]
      readonly rows: Readonly<Record<'before' | 'after', number>>
    }
  }[]
}

test('numbers of changed reports are those of a database, before and after', async () => {
  const { root, run, read } = await openProject()
  const files = git(root, 'ls-files', 'content').split('\n')
  const changed = new Map<string, readonly [measure: string, dimension: string]>()
  for (const file of files.filter((each) => /\/reports\/[^/]+\.yaml$/.test(each))) {
    if (changed.size >= MOST_CHANGED) break
    const document = parseDocument(readFileSync(join(root, file), 'utf8'))
    const [measure, dimension] = ['measures', 'dimensions'].map((list) => String(document.getIn(['query', list, 0])))
    if (measure === undefined || dimension === undefined || sqlOf(measure, dimension) === undefined) continue
    document.setIn(['query', 'filters'], [{ member: 'sales.channel', operator: 'equals', values: ['web'] }])
    writeFileSync(join(root, file), String(document))
    changed.set(file, [measure, dimension])
  }
  commitAll(root, 'only the web')
  const { numbers } = JSON.parse(await run('try numbers --base HEAD~1 --json')) as { readonly numbers: Numbers }
  const { reports } = numbers
  const told = new Map(reports.map((each) => [each.report, each.compared]))
  const totals = async (sql: string) => {
    const rows = await read(sql)
    return { rows: rows.length, sum: rows.reduce((sum, [, value]) => sum + Number(value), 0) }
  }
  const workbooks = new Set<string>()
  for (const [file, [measure, dimension]] of changed) {
    const before = await totals(sqlOf(measure, dimension) ?? '')
    const after = await totals(sqlOf(measure, dimension, "orders.channel = 'web'") ?? '')
    const { measures = [], rows } = told.get(file) ?? {}
    expect([file, rows?.before, rows?.after]).toEqual([file, before.rows, after.rows])
    const [{ before: was, after: is } = { before: 0, after: 0 }] = measures
    // What is no sum of rows has no total.
    const isSum = measure !== 'sales.margin'
    expect([file, was?.toFixed(2), is?.toFixed(2)]).toEqual(
      isSum ? [file, before.sum.toFixed(2), after.sum.toFixed(2)] : [file, undefined, undefined],
    )
    workbooks.add(file.split('/reports/')[0] ?? '')
  }
  expect(workbooks.size).toBeGreaterThanOrEqual(10)
}, 300_000)
