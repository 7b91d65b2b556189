import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { asOpened, createPainter } from '../../packages/pictures/draw/index.ts'
import type { SceneReport } from '../../packages/pictures/scene.ts'
import { type OpenPreview, openPreview } from '../../src/previews/page/open.ts'
import { type PreviewServer, startPreview } from '../../src/previews/server/server.ts'
import {
  allDrawn,
  axeFindings,
  EVERY_LOOK,
  inPage,
  type PageWishes,
  sceneWith,
  serveScenes,
  smallControls,
  useBrowser,
  widget,
} from './support.ts'

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

describe('the list', () => {
  test('at 360 px is folded away, and opens on request', async () => {
    const { page, troubles } = await browser.open(`${preview.url}/#/revenue-overview`, { width: 360, height: 740 })
    await allDrawn(page, 'revenue-overview')
    const stage = await page.locator('.pv-stage').boundingBox()
    expect(stage?.height).toBeGreaterThan(740 * 0.75)
    const link = page.getByRole('link', { name: 'Cash' })
    await expect.poll(() => link.isVisible()).toBe(false)
    if (EVERY_LOOK) await expect.poll(() => axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Dashboards' }).press('Enter')
    await expect.poll(() => link.isVisible()).toBe(true)
    await expect.poll(() => axeFindings(page)).toEqual([])
    await link.click()
    await allDrawn(page, 'cash')
    await expect.poll(() => link.isVisible()).toBe(false)
    await page.locator('body').press('/')
    await expect
      .poll(() => page.getByRole('searchbox').evaluate(inPage('element => element === document.activeElement')))
      .toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => link.isVisible()).toBe(false)
    expect(troubles).toEqual([])
  })

  test('works with the arrow keys, and its search finds reports in workbooks', async () => {
    const { page, troubles } = await browser.open(`${preview.url}/#/revenue-overview`)
    await allDrawn(page, 'revenue-overview')
    const focused = () => page.evaluate('document.activeElement.textContent')
    await page.locator('body').press('/')
    await page.keyboard.press('ArrowDown')
    const first = await focused()
    await page.keyboard.press('ArrowDown')
    expect(await focused()).not.toBe(first)
    await page.keyboard.press('End')
    await expect.poll(() => focused()).toBe('Weekly sales meeting')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused()).toBe('Weekly sales meeting')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.type('top cust')
    await expect
      .poll(() => page.getByRole('navigation').getByRole('link').allInnerTexts())
      .toEqual(['All dashboards', 'Top customers\nin Revenue overview'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await allDrawn(page, 'report/Xp03vNdR8cYs')
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).textContent())
      .toBe('Sales / Revenue overview / Top customers')
    await expect
      .poll(() => page.getByRole('table', { name: 'Top customers' }).getByRole('row').count())
      .toBeGreaterThan(5)
    await expect.poll(() => axeFindings(page)).toEqual([])
    expect(troubles).toEqual([])
  })
})

describe('controls', () => {
  test('a filter, a grain and a field change the rows that are shown, and keep the focus', async () => {
    const { page, troubles } = await browser.open(`${preview.url}/#/weekly-sales-meeting`)
    await allDrawn(page, 'weekly-sales-meeting')
    await page.getByRole('tab', { name: 'Table' }).click()
    const pivot = page.getByRole('table', { name: 'Orders by Region' })
    const rows = () => pivot.locator('tbody tr').count()
    await expect.poll(() => rows()).toBe(8)
    const chip = page.getByRole('group', { name: 'Region' }).getByRole('button', { name: 'Ticino' })
    await chip.press('Enter')
    await expect.poll(rows).toBe(12)
    await expect.poll(() => chip.evaluate(inPage('element => element === document.activeElement'))).toBe(true)
    await expect.poll(() => chip.getAttribute('aria-pressed')).toBe('true')
    await chip.press('Enter')
    await expect.poll(rows).toBe(8)

    const heads = () => pivot.getByRole('columnheader', { name: /2026/ }).count()
    await expect.poll(() => heads()).toBe(4)
    await page.getByText('Month', { exact: true }).click()
    await expect.poll(heads).toBe(11)

    const margins = () => pivot.getByRole('columnheader', { name: 'Margin' }).count()
    await expect.poll(() => margins()).toBe(0)
    await page.getByRole('combobox', { name: 'Measure' }).selectOption('sales.margin')
    await expect.poll(margins).toBe(11)
    await expect.poll(() => axeFindings(page)).toEqual([])
    expect(troubles).toEqual([])
  })

  test('a total gets smaller when a filter leaves fewer rows', async () => {
    const { page, troubles } = await browser.open(`${preview.url}/#/cash`)
    await allDrawn(page, 'cash')
    const figure = async () =>
      Number((await page.locator('[data-widget="closing"] .bw-figure').innerText()).replaceAll(/[^\d.]/g, ''))
    const all = await figure()
    const filter = page.locator('[data-type="FILTER"]')
    await filter.getByRole('combobox').selectOption({ index: 1 })
    await expect.poll(figure).toBeLessThan(all)
    expect(troubles).toEqual([])
  })
})

describe('a chart that filters the others', () => {
  const bars: SceneReport = {
    ...{ name: 'By region', title: 'By region', kind: 'vega' },
    query: { measures: ['sales.revenue'], dimensions: ['sales.region'] },
    spec: {
      $schema: 'https://vega.github.io/schema/vega-lite/v5.json',
      mark: 'bar',
      encoding: {
        x: { field: 'sales\\.region', type: 'nominal', sort: null },
        y: { field: 'sales\\.revenue', type: 'quantitative' },
      },
    },
  }
  const table: SceneReport = { ...bars, name: 'Rows', title: 'Rows', kind: 'table', spec: null }
  const members = {
    'sales.region': {
      kind: 'dimension',
      type: 'string',
      title: 'Region',
      description: 'One of north, south, east, west.',
    },
    'sales.revenue': { kind: 'measure', type: 'sum', title: 'Revenue' },
  } as const
  const scene = (crossFilter: boolean) => {
    const widgets = [
      widget('bars', 'CHART', [0, 0, 6, 6], { report: 'bars' }),
      widget('rows', 'CHART', [6, 0, 6, 6], { report: 'rows' }),
    ]
    const drawn = sceneWith(widgets, { bars, rows: table })
    return { ...drawn, members, dashboard: { ...drawn.dashboard, settings: { crossFilter } } }
  }

  test('by a click on a mark or by keyboard, where the dashboard allows it', async () => {
    const { page, troubles } = await browser.show(scene(true))
    const rows = () => page.getByRole('table', { name: 'Rows' }).locator('tbody tr').count()
    const marks = page.locator('[data-widget="bars"] .mark-rect.role-mark path')
    const chosen = page.getByRole('combobox', { name: 'Filter the others by By region' })
    const [all = '', ...names] = await chosen.locator('option').allInnerTexts()
    expect([all, names.length]).toEqual(['Show all', 4])
    await expect.poll(() => rows()).toBe(4)
    const chart = page.locator('[data-widget="bars"] .bw-vega')
    const faded = () => marks.evaluateAll(inPage('all => all.map((each) => getComputedStyle(each).opacity < 1)'))
    const place = await chart.boundingBox()
    await marks.nth(1).click()
    await expect.poll(rows).toBe(1)
    await expect.poll(faded).toEqual([true, false, true, true])
    expect(await chart.boundingBox()).toEqual(place)
    expect([await marks.count(), await chosen.locator('option:checked').innerText()]).toEqual([4, names[1]])
    await expect.poll(() => axeFindings(page)).toEqual([])
    await marks.nth(1).click()
    await expect.poll(rows).toBe(4)
    await expect.poll(faded).toEqual([false, false, false, false])
    await chosen.focus()
    for (const _ of names) await page.keyboard.press('ArrowDown')
    await expect
      .poll(async () => page.getByRole('table', { name: 'Rows' }).locator('tbody').innerText())
      .toMatch(new RegExp(`^${names.at(-1)?.replace('Region: ', '')}`))
    await expect.poll(() => chosen.evaluate(inPage('element => element === document.activeElement'))).toBe(true)
    await chosen.selectOption('Show all')
    await expect.poll(rows).toBe(4)

    expect(troubles).toEqual([])
    await browser.show(scene(false))
    await marks.nth(1).click()
    expect([await rows(), await chosen.count()]).toEqual([4, 0])
    expect(troubles).toEqual([])
  })

  test('says why it filters nothing, where a click could not', async () => {
    const { query: _, ...rest } = bars
    const inSql = {
      ...rest,
      sql: 'select region, revenue from sales',
      spec: {
        $schema: 'https://vega.github.io/schema/vega-lite/v5.json',
        mark: 'bar',
        encoding: {
          x: { field: 'region', type: 'nominal' },
          y: { field: 'revenue', type: 'quantitative', aggregate: 'sum' },
        },
      },
    }
    const { page } = await browser.show({ ...scene(true), reports: { bars: inSql, rows: table } })
    await page.locator('[data-widget="bars"] .mark-rect.role-mark path').first().click()
    await expect.poll(() => page.locator('.vg-tooltip').innerText()).toBe('Reports in SQL cannot filter.')
  })

  test('begins and ends with the saved setting, while the page is open', async () => {
    const scenes = { one: scene(false) }
    const served = await serveScenes(scenes)
    onTestFinished(() => served.close())
    const { page } = await browser.open(`${served.url}/#/one`)
    await allDrawn(page, 'one')
    const save = (crossFilter: boolean) => {
      scenes.one = scene(crossFilter)
      served.changed()
    }
    const rows = () => page.getByRole('table', { name: 'Rows' }).locator('tbody tr').count()
    const chosen = page.getByRole('combobox', { name: 'Filter the others by By region' })
    save(true)
    await chosen.waitFor({ state: 'attached' })
    await page.locator('[data-widget="bars"] .mark-rect.role-mark path').nth(1).click()
    await expect.poll(rows).toBe(1)
    save(false)
    await expect.poll(rows).toBe(4)
    await expect.poll(() => chosen.count()).toBe(0)
  })
})

test('a number with nothing below it fills its widget, with its unit, and stays on one line', async () => {
  const kpi: SceneReport = { name: 'Income', title: 'Income', kind: 'kpi', query: { measures: ['sales.revenue'] } }
  const boxes = [
    [0, 0, 6, 4],
    [6, 0, 3, 4],
  ] as const
  const scene = {
    ...sceneWith(
      boxes.map((box, index) => widget(`n${index}`, 'CHART', box, { report: 'kpi' })),
      { kpi },
    ),
    members: { 'sales.revenue': { kind: 'measure', type: 'sum', format: 'currency', currency: 'CHF' } } as const,
  }
  const { page } = await browser.show(scene)
  const figures = page.locator('.bw-figure')
  await expect.poll(() => figures.first().innerText()).toMatch(/^CHF\s[\d,]{7}/)
  const seen = await figures.evaluateAll(
    inPage<{ size: number; beside: number; lines: number; isCut: boolean }[]>(`all => all.map((each) => {
      const style = getComputedStyle(each)
      const size = parseFloat(style.fontSize)
      const body = each.closest('.bw-body')
      const [box, around] = [each.getBoundingClientRect(), body.getBoundingClientRect()]
      const beside = Math.abs(box.top - around.top - (around.bottom - box.bottom))
      return { size, beside, lines: Math.round(each.offsetHeight / parseFloat(style.lineHeight)), isCut: body.scrollHeight > body.clientHeight + 1 }
    })`),
  )
  expect(seen.map(({ lines, isCut }) => ({ lines, isCut }))).toEqual(boxes.map(() => ({ lines: 1, isCut: false })))
  // As much room above it as below.
  expect(Math.max(...seen.map(({ beside }) => beside))).toBeLessThan(3)
  const [wide = 0, narrow = 0] = seen.map(({ size }) => size)
  expect([wide > 45, wide > narrow, narrow > 20]).toEqual([true, true, true])
  const painter = createPainter({ processes: 1 })
  const drawing = { scene: asOpened(scene), width: 1240, isDark: false, format: 'svg', scale: 1 } as const
  const { bytes } = await painter.draw(drawing).finally(() => painter.close())
  const sizes = [
    ...Buffer.from(bytes)
      .toString()
      .matchAll(/font-size="([\d.]+)"[^>]*>CHF/g),
  ].map(([, size]) => Number(size))
  expect(sizes.map((size) => size > 45)).toEqual([true, false])
})

describe('a widget that a filter does not reach', () => {
  const query = { measures: ['sales.revenue'], dimensions: ['sales.region'] }
  const spec = {
    mark: 'bar',
    encoding: { x: { field: 'month', type: 'nominal' }, y: { field: 'n', type: 'quantitative' } },
  }
  const reports: Record<string, SceneReport> = {
    reached: { name: 'Reached', title: 'Reached', kind: 'table', query },
    other: { name: 'Other', title: 'Other', kind: 'table', query: { measures: ['stock.count'] } },
    sql: { name: 'By hand', title: 'By hand', kind: 'vega', sql: 'select month, n from t', spec },
  }
  const scene = {
    ...sceneWith(
      [
        widget('region', 'FILTER', [0, 0, 12, 2], {
          config: { title: 'Region', member: 'sales.region', operator: 'equals', display: 'list', value: [] },
        }),
        ...Object.keys(reports).map((id, index) => widget(id, 'CHART', [index * 4, 2, 4, 6], { report: id })),
      ],
      reports,
    ),
    members: {
      'sales.region': { kind: 'dimension', type: 'string', description: 'One of north, south.' },
      'sales.revenue': { kind: 'measure', type: 'sum' },
      'stock.count': { kind: 'measure', type: 'count' },
    } as const,
  }

  test('says so as long as the filter is chosen, on a page and in a picture', async () => {
    const { page } = await browser.show(scene)
    const marked = () =>
      page.locator('.bw-widget:has(> .bw-missed)').evaluateAll(inPage('all => all.map((each) => each.dataset.widget)'))
    await expect.poll(marked).toEqual([])
    await page.getByLabel('north').check()
    await expect.poll(marked).toEqual(['other', 'sql'])
    await expect.poll(() => page.locator('[data-widget="sql"] .bw-missed').innerText()).toBe('not filtered by Region')
    await expect.poll(() => axeFindings(page)).toEqual([])
    await page.getByLabel('north').uncheck()
    await expect.poll(marked).toEqual([])
    await page.getByLabel('north').check()
    const asDrawn = asOpened({
      ...scene,
      dashboard: {
        ...scene.dashboard,
        widgets: scene.dashboard.widgets?.map((each) =>
          each.id === 'region' ? { ...each, config: { ...each.config, value: ['north'] } } : each,
        ),
      },
    })
    const painter = createPainter({ processes: 1 })
    const drawing = { scene: asDrawn, width: 1200, isDark: false, format: 'svg', scale: 1 } as const
    const { bytes } = await painter.draw(drawing).finally(() => painter.close())
    expect(
      Buffer.from(bytes)
        .toString()
        .match(/not filtered by Region/g),
    ).toHaveLength(2)
  })

  test('a click on a month filters the others, its bar stays, and another click shows all again', async () => {
    const { page } = await browser.open(`${preview.url}/#/revenue-overview`)
    await allDrawn(page, 'revenue-overview')
    const chart = page.locator('[data-widget="wk3ZmQ81"]')
    const place = await chart.locator('.bw-vega').boundingBox()
    const bars = chart.locator('.mark-rect.role-mark path')
    const faded = () =>
      bars.evaluateAll(inPage('all => all.flatMap((each, at) => (getComputedStyle(each).opacity < 0.8 ? [] : [at]))'))
    const figure = page.locator('[data-widget="b8LhNv2s"] .bw-figure')
    const all = await figure.innerText()
    await bars.nth(20).click()
    await expect.poll(() => figure.innerText()).not.toBe(all)
    await expect.poll(faded).toEqual([20])
    const chosen = page.getByRole('combobox', { name: 'Filter the others by Revenue by month' })
    await expect.poll(() => chosen.locator('option:checked').innerText()).toMatch(/^[A-Z].*: [A-Z][a-z]{2} 2026$/)
    expect(await chart.locator('.bw-vega').boundingBox()).toEqual(place)
    await bars.nth(20).click()
    await expect.poll(() => figure.innerText()).toBe(all)
  })
})

const LITE = 'https://vega.github.io/schema/vega-lite/v5.json'
const SERIES = Array.from({ length: 16 }, (_, index) => `Region ${index + 1}`)
const coloured = (values: readonly string[]): SceneReport => ({
  name: 'Many',
  kind: 'vega',
  spec: {
    $schema: LITE,
    data: { values: values.map((series, index) => ({ series, x: index % 4, y: index + 1 })) },
    mark: 'bar',
    encoding: {
      x: { field: 'x', type: 'ordinal' },
      y: { field: 'y', type: 'quantitative' },
      color: { field: 'series', type: 'nominal', sort: null },
    },
  },
})

const showMany = (count: number, wishes: PageWishes) =>
  browser.show(
    sceneWith([widget('many', 'CHART', [0, 0, 4, 8], { report: 'many' })], { many: coloured(SERIES.slice(0, count)) }),
    wishes,
  )
const FILLS = inPage<string[]>('all => all.map((each) => each.getAttribute("fill"))')

/** Labels that reach out of their chart. */
const CUT = `svg => {
  const room = svg.getBoundingClientRect()
  return [...svg.querySelectorAll('.role-legend text')].filter((text) => {
    const box = text.getBoundingClientRect()
    return box.left < room.left - 1 || box.right > room.right + 1 || box.bottom > room.bottom + 1
  }).map((text) => text.textContent)
}`

describe('a chart', () => {
  test.each([4, 8, 16])(
    'with %i series shows its whole legend in a narrow widget, and no colour twice',
    async (count) => {
      const { page, troubles } = await showMany(count, { width: 1280 })
      const svg = page.locator('.bw-vega > svg')
      await expect.poll(() => svg.evaluate(inPage<string[]>(CUT))).toEqual([])
      await expect.poll(() => svg.locator('.role-legend-label text').count()).toBe(count)
      const fills = await svg.locator('.mark-rect.role-mark path').evaluateAll(FILLS)
      expect([fills.length, new Set(fills).size]).toEqual([count, count])
      // There is still a chart.
      expect((await svg.locator('.role-axis-grid').first().boundingBox())?.height).toBeGreaterThan(90)
      expect(troubles).toEqual([])
    },
  )

  test('in dark mode uses sixteen different colours, too', async () => {
    const { page, troubles } = await showMany(16, { dark: true })
    const fills = await page.locator('.bw-vega .mark-rect.role-mark path').evaluateAll(FILLS)
    expect(new Set(fills).size).toBe(16)
    expect(troubles).toEqual([])
  })

  test('shows the values under the pointer', async () => {
    const { page, troubles } = await browser.open(`${preview.url}/#/revenue-overview`)
    await allDrawn(page, 'revenue-overview')
    await page.locator('[data-widget="wk3ZmQ81"] .mark-rect.role-mark path').nth(3).hover()
    const tip = page.locator('.vg-tooltip')
    await expect.poll(() => tip.innerText()).toMatch(/^Ordered at\s.*\nNet revenue\sCHF\s\d{3},\d{3}$/)
    await expect.poll(() => axeFindings(page)).toEqual([])
    await page.mouse.move(5, 5)
    await tip.waitFor({ state: 'hidden' })
    expect(troubles).toEqual([])
  })

  test('names the point of a line that is nearest across, wherever the pointer is, and marks it', async () => {
    const { page, troubles } = await browser.open(`${preview.url}/#/cash`)
    await allDrawn(page, 'cash')
    const box = await page.locator('[data-widget="forecast"] .bw-vega').boundingBox()
    const { x = 0, y = 0, width = 0, height = 0 } = box ?? {}
    const tip = page.locator('.vg-tooltip')
    const weeks: string[] = []
    for (const part of [0.25, 0.5, 0.75]) {
      await page.mouse.move(x + width * part, y + height * 0.15, { steps: 2 })
      await expect.poll(() => tip.innerText()).toMatch(/^Week\sweek of .*\nNet flow, CHF\s/)
      await page.locator('[data-widget="forecast"] [data-near] circle').waitFor()
      weeks.push((await tip.innerText()).split('\n')[0] ?? '')
    }
    expect(new Set(weeks).size).toBe(3)
    await page.mouse.move(5, 5)
    await tip.waitFor({ state: 'hidden' })
    await expect.poll(() => page.locator('[data-near] circle').count()).toBe(0)
    expect(troubles).toEqual([])
  })

  test('of folded columns has their titles, and numbers as a table writes them', async () => {
    const { page } = await browser.open(`${preview.url}/#/weekly-sales-meeting`)
    await allDrawn(page, 'weekly-sales-meeting')
    await page.locator('path[aria-label*="Weighted amount"]').first().hover()
    await expect
      .poll(() => page.locator('.vg-tooltip').innerText())
      .toMatch(/^CHF a year\s[\d,]+(\.\d\d?)?\nStage\slead\nMeasure\sWeighted amount$/)
  })

  test.each([
    ['circle.bw-map-point', 7, /^Customers city:\s.+\nCount:\s\d+\nNet revenue:\sCHF\s[\d,.]+$/],
    ['.bw-sankey-links path', 32, /^.+ → .+:\s.*\d$/],
  ] as const)('of %s: each names its values in the same box', async (marks, count, words) => {
    const { page, troubles } = await browser.open(`${preview.url}/#/weekly-sales-meeting`, { dark: true })
    await allDrawn(page, 'weekly-sales-meeting')
    const all = page.locator(marks)
    await expect.poll(() => all.count()).toBe(count)
    const tip = page.locator('.vg-tooltip.dark-theme')
    for (const at of [0, count - 1]) {
      await all.nth(at).dispatchEvent('pointermove', { clientX: 1490, clientY: 700 })
      await expect.poll(() => tip.innerText()).toMatch(words)
      const box = await tip.boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 9_999)).toBeLessThan(1_500)
    }
    if (EVERY_LOOK) await expect.poll(() => axeFindings(page)).toEqual([])
    await page
      .locator('.bw-map, .bw-sankey')
      .evaluateAll(inPage('all => all.forEach((each) => each.dispatchEvent(new PointerEvent("pointerleave")))'))
    await tip.waitFor({ state: 'hidden' })
    expect(troubles).toEqual([])
  })

  test('is a map that comes nearer and moves by buttons, keys, a wheel and a drag, and is again as at first', async () => {
    const { page, troubles } = await browser.open(`${preview.url}/#/weekly-sales-meeting`, { height: 800 })
    await allDrawn(page, 'weekly-sales-meeting')
    const map = page.locator('.bw-map-holder')
    await map.scrollIntoViewIfNeeded()
    const seen = async (): Promise<string> =>
      await map.locator('.bw-map-point').evaluateAll(inPage('all => all.map((each) => each.getAttribute("cx")).join()'))
    const [first, box] = [await seen(), await map.boundingBox()]
    const { x = 0, y = 0 } = box ?? {}
    const again = map.getByRole('button', { name: 'As at first' })
    const act = async (how: () => Promise<unknown>): Promise<void> => {
      await how()
      await expect.poll(seen).not.toBe(first)
      await again.click()
      await expect.poll(seen).toBe(first)
      await again.waitFor({ state: 'hidden' })
    }
    // Its sign, too.
    await map.locator('.bw-map-button path').first().waitFor()
    // A page scrolls under a pointer that only passes.
    await page.mouse.move(x + 200, y + 100)
    const scrolled = () => page.locator('.pv-stage').evaluate(inPage('each => each.scrollTop'))
    const before = await scrolled()
    await page.mouse.wheel(0, -100)
    await expect.poll(scrolled).not.toBe(before)
    await expect.poll(seen).toBe(first)
    await map.scrollIntoViewIfNeeded()
    const place = await map.boundingBox()
    const [left, top] = [(place?.x ?? 0) + 200, (place?.y ?? 0) + 100]

    await act(() => map.getByRole('button', { name: 'Nearer' }).click())
    await act(() => map.getByRole('button', { name: 'Farther' }).click())
    for (const key of ['+', '-', 'ArrowLeft']) await act(() => map.press(key))
    await act(async () => {
      await page.keyboard.down('Control')
      await page.mouse.move(left, top)
      await page.mouse.wheel(0, -100)
      await page.keyboard.up('Control')
    })
    await act(async () => {
      await page.mouse.click(left, top)
      await page.mouse.wheel(0, -100)
    })
    await act(async () => {
      await page.mouse.move(left, top)
      await page.mouse.down()
      await page.mouse.move(left + 60, top + 30, { steps: 4 })
      await page.mouse.up()
    })
    await expect.poll(() => smallControls(page, '.bw-map-holder')).toEqual([])
    await map.press('+')
    await again.waitFor()
    await expect.poll(() => axeFindings(page)).toEqual([])
    expect(troubles).toEqual([])
  })

  test('fills the screen, and its rows and its picture can be copied and downloaded', async () => {
    const { page, troubles } = await browser.open(`${preview.url}/#/revenue-overview`)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await allDrawn(page, 'revenue-overview')
    const chart = page.locator('[data-widget="wk3ZmQ81"]')
    const pick = async (name: string): Promise<void> => {
      await chart.getByLabel('More of Revenue by month').press('Enter')
      await chart.getByRole('button', { name }).click()
    }
    await chart.getByLabel('More of Revenue by month').press('Enter')
    await expect.poll(() => axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await pick('Copy as CSV')
    const clipboard = async () => String(await page.evaluate('navigator.clipboard.readText()'))
    await expect
      .poll(async () => (await clipboard()).split(/\r?\n/)[0])
      .toBe('sales.ordered_at.month,sales.net_revenue')
    const copied = await clipboard()
    expect(copied.trim().split(/\r?\n/).length).toBe(25)

    const [csv] = await Promise.all([page.waitForEvent('download'), pick('Download as CSV')])
    expect(csv.suggestedFilename()).toBe('Revenue by month.csv')
    expect(
      readFileSync(await csv.path(), 'utf8')
        .trim()
        .split('\r\n').length,
    ).toBe(25)
    const [svg] = await Promise.all([page.waitForEvent('download'), pick('Download as SVG')])
    const text = readFileSync(await svg.path(), 'utf8')
    expect(text).toMatch(/^<\?xml[^>]*>\n<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/)
    expect(text).not.toMatch(/class=|style=/)

    await pick('Full screen')
    await expect.poll(() => page.evaluate('document.fullscreenElement?.dataset.widget')).toBe('wk3ZmQ81')
    await pick('Leave full screen')
    await expect.poll(() => page.evaluate('document.fullscreenElement === null')).toBe(true)
    expect(troubles).toEqual([])
  })
})
