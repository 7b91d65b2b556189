// Slow: it applies to two targets.
import { expect, test } from 'vitest'
import { configOf, REPORT, TREE } from '../promote-tree.ts'
import { openAccount, openScene } from '../promote-world.ts'

const account = openAccount()

const GROUP = 'account/groups/sales.yaml'
const REPORT_TEXT = TREE[REPORT]

async function scene() {
  const { url, keys } = account()
  const targets = {
    dev: { url, deployment: 1 },
    production: { url, deployment: 2, more: ', manage: [groups, notifications]' },
  }
  const play = await openScene({ 'boardwright.yaml': configOf(targets), ...TREE }, { BOARDWRIGHT_TOKEN: keys.admin })
  await play.apply('dev')
  await play.promote('dev', 'production')
  return play
}

test('a commit that changes only what the first target does not manage is promoted, and leaves the second with nothing to do', async () => {
  const play = await scene()
  const before = play.head()
  await play.commit({ [GROUP]: 'name: Sales\n' })
  await play.commit({ 'overlays/production/content/sales/revenue/workbook.yaml': 'name: Income\n' })
  const newest = play.head()
  await play.commit({ 'README.md': 'Dashboards of Acme\n' })
  expect((await play.apply('dev')).why).toBe('nothing to do')
  const { result, source, plan } = await play.promote('dev', 'production')
  expect(result?.failed).toEqual([])
  expect([source.commit, source.applied, source.behindBy]).toEqual([newest, before, 1])
  expect(plan.objects.map(({ action, key }) => `${action} ${key}`).sort()).toEqual([
    'create group/sales',
    'update workbook/revenue',
  ])
  expect((await play.promote('dev', 'production')).plan.objects).toEqual([])
})

test('what is newer than what the first target has stays where it is, and so does all that came after it', async () => {
  const play = await scene()
  const before = play.head()
  await play.commit({ [REPORT]: REPORT_TEXT.replace('By month', 'By week') })
  await play.commit({ [GROUP]: 'name: Sales\n' })
  const { source, plan } = await play.promote('dev', 'production')
  expect([source.commit, source.applied, plan.objects]).toEqual([before, before, []])
})
