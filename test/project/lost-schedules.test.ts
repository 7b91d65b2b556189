// Slow: it applies many times.
import { expect, test } from 'vitest'
import { call } from './call.ts'
import { configOf, TREE } from './promote-tree.ts'
import { openAccount, openScene, rowsOf, type Scene } from './promote-world.ts'

const account = openAccount()

const FILE = 'content/sales/revenue/notifications/weekly.yaml'
const WEEKLY = 'slug: weekly\nschedule: 0 7 * * 1\ntimezone: Europe/Zurich\nformat: pdf\n'
const BESIDE = 'content/sales/pipeline.report.yaml'
const PATH = '/api/v1/deployments/2/notifications'

const schedules = async () => (await call<{ items: { id: number }[] }>(account(), PATH)).items

async function outcome({ plan }: Scene, accept: readonly string[] = []) {
  const { objects, held } = (await plan('production', { shaping: { accept: accept as never } })).plan
  return [
    ...objects.map(({ action, key }) => `${action} ${key}`),
    ...held.map(({ reason, key, waitsFor = [] }) => [reason, key, ...waitsFor].join(' ')),
  ]
}

const ACCEPTING = ['ui-edits']
const accepting = { shaping: { accept: ACCEPTING as never } }

/** A schedule is applied; then a save in the UI drops the record of its workbook, and somebody edits it. */
async function openLost(): Promise<{ scene: Scene; id: number }> {
  const { url, keys } = account()
  const more = ', protected: true, manage: [notifications]'
  const config = configOf({ production: { url, deployment: 2, more } })
  const scene = await openScene(
    { 'boardwright.yaml': config, ...TREE, [FILE]: WEEKLY },
    { BOARDWRIGHT_TOKEN: keys.admin },
  )
  await scene.apply('production')
  // The ledger of the report beside it then says what was applied, too.
  await scene.commit({ [BESIDE]: TREE[BESIDE].replace('name: Pipeline', 'name: Pipeline\ntitle: Deals') })
  await scene.apply('production')
  const [workbook] = (await rowsOf(account(), 2)).workbooks
  await call(account(), `/api/v1/deployments/2/workbooks/${workbook?.id}`, 'PUT', { meta: {} })
  const [{ id } = { id: 0 }] = await schedules()
  await call(account(), `${PATH}/${id}`, 'PUT', { scheduleType: 'CUSTOM', customCron: '0 9 * * 1' })
  return { scene, id }
}

const MAY_BE = /^renamed notification\/weekly (notification\/(revenue-[0-9a-f]{8}))$/

test('a schedule that lost its record and was edited may be one without a file, so it gets no twin', async () => {
  const { scene, id } = await openLost()
  const said = [expect.stringMatching(MAY_BE)]
  expect([await outcome(scene), await outcome(scene, ACCEPTING)]).toEqual([said, said])
  await scene.apply('production', accepting)
  expect(await schedules()).toMatchObject([{ id }])

  // Whoever says that it is the same gets no second one either.
  const [, , slug = ''] = MAY_BE.exec((await outcome(scene))[0] ?? '') ?? []
  await scene.commit({ [FILE]: WEEKLY.replace('weekly', slug) })
  await scene.adopt('production')
  await scene.apply('production', accepting)
  expect(await schedules()).toMatchObject([{ id, cronExpression: '0 7 * * 1' }])
  expect(await outcome(scene)).toEqual([])
})

test('once the other has a file of its own, it is created again if that is accepted', async () => {
  const { scene, id } = await openLost()
  await scene.export('production')
  expect(await outcome(scene)).toEqual(['deleted-live notification/weekly'])
  await scene.apply('production', accepting)
  expect((await schedules()).map((each) => each.id === id).sort()).toEqual([false, true])
})

test('one that was deleted is created again, if that is accepted and no other is there', async () => {
  const { scene, id } = await openLost()
  await call(account(), `${PATH}/${id}`, 'DELETE')
  expect(await outcome(scene)).toEqual(['deleted-live notification/weekly'])
  expect(await outcome(scene, ACCEPTING)).toEqual(['create notification/weekly'])
})
