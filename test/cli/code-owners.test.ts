import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { commitAll, git, temporaryDirectory } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'
import { processorMs } from '../support/processor-time.ts'

let sandbox: Sandbox
const root = mkdtempSync(`${tmpdir()}/boardwright-test-`)
const project = join(root, 'analytics')
const run = (args: readonly string[]) =>
  runHere([...args, '-C', project], {
    env: { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: sandbox.keys.admin },
  })

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'acme' })
  git(root, 'init', '--quiet', '--initial-branch', 'main')
  mkdirSync(project)
  await run(['init', '--url', sandbox.url, '--deployment', '2', '--project', 'acme'])
  await run(['export'])
  // The repository's own, above the project, as GitHub reads it.
  writeFileSync(
    join(root, 'CODEOWNERS'),
    '* @acme/everyone\n/analytics/content/finance/board-pack/ @acme/finance @kim\n/analytics/content/sales/\n',
  )
  commitAll(root)
})
afterAll(async () => {
  await sandbox.close()
  rmSync(root, { recursive: true, force: true })
})

test('status says whom the file of an object belongs to', async () => {
  const { stdout } = await run(['status', 'content/finance/board-pack'])
  expect(stdout).toMatch(/^ *code owner +@acme\/finance, @kim$/m)
  const { codeOwners } = JSON.parse((await run(['status', 'content/sales/revenue-overview', '--json'])).stdout)
  expect(codeOwners).toEqual([])
})

test('impact says whom the files that use something belong to', async () => {
  const { stdout } = await run(['impact', 'orders.net_revenue'])
  expect(stdout).toMatch(/^owners: @acme\/finance \(\d+ files?\), @kim \(\d+ files?\)/m)
})

test('the comment names the owners of what changes, and calls nobody', async () => {
  git(root, 'switch', '--quiet', '--create', 'change')
  appendFileSync(join(project, 'content/finance/board-pack/workbook.yaml'), '# a comment\n')
  commitAll(root)
  const plan = join(temporaryDirectory(), 'plan.json')
  await run(['plan', '--out', plan])
  const { stdout } = await run(['ci', 'comment', plan, '--out', '-'])
  expect(stdout).toContain('Owners of what changes: @&#8203;acme/finance (1 file) and @&#8203;kim (1 file).')
})

test('validate says which lines nobody reads: a warning, and an error where a rule asks for owners', async () => {
  git(root, 'switch', '--quiet', '--create', 'broken')
  appendFileSync(join(root, 'CODEOWNERS'), '/analytics/content/sales/ sales\n!/analytics/\n')
  commitAll(root)
  const said = [
    ['../CODEOWNERS:4:1', '"sales" is no @user, @team or address'],
    ['../CODEOWNERS:5:1', 'GitHub has no patterns that begin with "!"'],
  ]
  const warned = await run(['validate'])
  expect(warned.code).toBe(0)
  for (const [at, words] of said) expect(warned.stdout).toContain(`${at}  BW-E1224  warning: ${words}`)
  const { stdout } = await run(['validate', '--format', 'gitlab'])
  expect(JSON.parse(stdout)[0].location.path).toBe('CODEOWNERS')

  mkdirSync(join(project, 'rules'))
  writeFileSync(
    join(project, 'rules/owned.yaml'),
    'on: {kind: dashboard}\nmust: {owner: present}\nmessage: "{name} has no owner"\n',
  )
  for (const command of ['validate', 'plan']) {
    const refused = await run([command])
    expect(refused.code).toBe(1)
    for (const [at, words] of said) expect(refused.stdout + refused.stderr).toContain(`${at}  BW-E1224  ${words}`)
  }
})

test.each([
  ['github', Array.from({ length: 12_000 }, (_, at) => `/analytics/content/area-${at}/* @acme/t${at}`)],
  ['gitea', Array.from({ length: 12_000 }, (_, at) => `analytics/content/(a|b)*area-${at}/.* @acme/t${at}`)],
])('ten thousand lines for %s take no time, and those after them are named', async (forge, lines) => {
  mkdirSync(join(root, `.${forge}`), { recursive: true })
  writeFileSync(join(root, 'CODEOWNERS'), lines.join('\n'))
  let stdout = ''
  const took = await processorMs(async () => {
    stdout = (await run(['validate'])).stdout
  })
  rmSync(join(root, `.${forge}`), { recursive: true })
  expect(stdout).toMatch(/\.\.\/CODEOWNERS:10001:1 {2}BW-E1224 {2}(warning: )?more than 10000 lines/)
  expect(took).toBeLessThan(10_000)
})
