import { expect, test } from 'vitest'
import { configOf, TREE } from './promote-tree.ts'
import { openAccount, openScene } from './promote-world.ts'

const account = openAccount()

test('access that a key could not read is not recorded as applied, so the next key that can grants it', async () => {
  const { url, keys, controls } = account()
  const workbook = TREE['content/sales/revenue/workbook.yaml']
  const scene = await openScene(
    { 'boardwright.yaml': configOf({ production: { url, deployment: 2 } }), ...TREE },
    { BOARDWRIGHT_TOKEN: keys.admin },
  )
  const changed = async (): Promise<string[]> =>
    (await scene.plan('production')).plan.objects.flatMap(({ units }) => units.map(({ unit }) => unit))
  await scene.apply('production')
  await scene.commit({
    'content/sales/revenue/workbook.yaml': `${workbook}embedAccess: {"*": read}\n`,
  })
  expect(await changed()).toEqual(['embed *'])

  controls.addFault({
    ...{ method: 'GET', path: '/api/v1/deployments/2/workbooks/*/embed-access', kind: 'status', status: 403 },
    times: 10,
  })
  expect(await changed()).toEqual([])
  await scene.apply('production')
  controls.clearFaults()
  expect(await changed()).toEqual(['embed *'])
})
