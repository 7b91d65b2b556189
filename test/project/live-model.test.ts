// Slow: it plans with models again and again.
import { describe, expect, test } from 'vitest'
import { takeSnapshot } from '../../src/project/snapshot.ts'
import { editModel } from '../scenarios/model.ts'
import { smallTenant } from '../support/small-tenant.ts'
import { configOf, REPORT, TREE } from './promote-tree.ts'
import { openAccount, openScene, type Scene } from './promote-world.ts'

/** Content is compared with the data model that is live in the target; what that costs, and when. */

const account = openAccount({ seed: smallTenant() })
const CUBE = `cubes:
  - name: lots
    sql_table: lots
    measures:
      - {name: revenue, sql: amount, type: sum}
`
const OWN = { 'data-model/model/lots.yml': CUBE }
const asking = (measures: string): string => TREE[REPORT].replace('[visits.count]', `[${measures}]`)

/** Content that was applied while the live data model had this cube alone. */
async function opened(more: string, files: Readonly<Record<string, string>> = {}): Promise<Scene> {
  const sandbox = account()
  await editModel({ 'model/lots.yml': CUBE, 'model/heaps.yml': CUBE.replace('lots', 'heaps') }, { sandbox })
  const targets = configOf({ production: { url: sandbox.url, deployment: 2, more } })
  const scene = await openScene(
    { ...TREE, [REPORT]: asking('lots.revenue'), ...files, 'boardwright.yaml': targets },
    { BOARDWRIGHT_TOKEN: sandbox.keys.admin },
  )
  const { exit } = await scene.apply('production', { shaping: { accept: ['model', 'first-apply'] } })
  expect(exit).toBe(0)
  return scene
}

const requestsOf = async (scene: Scene): Promise<{ all: number; model: string[] }> => {
  const { controls } = account()
  controls.clearRequests()
  await scene.plan('production')
  const all = controls.requests().map(({ path }) => path)
  return { all: all.length, model: all.filter((path) => /\/settings$|data-model\/files$/.test(path)) }
}

const ITS_MODEL = [expect.stringMatching(/\/2\/settings$/), expect.stringMatching(/\/2\/data-model\/files$/)]

describe('the requests of a plan', () => {
  test('are two more for a target that does not manage its data model, if the plan asks for something new', async () => {
    const scene = await opened('')
    const nothing = await requestsOf(scene)
    await scene.commit({ [REPORT]: asking('lots.revenue').replace('By month', 'Each month') })
    const renamed = await requestsOf(scene)
    await scene.commit({ [REPORT]: asking('lots.revenue, heaps.revenue') })
    const asks = await requestsOf(scene)
    expect([nothing.model, renamed.model, asks.model]).toEqual([[], [], ITS_MODEL])
    expect(asks.all).toBe(renamed.all + 2)
  })

  test('are none more if the target manages all of it', async () => {
    const scene = await opened(', dataModel: {branch: main}', {
      ...OWN,
      'data-model/model/heaps.yml': CUBE.replace('lots', 'heaps'),
    })
    await scene.commit({ [REPORT]: asking('lots.revenue').replace('By month', 'Each month') })
    const renamed = await requestsOf(scene)
    await scene.commit({ [REPORT]: asking('heaps.revenue') })
    expect(await requestsOf(scene)).toEqual(renamed)
  })

  test('are one more if it manages a part', async () => {
    const scene = await opened(', dataModel: {branch: main, paths: [model/lots.yml]}', OWN)
    await scene.commit({ [REPORT]: asking('lots.revenue').replace('By month', 'Each month') })
    expect((await requestsOf(scene)).model).toEqual([])
    await scene.commit({
      [REPORT]: asking('lots.count'),
      'data-model/model/lots.yml': `${CUBE}      - {name: count, type: count}\n`,
    })
    const { plan } = await scene.plan('production')
    expect(plan.stops).toEqual([])
    expect((await requestsOf(scene)).model).toContainEqual(ITS_MODEL[1])
  })
})

test('a target that manages a part of its data model is compared with all of it', async () => {
  const scene = await opened(', dataModel: {branch: main, paths: [model/lots.yml]}', {
    ...OWN,
    'data-model/model/heaps.yml': `${CUBE.replace('lots', 'heaps')}      - {name: count, type: count}\n`,
  })
  await scene.commit({ [REPORT]: asking('heaps.revenue, heaps.count') })
  const { plan } = await scene.plan('production')
  expect(plan.stops.map(({ message }) => message)).toEqual([
    '"heaps.count" is not in the live data model: this plan does not write data-model/model/heaps.yml, and 1 report would ask for it: Sales / Revenue / By month (owner ci-bot@acme.com)',
  ])
})

test('a plan from a snapshot says the same as one from the platform', async () => {
  const scene = await opened('')
  const { text } = await takeSnapshot(await scene.open(), { env: scene.env, target: 'production' })
  await scene.commit({ [REPORT]: asking('lots.size') })
  const { stops } = (await scene.plan('production')).plan
  expect(stops).toMatchObject([{ kind: 'break', accept: 'broken-uses' }])
  const { planTarget } = await import('../../src/project/plan.ts')
  const offline = await planTarget(await scene.open(), { env: {}, target: 'production', snapshot: text })
  expect(offline.plan.stops).toEqual(stops)
})

test('a data model that others mend, or take away, is looked at again by each plan', async () => {
  const scene = await opened('')
  await scene.commit({ [REPORT]: asking('lots.size') })
  const stopped = async (): Promise<number> => (await scene.plan('production')).plan.stops.length
  expect(await stopped()).toBe(1)
  await editModel({ 'model/lots.yml': `${CUBE}      - {name: size, sql: amount, type: avg}\n` }, { sandbox: account() })
  expect(await stopped()).toBe(0)
  await editModel({ 'model/lots.yml': CUBE }, { sandbox: account() })
  expect((await scene.apply('production')).exit).toBe(6)
  expect((await scene.apply('production', { shaping: { accept: ['broken-uses'] } })).exit).toBe(0)
})
