import { expect, test } from 'vitest'
import { reportKey } from '../../src/content/model.ts'
import { forgetObjects } from '../../src/sync/adopt.ts'
import { configOf, TREE } from './promote-tree.ts'
import { openAccount, openScene } from './promote-world.ts'

const account = openAccount()

test('a report that is given up was edited by nobody: dashboards that show it say so', async () => {
  const { url, keys } = account()
  const play = await openScene(
    { ...TREE, 'boardwright.yaml': configOf({ production: { url, deployment: 2 } }) },
    { BOARDWRIGHT_TOKEN: keys.admin },
  )
  await play.apply('production')
  const key = reportKey('pipeline0001')
  const asked = { env: play.env, target: 'production', keysOf: () => [key], confirm: async () => true }
  const { forgotten } = await forgetObjects(await play.open(), asked)
  expect(forgotten).toEqual([key])
  const { plan } = await play.plan('production')
  expect([plan.objects, plan.held, plan.left, plan.summary.drafts]).toEqual([[], [], [], 0])
})
