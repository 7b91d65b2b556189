import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applyPlan, openProject, planTarget, requireConfig, type Sandbox, startSandbox } from 'boardwright'
import { afterAll, beforeAll, expect, test } from 'vitest'

// What a repository of dashboards can assert in its tests, on a local platform, without an account or a network.
const REPOSITORY = 'examples/minimal'
const REPORT = 'content/sales/first-dashboard/reports/orders-by-month.yaml'

const root = mkdtempSync(join(tmpdir(), 'dashboards-'))
let sandbox: Sandbox

const open = async () => requireConfig(await openProject(root, '2026-11-20'))
const plan = async () => planTarget(await open(), { env: { BOARDWRIGHT_TOKEN: sandbox.keys.admin } })

function edit(file: string, from: string, to: string): void {
  const path = join(root, file)
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to))
}

function commit(message: string): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root })
  git('init', '--quiet')
  git('add', '--all')
  git('-c', 'user.name=Me', '-c', 'user.email=me@acme.com', 'commit', '--quiet', '--message', message)
}

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'empty' })
  cpSync(REPOSITORY, root, { recursive: true })
  edit('boardwright.yaml', 'https://acme.example', sandbox.url)
  commit('The tree')
})

afterAll(async () => {
  await sandbox.close()
  rmSync(root, { recursive: true, force: true })
})

test('the tree can be applied, and then there is nothing left to do', async () => {
  const { exit } = await applyPlan(await open(), {
    env: { BOARDWRIGHT_TOKEN: sandbox.keys.admin },
    shaping: { accept: ['model'] },
    confirm: async ({ objects }) => objects.every(({ action }) => action === 'create' || action === 'update'),
  })
  expect(exit).toBe(0)

  const { plan: again, writeRequests } = await plan()
  expect(again.objects).toEqual([])
  expect(writeRequests).toBe(0)
})

test('a limit changes one report and publishes its dashboard, and nothing is deleted', async () => {
  edit(REPORT, '  measures:\n', '  limit: 12\n  measures:\n')
  const { plan: planned } = await plan()

  expect(planned.summary).toMatchObject({ create: 0, update: 1, delete: 0, publish: 1, held: 0 })
  expect(planned.objects.map(({ key, action }) => `${action} ${key}`)).toEqual([
    'publish workbook/first-dashboard',
    'update report/Or9d3rsMonth',
  ])
  expect(planned.objects[1]?.units.map(({ unit }) => unit)).toEqual(['query'])
})
