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
  expect(stdout.slice(0, stdout.indexOf('orders.net_revenue'))).toMatchInlineSnapshot(`
    "3 dashboards, 2 scheduled emails, 1 embedded tenant, 7 reports, 3 members
    Who sees it in production
      Revenue overview  2 scheduled emails, 1 embedded tenant
        emails to  anna.keller@beanhouse.example, jonas@acme.com, maria@acme.com
      in no email, not embedded:  Board pack, Weekly sales meeting
    "
  `)
  const { live } = JSON.parse((await run(['impact', 'orders.net_revenue', '--live', '--json'])).stdout)
  expect(live.target).toBe('production')
})

test('of a dashboard itself, they are its own', async () => {
  const { stdout } = await run(['impact', 'content/finance/cash', '--live'])
  expect(stdout).toContain('in no email, not embedded:  Cash')
})

test('says so when the token may not read them', async () => {
  const { stdout } = await run(['impact', 'orders.net_revenue', '--live'], sandbox.keys.member)
  expect(stdout).toContain('scheduled emails that this token cannot see')
})

test('a dashboard in the tree has its title, and a line leads to --live where there is one to look up', async () => {
  const { stdout } = await run(['impact', 'orders.net_revenue'])
  expect(stdout).toMatch(/^ +Revenue overview {2}content\/sales\/revenue-overview\/dashboard\.yaml$/m)
  expect(stdout).toMatch(/^\d.*\n--live says who sees them\.\n/)
  for (const args of [['orders.net_revenue', '--live'], ['orders.refund_rate']])
    expect((await run(['impact', ...args])).stdout).not.toContain('--live')
})

test('--target alone sends no request', async () => {
  expect(await run(['impact', 'orders.net_revenue', '-t', 'production'])).toMatchObject({
    code: 64,
    stderr: expect.stringContaining('--live is missing'),
  })
})
