import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { overwrittenIn, restoreRun } from '../../src/sync/restore.ts'
import { configOf, REPORT, TREE } from './promote-tree.ts'
import { openAccount, openScene, rowsOf } from './promote-world.ts'

const account = openAccount()

const WORKBOOK = 'content/sales/revenue/workbook.yaml'
const FOLDER = 'content/sales/folder.yaml'
const SLUG = { [WORKBOOK]: 'slug: turnover\nwas: revenue\nname: Revenue\nallowEmbed: true\n' }

/** The tree, applied, then that in it and in the UI, and applied over it. */
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

test('a report comes back, and what does not is named', async () => {
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

test('a run that overwrote nothing else is not said to be as live has it', async () => {
  const { scene, run } = await overwritten(SLUG, SLUG_EDIT)
  await expect(overwrittenIn(await scene.open(), run)).rejects.toMatchObject({
    kind: 'USAGE',
    message: `run ${run} overwrote nothing that restore can bring back: Sales / Revenue, slug "umsatz"`,
  })
})
