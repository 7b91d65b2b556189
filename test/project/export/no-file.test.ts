import { expect, test } from 'vitest'
import { validateProject } from '../../../src/check/validate.ts'
import { exportTree } from '../../../src/project/export.ts'
import { configOf, REPORT, TREE } from '../promote-tree.ts'
import { openAccount, openScene, rowsOf } from '../promote-world.ts'

const account = openAccount()
const HUGE = { list: Array.from({ length: 120_000 }, (_, at) => at) }

async function change(id: string, body: object): Promise<void> {
  const { url, keys } = account()
  const { reports } = await rowsOf(account(), 2)
  const number = reports.find(({ publicId }) => publicId === id)?.id
  const response = await fetch(`${url}/api/v1/deployments/2/reports/${number}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${keys.admin}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect([response.status, response.ok ? '' : await response.text()]).toEqual([200, ''])
}

test('what no file can hold is left out by name, and nothing is deleted for it', async () => {
  const { url, keys } = account()
  const config = configOf({ production: { url, deployment: 2 } })
  const scene = await openScene({ 'boardwright.yaml': config, ...TREE }, { BOARDWRIGHT_TOKEN: keys.admin })
  await scene.apply('production')
  await change('byMonth00001', { meta: HUGE })
  const { plan } = await scene.plan('production', { shaping: { prune: true } })
  expect([plan.objects, plan.held.map(({ key }) => key)]).toEqual([[], ['report/byMonth00001']])
  const exported = await exportTree(await scene.open(), { env: scene.env, target: 'production' })
  expect(exported.notes).toMatchObject([{ kind: 'no-file', key: 'report/byMonth00001' }])
  expect([exported.written.includes(REPORT), exported.removed, exported.problems]).toEqual([false, [], []])
  const { problems } = validateProject(await scene.open(), undefined)
  expect(problems.filter(({ warning }) => !warning)).toEqual([])
})
