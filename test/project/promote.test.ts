// Slow: it promotes many times.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { derivedId } from '../../src/content/identity.ts'
import { readPlan } from '../../src/plan/read.ts'
import { renderJson } from '../../src/words/json.ts'
import { git } from '../support/directory.ts'
import { configOf, REPORT, TREE } from './promote-tree.ts'
import { at, openAccount, openScene, rowsOf, type Scene } from './promote-world.ts'

const account = openAccount()
const DEV = ', variables: {schema: analytics_dev}'
const OTHER = 'content/sales/pipeline.report.yaml'
const PROJECT = '7f3kQ2m9'

/** `production` is home by default. Dev is in the same account. */
async function scene(files: Readonly<Record<string, string>> = TREE, home = 'production'): Promise<Scene> {
  const { url, keys } = account()
  const targets = { production: { url, deployment: 2 }, dev: { url, deployment: 1, more: DEV } }
  return openScene({ ...files, 'boardwright.yaml': configOf(targets, '', home) }, { BOARDWRIGHT_TOKEN: keys.admin })
}

const rows = (deployment: number) => rowsOf(account(), deployment)
const idsOf = async (deployment: number): Promise<string[]> =>
  (await rows(deployment)).reports.map(({ publicId }) => publicId).sort()
const changed = (title: string) => TREE[REPORT].replace('By month', title)

describe('from dev to production', () => {
  test('brings content with the ids, the variables and the references of production; repeated or reversed, it does nothing', async () => {
    const play = await scene()
    const commit = play.head()
    await play.apply('dev')
    const first = await play.promote('dev', 'production')
    expect([first.exit, first.why, first.result?.failed, first.plan.commit, first.plan.promotion]).toEqual([
      ...[0, 'applied', [], commit],
      { from: 'dev' },
    ])
    expect(await idsOf(2)).toEqual(['byMonth00001', 'pipeline0001'])
    expect(await idsOf(1)).toEqual(['byMonth00001', 'pipeline0001'].map((id) => derivedId(PROJECT, 1, id)).sort())
    const { reports, workbooks } = await rows(2)
    expect(reports.map(({ sqlQuery }) => sqlQuery).filter(Boolean)).toEqual(['select 1 from analytics.deals'])
    const own = new Set(reports.map(({ id }) => id))
    expect(shownBy(workbooks)).toHaveLength(2)
    expect(shownBy(workbooks).every((id) => own.has(id))).toBe(true)

    const again = await play.promote('dev', 'production')
    expect([again.why, again.exit, again.plan.objects]).toEqual(['nothing to do', 0, []])
    const back = await play.promote('production', 'dev')
    expect([back.why, back.exit, back.plan.objects]).toEqual(['nothing to do', 0, []])
    expect((await play.plan('production')).plan).toMatchObject({ objects: [], held: [], applied: commit })
  })

  test('brings what was applied there, with the current settings, and nothing newer or uncommitted', async () => {
    const play = await scene()
    await play.apply('dev')
    const applied = play.head()
    const config = readFileSync(at(play.root, 'boardwright.yaml'), 'utf8')
    await play.commit({
      [REPORT]: changed('Not applied yet'),
      'boardwright.yaml': config.replace('variables: {schema: analytics}', 'variables: {schema: analytics_now}'),
      'overlays/production/content/sales/revenue/workbook.yaml': 'name: Not applied either\n',
    })
    await play.write({ [REPORT]: changed('Not committed'), 'content/rubbish.txt': 'x' })
    const { result, plan, source } = await play.promote('dev', 'production')
    expect([result?.failed, plan.commit, plan.dirty, source.behindBy]).toEqual([[], applied, false, 1])
    const { reports, workbooks } = await rows(2)
    expect(reports.map(({ name }) => name).sort()).toEqual(['By month', 'Pipeline'])
    expect(reports.flatMap(({ sqlQuery }) => sqlQuery ?? [])).toEqual(['select 1 from analytics_now.deals'])
    expect(workbooks.map(({ name }) => name)).toEqual(['Revenue'])
    git(play.root, 'checkout', '--quiet', '--', '.')
    git(play.root, 'clean', '--quiet', '--force')
    const { plan: next } = await play.plan('production')
    expect(next.held).toEqual([])
    expect(next.objects.map(({ key }) => key).sort()).toEqual(['report/byMonth00001', 'workbook/revenue'])
  })

  test('a named commit is promoted, whatever dev has', async () => {
    const play = await scene()
    await play.apply('dev')
    await play.commit({ [REPORT]: changed('Second') })
    git(play.root, 'tag', 'release-2')
    const { plan } = await play.promote('dev', 'production', { at: 'release-2' })
    expect(plan).toMatchObject({ commit: play.head(), promotion: { from: 'dev', at: 'release-2' } })
    expect((await rows(2)).reports.map(({ name }) => name)).toContain('Second')
  })

  test('an older commit does not overwrite a newer one', async () => {
    const play = await scene()
    await play.apply('dev')
    await play.commit({ [REPORT]: changed('Second') })
    await play.apply('production')
    const { plan, exit } = await play.promote('dev', 'production')
    expect([exit, plan.objects, plan.held.map(({ key, reason }) => [key, reason])]).toEqual([
      ...[5, []],
      [['report/byMonth00001', 'behind']],
    ])
    const forced = await play.promote('dev', 'production', { shaping: { accept: ['newer'] } })
    expect(forced.plan.objects.map(({ key }) => key)).toContain('report/byMonth00001')
  })

  test('ids that adopt wrote into the files do not make dev look older: promote starts from its state', async () => {
    const play = await scene()
    await play.apply('dev')
    const applied = play.head()
    await bornIn(2, { publicId: 'grownPipe001', name: 'Pipeline by hand' })
    await play.commit({ [OTHER]: TREE[OTHER].replace('\n', '\nids:\n  production: grownPipe001\n') })
    await play.adopt('production')
    expect((await play.plan('production')).plan.applied).not.toBe(applied)
    const { plan, result } = await play.promote('dev', 'production', { shaping: { accept: ['ui-edits'] } })
    expect([plan.commit, plan.held, result?.failed]).toEqual([applied, [], []])
    expect(await idsOf(2)).toEqual(['byMonth00001', 'grownPipe001'])
    for (const target of ['production', 'dev'])
      expect((await play.plan(target)).plan).toMatchObject({ objects: [], held: [] })
  })

  test('a saved plan can be applied from any commit of the work tree', async () => {
    const play = await scene()
    await play.apply('dev')
    await play.commit({ [REPORT]: changed('Second') })
    const { planned } = await play.planPromotion('dev', 'production')
    const saved = readPlan(renderJson(planned.plan))
    const { result, plan } = await play.apply('production', { saved })
    expect([result?.failed, plan.fingerprint, plan.commit]).toEqual([[], saved.fingerprint, saved.commit])
    expect((await rows(2)).reports.map(({ name }) => name).sort()).toEqual(['By month', 'Pipeline'])
    await expect(play.apply('production', { saved })).rejects.toMatchObject({ kind: 'PLAN_STALE' })
  })

  test('what was edited in production meanwhile stays, and conflicts if dev changed it too', async () => {
    const play = await scene()
    await play.apply('dev')
    await play.promote('dev', 'production')
    await account().controls.addPeople({
      do: [{ do: 'edit-report', report: 'byMonth00001', set: { name: 'Edited' }, deployment: 2 }],
    })
    await play.commit({ [REPORT]: changed('Changed'), [OTHER]: TREE[OTHER].replace('name: Pipeline', 'name: Deals') })
    await play.apply('dev')
    const { plan, exit } = await play.promote('dev', 'production')
    expect(exit).toBe(5)
    expect(plan.held.map(({ key, reason }) => [key, reason])).toContainEqual(['report/byMonth00001', 'conflict'])
    expect(plan.objects.map(({ key, action }) => [key, action])).toContainEqual(['report/pipeline0001', 'update'])
    expect((await rows(2)).reports.map(({ name }) => name).sort()).toEqual(['Deals', 'Edited'])
  })

  test('a target that is younger than the commit can be promoted to', async () => {
    const { url, keys } = account()
    const dev = { dev: { url, deployment: 1, more: DEV } }
    const play = await openScene({ ...TREE, 'boardwright.yaml': configOf(dev) }, { BOARDWRIGHT_TOKEN: keys.admin })
    await play.apply('dev')
    await play.commit({ 'boardwright.yaml': configOf({ ...dev, production: { url, deployment: 2 } }) })
    await play.promote('dev', 'production')
    expect(await idsOf(2)).toEqual(['byMonth00001', 'pipeline0001'].map((id) => derivedId(PROJECT, 2, id)).sort())
    expect((await play.plan('production')).plan).toMatchObject({ objects: [], held: [] })
  })
})

const shownBy = (workbooks: Awaited<ReturnType<typeof rows>>['workbooks']): number[] =>
  workbooks.flatMap(
    ({ dashboardPublished }) =>
      dashboardPublished?.widgets?.flatMap(({ config }) => (config?.reportId === undefined ? [] : [config.reportId])) ??
      [],
  )

const bornIn = (deployment: number, more: object): Promise<void> =>
  account().controls.addPeople({
    do: [
      {
        ...{ do: 'request', method: 'POST', path: `/api/v1/deployments/${deployment}/reports` },
        body: { name: 'Born here', source: 'PLAYGROUND', sqlQuery: 'select 7', ...more },
      },
    ],
  })

describe('a report that somebody made in the UI', () => {
  test('from dev reaches production with an id of its own, and neither has it twice', async () => {
    const play = await scene()
    await play.apply('dev')
    await play.promote('dev', 'production')
    await bornIn(1, { publicId: 'bornInDev001' })
    await play.export('dev')
    const file = readFileSync(at(play.root, 'content/born-here.report.yaml'), 'utf8')
    const derived = derivedId(PROJECT, 1, 'bornInDev001')
    expect(file).toContain(`id: ${derived}\nids:\n  dev: bornInDev001\n`)

    await play.adopt('dev')
    const down = await play.apply('dev')
    expect([down.exit, down.plan.objects]).toEqual([0, []])
    const up = await play.promote('dev', 'production')
    expect([up.exit, up.result?.failed]).toEqual([0, []])
    expect(await idsOf(2)).toEqual(['byMonth00001', derived, 'pipeline0001'].sort())
    expect(await idsOf(1)).toContain('bornInDev001')
    for (const deployment of [1, 2]) {
      expect((await rows(deployment)).reports.filter(({ name }) => name === 'Born here')).toHaveLength(1)
    }
    expect((await play.promote('production', 'dev')).plan.objects).toEqual([])
  })

  test('from production reaches dev, and neither has it twice', async () => {
    const play = await scene()
    await play.apply('dev')
    await play.promote('dev', 'production')
    await bornIn(2, { publicId: 'bornInProd01' })
    await play.export('production')
    expect(readFileSync(at(play.root, 'content/born-here.report.yaml'), 'utf8')).toContain('id: bornInProd01\nname')
    await play.adopt('production')
    const down = await play.promote('production', 'dev')
    expect([down.exit, down.result?.failed]).toEqual([0, []])
    expect(await idsOf(1)).toContain(derivedId(PROJECT, 1, 'bornInProd01'))
    expect(await idsOf(2)).toContain('bornInProd01')
    expect((await rows(1)).reports).toHaveLength(3)
    expect((await play.promote('dev', 'production')).plan.objects).toEqual([])
    expect((await rows(2)).reports).toHaveLength(3)
  })
})
