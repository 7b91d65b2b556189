// Slow: it loses and restores many times.
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { exportTree } from '../../src/project/export.ts'
import { overwrittenIn, restoreRun } from '../../src/project/restore.ts'
import { noChanges } from '../../src/words/facts.ts'
import { heldLines } from '../../src/words/held.ts'
import { git, temporaryDirectory } from '../support/directory.ts'
import { isLong } from '../support/long.ts'
import { configOf, REPORT, TREE } from './promote-tree.ts'
import { openAccount, openScene, rowsOf } from './promote-world.ts'

const account = openAccount()

const WORKBOOK = 'content/sales/revenue/workbook.yaml'
const FOLDER = 'content/sales/folder.yaml'
const SLUG = { [WORKBOOK]: 'slug: turnover\nwas: revenue\nname: Revenue\nallowEmbed: true\n' }

/** The tree is applied, edited in the repo and in the UI, and applied again over the UI edits. */
async function overwritten(files: Readonly<Record<string, string>>, ...edits: (object | (() => Promise<object>))[]) {
  const { url, keys, controls } = account()
  const config = configOf({ production: { url, deployment: 2 } })
  const scene = await openScene({ 'boardwright.yaml': config, ...TREE }, { BOARDWRIGHT_TOKEN: keys.admin })
  await scene.apply('production')
  await scene.commit(files)
  const actions = await Promise.all(edits.map((edit) => (typeof edit === 'function' ? edit() : edit)))
  await controls.addPeople({ do: actions } as never)
  const { journal = '', result } = await scene.apply('production', { shaping: { accept: ['ui-edits'] } })
  expect(result?.failed).toEqual([])
  return { scene, run: basename(journal, '.jsonl') }
}

const FOLDER_EDIT = { do: 'rename', type: 'FOLDER', id: 'Sales', name: 'Verkauf' }
const SLUG_EDIT = { do: 'edit-workbook', workbook: 'revenue', set: { slug: 'umsatz' } }

test('a report is restored, and what cannot be restored is named', async () => {
  const { scene, run } = await overwritten(
    { [REPORT]: TREE[REPORT].replace('By month', 'Repo'), [FOLDER]: 'name: Sell\nwas: Sales\n', ...SLUG },
    { do: 'edit-report', report: 'byMonth00001', set: { name: 'Edited' } },
    FOLDER_EDIT,
    SLUG_EDIT,
  )
  const project = await scene.open()
  const back = await overwrittenIn(project, run)
  expect(back.leftOut).toEqual(['folder Sell, name "Verkauf"', 'Sell / Revenue, slug "umsatz"'])
  await restoreRun(project, back, { env: scene.env, target: 'production', confirm: async () => true })
  const { reports, workbooks } = await rowsOf(account(), 2)
  expect(reports.map(({ name }) => name)).toContain('Edited')
  expect(workbooks.map(({ slug }) => slug)).toEqual(['turnover'])
})

test.each([
  ['Sales / Revenue, slug "umsatz"', SLUG, SLUG_EDIT],
  [
    'report Sales / Revenue / By month, which was deleted in the UI, and which it created again',
    {},
    { do: 'delete', type: 'REPORT', id: 'byMonth00001' },
  ],
])('a run that overwrote nothing restorable is refused by that reason: %s', async (what, files, edit) => {
  const { scene, run } = await overwritten(files, edit)
  await expect(overwrittenIn(await scene.open(), run)).rejects.toMatchObject({
    kind: 'USAGE',
    message: `run ${run} overwrote nothing that restore can bring back: ${what}`,
  })
})

const PUBLISH = { do: 'publish', workbook: 'revenue' }
const DESCRIPTION = { do: 'edit-draft', workbook: 'revenue', set: { description: 'Ask Maria' } }
const TITLE = (title: string) => ({ do: 'edit-report', report: 'byMonth00001', set: { title } })

/** Restores a run, and returns what a plan of the tree wants afterwards. */
async function restored({ scene, run }: Awaited<ReturnType<typeof overwritten>>) {
  const project = await scene.open()
  const back = await overwrittenIn(project, run)
  await restoreRun(project, back, { env: scene.env, target: 'production', confirm: async () => true })
  const { plan } = await scene.plan('production')
  return {
    leftOut: back.leftOut,
    objects: plan.objects,
    left: plan.left.map(({ title, reason }) => [title.at(-1), reason]),
  }
}

test('what the repo does not have is a UI edit again, and the next apply keeps it', async () => {
  const run = await overwritten({ [REPORT]: `${TREE[REPORT]}title: Repo\n` }, DESCRIPTION, TITLE('UI'), PUBLISH)
  expect(await restored(run)).toMatchObject({
    objects: [],
    left: [
      ['Revenue', 'ui-edit'],
      ['By month', 'ui-edit'],
    ],
  })
})

test('an unpublished edit is restored without being published', async () => {
  const run = await overwritten({ [REPORT]: `${TREE[REPORT]}title: Repo\n` }, TITLE('Not yet'))
  const shown = async () => (await rowsOf(account(), 2)).workbooks.map((row) => row.publishedDashboard?.versionNumber)
  const before = await shown()
  expect(await restored(run)).toMatchObject({
    leftOut: [],
    objects: [],
    left: [
      ['Revenue', 'edited-report'],
      ['By month', 'edited-report'],
    ],
  })
  expect(await shown()).toEqual(before)
})

test('drafts are not restored, nor edits that would be published with them: both are named', async () => {
  const files = { [REPORT]: `${TREE[REPORT]}title: Repo\n` }
  const draft = { ...DESCRIPTION, set: { description: 'Not yet' } }
  const run = await overwritten(files, DESCRIPTION, PUBLISH, TITLE('Not yet'), draft)
  expect(await restored(run)).toMatchObject({
    leftOut: [
      'report Sales / Revenue / By month, title "Not yet": it was not published, and this run publishes its dashboard',
      'Sales / Revenue, unpublished draft: description',
    ],
  })
})

test('a newer edit conflicts, and the suggested command loses neither', async () => {
  const { scene, run } = await overwritten({ [REPORT]: `${TREE[REPORT]}title: Repo\n` }, TITLE('Older'), PUBLISH)
  await account().controls.addPeople({ do: [TITLE('Newer'), PUBLISH] } as never)
  const titles = async () => (await rowsOf(account(), 2)).reports.map(({ title }) => title)
  const again = async () => {
    const project = await scene.open()
    return restoreRun(project, await overwrittenIn(project, run), { env: scene.env, confirm: async () => true })
  }
  const { plan, exit } = await again()
  expect(exit).toBe(5)
  const [held] = plan.held
  if (!held) throw new Error('nothing is held')
  expect(heldLines(held, plan, 0, { width: 160 } as never)).toEqual([
    'title',
    expect.stringMatching(/^ {2}last applied {2}Repo/),
    expect.stringMatching(/^ {2}restored +Older +\(what the run replaced\)$/),
    expect.stringMatching(/^ {2}live {10}Newer/),
    'Take what is live into git first:   boardwright export --target production --select byMonth00001',
    'Commit it, and record it:           boardwright apply --target production --select byMonth00001',
    `Then bring this back:               boardwright restore ${run}`,
  ])
  await scene.export('production', false)
  await scene.apply('production')
  expect(await titles()).toContain('Newer')
  expect((await again()).exit).toBe(0)
  expect(await titles()).toContain('Older')
  expect((await scene.plan('production')).plan.left).toMatchObject([{ reason: 'ui-edit' }])
})

/** What restoring a run leaves out, and how it ends. */
async function restoreAgain(scene: Awaited<ReturnType<typeof overwritten>>['scene'], run: string, more: object = {}) {
  const leftOut: string[] = []
  const project = await scene.open()
  const options = { env: scene.env, confirm: async () => true, onLeftOut: (what: string) => leftOut.push(what) }
  const applied = await restoreRun(project, await overwrittenIn(project, run), { ...options, ...more })
  return { ...applied, leftOut }
}

/** The first widget gets the report of the second. */
async function showPipelineTwice(): Promise<object> {
  const { reports, workbooks } = await rowsOf(account(), 2)
  const [first, ...others] = workbooks[0]?.dashboardPublished?.widgets ?? []
  const reportId = reports.find(({ publicId }) => publicId === 'pipeline0001')?.id
  const widgets = [{ ...first, config: { ...first?.config, reportId } }, ...others]
  return { do: 'edit-draft', workbook: 'revenue', set: { widgets } }
}

const REPO_TITLE = { [REPORT]: `${TREE[REPORT]}title: Repo\n` }
const DASHBOARD = 'content/sales/revenue/dashboard.yaml'
const REPO_BOTH = { ...REPO_TITLE, [DASHBOARD]: `description: Repo\n${TREE[DASHBOARD]}` }
const EDITS = [TITLE('Theirs'), DESCRIPTION, PUBLISH]

/** What viewers see: names, titles and descriptions. */
async function shown() {
  const { reports, workbooks } = await rowsOf(account(), 2)
  const report = reports.find(({ publicId }) => publicId === 'byMonth00001')
  const [workbook] = workbooks
  return {
    ...{ slug: workbook?.slug, workbook: workbook?.name, report: report?.name },
    ...{ title: report?.title, description: workbook?.dashboardPublished?.description },
  }
}

test('a widget waits for an unpublished edit of its report, and the suggested commands lead to the end', async () => {
  const { scene, run } = await overwritten({}, showPipelineTwice, PUBLISH)
  const edit = { do: 'edit-report', report: 'pipeline0001', set: { title: 'Not yet' } }
  await account().controls.addPeople({ do: [edit] } as never)
  const { plan, exit } = await restoreAgain(scene, run)
  expect(exit).toBe(5)
  const select = ['sales/revenue', 'pipeline0001']
  expect(plan.held.flatMap((held) => heldLines(held, plan, 0, { width: 160 } as never)).slice(-3)).toEqual([
    expect.stringContaining(`export --target production --select ${select.join(' --select ')} --drafts`),
    expect.stringContaining('apply --target production --select sales/revenue'),
    expect.stringContaining(`restore ${run}`),
  ])
  await exportTree(await scene.open(), { env: scene.env, target: 'production', select, drafts: true })
  await scene.commit()
  expect((await scene.apply('production', { shaping: { select: ['sales/revenue'] } })).exit).toBe(0)
  expect((await restoreAgain(scene, run)).exit).toBe(0)
  const { plan: last } = await scene.plan('production')
  expect([last.held, last.left.map(({ key, reason }) => [key, reason])]).toEqual([
    [],
    [['workbook/revenue', 'ui-edit']],
  ])
})

test('a restore writes only what the run overwrote, whatever else the repo changed since', async () => {
  const { scene, run } = await overwritten(REPO_BOTH, ...EDITS)
  await scene.commit({
    ...SLUG,
    [WORKBOOK]: SLUG[WORKBOOK].replace('name: Revenue', 'name: Renamed'),
    [REPORT]: `${TREE[REPORT].replace('By month', 'Renamed')}title: Repo\n`,
    [DASHBOARD]: `description: Later\ntitle: Later\n${TREE[DASHBOARD].replace('title: Revenue\n', '')}`,
    'content/new/folder.yaml': 'name: New\n',
  })
  const { plan, exit } = await restoreAgain(scene, run)
  expect(exit).toBe(0)
  expect(plan.objects.map(({ key, units }) => [key, units.map(({ unit }) => unit)])).toEqual([
    ['workbook/turnover', ['description']],
    ['report/byMonth00001', ['title']],
  ])
  const [slug, workbook, report] = ['revenue', 'Revenue', 'By month']
  expect(await shown()).toEqual({ slug, workbook, report, title: 'Theirs', description: 'Ask Maria' })
  // What the repo changed is still to come, and what it changed on both sides is a conflict.
  const { plan: next } = await scene.plan('production')
  expect(next.objects.map(({ key }) => key)).toContain('report/byMonth00001')
  expect(next.held).toMatchObject([{ key: 'workbook/turnover', reason: 'conflict' }])
})

test('no merge of the data model that is still due is made', async () => {
  const model = {
    'data-model/model/cubes/visits.yml':
      'cubes:\n  - name: visits\n    sql_table: visits\n    measures:\n      - {name: count, type: count}\n',
  }
  const { url, keys, controls } = account()
  const merging = (merge: string) => ({
    'boardwright.yaml': configOf({
      production: { url, deployment: 2, more: `, dataModel: {branch: develop, merge: ${merge}}` },
    }),
  })
  const scene = await openScene({ ...merging('none'), ...TREE, ...model }, { BOARDWRIGHT_TOKEN: keys.admin })
  await scene.apply('production', { shaping: { accept: ['model'] } })
  await scene.commit(REPO_TITLE)
  await controls.addPeople({ do: [TITLE('Theirs'), PUBLISH] } as never)
  const { journal = '' } = await scene.apply('production', { shaping: { accept: ['ui-edits'] } })
  await scene.commit(merging('default'))
  controls.clearRequests()
  expect((await restoreAgain(scene, basename(journal, '.jsonl'))).exit).toBe(0)
  expect(await shown()).toMatchObject({ title: 'Theirs' })
  const writes = controls.requests().filter(({ method, path }) => method !== 'GET' && path.startsWith('/build'))
  expect(writes).toEqual([])
})

test('a second restore has nothing to do, and writes nothing', async () => {
  const { scene, run } = await overwritten(REPO_BOTH, ...EDITS)
  await restoreAgain(scene, run)
  account().controls.clearRequests()
  const { plan, ...ended } = await restoreAgain(scene, run)
  expect(ended).toMatchObject({ why: 'nothing to do', exit: 0 })
  expect(noChanges(plan)).toBe('Nothing to bring back: live has it already.')
  expect(
    account()
      .controls.requests()
      .filter(({ method }) => method !== 'GET'),
  ).toEqual([])
})

test.each(isLong ? [1, 2, 3, 4] : [2, 3])(
  'what a restore brought back before it was cut off, at write %i, stays',
  async (nth) => {
    const { scene, run } = await overwritten(REPO_BOTH, ...EDITS)
    const stop = new AbortController()
    let writes = 0
    const onEvent = ({ type }: { readonly type: string }): void => {
      writes += type === 'done' ? 1 : 0
      if (writes === nth) stop.abort()
    }
    await restoreAgain(scene, run, { signal: stop.signal, onEvent }).catch(() => undefined)
    const between = await shown()
    expect((await scene.plan('production')).plan.objects).toEqual([])
    await scene.apply('production')
    expect(await shown()).toEqual(between)
    expect((await restoreAgain(scene, run)).exit).toBe(0)
    expect(await shown()).toMatchObject({ title: 'Theirs', description: 'Ask Maria' })
  },
)

describe('what cannot come back is named', () => {
  const TITLE_LEFT = 'report Sales / Revenue / By month, title "Theirs"'
  const DESCRIPTION_LEFT = 'Sales / Revenue, description "Ask Maria"'

  test('since the repo no longer has it', async () => {
    const { scene, run } = await overwritten(REPO_BOTH, ...EDITS)
    await scene.commit({ [REPORT]: TREE[REPORT].replace('byMonth00001', 'another00001') })
    const { leftOut } = await restoreAgain(scene, run)
    expect(leftOut).toEqual([`${TITLE_LEFT}: the repo no longer has it for production`])
    const { url } = account()
    const exclude = ', exclude: {paths: [sales/revenue]}'
    await scene.commit({ 'boardwright.yaml': configOf({ production: { url, deployment: 2, more: exclude } }) })
    await expect(restoreAgain(scene, run)).rejects.toMatchObject({
      kind: 'USAGE',
      message: expect.stringContaining(`${DESCRIPTION_LEFT}: the repo no longer has it for production`),
    })
  })

  test('since it is no longer live', async () => {
    const { scene, run } = await overwritten(REPO_BOTH, ...EDITS)
    await account().controls.addPeople({ do: [{ do: 'delete', type: 'REPORT', id: 'byMonth00001' }] } as never)
    expect((await restoreAgain(scene, run)).leftOut).toEqual([`${TITLE_LEFT}: it is no longer live`])
    expect(await shown()).toMatchObject({ description: 'Ask Maria' })
  })

  test('since the folder that it was in is no longer live', async () => {
    const folders = { 'content/ops/folder.yaml': 'name: Ops\n', 'content/lab/folder.yaml': 'name: Lab\n' }
    const { url, keys } = account()
    const config = configOf({ production: { url, deployment: 2 } })
    const scene = await openScene(
      { 'boardwright.yaml': config, ...TREE, ...folders },
      { BOARDWRIGHT_TOKEN: keys.admin },
    )
    await scene.apply('production')
    const folderId = (await rowsOf(account(), 2)).folders.find(({ name }) => name === 'Ops')?.id
    await account().controls.addPeople({
      do: [{ do: 'edit-workbook', workbook: 'revenue', set: { folderId } }],
    } as never)
    git(scene.root, 'mv', 'content/sales/revenue', 'content/lab/revenue')
    await scene.commit({
      'content/lab/revenue/dashboard.yaml': TREE[DASHBOARD].replace('by-month', '/lab/revenue/by-month'),
    })
    const { journal = '' } = await scene.apply('production', { shaping: { accept: ['ui-edits'] } })
    await account().controls.addPeople({ do: [{ do: 'delete', type: 'FOLDER', id: 'Ops' }] } as never)
    await expect(restoreAgain(scene, basename(journal, '.jsonl'))).rejects.toMatchObject({
      message: expect.stringContaining('Lab / Revenue, folder "Ops": this folder is no longer live'),
    })
  })

  test('since it shows a report that is no longer live', async () => {
    const { scene, run } = await overwritten({}, showPipelineTwice, PUBLISH)
    await account().controls.addPeople({ do: [{ do: 'delete', type: 'REPORT', id: 'pipeline0001' }] } as never)
    await expect(restoreAgain(scene, run)).rejects.toMatchObject({
      message: expect.stringContaining('it shows a report that is no longer live'),
    })
  })
})

test('what is not committed is refused, as by apply; and so is a run in another place', async () => {
  const { scene, run } = await overwritten(REPO_BOTH, ...EDITS)
  await scene.write({ [REPORT]: TREE[REPORT] })
  await expect(restoreAgain(scene, run)).rejects.toMatchObject({ kind: 'UNCOMMITTED' })
  const { url } = account()
  await scene.commit({ 'boardwright.yaml': configOf({ production: { url, deployment: 1 } }) })
  await expect(restoreAgain(scene, run)).rejects.toMatchObject({
    kind: 'PLAN_ELSEWHERE',
    message: 'the run was in deployment 2, and this is deployment 1',
  })
})

test('a journal that a commit brought is refused, and a broken one is no bug', async () => {
  const { scene, run } = await overwritten(REPO_BOTH, ...EDITS)
  const journal = (name: string): string => `.boardwright/runs/${name}.jsonl`
  const [first = ''] = readFileSync(join(scene.root, journal(run)), 'utf8').split('\n')
  await scene.write({ [journal('forged')]: first.replace('"Theirs"', '"Forged"') })
  await expect(restoreAgain(scene, 'forged')).rejects.toMatchObject({
    kind: 'OBJECT_UNKNOWN',
    message: 'the journal of forged was not written by you on this machine',
  })
  const place = join(temporaryDirectory(), 'broken.jsonl')
  for (const text of ['', '{"type":"plan","plan":', '{"type":"plan"}', 'null']) {
    writeFileSync(place, text)
    await expect(restoreAgain(scene, place), text).rejects.toMatchObject({ kind: 'PLAN_INVALID' })
  }
})

test('a draft that a run replaced is in its journal', async () => {
  const draft = { ...DESCRIPTION, set: { description: 'In progress' } }
  const { scene, run } = await overwritten(REPO_BOTH, draft)
  const lines = readFileSync(join(scene.root, `.boardwright/runs/${run}.jsonl`), 'utf8').split('\n')
  expect(lines.filter((line) => line.startsWith('{"type":"draft"')).join()).toContain('In progress')
})
