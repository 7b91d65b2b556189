import { expect, test } from 'vitest'
import { folderKey, type Key, modelKey } from '../../src/content/model.ts'
import { exportTree } from '../../src/project/export.ts'
import { configOf } from './promote-tree.ts'
import { openAccount, openScene } from './promote-world.ts'

const account = openAccount()

test('a folder and a model file that were never applied do not count as deleted', async () => {
  const { url, keys } = account()
  const target = { url, deployment: 2, more: ', dataModel: {branch: main}' }
  const play = await openScene(
    { 'content/sales/folder.yaml': 'name: Sales\n', 'boardwright.yaml': configOf({ production: target }) },
    { BOARDWRIGHT_TOKEN: keys.admin },
  )
  await play.export('production')
  await play.apply('production', { shaping: { accept: ['model'] } })
  await play.commit({
    'content/finance/folder.yaml': 'name: Finance\n',
    'data-model/model/cubes/stores.yml':
      'cubes:\n  - name: stores\n    sql_table: stores\n    measures: [{name: count, type: count}]\n',
  })
  const { outcomes } = await exportTree(await play.open(), { env: play.env, target: 'production', takeNew: false })
  const added: readonly Key[] = [folderKey(['Finance']), modelKey('model/cubes/stores.yml')]
  const told = outcomes.filter(({ key }) => added.includes(key))
  expect(told.map(({ kind }) => kind)).toEqual(['not-live', 'not-live'])
})
