// Slow: it promotes many times.
import { expect, test } from 'vitest'
import { driftOf } from '../../src/plan/drift.ts'
import { exportTree } from '../../src/project/export.ts'
import { readFiles } from '../support/directory.ts'
import { configOf, REPORT, TREE } from './promote-tree.ts'
import { at, openAccount, openScene } from './promote-world.ts'

const account = openAccount()
const BOARD = 'content/sales/revenue/dashboard.yaml'
const EXCLUDED = `, exclude: {paths: [${REPORT.replace('content/', '')}]}`

const FILES = { ...TREE, [REPORT]: `${TREE[REPORT]}source: PLAYGROUND\n` }

/** Applied to both targets; then one of them leaves out a report that a dashboard shows. */
async function leftOut(name: 'production' | 'dev') {
  const { url, keys } = account()
  const configured = (more = '') => ({
    'boardwright.yaml': configOf(
      {
        production: { url, deployment: 2, more: name === 'production' ? more : '' },
        dev: { url, deployment: 1, more: name === 'dev' ? more : '' },
      },
      '',
      'production',
    ),
  })
  const scene = await openScene({ ...configured(), ...FILES }, { BOARDWRIGHT_TOKEN: keys.admin })
  await scene.apply('production')
  await scene.apply('dev')
  await scene.commit(configured(EXCLUDED))
  return { scene, configured }
}

type Scene = Awaited<ReturnType<typeof leftOut>>['scene']

async function expectQuiet(scene: Scene, name: string) {
  const { plan } = await scene.plan(name)
  expect([plan.objects, plan.held, plan.left, driftOf(plan)]).toEqual([[], [], [], []])
  for (const mirror of [false, true]) {
    const before = readFiles(at(scene.root, 'content'))
    const { written, removed, problems } = await exportTree(await scene.open(), {
      env: scene.env,
      target: name,
      mirror,
    })
    expect([written, removed, problems]).toEqual([[], [], []])
    expect(readFiles(at(scene.root, 'content'))).toEqual(before)
  }
}

test.each(['production', 'dev'] as const)(
  'excluding a report from %s, or including it again, changes no dashboard that shows it',
  async (name) => {
    const { scene, configured } = await leftOut(name)
    await expectQuiet(scene, name)
    await scene.apply(name)
    await expectQuiet(scene, name)

    await scene.commit({ [BOARD]: TREE[BOARD].replace('title: Revenue', 'title: Income').replace('w: 6', 'w: 5') })
    const { plan, result } = await scene.apply(name)
    expect(plan.objects.flatMap(({ units, keeps }) => [...units, ...keeps].map(({ unit }) => unit))).toEqual([
      'title',
      'widget a',
    ])
    expect(result?.failed).toEqual([])
    await expectQuiet(scene, name)

    await scene.commit(configured())
    await expectQuiet(scene, name)
  },
)

test('a target that excludes a shown report can be promoted from', async () => {
  const { scene } = await leftOut('dev')
  await scene.commit({ [BOARD]: TREE[BOARD].replace('title: Revenue', 'title: Income') })
  await scene.apply('dev')
  const { plan, result } = await scene.promote('dev', 'production')
  expect(plan.objects.flatMap(({ units }) => units.map(({ unit }) => unit))).toEqual(['title'])
  expect(result?.failed).toEqual([])
})

test('a new target that excludes a shown report holds the dashboard, and names the report by its id', async () => {
  const { url, keys } = account()
  const config = configOf(
    { production: { url, deployment: 2 }, dev: { url, deployment: 1, more: EXCLUDED } },
    '',
    'production',
  )
  const scene = await openScene({ 'boardwright.yaml': config, ...FILES }, { BOARDWRIGHT_TOKEN: keys.admin })
  const { plan } = await scene.plan('dev')
  expect(plan.held.map(({ message }) => message)).toContain(
    'it shows a report (id:byMonth00001), which is not in this target',
  )
})
