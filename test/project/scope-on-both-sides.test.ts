// Slow: it promotes many times.
import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { validateProject } from '../../src/check/validate.ts'
import { configOf, REPORT, TREE } from './promote-tree.ts'
import { at, openAccount, openScene, type Scene } from './promote-world.ts'

/** A tree and a target are narrowed by the same rule, so that what is left out is neither gone nor new. */

const account = openAccount()

const WORKBOOK = 'content/sales/revenue'
const FILES = {
  ...TREE,
  'content/other/folder.yaml': 'name: Other\n',
  'content/other/note.report.yaml': 'id: noteReport01\nname: Note\nsource: PLAYGROUND\n',
}
const { [`${WORKBOOK}/workbook.yaml`]: workbook, [`${WORKBOOK}/dashboard.yaml`]: dashboard, [REPORT]: report } = TREE

const config = (scope: string) => {
  const { url } = account()
  return { 'boardwright.yaml': configOf({ production: { url, deployment: 2, more: scope }, dev: devTarget() }) }
}
const devTarget = () => ({ url: account().url, deployment: 1, more: ', include: {paths: [sales/revenue]}' })

const openTarget = () => openScene({ ...config(''), ...FILES }, { BOARDWRIGHT_TOKEN: account().keys.admin })

const PRUNE = { shaping: { prune: true } }

async function outcome({ plan }: Scene, target = 'production') {
  const { objects, held, left } = (await plan(target, PRUNE)).plan
  return [
    ...objects.map(({ action, key }) => `${action} ${key}`),
    ...held.map(({ reason, key }) => `${reason} ${key}`),
    ...left.map(({ reason, key }) => `left ${reason} ${key}`),
  ]
}

test.each<[string, string, Record<string, string>, string[], string[]]>([
  ['a path below a folder', 'include: {paths: [sales/revenue]}', {}, [], []],
  ['no folders', 'include: {kinds: [workbook, report]}', {}, [], []],
  ['only reports', 'include: {kinds: [report]}', {}, [], []],
  ['no workbooks', 'exclude: {kinds: [workbook]}', {}, [], []],
  ['a workbook that was deleted here', 'exclude: {paths: [sales/revenue]}', {}, [WORKBOOK], []],
  [
    'a folder that is renamed above what it keeps',
    'include: {paths: [sales/revenue]}',
    { 'content/sales/folder.yaml': 'name: Sell\n' },
    [],
    ['renamed folder/Sell', 'held-folder workbook/revenue'],
  ],
  [
    'what a workbook leaves behind in its folder',
    'exclude: {paths: [sales]}',
    {
      'content/other/revenue/workbook.yaml': workbook,
      'content/other/revenue/dashboard.yaml': dashboard,
      'content/other/revenue/reports/by-month.yaml': report,
    },
    [WORKBOOK],
    ['update workbook/revenue'],
  ],
  [
    'the workbook that a report is in until it is moved',
    'exclude: {paths: [sales/revenue]}',
    {
      'content/other/by-month.report.yaml': `${report}source: PLAYGROUND\n`,
      [`${WORKBOOK}/dashboard.yaml`]: dashboard.replace('report: by-month', 'report: /other/by-month'),
    },
    [REPORT],
    ['left-out report/byMonth00001'],
  ],
])('a target that leaves out %s', async (_, scope, files, removed, expected) => {
  const scene = await openTarget()
  await scene.apply('production')
  for (const path of removed) await rm(at(scene.root, path), { recursive: true })
  await scene.commit({ ...config(`, ${scope}`), ...files })
  expect(await outcome(scene)).toEqual(expected)

  const { result } = await scene.apply('production', PRUNE)
  expect(result?.failed ?? []).toEqual([])
  expect(await outcome(scene)).toEqual(expected.filter((each) => !each.startsWith('update ')))
})

test('an included path brings the folders above it', async () => {
  const scene = await openTarget()
  await scene.commit({ [`${WORKBOOK}/dashboard.yaml`]: dashboard.slice(0, dashboard.indexOf('  - id: b')) })
  expect((await scene.apply('dev')).result?.failed).toEqual([])
  expect(await outcome(scene, 'dev')).toEqual([])

  await scene.commit({ 'content/sales/folder.yaml': 'name: Sell\nwas: Sales\n' })
  expect(await outcome(scene, 'dev')).toEqual(['update folder/Sell'])
  expect((await scene.apply('dev')).result?.failed).toEqual([])
  expect(await outcome(scene, 'dev')).toEqual([])
})

test.each([
  ['below a path', `, exclude: {paths: [other, sales/revenue]}`],
  ['of a kind', `, include: {kinds: [folder]}`],
  ['of all content', `, content: off, dataModel: {branch: main}`],
])('a target that leaves out files %s needs no values for their variables', async (_, more) => {
  const { url } = account()
  const scene = await openScene(
    {
      ...FILES,
      'boardwright.yaml': configOf({ production: { url, deployment: 2 }, dev: { url, deployment: 1, more } }),
      'content/other/note.report.yaml': 'id: noteReport01\nname: "${var.note}"\nsource: PLAYGROUND\n',
      'content/sales/revenue/reports/by-month.sql': 'select 1 from ${var.own}.orders\n',
      [REPORT]: 'id: byMonth00001\nname: By month\n',
    },
    { BOARDWRIGHT_TOKEN: account().keys.admin },
  )
  const lackingIn = async (target: string): Promise<string[]> =>
    validateProject(await scene.open(), target).problems.flatMap(({ kind, at }) =>
      kind === 'VARIABLE_UNDEFINED' ? [at.file] : [],
    )
  expect(await lackingIn('production')).toHaveLength(2)
  expect(await lackingIn('dev')).toEqual([])
  expect((await scene.plan('dev')).plan.target).toMatchObject({ name: 'dev', deployment: 1 })
})

test('what a target left out when it was applied is new once the target has it', async () => {
  const scene = await openTarget()
  await scene.commit(config(', exclude: {paths: [other]}'))
  await scene.apply('production')
  await scene.commit(config(''))
  expect(await outcome(scene)).toEqual(['create folder/Other', 'create report/noteReport01'])
  expect((await scene.apply('production')).result?.failed).toEqual([])
  expect(await outcome(scene)).toEqual([])
})

test('what the target of a promotion leaves out does not stop it', async () => {
  const scene = await openTarget()
  await scene.commit({ [`${WORKBOOK}/dashboard.yaml`]: dashboard.slice(0, dashboard.indexOf('  - id: b')) })
  await scene.apply('production')
  const edit = { do: 'edit-report', report: 'noteReport01', set: { name: 'Edited' } } as const
  await account().controls.addPeople({ do: [edit] })
  await scene.commit({ 'content/other/folder.yaml': 'name: Another\nwas: Other\n' })
  await scene.apply('production', { shaping: { select: ['revenue'] } })
  expect((await scene.promote('production', 'dev')).result?.failed).toEqual([])
})
