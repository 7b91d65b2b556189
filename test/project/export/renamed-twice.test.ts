import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { exportTree } from '../../../src/project/export.ts'
import { configOf, TREE } from '../promote-tree.ts'
import { at, openAccount, openScene, type Scene } from '../promote-world.ts'

const account = openAccount()

const WORKBOOK = 'content/sales/revenue/workbook.yaml'
const FOLDER = 'content/sales/folder.yaml'
const RENAMED = {
  [WORKBOOK]: '# The one that matters.\nslug: turnover\nwas: revenue\nname: Revenue\nallowEmbed: true\n',
  [FOLDER]: 'name: Sell\nwas: Sales\n',
}

let scene: Scene
beforeEach(async () => {
  const { url, keys } = account()
  const config = configOf({ production: { url, deployment: 2 } })
  scene = await openScene({ 'boardwright.yaml': config, ...TREE }, { BOARDWRIGHT_TOKEN: keys.admin })
  await scene.apply('production')
})

const inTheUi = (workbook: string, folder: string, [slug, name] = ['umsatz', 'Verkauf']) =>
  account().controls.addPeople({
    do: [
      { do: 'edit-workbook', workbook, set: { slug } },
      { do: 'rename', type: 'FOLDER', id: folder, name },
    ],
  })

const exported = async (mirror = false) =>
  exportTree(await scene.open(), { env: scene.env, target: 'production', mirror })

const headOf = (file: string): string => readFileSync(at(scene.root, file), 'utf8').split('name: Revenue')[0] ?? ''

test('a rename in the UI is taken even if `was` still names one that was applied', async () => {
  await scene.commit(RENAMED)
  await scene.apply('production')
  await inTheUi('turnover', 'Sell')
  const { outcomes } = await exported()
  expect(outcomes).toEqual([])
  expect([headOf(WORKBOOK), headOf(FOLDER)]).toEqual([
    '# The one that matters.\nslug: umsatz\nwas: turnover\n',
    'name: Verkauf\nwas: Sell\n',
  ])
})

test('and if the UI goes back to the old name', async () => {
  await scene.commit(RENAMED)
  await scene.apply('production')
  await inTheUi('turnover', 'Sell', ['revenue', 'Sales'])
  expect((await exported()).outcomes).toEqual([])
  expect([headOf(WORKBOOK), headOf(FOLDER)]).toEqual([
    '# The one that matters.\nslug: revenue\nwas: turnover\n',
    'name: Sales\nwas: Sell\n',
  ])
  await scene.commit()
  const { plan } = await scene.plan('production')
  expect([plan.objects, plan.held]).toEqual([[], []])
})

test('if both sides renamed it the plan names all three, and a mirror takes the live name in place', async () => {
  await scene.commit(RENAMED)
  await inTheUi('revenue', 'Sales')
  const { plan } = await scene.plan('production')
  const sides = plan.held.map(({ key, units }) => [key, ...units.map(({ base, repo, live }) => [base, repo, live])])
  expect(sides).toEqual([
    ['folder/Sell', ['Sales', 'Sell', 'Verkauf']],
    ['workbook/turnover', ['revenue', 'turnover', 'umsatz']],
  ])
  expect((await exported()).written).toEqual([])
  expect((await exported(true)).removed).toEqual([])
  expect([headOf(WORKBOOK), headOf(FOLDER)]).toEqual([
    '# The one that matters.\nslug: umsatz\nwas: revenue\n',
    'name: Verkauf\nwas: Sales\n',
  ])
  await scene.commit()
  expect((await scene.plan('production')).plan.held).toEqual([])
})
