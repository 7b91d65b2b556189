import { expect, test } from 'vitest'
import { renderText } from '../../src/words/text.ts'
import { git } from '../support/directory.ts'
import { configOf, TREE } from './promote-tree.ts'
import { openAccount, openScene } from './promote-world.ts'

const account = openAccount()

test('a report of a removed workbook that is not selected stays with its dashboard; the plan names the workbook', async () => {
  const { url, keys, controls } = account()
  const config = configOf({ production: { url, deployment: 2 } })
  const scene = await openScene({ 'boardwright.yaml': config, ...TREE }, { BOARDWRIGHT_TOKEN: keys.admin })
  await scene.apply('production')
  git(scene.root, 'rm', '-r', '-q', 'content/sales/revenue')
  await scene.commit()
  await controls.addPeople({ do: [{ do: 'edit-report', report: 'byMonth00001', set: { name: 'Edited' } }] })

  const { plan } = await scene.plan('production', { shaping: { prune: true } })
  expect(renderText(plan, { width: 200, color: false, verbose: false })).toContain(
    'boardwright apply --target production --select sales/revenue --prune --accept ui-edits',
  )
  const selected = async (what: string) => {
    const shaping = { prune: true, accept: ['ui-edits' as const], select: [what] }
    const { plan: part } = await scene.plan('production', { shaping })
    return [part.objects.map(({ key }) => key).sort(), part.held.map(({ reason }) => reason)]
  }
  expect(await selected('byMonth00001')).toEqual([[], ['still-used']])
  expect(await selected('sales/revenue')).toEqual([['report/byMonth00001', 'workbook/revenue'], []])
})
