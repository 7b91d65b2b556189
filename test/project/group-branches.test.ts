// Slow: it applies many times.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { git, temporaryDirectory } from '../support/directory.ts'
import { call } from './call.ts'
import { configOf, REPORT, TREE } from './promote-tree.ts'
import { openAccount, openScene, sceneAt } from './promote-world.ts'

const account = openAccount()

const FILE = 'account/groups/analysts.yaml'
const MARIA = 'maria@acme.com'
const JONAS = 'jonas@acme.com'
const BOT = 'ci-bot@acme.com'
const withMembers = (...members: readonly string[]): string => `name: Analysts\nmembers: [${members.join(', ')}]\n`
const WORKBOOK = 'content/sales/revenue/workbook.yaml'

const GOLD = { [WORKBOOK]: `${TREE[WORKBOOK]}meta: {tier: gold}\n` }
const PIPELINE = 'content/sales/pipeline.report.yaml'
const RENAMED = {
  [PIPELINE]: `${TREE[PIPELINE]}title: Deals\n`,
  [REPORT]: `${TREE[REPORT]}title: Months\n`,
}
const PLANS = 'slug: plans\nname: Plans\npublish: false\n'

const membersLive = async (): Promise<string[]> => {
  const { Resources } = await call<{ Resources: { members: { value: string }[] }[] }>(account(), '/api/scim/v2/Groups')
  const { items } = await call<{ items: { id: number; email: string }[] }>(account(), '/api/v1/users')
  const emails = new Map(items.map(({ id, email }) => [String(id), email]))
  return (Resources[0]?.members ?? []).flatMap(({ value }) => emails.get(value) ?? []).sort()
}

const openMain = () => {
  const { url, keys } = account()
  const config = configOf({ production: { url, deployment: 2, more: ', manage: [groups]' } })
  const files = { 'boardwright.yaml': config, ...TREE, [FILE]: withMembers(BOT) }
  return openScene(files, { BOARDWRIGHT_TOKEN: keys.admin })
}

test('whom another branch added is ours once that branch is merged, and leaves if the merge takes them out', async () => {
  const scene = await openMain()
  await scene.apply('production')
  git(scene.root, 'switch', '--quiet', '--create', 'other')
  await scene.commit({ [FILE]: withMembers(BOT, MARIA) })
  await scene.apply('production')

  git(scene.root, 'switch', '--quiet', '-')
  await scene.commit(GOLD)
  await scene.apply('production')
  expect(await membersLive()).toEqual([BOT, MARIA])

  git(scene.root, 'merge', '--quiet', '--no-edit', 'other')
  await scene.commit({ [FILE]: withMembers(BOT) })
  await scene.apply('production')
  expect(await membersLive()).toEqual([BOT])
})

test('the same holds for a branch of which this clone had nothing when it applied', async () => {
  await call(account(), '/api/v1/users', 'POST', { email: JONAS, username: 'jonas' })
  const scene = await openMain()
  await scene.apply('production')
  const clone = sceneAt(join(temporaryDirectory(), 'clone'), scene.env)
  git(scene.root, 'clone', '--quiet', scene.root, clone.root)
  await clone.commit({ [FILE]: withMembers(BOT, MARIA), ...GOLD, ...RENAMED })
  await clone.apply('production')

  // Only here does the later commit matter: what waits for the other one is on its list.
  await scene.commit({ [FILE]: withMembers(BOT, JONAS), 'content/plans/workbook.yaml': PLANS })
  await scene.apply('production', { shaping: { select: ['plans'], accept: ['newer'] as never } })
  expect(await membersLive()).toEqual([BOT, MARIA])

  git(scene.root, 'pull', '--quiet', '--no-rebase', '--no-edit', '--strategy-option', 'ours', clone.root, 'HEAD')
  await scene.commit({ [FILE]: withMembers(BOT, JONAS) })
  await scene.apply('production')
  expect(await membersLive()).toEqual([BOT, JONAS])
})
