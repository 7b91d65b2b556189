import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { commitAll } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'

let sandbox: Sandbox
const root = mkdtempSync(`${tmpdir()}/boardwright-test-`)
const run = (args: readonly string[], token = sandbox.keys.admin) =>
  runHere([...args, '-C', root], { env: { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: token } })

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'acme' })
  await run(['init', '--url', sandbox.url, '--deployment', '2', '--project', 'acme'])
  await run(['export'])
  commitAll(root)
})
afterAll(async () => {
  await sandbox.close()
  rmSync(root, { recursive: true, force: true })
})

test('the viewers of a member are the scheduled emails and embeds of the published dashboards that show it', async () => {
  const { code, stdout } = await run(['impact', 'orders.net_revenue', '--live'])
  expect(code).toBe(0)
  expect(stdout.slice(stdout.indexOf('Who sees'))).toMatchInlineSnapshot(`
    "Who sees it in production
      content/finance/board-pack/dashboard.yaml  no scheduled emails, not embedded
      content/sales/revenue-overview/dashboard.yaml  2 scheduled emails to anna.keller@beanhouse.example, jonas@acme.com, maria@acme.com, 1 embedded tenant
      content/sales/weekly-sales-meeting/dashboard.yaml  no scheduled emails, not embedded
    -v shows the place of each.
    "
  `)
  const { live } = JSON.parse((await run(['impact', 'orders.net_revenue', '--live', '--json'])).stdout)
  expect(live.target).toBe('production')
})

test('says so when the token may not read them', async () => {
  const { stdout } = await run(['impact', 'orders.net_revenue', '--live'], sandbox.keys.member)
  expect(stdout).toContain('scheduled emails that this token cannot see')
})

test('--target alone sends no request', async () => {
  expect(await run(['impact', 'orders.net_revenue', '-t', 'production'])).toMatchObject({
    code: 64,
    stderr: expect.stringContaining('--live is missing'),
  })
})
