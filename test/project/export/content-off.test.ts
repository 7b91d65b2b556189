import { expect, test } from 'vitest'
import { exportTree } from '../../../src/project/export.ts'
import { configOf } from '../promote-tree.ts'
import { openAccount, openScene } from '../promote-world.ts'

const account = openAccount({ seed: 'acme' })

test.each([
  ['takes its content, and says how many reports spreadsheets fill', '', [1, true]],
  ['has no content, and nothing is said of it', ', content: off, dataModel: {branch: main}', [0, false]],
])('a target that %s', async (_, more, expected) => {
  const { url, keys } = account()
  const env = { BOARDWRIGHT_TOKEN: keys.admin }
  const { open } = await openScene({ 'boardwright.yaml': configOf({ production: { url, deployment: 2, more } }) }, env)
  const { spreadsheets, counts } = await exportTree(await open(), { env, target: 'production' })
  expect([spreadsheets, counts.report > 0]).toEqual(expected)
})
