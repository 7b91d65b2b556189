import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts'
import { commitAll } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'

let sandbox: Sandbox
const root = mkdtempSync(`${tmpdir()}/boardwright-test-`)
const run = (line: string, token = sandbox.keys.admin) =>
  runHere([...line.split(' '), '-C', root], { env: { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: token } })
const REPORT = 'content/sales/revenue-overview/reports/orders.yaml'
const retitle = (title: string): void => {
  const file = `${root}/${REPORT}`
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^title: .*$/m, `title: ${title}`))
  commitAll(root, title)
}
const writes = (): string[] =>
  sandbox.controls.requests().flatMap(({ method, path }) => (method === 'GET' ? [] : [`${method} ${path}`]))
const later = (days: number): void => void sandbox.controls.setClock({ advanceMs: days * 86_400_000 })

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'acme' })
  sandbox.controls.setSwitches({ buildMs: 0 })
  await run(`init --url ${sandbox.url} --deployment 2 --project acme`)
  await run('export')
  commitAll(root)
  await run('adopt --yes')
  retitle('Orders by week')
})
afterAll(async () => {
  await sandbox.close()
  rmSync(root, { recursive: true, force: true })
})

const whole = async (): Promise<string> => {
  const headers = { authorization: `Bearer ${sandbox.keys.admin}` }
  const answers = ['workbooks', 'reports', 'folders'].map(async (list) => {
    const answer = await fetch(`${sandbox.url}/api/v1/deployments/2/${list}?first=1000`, { headers })
    return (await answer.json()) as { items: unknown[] }
  })
  return (await Promise.all(answers)).map(({ items }) => JSON.stringify(items)).join('\n')
}

test('a preview is staged, staged again, looked at, and dropped; nothing else changes', async () => {
  const before = await whole()
  const { code, stdout } = await run('stage --name pr-42 --link https://acme.example/d/{publicId}')
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /^pr-42 in production: Previews \/ pr-42, until 20\d\d-\d\d-\d\d\n {2}Revenue overview {2}https:\/\/acme\.example\/d\/\w+\n$/,
  )
  sandbox.controls.clearRequests()
  expect((await run('stage --name pr-42')).code).toBe(0)
  expect(writes()).toEqual([])
  retitle('Orders by the week')
  const again = JSON.parse((await run('stage --name pr-42 --json')).stdout)
  expect(again).toMatchObject({ format: 1, name: 'pr-42', branch: null, kept: [], problems: [] })
  expect(await whole()).toContain('"title":"Orders by the week"')
  expect((await run('stage --drop --name pr-42')).stdout).toBe('pr-42: 6 objects removed\n')
  expect(await whole()).toBe(before)
  expect((await run('stage --drop --name pr-42')).stdout).toBe('pr-42: nothing was left of it\n')
})

test('a copy is no original: export, adopt, plan and prune do not see it', async () => {
  const plan = await run('plan --prune')
  await run('stage --name pr-43')
  const beside = await whole()
  expect((await run('plan --prune')).stdout).toBe(plan.stdout)
  expect((await run('export --new')).stderr).not.toMatch(/preview/i)
  expect((await run('adopt --yes')).stderr).not.toMatch(/preview/i)
  expect((await run('apply --yes --prune')).code).toBe(0)
  expect((await whole()).match(/boardwrightPreview/g)).toEqual(beside.match(/boardwrightPreview/g))
  await run('stage --drop --name pr-43')
})

test('a sweep removes what has expired, and leaves and names what people edited', async () => {
  retitle('Orders of the week')
  await run('stage --name short --ttl 12h')
  await run('stage --name long --ttl 7d')
  expect((await run('stage --sweep')).stdout).toBe('No preview has expired.\n')
  later(1)
  await sandbox.controls.addPeople({
    as: 'ci-bot@acme.com',
    do: [{ do: 'edit-workbook', workbook: 'preview-short-revenue-overview', set: { name: 'Mine now' }, deployment: 2 }],
  })
  const swept = await run('stage --sweep')
  expect(swept.stdout).toContain('short: ')
  expect(swept.stdout).toMatch(/kept: .*Mine now|kept: .*Revenue overview/)
  expect(swept.stdout).not.toContain('long')
  expect(await whole()).toContain('Mine now')
  expect(await whole()).toContain('preview-long-revenue-overview')
  expect(await whole()).not.toContain('preview-short-index')
  later(7)
  await run('stage --sweep')
  expect(await whole()).not.toContain('preview-long')
})

test('a broken tree is swept too, and staged never', async () => {
  const file = `${root}/${REPORT}`
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, 'id: [')
  expect((await run('stage --sweep')).code).toBeLessThan(6)
  expect(await run('stage --name pr-44 --allow-dirty')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(REPORT),
  })
  writeFileSync(file, text)
})

test.each([
  ['stage', 64, '--name is missing'],
  ['stage --drop', 64, '--name is missing'],
  ['stage --drop --sweep', 64, 'cannot be used with'],
  ['stage --name x --ttl soon', 64, 'such as 12h or 7d'],
  ['stage --name x --target nowhere', 1, 'nowhere'],
])('%s', async (line, code, said) => {
  expect(await run(line)).toMatchObject({ code, stderr: expect.stringContaining(said) })
})
