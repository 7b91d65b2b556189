// Slow: it applies many times.
import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { accountTarget, applied, decidedFor } from './account-target.ts'
import { configOf, TREE } from './promote-tree.ts'
import { openScene, at as pathIn, type Scene } from './promote-world.ts'

const { account, call, groups } = accountTarget('groups, attributes')

const GROUP = 'account/groups/analysts.yaml'
const REGION = 'account/attributes/region.yaml'
const FILES = {
  [GROUP]: 'name: Analysts\nmembers: [maria@acme.com]\n',
  [REGION]: 'name: region\ntype: string\n',
}
const WORKBOOK = 'content/income/workbook.yaml'
const INCOME = { [WORKBOOK]: 'slug: income\nname: Income\npublish: false\n' }

const openTarget = (files: Record<string, string> = FILES, more = ', manage: [groups, attributes]') => {
  const { url, keys } = account()
  const config = configOf({ production: { url, deployment: 2, more } })
  return openScene({ 'boardwright.yaml': config, ...files }, { BOARDWRIGHT_TOKEN: keys.admin })
}

const ALL = ['deletes=9']
const outcome = async (scene: Scene, more: object = { accept: ALL }) => (await decidedFor(/./, scene, more)).sort()
const names = async () => Object.keys(await groups.members())

const HELD = ['no-record attribute/region', 'no-record group/analysts']

test('what no ledger could record is held before the first write, until the target has a workbook', async () => {
  const scene = await openTarget()
  expect(await outcome(scene)).toEqual(HELD)
  await applied(scene, ALL)
  expect(await names()).toEqual([])

  await scene.commit(INCOME)
  await applied(scene, ALL)
  expect([await names(), await outcome(scene)]).toEqual([['Analysts'], []])
  await scene.commit({ [GROUP]: 'name: Analysts\nmembers: []\n' })
  expect(await outcome(scene)).toEqual(['update group/analysts'])
})

test('a plan that leaves every workbook out holds it, if none has been applied', async () => {
  const scene = await openTarget({ ...FILES, ...INCOME })
  expect(await outcome(scene, { select: ['account/**'] })).toEqual(HELD)
  await applied(scene, [], { select: ['income'] })
  expect(await outcome(scene, { select: ['account/**'] })).toEqual(['create attribute/region', 'create group/analysts'])
})

test('a workbook of others records nothing for us', async () => {
  await call('/api/v1/deployments/2/workbooks', 'POST', { name: 'Income' })
  const scene = await openTarget({ ...FILES, ...INCOME })
  expect(await outcome(scene)).toEqual(HELD)
  await scene.adopt('production')
  expect(await outcome(scene)).toEqual(['create attribute/region', 'create group/analysts'])
})

test('the last workbook is kept as long as it is the only record of a group or an attribute', async () => {
  const scene = await openTarget({ ...FILES, ...TREE })
  await applied(scene, ALL)
  await rm(pathIn(scene.root, 'content'), { recursive: true })
  await scene.commit()
  expect(await outcome(scene)).toEqual([
    'left orphan folder/Sales',
    'no-record workbook/revenue',
    'still-used report/byMonth00001',
    'still-used report/pipeline0001',
  ])
  await applied(scene, ALL)
  await scene.commit({ [GROUP]: 'name: Analysts\nmembers: []\n' })
  expect(await outcome(scene)).toContain('update group/analysts')

  await rm(pathIn(scene.root, 'account'), { recursive: true })
  await scene.commit()
  expect(await outcome(scene)).toEqual(expect.arrayContaining(['delete group/analysts', 'delete workbook/revenue']))
  await applied(scene, ALL)
  expect(await names()).toEqual([])
})
