// Slow: it applies many times.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { git, temporaryDirectory } from '../support/directory.ts'
import { accountTarget } from './account-target.ts'
import { REPORT, TREE } from './promote-tree.ts'
import { sceneAt } from './promote-world.ts'

const { open, call, groups } = accountTarget('groups')

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

const membersLive = async () => (await groups.members())['Analysts']

const openMain = () => open({ [FILE]: withMembers(BOT) })

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
  await call('/api/v1/users', 'POST', { email: JONAS, username: 'jonas' })
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
