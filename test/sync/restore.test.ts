import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { heldLines } from '../../src/plan/render/held.ts'
import { overwrittenIn, restoreRun } from '../../src/sync/restore.ts'
import { configOf, REPORT, TREE } from './promote-tree.ts'
import { openAccount, openScene, rowsOf } from './promote-world.ts'

const account = openAccount()

const WORKBOOK = 'content/sales/revenue/workbook.yaml'
const FOLDER = 'content/sales/folder.yaml'
const SLUG = { [WORKBOOK]: 'slug: turnover\nwas: revenue\nname: Revenue\nallowEmbed: true\n' }

/** The tree is applied, edited in the repo and in the UI, and applied again over the UI edits. */
async function overwritten(files: Readonly<Record<string, string>>, ...edits: object[]) {
  const { url, keys, controls } = account()
  const config = configOf({ production: { url, deployment: 2 } })
  const scene = await openScene({ 'boardwright.yaml': config, ...TREE }, { BOARDWRIGHT_TOKEN: keys.admin })
  await scene.apply('production')
  await scene.commit(files)
  await controls.addPeople({ do: edits } as never)
  const { journal = '', result } = await scene.apply('production', { shaping: { uiEdits: 'overwrite' } })
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
  expect(back.others).toEqual(['folder Sell, name "Verkauf"', 'Sell / Revenue, slug "umsatz"'])
  await restoreRun(project, back, { env: scene.env, target: 'production', confirm: async () => true })
  const { reports, workbooks } = await rowsOf(account(), 2)
  expect(reports.map(({ name }) => name)).toContain('Edited')
  expect(workbooks.map(({ slug }) => slug)).toEqual(['turnover'])
})

test('a run that overwrote nothing restorable is refused by that reason', async () => {
  const { scene, run } = await overwritten(SLUG, SLUG_EDIT)
  await expect(overwrittenIn(await scene.open(), run)).rejects.toMatchObject({
    kind: 'USAGE',
    message: `run ${run} overwrote nothing that restore can bring back: Sales / Revenue, slug "umsatz"`,
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
    others: back.others,
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
    others: [],
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
    others: [
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
