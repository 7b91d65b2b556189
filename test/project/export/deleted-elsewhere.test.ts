import { expect, test } from 'vitest'
import { derivedId } from '../../../src/content/identity.ts'
import { exportTree } from '../../../src/project/export.ts'
import { renderText } from '../../../src/words/text.ts'
import { configOf, REPORT, TREE } from '../promote-tree.ts'
import { openAccount, openScene } from '../promote-world.ts'

const account = openAccount()
const ONE = `, exclude: {paths: [${REPORT.replace('content/', '')}]}`

/** A report on a dashboard, applied to two targets and then deleted in the UI of one. */
async function deletedIn(name: 'production' | 'dev') {
  const { url, keys, controls } = account()
  const configured = (more = '') =>
    configOf({ production: { url, deployment: 2 }, dev: { url, deployment: 1, more } }, '', 'production')
  const scene = await openScene({ 'boardwright.yaml': configured(), ...TREE }, { BOARDWRIGHT_TOKEN: keys.admin })
  await scene.apply('production')
  await scene.apply('dev')
  const [deployment, id] = name === 'dev' ? [1, derivedId('7f3kQ2m9', 1, 'byMonth00001')] : [2, 'byMonth00001']
  await controls.addPeople({ do: [{ do: 'delete', type: 'REPORT', id, deployment }] } as never)
  const { plan } = await scene.plan(name)
  return { scene, configured, said: renderText(plan, { width: 160, color: false }) }
}

test('at home a plan says how to remove it, and an export removes it', async () => {
  const { scene, said } = await deletedIn('production')
  expect(said).toMatch(new RegExp(`Or remove it from the repo: +boardwright rm ${REPORT}\n`))
  expect(said).not.toContain('exclude')
  const { removed } = await exportTree(await scene.open(), { env: scene.env, target: 'production' })
  expect(removed).toEqual([REPORT])
})

test('elsewhere a plan says how to exclude it from this target, before how to remove it from all', async () => {
  const { scene, configured, said } = await deletedIn('dev')
  expect(said).toMatch(
    /Or leave it out of dev: +add sales\/revenue\/reports\/by-month.yaml to `exclude.paths` of dev\n +Or remove/,
  )
  expect(said).toMatch(new RegExp(`Or remove it from every target: +boardwright rm ${REPORT}\n`))
  await scene.write({ 'boardwright.yaml': configured(ONE) })
  const { plan } = await scene.plan('dev')
  expect([plan.held, plan.objects]).toEqual([[], []])
  expect((await scene.plan('production')).plan.objects).toEqual([])
})

test('elsewhere an export removes no shared file, and leaves the widgets that show it unchanged', async () => {
  const { scene } = await deletedIn('dev')
  const exported = await exportTree(await scene.open(), { env: scene.env, target: 'dev' })
  expect([exported.written, exported.removed]).toEqual([[], []])
  expect(exported.outcomes).toMatchObject([{ kind: 'deleted-live', because: 'others', at: { file: REPORT } }])
  expect(exported.problems).toEqual([])
})
