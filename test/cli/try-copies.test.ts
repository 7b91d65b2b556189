// Slow: it makes many copies.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { createClient } from '../../packages/platform/client/client.ts'
import { digestsOf, unitsOfReport } from '../../src/content/units.ts'
import { toReport } from '../../src/live/map/report.ts'
import { commitAll, git, writeFiles } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'
import { openPreviewedTenant } from './previewed-tenant.ts'

const { root, sandbox, run, retitle, later, list, whole, REPORT } = openPreviewedTenant()
const writes = (): string[] =>
  sandbox()
    .controls.requests()
    .flatMap(({ method, path }) => (method === 'GET' ? [] : [`${method} ${path}`]))

test('copies are made, made again, looked at, and dropped; nothing else changes', async () => {
  const before = await whole()
  const settings = `${root}/boardwright.yaml`
  const link = 'links: "https://acme.example/d/{publicId}"\n'
  writeFileSync(settings, `${readFileSync(settings, 'utf8')}${link}`)
  commitAll(root, 'a link')
  const { code, stdout } = await run('try copies --name pr-42')
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /^pr-42 in production: Previews \/ pr-42, until 20\d\d-\d\d-\d\d\n {2}Revenue overview {2}https:\/\/acme\.example\/d\/\w+\n$/,
  )
  sandbox().controls.clearRequests()
  expect((await run('try copies --name pr-42')).code).toBe(0)
  expect(writes()).toEqual([])
  retitle('Orders by the week')
  const again = JSON.parse((await run('try copies --name pr-42 --json')).stdout)
  expect(again).toMatchObject({
    format: 1,
    name: 'pr-42',
    model: null,
    copies: { kept: [] },
    problems: [],
    numbers: null,
  })
  expect(await whole()).toContain('"title":"Orders by the week"')
  expect((await run('try drop --name pr-42')).stdout).toBe('pr-42: 6 objects removed\n')
  expect(await whole()).toBe(before)
  expect((await run('try drop --name pr-42')).stdout).toBe('pr-42: nothing of it was left\n')
})

test('a commit without changes any more has no preview, and no data-model branch', async () => {
  const model = `${root}/data-model/model/cubes/orders.yml`
  const [file, was] = [`${root}/${REPORT}`, readFileSync(model, 'utf8')]
  const titled = readFileSync(file, 'utf8')
  writeFileSync(model, was.replace('sql: net_amount', 'sql: gross_amount'))
  commitAll(root, 'gross')
  const { branch } = JSON.parse((await run('try copies --name pr-50 --json')).stdout).model
  const isServed = async () => (await branches()).includes(branch)
  expect(await isServed()).toBe(true)

  writeFileSync(model, was)
  commitAll(root, 'net again')
  expect(JSON.parse((await run('try copies --name pr-50 --json')).stdout)).toMatchObject({
    model: null,
    copies: { kept: [] },
  })
  expect(await isServed()).toBe(false)

  writeFileSync(file, titled.replace(/^title: .*$/m, 'title: Orders'))
  commitAll(root, 'as it was')
  const nothing = 'pr-50 in production: nothing to look at, neither a dashboard nor the data model changes\n'
  expect(await run('try copies --name pr-50')).toMatchObject({
    code: 0,
    stdout: `${nothing}  What was tried earlier: 6 objects removed\n`,
  })
  expect(await run('try drop --name pr-50')).toMatchObject({ stdout: 'pr-50: nothing of it was left\n' })
  sandbox().controls.clearRequests()
  expect(await run('try copies --name pr-51')).toMatchObject({ code: 0, stdout: nothing.replace('50', '51') })
  expect(writes()).toEqual([])
  writeFileSync(file, titled)
  commitAll(root, 'changed')
})

test('a key that expires after the first write does not hide what was written', async () => {
  sandbox().controls.addFault({ path: '/api/v1/deployments/2/settings', kind: 'status', status: 401, times: 99 })
  const { code, stdout } = await run('try copies --name pr-44')
  sandbox().controls.clearFaults()
  expect(stdout).toMatch(
    /^pr-44 in production: .*: not complete\nFailed: pr-44: .* answered 401.*\nRun the same command again/,
  )
  expect(code).toBe(4)
  expect(await run('try copies --name pr-44')).toMatchObject({ code: 0 })
  expect(await run('try drop --name pr-44')).toMatchObject({ code: 0 })
})

test('a page of the preview that people edited stays, and the rest is copied; a failure is not reported as "no changes"', async () => {
  const model = `${root}/data-model/model/cubes/orders.yml`
  const was = readFileSync(model, 'utf8')
  writeFileSync(model, was.replace('sql: net_amount', 'sql: gross_amount'))
  commitAll(root, 'gross')
  const path = '/api/v1/deployments/2/workbooks/by-slug/*'
  sandbox().controls.addFault({ method: 'PUT', path, kind: 'status', status: 403, times: 9 })
  const failed = await run('try copies --name pr-60')
  sandbox().controls.clearFaults()
  expect(failed.stdout).toMatch(/^pr-60 in production: Previews \/ pr-60, until .*: not complete\nFailed: /)
  expect(failed.code).not.toBe(0)

  await run('try copies --name pr-60')
  const page = (await list('workbooks?first=1000')).find(({ name }) => name === 'Preview of pr-60')
  await sandbox().controls.addPeople({
    do: [{ do: 'edit-draft', workbook: page?.['id'], set: { title: 'A note' } }],
  } as never)
  retitle('Orders by day')
  const { code, stdout } = await run('try copies --name pr-60')
  expect(stdout).toContain('Revenue overview')
  expect(stdout).toContain(
    'Left as people changed it: Previews / pr-60 / Preview of pr-60: it has an unpublished draft',
  )
  expect(code).toBe(5)
  expect(await whole()).toContain('"title":"Orders by day"')
  await sandbox().controls.addPeople({ do: [{ do: 'delete', type: 'WORKBOOK', id: page?.['id'] }] } as never)
  await run('try drop --name pr-60')
  writeFileSync(model, was)
  retitle('Orders by week')
})

async function branches(): Promise<unknown[]> {
  const client = createClient({ url: sandbox().url, token: sandbox().keys.member, env: {} })
  try {
    const { items } = await client.branches.listBranches({ path: { deploymentId: 2 }, query: {} })
    return items.map(({ name }) => name)
  } finally {
    await client.close()
  }
}

test('a copy is not an original: export, adopt, plan and prune ignore it', async () => {
  const plan = await run('plan --prune')
  await run('try copies --name pr-43')
  const beside = await whole()
  expect((await run('plan --prune')).stdout).toBe(plan.stdout)
  expect((await run('export --new')).stderr).not.toMatch(/preview/i)
  expect((await run('adopt --yes')).stderr).not.toMatch(/preview/i)
  expect((await run('apply --yes --prune')).code).toBe(0)
  expect((await whole()).match(/boardwrightPreview/g)).toEqual(beside.match(/boardwrightPreview/g))
  await run('try drop --name pr-43')
})

test('a sweep removes what has expired, and keeps and names what people edited', async () => {
  retitle('Orders of the week')
  const [{ slug }] = JSON.parse((await run('try copies --name short --ttl 12h --json')).stdout).copies.dashboards
  await run('try copies --name long --ttl 7d')
  expect((await run('try sweep')).stdout).toBe('Nothing that was tried has expired.\n')
  later(1)
  await sandbox().controls.addPeople({
    as: 'ci-bot@acme.com',
    do: [{ do: 'edit-workbook', workbook: slug, set: { name: 'Mine now' }, deployment: 2 }],
  })
  const swept = await run('try sweep')
  // From now on this happens every night, so it must not fail the job.
  expect(swept).toMatchObject({ code: 0, stdout: expect.stringContaining('short: ') })
  expect(swept.stdout).toContain(': edited in the UI since it was copied\n')
  expect(swept.stdout).not.toContain('removed from the repo')
  expect(swept.stdout).toContain('to be rid of it, delete it in the UI')
  expect(swept.stdout).toMatch(/kept: .*Mine now|kept: .*Revenue overview/)
  expect(swept.stdout).not.toContain('long')
  expect(await whole()).toContain('Mine now')
  expect(await whole()).toMatch(/"preview-long-[0-9a-f]{6}-revenue-overview"/)
  expect(await whole()).not.toContain('Preview of short')
  later(7)
  await run('try sweep')
  expect(await whole()).not.toContain('preview-long')
})

test('a folder that a person made stays, whatever its name; one of an interrupted run is removed', async () => {
  const folder = async (name: string, parentId: unknown, as: string): Promise<void> => {
    const path = '/api/v1/deployments/2/folders'
    await sandbox().controls.addPeople({ as, do: [{ do: 'request', method: 'POST', path, body: { name, parentId } }] })
  }
  // `short` holds something that somebody edited.
  const below = async (parentId: unknown) =>
    (await list(`folders?parentId=${parentId}`)).map(({ name }) => name).filter((name) => name !== 'short')
  const previews = async () => (await list('folders')).find(({ name }) => name === 'Previews')?.['id']
  await run('try copies --name pr-45')
  const id = await previews()
  await folder('pr-7', id, 'zoe@acme.com')
  await folder('pr-8', id, 'ci-bot@acme.com')
  const long = 'x'.repeat(40)
  await folder(`${long}-0a1b2c`, id, 'ci-bot@acme.com')
  await run('try sweep')
  expect(await below(id)).toEqual(['pr-45', 'pr-7', 'pr-8', `${long}-0a1b2c`])
  later(1)
  expect((await run('try sweep')).stdout).toContain(
    `pr-8: nothing of it was left\n${long}-0a1b2c: nothing of it was left\n`,
  )
  expect(await below(id)).toEqual(['pr-45', 'pr-7'])
  await run('try drop --name pr-45')
  await run('try drop --name pr-7')
  expect(await below(id)).toEqual(['pr-7'])
})

test('two projects in one tenant have previews of the same name', async () => {
  const other = mkdtempSync(`${tmpdir()}/boardwright-test-`)
  try {
    const there = (line: string) =>
      runHere([...line.split(' '), '-C', other], {
        env: { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: sandbox().keys.admin },
      })
    await there(`init --url ${sandbox().url} --deployment 2 --project other`)
    await writeFiles(other, {
      'content/theirs/workbook.yaml': 'slug: theirs\nname: Theirs\n',
      'content/theirs/dashboard.yaml': 'title: Theirs\nwidgets: []\n',
    })
    commitAll(other)
    retitle('Orders of the month')
    await run('try copies --name pr-1 --ttl 7d')
    expect(await there('try copies --name pr-1 --ttl 12h')).toMatchObject({ code: 0 })
    const both = await whole()
    expect(both.match(/"name":"Preview of pr-1"/g)).toHaveLength(2)
    later(1)
    await there('try sweep')
    expect((await whole()).match(/"name":"Preview of pr-1"/g)).toHaveLength(1)
    expect((await there('try drop --name pr-1')).stdout).toBe('pr-1: nothing of it was left\n')
    expect((await run('try drop --name pr-1')).stdout).toBe('pr-1: 6 objects removed\n')
  } finally {
    rmSync(other, { recursive: true, force: true })
  }
})

test('a forged record does not make a sweep delete an original', async () => {
  const client = createClient({ url: sandbox().url, token: sandbox().keys.admin, env: {} })
  const path = { deploymentId: 2 }
  const ofWorkbook = async (slug: string) => {
    const found = (await list('workbooks?first=1000')).find((each) => each['slug'] === slug)
    return client.workbooks.getWorkbook({ path: { ...path, workbookId: Number(found?.['id']) } })
  }
  retitle('Orders, forged')
  const [{ slug }] = JSON.parse((await run('try copies --name pr-47 --ttl 12h --json')).stdout).copies.dashboards
  const { id, meta } = await ofWorkbook(slug)
  const record = String(meta?.['boardwright'])
  const put = async (text: string) =>
    client.workbooks.updateWorkbook({
      path: { ...path, workbookId: id },
      body: { meta: { ...meta, boardwright: text } },
    })
  // Every digest is right, but not the preview that it names: copies of that preview have other names.
  await put(record.replace('~pr-47', '~evil'))
  later(1)
  const swept = await run('try sweep')
  expect(swept.stdout).toContain('evil: could not be removed: ')
  expect(swept.stdout).toContain('and is not a copy: somebody wrote that record')
  expect((await ofWorkbook(slug)).id).toBe(id)
  await put(record)
  await client.close()
  expect((await run('try sweep')).stdout).toContain('pr-47: ')
  expect(await whole()).not.toContain(slug)
})

test('a record on one copy does not make a sweep delete what somebody put into another', async () => {
  const client = createClient({ url: sandbox().url, token: sandbox().keys.admin, env: {} })
  const path = { deploymentId: 2 }
  retitle('Orders, listed elsewhere')
  const [{ slug }] = JSON.parse((await run('try copies --name pr-48 --ttl 12h --json')).stdout).copies.dashboards
  const workbooks = await list('workbooks?first=1000')
  const copy = workbooks.find((each) => each['slug'] === slug)
  const index = workbooks.find((each) => each['name'] === 'Preview of pr-48')
  const theirs = await client.reports.createReport({
    path,
    body: { publicId: 'ofZoe0000001', name: 'Of Zoe', sqlQuery: 'select 1', workbookId: Number(copy?.['id']) },
  })
  const units = unitsOfReport(toReport(theirs, { id: 'ofZoe0000001', place: { workbook: slug } }))
  const meta = index?.['meta'] as { readonly boardwright: string }
  const record = JSON.parse(meta.boardwright)
  record.o['report/ofZoe0000001'] = { live: theirs.id, c: 0, base: Object.fromEntries(digestsOf(units)) }
  await client.workbooks.updateWorkbook({
    path: { ...path, workbookId: Number(index?.['id']) },
    body: { meta: { ...meta, boardwright: JSON.stringify(record) } },
  })
  later(1)
  const swept = await run('try sweep')
  expect(swept.stdout).toContain(
    'Of Zoe: not in the repo, and only the record on "Previews / pr-48 / Preview of pr-48"',
  )
  expect((await client.reports.getReport({ path: { ...path, reportId: theirs.id } })).name).toBe('Of Zoe')
  await client.reports.deleteReport({ path: { ...path, reportId: theirs.id } })
  await client.close()
  await run('try sweep')
  expect(await whole()).not.toContain(slug)
})

test('a branch that people committed to stays, and is named', async () => {
  const model = `${root}/data-model/model/cubes/orders.yml`
  writeFileSync(model, readFileSync(model, 'utf8').replace('sql: net_amount', 'sql: gross_amount'))
  commitAll(root, 'gross')
  const { branch } = JSON.parse((await run('try copies --name pr-46 --json')).stdout).model
  const client = createClient({ url: sandbox().url, token: sandbox().keys.member, env: {} })
  const path = { deploymentId: 2 }
  const { branchName } = await client.branches.startDevMode({ path, body: { branchName: branch } })
  const files = [{ path: 'docs/theirs.md', content: 'theirs' }]
  await client.dataModel.updateFiles({ path, body: { files, branchName: branchName ?? '' } })
  await client.branches.commitChanges({ path, body: { message: 'mine', exitDevMode: true } })
  const ended = await run('try drop --name pr-46')
  expect(ended).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`kept: branch ${branch} was edited since it was made: it stays as it is`),
  })
  expect(await branches()).toContain(branch)
  expect(await run('try copies --name pr-46')).toMatchObject({ stderr: expect.stringContaining('was edited since') })
  await client.branches.removeBranch({ path, query: { branchName: branch } })
  await client.close()
  expect((await run('try drop --name pr-46')).stdout).not.toContain('kept')
})

test('a pull request that names another deployment leaves nothing there: drop and sweep do not depend on the settings', async () => {
  const settings = `${root}/boardwright.yaml`
  const text = readFileSync(settings, 'utf8')
  const other = (path: string) => list(path, 1)
  const before = JSON.stringify([await other('workbooks?first=1000'), await other('folders')])
  const stageThere = async (name: string): Promise<void> => {
    writeFileSync(settings, text.replace('deployment: 2', 'deployment: 1'))
    expect((await run(`try copies --name ${name} --ttl 12h --accept uncommitted`)).code).toBe(0)
    writeFileSync(settings, text)
    expect(JSON.stringify(await other('workbooks?first=1000'))).toContain(`Preview of ${name}`)
  }
  await stageThere('pr-48')
  expect((await run('try drop --name pr-48')).stdout).toMatch(
    /^pr-48: nothing of it was left\npr-48 in deployment 1: \d+ objects removed(, and its branch)?\n$/,
  )
  await stageThere('pr-49')
  later(1)
  expect((await run('try sweep')).stdout).toMatch(/^pr-49 in deployment 1: \d+ objects removed/m)
  expect(JSON.stringify([await other('workbooks?first=1000'), await other('folders')])).toBe(before)
})

test('a broken tree can be swept, but not tried', async () => {
  const file = `${root}/${REPORT}`
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, 'id: [')
  expect((await run('try sweep')).code).toBeLessThan(6)
  expect(await run('try copies --name pr-44 --accept uncommitted')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(REPORT),
  })
  writeFileSync(file, text)
})

test('without a name it is the git branch, and there is none where HEAD is detached', async () => {
  retitle('Orders of a branch')
  git(root, 'checkout', '--quiet', '-b', 'orders-of-a-branch')
  expect((await run('try copies')).stdout).toContain('orders-of-a-branch in production: Previews / orders-of-a-branch')
  expect((await run('try drop')).stdout).toMatch(/^orders-of-a-branch: 6 objects removed/)
  git(root, 'checkout', '--quiet', '--detach')
  const missing = { code: 64, stderr: expect.stringContaining('--name is missing') }
  for (const line of ['try', 'try copies', 'try drop']) expect(await run(line)).toMatchObject(missing)
  git(root, 'checkout', '--quiet', '-')
})

test.each([
  ['try sweep --name x', 64, 'try sweep does not take --name'],
  ['try numbers --ttl 12h', 64, 'try numbers does not take --ttl'],
  ['try stage', 64, 'stage'],
  ['try copies --name x --ttl soon', 64, 'such as 12h or 7d'],
  ['try copies --name x --target nowhere', 1, 'nowhere'],
])('%s', async (line, code, said) => {
  expect(await run(line)).toMatchObject({ code, stderr: expect.stringContaining(said) })
})
