import { expect, test } from 'vitest'
import { git } from '../support/directory.ts'
import { configOf, TREE } from './promote-tree.ts'
import { openAccount, openScene } from './promote-world.ts'

const account = openAccount()

/** A dashboard was removed with its reports, and only the reports may be deleted. */
async function partlyPruned() {
  const { url, keys, controls } = account()
  const config = configOf({ production: { url, deployment: 2 } })
  const scene = await openScene({ 'boardwright.yaml': config, ...TREE }, { BOARDWRIGHT_TOKEN: keys.admin })
  await scene.apply('production')
  git(scene.root, 'rm', '-r', '-q', 'content/sales/revenue')
  await scene.commit()
  const path = '/api/v1/deployments/2/workbooks/*'
  controls.addFault({ method: 'DELETE', path, kind: 'status', status: 403, times: 1 })
  const { result } = await scene.apply('production', { shaping: { prune: true } })
  expect(result?.exit).toBe(4)
  expect(result?.failed.map(({ key }) => key)).toEqual(['workbook/revenue'])
  return scene
}

test('a dashboard that stayed when its reports were deleted does not count as edited: the next prune deletes it', async () => {
  const scene = await partlyPruned()
  const { plan, exit } = await scene.apply('production', { shaping: { prune: true } })
  expect([plan.objects.map(({ key, action }) => `${action} ${key}`), plan.held]).toEqual([
    ['delete workbook/revenue'],
    [],
  ])
  expect(exit).toBe(0)
  expect((await scene.plan('production', { shaping: { prune: true } })).plan.objects).toEqual([])
})

test('and a commit that has it all again creates the reports again', async () => {
  const scene = await partlyPruned()
  git(scene.root, 'revert', '--no-edit', 'HEAD')
  const { plan, exit } = await scene.apply('production')
  expect([plan.held, exit]).toEqual([[], 0])
  expect((await scene.plan('production')).plan.objects).toEqual([])
})

test('a key that does not see everything deletes nothing, not even what its user made: others may show it', async () => {
  const { url, keys } = account()
  const config = configOf({ production: { url, deployment: 2 } })
  const scene = await openScene({ 'boardwright.yaml': config, ...TREE }, { BOARDWRIGHT_TOKEN: keys.member })
  expect((await scene.apply('production')).result?.failed).toEqual([])
  git(scene.root, 'rm', '-r', '-q', 'content/sales/revenue')
  await scene.commit()
  const { plan } = await scene.plan('production', { shaping: { prune: true, accept: ['ui-edits'] } })
  expect([plan.objects, plan.held.map(({ key, reason }) => `${reason} ${key}`)]).toEqual([
    [],
    ['unseen workbook/revenue', 'unseen report/byMonth00001'],
  ])
})
