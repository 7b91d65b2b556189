// Slow: it draws whole dashboards.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { planForPreview } from '../../src/previews/page/compare.ts'
import { openPreview } from '../../src/previews/page/open.ts'
import { CHART_BUDGET, type ChartBudget, drawPlan } from '../../src/previews/plan-pictures.ts'
import { openProject } from '../../src/project/local/project.ts'
import type { Planned } from '../../src/project/plan.ts'
import { commitAll } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'
import { readPng } from '../support/png.ts'

const TODAY = '2026-11-29'
let sandbox: Sandbox
let root: string
let planned: Planned

beforeAll(async () => {
  sandbox = await startSandbox()
  root = mkdtempSync(join(tmpdir(), 'boardwright-test-'))
  const env = { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: sandbox.keys.admin }
  const run = (...args: string[]) => runHere([...args, '-C', root], { env })
  await run('init', '--url', sandbox.url, '--deployment', '2', '--project', 'acme')
  await run('export')
  commitAll(root)
  await run('adopt', '--yes')
  const file = join(root, 'content/sales/revenue-overview/reports/revenue-by-month.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace('#6f4e37', '#0000ff'))
  planned = await planForPreview(root, { env, today: TODAY })
})
afterAll(async () => {
  await sandbox.close()
  rmSync(root, { recursive: true, force: true })
})

async function draw(budget: Partial<ChartBudget> = {}, seconds?: number) {
  const project = await openProject(root, TODAY)
  const all = []
  const limits = seconds === undefined ? {} : { limits: { seconds } }
  for await (const each of drawPlan(planned, project, { budget: { ...CHART_BUDGET, ...budget }, ...limits }))
    all.push(each)
  const [drawn] = all
  if (!drawn?.whole || all.length !== 1) throw new Error('one dashboard changes')
  const [widget] = drawn.widgets
  return { why: drawn.why, whole: drawn.whole, widget }
}

/** How much of each half of a picture is in a bluish colour: before and after. */
function blueIn(png: Uint8Array): readonly [before: number, after: number] {
  const { width, height, at } = readPng(png)
  const count: [number, number] = [0, 0]
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [red, , blue] = at(x, y)
      if (blue - red > 180) count[x < width / 2 ? 0 : 1] += 1
    }
  }
  return count
}

describe('the pictures of a plan', () => {
  test('after time is up, one small picture stands for all of a dashboard, and no file is missing', async () => {
    const [object] = planned.plan.objects.filter(({ publish }) => publish)
    const many = Array.from({ length: 8 }, (_, index) => ({ ...object, key: `workbook/again-${index}` }) as never)
    const plan = { ...planned.plan, objects: [...planned.plan.objects, ...many] }
    const project = await openProject(root, TODAY)
    const all = []
    const budget = { ...CHART_BUDGET, seconds: 0.001 }
    for await (const each of drawPlan({ ...planned, plan }, project, { budget })) all.push(each)
    expect(all.length).toBe(9)
    for (const { whole, widgets } of all) {
      expect(whole && readPng(whole.png).width).toBe(whole?.width)
      expect(widgets.map(({ png }) => png === whole?.png)).toEqual([true])
    }
  })

  test('show charts before and after: what changes in a report is seen', async () => {
    const { why, whole, widget } = await draw()
    expect(why).toBeUndefined()
    expect(widget?.label).toBe('Revenue by month')
    for (const { dark } of [whole, widget ?? whole, widget?.narrow ?? whole]) {
      const [red = 255] = dark ? readPng(dark).at(0, 0) : []
      expect(red).toBeLessThan(40)
    }
    for (const { png } of [whole, widget ?? whole]) {
      const [before, after] = blueIn(png)
      // The colour beside its name.
      expect(before).toBeLessThan(1_000)
      expect(after).toBeGreaterThan(20_000)
    }
  })

  test.each<[string, Partial<ChartBudget>]>([
    ['that took more than 0.001 seconds', { seconds: 0.001 }],
    ['there are more than 4 widgets', { widgets: 4 }],
    ['the pictures have more than 0.001 MB', { bytes: 1_000 }],
  ])('are boxes, and say so, where %s', async (why, budget) => {
    const drawn = await draw(budget)
    expect(drawn.why).toBe(`The charts are not drawn: ${why}.`)
    for (const { png } of [drawn.whole, drawn.widget ?? drawn.whole]) expect(blueIn(png)[1]).toBe(0)
  })

  test('have the data model that is live before, and that of the tree after', async () => {
    const cube = join(root, 'data-model/model/cubes/orders.yml')
    const text = readFileSync(cube, 'utf8')
    writeFileSync(cube, text.replace(/(name: net_revenue\n(?: +.*\n)*? +currency: )CHF/, '$1EUR'))
    const env = { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: sandbox.keys.admin }
    const preview = await openPreview(root, { env, today: TODAY, data: 'sample', onChange() {} })
    const { live, after } = await preview.compare('revenue-overview')
    await preview.close()
    writeFileSync(cube, text)
    const currency = (scene: typeof live) => scene?.members?.['sales.net_revenue']?.currency
    expect([currency(live), currency(after)]).toEqual(['CHF', 'EUR'])
  })
})
