import { expect, test } from 'vitest'
import { folderKey, type Key, modelKey, reportKey, workbookKey } from '../../src/content/model.ts'
import { forgetObjects } from '../../src/project/forget.ts'
import { configOf, TREE } from './promote-tree.ts'
import { openAccount, openScene, rowsOf } from './promote-world.ts'

const account = openAccount()

test('forgetting a report is not a UI edit: the dashboards that show it say so', async () => {
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

const SECOND = {
  'content/sales/second/workbook.yaml': 'slug: second\nname: Second\n',
  'content/sales/second/dashboard.yaml': 'title: Second\nwidgets: []\n',
}
const [revenue, second] = [workbookKey('revenue'), workbookKey('second')]

async function openApplied() {
  const { url, keys } = account()
  const config = configOf({ production: { url, deployment: 2 } })
  const play = await openScene({ ...TREE, ...SECOND, 'boardwright.yaml': config }, { BOARDWRIGHT_TOKEN: keys.admin })
  await play.apply('production')
  const forget = async (...asked: readonly Key[]) =>
    forgetObjects(await play.open(), {
      ...{ env: play.env, target: 'production', keysOf: () => asked, confirm: async () => true },
    })
  const ownership = async () => {
    const { plan, work } = await play.plan('production')
    const { workbook, report } = plan.summary.unclaimed
    return { unmanaged: workbook + report, toRecord: [...work.bases.keys()] }
  }
  return { play, forget, ownership }
}

test('a forgotten report stays forgotten when it is named again with something else', async () => {
  const { forget, ownership } = await openApplied()
  await forget(second)
  const { forgotten } = await forget(second, revenue)
  expect(forgotten).toEqual([reportKey('byMonth00001'), revenue])
  expect(await ownership()).toEqual({ unmanaged: 3, toRecord: [] })
})

test('what a key cannot see may be managed: nothing is forgotten, and that is an error', async () => {
  const { play } = await openApplied()
  const { key } = account().controls.addKey({ user: 'maria@acme.com' })
  const asked = { target: 'production', keysOf: () => [revenue, second], confirm: async () => true }
  const forgotten = forgetObjects(await play.open(), { ...asked, env: { BOARDWRIGHT_TOKEN: key } })
  await expect(forgotten).rejects.toMatchObject({
    kind: 'FORBIDDEN',
    message: 'nothing was given up: this key cannot see Sales / Revenue, Sales / Second',
  })
})

test('what has no record, or what the target leaves out, is not said to be hidden from a key', async () => {
  const { play } = await openApplied()
  const { url } = account()
  const { key } = account().controls.addKey({ user: 'maria@acme.com' })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Mine' })
  const path = '/api/v1/deployments/2/workbooks/by-slug/mine'
  expect((await fetch(`${url}${path}`, { method: 'PUT', headers, body })).ok).toBe(true)
  const leftOut = configOf({ production: { url, deployment: 2, more: ', exclude: {paths: [mine]}' } })
  await play.commit({ 'boardwright.yaml': leftOut })
  const keys = [modelKey('orders.yaml'), folderKey(['Else']), workbookKey('mine')]
  const asked = { target: 'production', keysOf: () => keys, confirm: async () => true }
  const { forgotten } = await forgetObjects(await play.open(), { ...asked, env: { BOARDWRIGHT_TOKEN: key } })
  expect(forgotten).toEqual([])
})

test('no record is removed while the list of forgotten objects could not be written', async () => {
  const { forget, ownership } = await openApplied()
  const path = '/api/v1/deployments/2/workbooks/by-slug/revenue'
  account().controls.addFault({ method: 'PUT', path, kind: 'status', status: 403, times: 1 })
  const { result } = await forget(second)
  expect(result?.failed.map(({ key }) => key)).toEqual([revenue])
  expect(await ownership()).toEqual({ unmanaged: 0, toRecord: [] })
  await forget(second)
  expect(await ownership()).toEqual({ unmanaged: 1, toRecord: [] })
})

test('an object of ours that lost its record to a save in the UI can be forgotten', async () => {
  const { forget, ownership } = await openApplied()
  const path = await pathOf('second')
  await account().controls.addPeople({ do: [{ do: 'request', method: 'PUT', path, body: { meta: {} } }] })
  expect(await ownership()).toEqual({ unmanaged: 0, toRecord: [second] })
  const { forgotten } = await forget(second)
  expect(forgotten).toEqual([second])
  expect(await ownership()).toEqual({ unmanaged: 1, toRecord: [] })
})

async function pathOf(slug: string): Promise<string> {
  const { workbooks } = await rowsOf(account(), 2)
  return `/api/v1/deployments/2/workbooks/${workbooks.find((each) => each.slug === slug)?.id}`
}
