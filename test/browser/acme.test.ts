import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenPreview, openPreview } from '../../src/previews/page/open.ts'
import { type PreviewServer, startPreview } from '../../src/previews/server/server.ts'
import { allDrawn, axeFindings, boxOf, EVERY_LOOK, inPage, textOf, useBrowser } from './support.ts'

const browser = useBrowser()
let source: OpenPreview
let preview: PreviewServer

beforeAll(async () => {
  source = await openPreview('examples/acme', { today: '2026-11-20', data: 'sample', env: {}, onChange: () => {} })
  preview = await startPreview(source)
})
afterAll(async () => {
  await preview.close()
  await source.close()
})

const show = async (hash: string, wishes = {}) => {
  const opened = await browser.open(`${preview.url}/#/${hash}`, wishes)
  await allDrawn(opened.page, hash.replace(/\?.*/, ''))
  return opened
}
const FOCUSED = `document.activeElement?.closest('[data-widget]')?.dataset.widget ?? ''`
const named = (page: Page, id: string) => page.locator(`[data-widget="${id}"]`)

describe('the dashboards of acme', () => {
  test('revenue overview: a chart, a table, two numbers and a filter', async () => {
    const { page, troubles } = await show('revenue-overview')

    await expect.poll(() => page.getByRole('heading', { level: 2, name: 'Revenue overview' }).count()).toBe(1)
    const chart = page.getByRole('img', { name: /^Revenue by month: bar chart of 24 rows$/ })
    await expect.poll(() => chart.count()).toBe(1)
    await expect.poll(() => chart.locator('path').count()).toBeGreaterThan(23)

    const table = page.getByRole('table', { name: 'Top customers' })
    await expect
      .poll(() => table.getByRole('columnheader').allInnerTexts())
      .toEqual(['#', 'Customer', 'City', 'Net revenue', 'Orders', 'Ø order'])
    await expect.poll(() => table.getByRole('row').count()).toBe(12)
    await expect.poll(() => table.getByRole('rowheader').first().innerText()).toBe('Café Zähringer')
    await expect.poll(() => textOf(page, 'p0Yx7TcE')).toMatch(/Total CHF [\d,]+\.\d\d [\d,]+ 1–\d of 100/)

    await expect
      .poll(() => textOf(page, 'b8LhNv2s'))
      .toMatch(/^Net revenue CHF [\d,]{9} ▲ Up [\d.]+% against the year before \d+% of CHF 4,750,001$/)
    await expect.poll(() => page.getByRole('meter', { name: /Target/ }).count()).toBe(1)
    await expect.poll(() => page.getByRole('img', { name: 'Orders, its course' }).count()).toBe(1)
    await expect.poll(() => page.getByRole('group', { name: 'Region' }).getByRole('checkbox').count()).toBe(5)

    const [revenue, customers, net] = [
      await boxOf(page, 'wk3ZmQ81'),
      await boxOf(page, 'p0Yx7TcE'),
      await boxOf(page, 'b8LhNv2s'),
    ]
    expect(revenue.height).toBe(6 * 40 + 5 * 12)
    expect(customers.y - revenue.y).toBe(6 * 52)
    expect(net.y).toBe(revenue.y)
    expect(net.x).toBeCloseTo(revenue.x + revenue.width + 12, 0)
    expect(revenue.width / net.width).toBeCloseTo(2.02, 1)
    await expect
      .poll(() => named(page, 'wk3ZmQ81').evaluate(inPage('element => getComputedStyle(element).borderRadius')))
      .toBe('8px')
    if (EVERY_LOOK) await expect.poll(() => axeFindings(page)).toEqual([])
    expect(troubles).toEqual([])
  })

  test('weekly sales meeting: every type of widget', async () => {
    const { page, troubles } = await show('weekly-sales-meeting')

    await expect.poll(() => page.getByRole('heading', { name: 'Monday, 9:00' }).count()).toBe(1)
    await expect.poll(() => named(page, 'txt-welcome').getByRole('listitem').count()).toBe(3)
    expect(
      await page.getByRole('group', { name: 'Region' }).getByRole('button', { pressed: true }).allInnerTexts(),
    ).toEqual(['Zürich', 'Romandie'])
    await expect.poll(() => page.getByRole('radio', { name: 'Week' }).isChecked()).toBe(true)
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Measure' }).locator('option').allInnerTexts())
      .toEqual(['Net revenue', 'Count', 'Margin'])
    await expect.poll(() => named(page, 'div-1').getByRole('separator').count()).toBe(1)
    await expect.poll(() => named(page, 'spc-1').innerText()).toBe('')
    await expect.poll(() => page.getByRole('img', { name: /^Pipeline: bar chart of 4 rows$/ }).count()).toBe(1)

    const flow = page.getByRole('img', { name: 'Order flow: flows between 12 groups' })
    await expect.poll(() => flow.locator('rect').count()).toBe(12)
    await expect.poll(() => flow.locator('text').allTextContents()).toContain('Automatic (EDI)')

    await expect.poll(() => page.getByRole('tab', { name: 'Map' }).getAttribute('aria-selected')).toBe('true')
    await expect
      .poll(() => page.getByRole('img', { name: 'Orders by region: map of 7 places' }).locator('.bw-map-point').count())
      .toBe(7)
    await page.getByRole('tab', { name: 'Table' }).click()
    const pivot = page.getByRole('table', { name: 'Orders by Region' })
    // Two of five regions are chosen.
    await expect.poll(() => pivot.getByRole('row').count()).toBe(2 + 8 + 1)
    await expect.poll(() => pivot.getByRole('columnheader', { name: /2026/ }).count()).toBe(4)

    await expect.poll(() => textOf(page, 'ai-summary')).toContain('AI summary')
    await expect.poll(() => textOf(page, 'ai-summary')).toContain('Reads: Pipeline, Orders by Region')
    await expect.poll(() => named(page, 'chr-notes').getByRole('listitem').count()).toBe(3)
    await expect.poll(() => textOf(page, 'chr-notes')).toMatch(/Café Zähringer, \S+ CHF [\d,]+/)

    const controls = await boxOf(page, 'par-controls')
    for (const id of ['flt-region', 'grn-period', 'fld-measure']) {
      const box = await boxOf(page, id)
      expect(box.y + box.height, id).toBeLessThanOrEqual(controls.y + controls.height)
    }
    if (EVERY_LOOK) await expect.poll(() => axeFindings(page)).toEqual([])
    expect(troubles).toEqual([])
  })

  test('cash: a container in a row, layers, a forecast, Markdown with a table', async () => {
    const { page, troubles } = await show('cash', { dark: true })

    await expect.poll(() => page.locator('.bw').getAttribute('data-theme')).toBe('dark')
    await expect.poll(() => textOf(page, 'closing')).toMatch(/^Closing balance CHF [\d,]+\.\d\d/)
    const [closing, region] = [await boxOf(page, 'closing'), await boxOf(page, 'region')]
    expect(region.y).toBe(closing.y)
    expect(region.x).toBeGreaterThan(closing.x + closing.width)
    await expect.poll(() => page.getByRole('img', { name: /^Cash by day: area chart of 60 rows$/ }).count()).toBe(1)
    await expect.poll(() => page.getByRole('img', { name: /^Forecast: line chart/ }).count()).toBe(1)
    await expect.poll(() => named(page, 'fine-print').getByRole('table').getByRole('row').count()).toBe(3)
    if (EVERY_LOOK) await expect.poll(() => axeFindings(page)).toEqual([])
    expect(troubles).toEqual([])
  })

  test('every other dashboard is drawn without errors', async () => {
    for (const [slug, count] of [
      ['board-pack', 3],
      ['pricing-experiment', 3],
      ['con', 3],
    ] as const) {
      const { page, troubles } = await show(slug)
      await expect.poll(() => page.locator('.bw-widget').count(), { message: slug }).toBe(count)
      await expect.poll(() => page.getByRole('alert').count(), { message: slug }).toBe(0)
      expect(troubles, slug).toEqual([])
    }
  })
})

describe('on narrow screens', () => {
  test('the grid has the columns of its breakpoint, and nothing is wider than 360 px', async () => {
    const { page, troubles } = await show('revenue-overview', { width: 360, height: 800 })

    await expect.poll(() => page.locator('.bw').getAttribute('data-breakpoint')).toBe('xxs')
    const boxes = await Promise.all(
      ['wk3ZmQ81', 'p0Yx7TcE', 'b8LhNv2s', 'f5RgJd9u', 'q1AeWo6i'].map((id) => boxOf(page, id)),
    )
    for (const { x, width } of boxes) expect(x + width).toBeLessThanOrEqual(360)
    const sorted = boxes.toSorted((a, b) => a.y - b.y || a.x - b.x)
    for (const [index, { y, x, height, width }] of sorted.entries()) {
      for (const other of sorted.slice(index + 1)) {
        expect(other.y >= y + height || other.x >= x + width || x >= other.x + other.width).toBe(true)
      }
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
    if (EVERY_LOOK) await expect.poll(() => axeFindings(page)).toEqual([])
    expect(troubles).toEqual([])
  })

  test('a breakpoint with its own positions uses them', async () => {
    const { page } = await show('revenue-overview?width=md')
    await expect.poll(() => page.locator('.bw').getAttribute('data-breakpoint')).toBe('md')
    const [revenue, customers, net, orders] = await Promise.all(
      ['wk3ZmQ81', 'p0Yx7TcE', 'b8LhNv2s', 'f5RgJd9u'].map((id) => boxOf(page, id)),
    )
    expect(revenue?.width).toBe(customers?.width)
    expect(net?.y).toBe(orders?.y)
    expect(net?.y).toBe((revenue?.y ?? 0) + 12 * 52)
  })
})

test.each([390, 1024, 1440])('nothing is cut in a text, a filter and a summary at %i px', async (width) => {
  const { page } = await show('weekly-sales-meeting', { width, height: 1100 })
  for (const id of ['txt-welcome', 'flt-region', 'ai-summary']) {
    const cut = `(widget) => [...widget.querySelectorAll('.bw-body, .bw-scroll')].map((each) => each.scrollHeight - each.clientHeight).filter((each) => each > 0)`
    await expect.poll(() => named(page, id).evaluate(inPage(cut)), { message: id }).toEqual([])
  }
})

test.each([390, 1024, 1440])('a container is as tall as what is in it at %i px', async (width) => {
  const { page } = await show('weekly-sales-meeting', { width, height: 1100 })
  for (const id of ['par-controls', 'con-where']) {
    const left = `(widget) => widget.querySelector('.bw-body').getBoundingClientRect().bottom - Math.max(...[...widget.querySelectorAll('[data-widget]')].map((each) => each.getBoundingClientRect().bottom))`
    await expect.poll(() => named(page, id).evaluate(inPage<number>(left)), { message: id }).toBeGreaterThan(-1)
    expect(await named(page, id).evaluate(inPage<number>(left)), id).toBeLessThan(20)
  }
})

test('the Tab key visits everything in reading order', async () => {
  const { page } = await show('weekly-sales-meeting')
  await page.locator('.pv-stage').evaluate(inPage('element => { element.tabIndex = -1; element.focus() }'))
  const walked: string[] = []
  for (let step = 0; step < 40 && walked.at(-1) !== 'chr-notes'; step += 1) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate<string>(FOCUSED)
    if (at !== '' && walked.at(-1) !== at) walked.push(at)
  }
  expect(walked).toEqual([
    'txt-welcome',
    'par-controls',
    'flt-region',
    'grn-period',
    'fld-measure',
    'chr-pipeline',
    'chr-flow',
    'con-where',
    'chr-map',
    'chr-notes',
  ])

  await page.getByRole('tab', { name: 'Map' }).focus()
  await page.keyboard.press('ArrowRight')
  expect(
    await page.getByRole('tab', { name: 'Table' }).evaluate(inPage('element => element === document.activeElement')),
  ).toBe(true)
  await expect.poll(() => page.getByRole('tabpanel', { name: 'Table' }).isVisible()).toBe(true)

  await page.getByRole('button', { name: 'Rows of Pipeline' }).press('Enter')
  const rows = page.getByRole('table', { name: 'Pipeline' })
  await rows.waitFor()
  await expect.poll(() => rows.getByRole('row').count()).toBe(5)
  await page.getByRole('button', { name: 'Rows of Pipeline' }).press('Enter')
  await page.getByRole('img', { name: /^Pipeline: bar chart/ }).waitFor()
})
