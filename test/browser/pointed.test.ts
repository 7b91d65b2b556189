import { describe, expect, test } from 'vitest'
import type { Scene } from '../../packages/pictures/scene.ts'
import { inPage, sceneWith, serveScenes, textOf, useBrowser, widget } from './support.ts'

const browser = useBrowser()

const query = {
  measures: ['sales.revenue'],
  timeDimensions: [{ dimension: 'sales.sold_at', granularity: 'month' }],
}
const report = {
  name: 'Course',
  kind: 'vega',
  query,
  spec: {
    mark: 'line',
    encoding: {
      x: { field: 'sales\\.sold_at\\.month', type: 'temporal' },
      y: { field: 'sales\\.revenue', type: 'quantitative' },
    },
  },
} as const

const scene: Scene = {
  ...sceneWith(
    [
      widget('line', 'CHART', [0, 0, 6, 6], { report: 'line' }),
      widget('tabs', 'TABS_CONTAINER', [6, 0, 6, 6], { config: { tabs: [{ id: 'one', title: 'One' }] } }),
      widget('inner', 'CHART', [0, 0, 12, 4], { report: 'line', config: { parentId: 'tabs', tabId: 'one' } }),
    ],
    { line: report },
  ),
  members: {
    'sales.revenue': { kind: 'measure', type: 'sum', title: 'Revenue', drill: ['sales.city', 'sales.revenue'] },
    'sales.sold_at': { kind: 'dimension', type: 'time', title: 'Sold at' },
    'sales.city': { kind: 'dimension', type: 'string', title: 'City', description: 'One of Bern, Basel, Chur.' },
  },
}

const at = (name: string) => `[data-widget="${name}"]`
describe('a chart of a line', () => {
  test('answers a click beside the line with what is behind the nearest point', async () => {
    const { page } = await browser.show(scene)
    const { x = 0, y = 0, width = 0 } = (await page.locator(`${at('line')} .bw-vega`).boundingBox()) ?? {}
    await page.mouse.move(x + width / 2, y + 12, { steps: 3 })
    await page.locator(`${at('line')} [data-near] circle`).waitFor()
    await page.mouse.down()
    await page.mouse.up()
    await page.locator(`${at('line')}[data-shows="details"]`).waitFor()
    await expect.poll(() => textOf(page, 'line')).toMatch(/Bern|Basel|Chur/)
  })
})

describe('a widget in a tab', () => {
  test('stays where it is while its menu is open', async () => {
    const { page } = await browser.show(scene)
    const left = async () => (await page.locator(`${at('inner')} .bw-title`).boundingBox())?.x
    const before = await left()
    await page.locator(at('inner')).getByRole('button', { name: 'More of Course' }).click()
    await page
      .locator(`${at('inner')} .bw-menu-item`)
      .first()
      .focus()
    await expect.poll(left).toBe(before)
    await expect
      .poll(() =>
        page.locator(`${at('tabs')} > .bw-body`).evaluate(inPage('(each) => each.scrollWidth - each.clientWidth')),
      )
      .toBe(0)
  })
})

test('an app that cannot run takes no more room than why', async () => {
  const served = await serveScenes({ app: { title: 'App', dashboard: { kind: 'APP' }, reports: {} } })
  try {
    const { page } = await browser.open(`${served.url}/#/app`)
    await page.getByText('This app has no files.').waitFor()
    await expect.poll(async () => (await page.locator('.bw-app').boundingBox())?.height).toBeLessThan(120)
  } finally {
    await served.close()
  }
})
