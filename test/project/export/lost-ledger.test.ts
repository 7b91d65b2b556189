import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { exportTree } from '../../../src/project/export.ts'
import { configOf, REPORT, TREE } from '../promote-tree.ts'
import { at, openAccount, openScene, rowsOf } from '../promote-world.ts'

const account = openAccount()
const BESIDE = 'content/sales/pipeline.report.yaml'

/** As a plan does, an export takes the base of an object without a ledger from the tree that was last applied. */
test('an export keeps what the repo changed if a save in the UI dropped its ledger', async () => {
  const { url, keys } = account()
  const config = configOf({ production: { url, deployment: 2 } })
  const scene = await openScene({ 'boardwright.yaml': config, ...TREE }, { BOARDWRIGHT_TOKEN: keys.admin })
  await scene.apply('production')
  // The ledger of the other report then names an applied commit, too.
  await scene.commit({ [BESIDE]: TREE[BESIDE].replace('name: Pipeline', 'name: Pipeline\ntitle: Deals') })
  await scene.apply('production')
  const { workbooks } = await rowsOf(account(), 2)
  await fetch(`${url}/api/v1/deployments/2/workbooks/${workbooks[0]?.id}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${keys.admin}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Edited', meta: {} }),
  })
  await scene.commit({ [REPORT]: TREE[REPORT].replace('name: By month', 'name: By quarter') })

  const { outcomes } = await exportTree(await scene.open(), { env: scene.env, target: 'production' })
  expect(outcomes).toEqual([])
  expect(readFileSync(at(scene.root, REPORT), 'utf8')).toContain('name: By quarter')
  expect(readFileSync(at(scene.root, 'content/sales/revenue/workbook.yaml'), 'utf8')).toContain('name: Edited')
})
