// Slow: it applies many times.
import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { call } from './call.ts'
import { configOf, TREE } from './promote-tree.ts'
import { openAccount, openScene, at as pathIn, type Scene } from './promote-world.ts'

const account = openAccount()

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

const PRUNE = { shaping: { prune: true, accept: ['deletes=9'] as never } }

async function outcome({ plan }: Scene, shaping: object = PRUNE.shaping) {
  const { objects, held, left } = (await plan('production', { shaping })).plan
  return [
    ...objects.map(({ action, key }) => `${action} ${key}`),
    ...held.map(({ reason, key }) => `${reason} ${key}`),
    ...left.map(({ reason, key }) => `left ${reason} ${key}`),
  ].sort()
}

const applied = async (scene: Scene, shaping: object = PRUNE.shaping): Promise<void> => {
  const { result } = await scene.apply('production', { shaping })
  expect(result?.failed.map(({ error }) => error.message) ?? []).toEqual([])
}

const groups = async () =>
  (await call<{ Resources: { displayName: string }[] }>(account(), '/api/scim/v2/Groups')).Resources.map(
    ({ displayName }) => displayName,
  )

const HELD = ['no-record attribute/region', 'no-record group/analysts']

test('what no ledger could record is held before the first write, until the target has a workbook', async () => {
  const scene = await openTarget()
  expect(await outcome(scene)).toEqual(HELD)
  await applied(scene)
  expect(await groups()).toEqual([])

  await scene.commit(INCOME)
  await applied(scene)
  expect([await groups(), await outcome(scene)]).toEqual([['Analysts'], []])
  await scene.commit({ [GROUP]: 'name: Analysts\nmembers: []\n' })
  expect(await outcome(scene)).toEqual(['update group/analysts'])
})

test('a plan that leaves every workbook out holds it, if none has been applied', async () => {
  const scene = await openTarget({ ...FILES, ...INCOME })
  expect(await outcome(scene, { select: ['account/**'] })).toEqual(HELD)
  await applied(scene, { select: ['income'] })
  expect(await outcome(scene, { select: ['account/**'] })).toEqual(['create attribute/region', 'create group/analysts'])
})

test('a workbook of others records nothing for us', async () => {
  await call(account(), '/api/v1/deployments/2/workbooks', 'POST', { name: 'Income' })
  const scene = await openTarget({ ...FILES, ...INCOME })
  expect(await outcome(scene)).toEqual(HELD)
  await scene.adopt('production')
  expect(await outcome(scene)).toEqual(['create attribute/region', 'create group/analysts'])
})

test('the last workbook is kept as long as it is the only record of a group or an attribute', async () => {
  const scene = await openTarget({ ...FILES, ...TREE })
  await applied(scene)
  await rm(pathIn(scene.root, 'content'), { recursive: true })
  await scene.commit()
  expect(await outcome(scene)).toEqual([
    'left orphan folder/Sales',
    'no-record workbook/revenue',
    'still-used report/byMonth00001',
    'still-used report/pipeline0001',
  ])
  await applied(scene)
  await scene.commit({ [GROUP]: 'name: Analysts\nmembers: []\n' })
  expect(await outcome(scene)).toContain('update group/analysts')

  await rm(pathIn(scene.root, 'account'), { recursive: true })
  await scene.commit()
  expect(await outcome(scene)).toEqual(expect.arrayContaining(['delete group/analysts', 'delete workbook/revenue']))
  await applied(scene)
  expect(await groups()).toEqual([])
})
