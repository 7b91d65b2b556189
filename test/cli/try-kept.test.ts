// Slow: it makes many copies.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commitAll } from '../support/directory.ts'
import { isLong } from '../support/long.ts'
import { openPreviewedTenant } from './previewed-tenant.ts'

const { root, sandbox, run, retitle, later, list, whole } = openPreviewedTenant()

/** Acts as another user in the UI. */
const zoe = (...actions: object[]): Promise<void> =>
  sandbox().controls.addPeople({ as: 'zoe@acme.com', do: actions } as never) as Promise<void>
const found = async (is: (workbook: Record<string, unknown>) => boolean): Promise<Record<string, unknown>> =>
  (await list('workbooks?first=1000')).find(is) ?? {}

test('a copy that lost its record to a save in the UI is reported every night, and still does not count as an original', async () => {
  retitle('Orders of a day')
  const [{ slug }] = JSON.parse((await run('try copies --name pr-70 --ttl 12h --json')).stdout).copies.dashboards
  const plan = await run('plan --prune')
  const { id } = await found((each) => each['slug'] === slug)
  sandbox().controls.setSwitches({ uiSaveMeta: 'drops' })
  await zoe({ do: 'edit-workbook', workbook: id, set: { name: 'Revenue of Zoe' } })
  sandbox().controls.setSwitches({ uiSaveMeta: 'keeps' })
  expect(JSON.stringify(await found((each) => each['id'] === id))).not.toContain('"boardwright"')

  expect((await run('plan --prune')).stdout).toBe(plan.stdout)
  expect((await run('export --new')).stderr).not.toContain('Zoe')
  expect((await run('adopt --yes')).stderr).not.toContain('Zoe')

  retitle('Orders of two days')
  const again = await run('try copies --name pr-70 --ttl 12h')
  const why = 'its record was removed in the UI, so nothing says whether people edited it'
  expect(again).toMatchObject({
    code: 5,
    stdout: expect.stringContaining(`Revenue overview: ${why}, so it does not show this commit\n`),
  })
  expect(again.stdout).not.toMatch(/adopt|managed/)

  later(1)
  const kept = `  kept: Previews / pr-70 / Revenue of Zoe: ${why}\n`
  const line = { code: 0, stdout: expect.stringContaining(kept) }
  expect(await run('try sweep')).toMatchObject(line)
  expect(await whole()).not.toContain('Preview of pr-70')
  later(1)
  expect(await run('try sweep')).toMatchObject(line)
  expect(await run('try drop --name pr-70')).toMatchObject(line)
  expect(await whole()).toContain('Revenue of Zoe')
  await zoe({ do: 'delete', type: 'WORKBOOK', id })
  expect((await run('try sweep')).stdout).not.toContain('Zoe')
  expect(await whole()).not.toContain('pr-70')
})

test('a copy that did not get its slug is swept, unless it has content', async () => {
  retitle('Orders without a slug')
  const before = await whole()
  const path = '/api/v1/deployments/2/workbooks/*'
  const tryInPart = async (): Promise<void> => {
    sandbox().controls.addFault({ method: 'PUT', path, kind: 'status', status: 403, times: 9 })
    expect((await run('try copies --name pr-73 --ttl 12h')).code).toBe(4)
    sandbox().controls.clearFaults()
    later(1)
  }
  const nameless = () => found(({ slug, meta }) => slug === null && JSON.stringify(meta).includes('~pr-73'))
  await tryInPart()
  const { id } = await nameless()
  expect(id).toEqual(expect.any(Number))
  expect(await run('try sweep')).toMatchObject({ code: 0, stdout: expect.stringContaining('pr-73: ') })
  expect(await whole()).toBe(before)

  await tryInPart()
  const { id: used } = await nameless()
  const body = { name: 'Of Zoe', sqlQuery: 'select 1', workbookId: used }
  await zoe({ do: 'request', method: 'POST', path: '/api/v1/deployments/2/reports', body })
  await run('try sweep')
  expect(await whole()).toContain('Of Zoe')
  await zoe({ do: 'delete', type: 'WORKBOOK', id: used })
  await run('try sweep')
})

test.each(['reports', 'workbooks'])(
  'if %s cannot be removed, the output says so, and the next sweep removes everything',
  async (kind) => {
    retitle(`Orders beside ${kind}`)
    const before = await whole()
    await run('try copies --name pr-71 --ttl 12h')
    later(1)
    for (const times of [1, 9]) {
      sandbox().controls.addFault({
        ...{ method: 'DELETE', path: `/api/v1/deployments/2/${kind}/*`, kind: 'status', status: 403, times },
      })
      const swept = await run('try sweep')
      sandbox().controls.clearFaults()
      expect(swept.code).not.toBe(0)
      expect(swept.stdout).toMatch(/^ {2}failed: Previews \/ pr-71 \/ .*: .+$/m)
      expect(swept.stdout).toContain('Run the same command again')
      expect(swept.stdout).not.toContain('kept')
    }
    expect(await run('try sweep')).toMatchObject({ code: 0, stdout: expect.not.stringContaining('kept') })
    expect(await whole()).toBe(before)
  },
)

type Row = Record<string, unknown>
/** The report is the first one in the page. */
type Edit = (page: Row, report: Row | undefined) => readonly object[]
const saved =
  (set: object): Edit =>
  ({ id }) => [{ do: 'edit-draft', workbook: id, set }]
const published =
  (set: object): Edit =>
  (page, report) => [...saved(set)(page, report), { do: 'publish', workbook: page['id'] }]
const note = {
  widgets: [{ id: 'about', type: 'TEXT', position: { x: 0, y: 0, w: 6, h: 6 }, config: { markdown: 'Mine' } }],
}

const renamed: Edit = ({ id }) => [{ do: 'edit-workbook', workbook: id, set: { name: 'Mine' } }]
const renamedFolder: Edit = ({ folderId }) => [{ do: 'rename', type: 'FOLDER', id: folderId, name: 'Mine' }]
const deletedReport: Edit = (_, report) => [{ do: 'delete', type: 'REPORT', id: report?.['id'] }]
const [SAME, NEW] = ['the same commit', 'a new commit']

const EDITS: readonly [page: string, what: string, commit: string, code: number, edit: Edit][] = [
  ['copy', 'a draft', SAME, 0, saved({ title: 'Mine' })],
  ['copy', 'a draft', NEW, 5, saved({ title: 'Mine' })],
  ['copy', 'a published title', NEW, 0, published({ title: 'Mine' })],
  ['copy', 'a new name', NEW, 0, renamed],
  ['copy', 'a renamed folder', NEW, 0, renamedFolder],
  ['index', 'a draft', SAME, 0, saved({ title: 'Mine' })],
  ['index', 'a draft', NEW, 5, saved({ title: 'Mine' })],
  ['index', 'a published title', NEW, 0, published({ title: 'Mine' })],
  ['index', 'the same text edited', SAME, 0, published(note)],
  ['index', 'the same text edited', NEW, 5, published(note)],
  ['copy', 'a deleted report', SAME, 5, deletedReport],
  ['copy', 'a deleted report', NEW, 5, deletedReport],
]

/** Exit 5 means that something does not show the new commit, and its line says so too. Short runs try every other edit. */
test.each(EDITS.filter((_, nth) => isLong || nth % 2 === 1))(
  'a preview whose %s has %s, made again at %s: %i',
  async (page, what, commit, code, edit) => {
    const name = `${page}-${what}-${commit}`.replaceAll(' ', '-').slice(0, 40)
    const [{ slug }] = JSON.parse((await run(`try copies --name ${name} --json`)).stdout).copies.dashboards
    const isIt = (each: Record<string, unknown>): boolean =>
      page === 'copy' ? each['slug'] === slug : each['name'] === `Preview of ${name}`
    const it = await found(isIt)
    const reports = await list('reports?first=1000')
    await zoe(
      ...edit(
        it,
        reports.find(({ workbookId }) => workbookId === it['id']),
      ),
    )
    if (commit === NEW) retitle(`After ${name}`)
    const tried = await run(`try copies --name ${name}`)
    expect(tried).toMatchObject({
      code,
      stdout: expect.stringContaining(`Left as people changed it: Previews / ${name}`),
    })
    expect(tried.stdout).not.toMatch(/conflict|owned|managed|apply/)
    expect(tried.stdout.includes(', so it does not show this commit\n')).toBe(code === 5)
    const [, drop] = /^To see this commit there, delete .*run boardwright (.+), then /m.exec(tried.stdout) ?? []
    expect(drop !== undefined).toBe(code === 5)
    if (drop === undefined) return
    await zoe({ do: 'delete', type: 'WORKBOOK', id: (await found(isIt))['id'] })
    await run(drop)
    expect(await run(`try copies --name ${name}`)).toMatchObject({ code: 0 })
  },
)

test('a copy that people edited is kept when the next commit no longer has it, and the rest is copied', async () => {
  const file = `${root}/content/product/order-explorer/workbook.yaml`
  const was = readFileSync(file, 'utf8')
  writeFileSync(file, was.replace(/^name: .*$/m, 'name: Explorer of orders'))
  retitle('Orders of Zoe')
  const { dashboards } = JSON.parse((await run('try copies --name pr-72 --json')).stdout).copies
  expect(dashboards).toHaveLength(2)
  const { id } = await found(
    ({ slug }) => String(slug).endsWith('-order-explorer') && String(slug).startsWith('preview-'),
  )
  await zoe({ do: 'edit-workbook', workbook: id, set: { name: 'Kept by Zoe' } })
  writeFileSync(file, was)
  commitAll(root, 'only the other one')
  const kept = ['Previews / pr-72 / Kept by Zoe: edited in the UI since it was copied']
  const { code, stdout } = await run('try copies --name pr-72 --json')
  expect([code, JSON.parse(stdout).copies.kept]).toEqual([0, kept])
})

test('if the next commit gives a workbook another slug, its new copy takes the place of the old one', async () => {
  retitle('Orders under another name')
  await run('try copies --name pr-74')
  const file = `${root}/content/sales/revenue-overview/workbook.yaml`
  writeFileSync(file, readFileSync(file, 'utf8').replace('slug: revenue-overview\n', 'slug: revenue-anew\n'))
  commitAll(root, 'another slug')
  const { code, stdout } = await run('try copies --name pr-74 --json')
  const { dashboards, kept } = JSON.parse(stdout).copies
  expect([code, kept]).toEqual([0, []])
  expect(dashboards).toEqual([{ name: 'Revenue overview', slug: expect.stringMatching(/-revenue-anew$/) }])
  expect(await found(({ slug }) => /^preview-pr-74-.*-revenue-overview$/.test(String(slug)))).toEqual({})
  expect(await run('try drop --name pr-74')).toMatchObject({ code: 0, stdout: expect.not.stringContaining('kept') })
})

test('a data model that does not compile does not hide that people edited the index', async () => {
  const [config, model] = [`${root}/boardwright.yaml`, `${root}/data-model/model/cubes/broken.yml`]
  const was = readFileSync(config, 'utf8')
  // What `validate` finds stops a run before anything is written.
  writeFileSync(config, `${was}rules: {weigh: [{rule: model-refused, severity: warning}]}\n`)
  writeFileSync(model, 'cubes: [{name: broken, sql_table: orders}]\n')
  commitAll(root, 'sound')
  expect(await run('try copies --name pr-75')).toMatchObject({ code: 0 })
  await zoe(...saved({ title: 'Mine' })(await found(({ name }) => name === 'Preview of pr-75'), undefined))
  writeFileSync(model, 'cubes: [{name: broken}]\n')
  commitAll(root, 'broken')
  const { code, stdout, stderr } = await run('try copies --name pr-75')
  expect([code, stderr]).toEqual([5, expect.stringContaining('and no dashboard was copied')])
  expect(stdout).toContain('data-model/model/cubes/broken.yml')
  expect(stdout).toMatch(/^Left as people changed it: .*so it does not show this commit$/m)
  rmSync(model)
  writeFileSync(config, was)
  commitAll(root, 'as it was')
})
