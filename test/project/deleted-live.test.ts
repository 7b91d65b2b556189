import { expect, test } from 'vitest'
import { heldLines } from '../../src/words/held.ts'
import { configOf, TREE } from './promote-tree.ts'
import { openAccount, openScene, rowsOf } from './promote-world.ts'

const account = openAccount()

const act = (...actions: readonly object[]) => account().controls.addPeople({ do: actions } as never)

/** What viewers see: the description of the dashboard, and the public id of the report in its first widget. */
async function shown() {
  const { reports, workbooks } = await rowsOf(account(), 2)
  const dashboard = workbooks[0]?.dashboardPublished
  const number = dashboard?.widgets?.[0]?.config?.reportId
  return [dashboard?.description, reports.find(({ id }) => id === number)?.publicId]
}

test('a report that was deleted in the UI comes back by the commands of its hint, and no edit beside it is lost', async () => {
  const { url, keys } = account()
  const config = configOf({ production: { url, deployment: 2 } })
  const scene = await openScene({ 'boardwright.yaml': config, ...TREE }, { BOARDWRIGHT_TOKEN: keys.admin })
  await scene.apply('production')
  await act(
    { do: 'edit-draft', workbook: 'revenue', set: { description: 'Ask Maria' } },
    { do: 'publish', workbook: 'revenue' },
    { do: 'delete', type: 'REPORT', id: 'byMonth00001' },
  )
  expect(await shown()).toEqual(['Ask Maria', undefined])
  const { plan } = await scene.plan('production')
  expect(plan.held.map((held) => heldLines(held, plan, 0, { width: 160 } as never))).toEqual([
    [
      'Create it again:                       boardwright apply --target production --select byMonth00001 --accept ui-edits',
      'Then show it on its dashboard again:   boardwright apply --target production --select revenue',
      'Or remove it from the repo:            boardwright rm content/sales/revenue/reports/by-month.yaml',
    ],
  ])
  await scene.apply('production', { shaping: { select: ['byMonth00001'], accept: ['ui-edits'] } })
  const { plan: then } = await scene.plan('production')
  expect(then.objects.map(({ key, units }) => [key, units])).toEqual([
    ['workbook/revenue', [expect.not.objectContaining({ overwrites: true })]],
  ])
  await scene.apply('production', { shaping: { select: ['revenue'] } })
  expect(await shown()).toEqual(['Ask Maria', 'byMonth00001'])
  const { plan: last } = await scene.plan('production')
  expect([last.objects, last.held, last.left.map(({ reason }) => reason)]).toEqual([[], [], ['ui-edit']])
})
