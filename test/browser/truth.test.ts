import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Scene, SceneReport } from '../../packages/pictures/scene.ts'
import { openPreview } from '../../src/previews/page/open.ts'
import { startPreview } from '../../src/previews/server/server.ts'
import { readFiles, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { allDrawn, axeFindings, sceneWith, serveScenes, useBrowser, widget } from './support.ts'

const browser = useBrowser()
const LITE = 'https://vega.github.io/schema/vega-lite/v5.json'

const sceneOf = (reports: Record<string, SceneReport>): Scene => {
  const widgets = Object.keys(reports).map((id, index) =>
    widget(id, 'CHART', [(index % 3) * 4, Math.floor(index / 3) * 4, 4, 4], { report: id }),
  )
  return sceneWith(widgets, reports)
}

async function show(reports: Record<string, SceneReport>, look: (page: Page) => Promise<void>): Promise<void> {
  const { page, troubles } = await browser.show(sceneOf(reports))
  await look(page)
  expect(troubles).toEqual([])
}

const said = (page: Page, id: string) => page.locator(`[data-widget="${id}"]`).getByRole('alert').innerText()
const alerts = (page: Page) => page.getByRole('alert').count()

const chart = (x: string, y: string, more: Partial<SceneReport> = {}): SceneReport => ({
  name: 'C',
  kind: 'vega',
  spec: {
    $schema: LITE,
    mark: 'bar',
    encoding: { x: { field: x, type: 'nominal' }, y: { field: y, type: 'quantitative' } },
  },
  ...more,
})
const sql = 'select city, sum(net) as "netRevenue" from orders group by 1'
const query = { measures: ['orders.count'], dimensions: ['orders.city'] }

describe('a column that a report names and does not get', () => {
  const reports: Record<string, SceneReport> = {
    right: chart('city', 'netRevenue', { sql }),
    bySql: chart('city', 'netRevenu', { sql }),
    byQuery: chart('orders\\.city', 'orders\\.cuont', { query }),
    made: {
      ...chart('city', 'double', { sql }),
      spec: {
        ...(chart('city', 'double').spec as object),
        transform: [{ calculate: 'datum.netRevenue * 2', as: 'double' }],
      },
    },
    number: { name: 'K', kind: 'kpi', spec: { value: 'orders.counts' }, query },
    table: {
      name: 'T',
      kind: 'table',
      spec: { columns: [{ field: 'orders.city' }, { field: 'orders.nothing.at.all' }] },
      query,
    },
    map: {
      name: 'M',
      kind: 'map',
      spec: { latitude: 'lat', longitude: 'long' },
      sql: 'select lat, lon, n from places',
    },
    flow: {
      name: 'F',
      kind: 'sankey',
      spec: { source: 'from_' },
      sql: 'select a as source, b as target, sum(c) as value',
    },
  }
  const GUESSED: Readonly<Record<string, string>> = {
    bySql: 'The SQL of this report gives no “netRevenu”. Did you mean “netRevenue”?',
    byQuery: 'The query of this report gives no “orders.cuont”. Did you mean “orders.count”?',
    number: 'The query of this report gives no “orders.counts”. Did you mean “orders.count”?',
    table: 'The query of this report gives no “orders.nothing.at.all”. It gives “orders.city”, “orders.count”.',
    map: 'The SQL of this report gives no “long”. Did you mean “lon”?',
    flow: 'The SQL of this report gives no “from_”. It gives “source”, “target”, “value”.',
  }

  test('is reported in its widget, with the nearest name; sample rows', async () => {
    await show(reports, async (page) => {
      for (const [id, text] of Object.entries(GUESSED))
        await expect.poll(() => said(page, id), { message: id }).toBe(text)
      await expect.poll(() => alerts(page)).toBe(Object.keys(GUESSED).length)
      await expect.poll(() => page.getByRole('img', { name: /bar chart of/ }).count()).toBe(2)
      // The rest of a table is still there.
      await expect.poll(() => page.getByRole('table', { name: 'T' }).getByRole('row').count()).toBeGreaterThan(3)
      await expect.poll(() => axeFindings(page)).toEqual([])
    })
  })

  test('is reported in its widget, with the nearest name; live rows', async () => {
    const { right, bySql, byQuery } = reports
    const rows = async (_: string, id: string) =>
      id === 'byQuery'
        ? { rows: [{ 'orders.city': 'Bern', 'orders.count': '7' }] }
        : { rows: [{ city: 'Bern', netRevenue: 7 }] }
    const one = sceneOf({ ...(right && { right }), ...(bySql && { bySql }), ...(byQuery && { byQuery }) })
    const preview = await serveScenes({ one }, { rows })
    try {
      const { page, troubles } = await browser.open(`${preview.url}/#/one`)
      await allDrawn(page, 'one')
      await expect.poll(() => said(page, 'bySql')).toBe(GUESSED['bySql'])
      await expect.poll(() => said(page, 'byQuery')).toBe(GUESSED['byQuery'])
      await expect.poll(() => alerts(page)).toBe(2)
      expect(troubles).toEqual([])
    } finally {
      await preview.close()
    }
  })

  test('is made up where it cannot be checked: code, and SQL that does not name its columns', async () => {
    await show(
      {
        code: chart('city', 'guess', { sql, pythonCode: 'df["guess"] = 1' }),
        star: chart('city', 'anything', { sql: 'select * from orders' }),
        nothing: chart('city', 'anything'),
        window: chart('city', 'running', { sql: 'select city, sum(net) over (order by at) as running from orders' }),
      },
      async (page) => {
        const told = () => page.getByRole('note').filter({ hasText: 'Sample rows by the names of the columns' })
        await expect.poll(() => told().count()).toBe(1)
        await expect.poll(() => page.locator('[data-widget="window"]').innerText()).toContain('agree with no other')
        await expect.poll(() => alerts(page)).toBe(0)
        await expect.poll(() => page.getByRole('img', { name: /bar chart of/ }).count()).toBe(4)
      },
    )
  })
})

describe('a chart that cannot be drawn', () => {
  const spec = (more: object): SceneReport => ({
    name: 'C',
    kind: 'vega',
    sql,
    spec: { $schema: LITE, mark: 'bar', encoding: { x: { field: 'city', type: 'nominal' } }, ...more },
  })
  test('says what is wrong in its specification', async () => {
    await show(
      {
        mark: spec({ mark: 'barr' }),
        nothing: { ...spec({}), spec: { $schema: LITE, encoding: {} } },
        aggregate: spec({ encoding: { y: { field: 'netRevenue', aggregate: 'men', type: 'quantitative' } } }),
        layer: spec({ mark: undefined, layer: { mark: 'bar' } }),
        encoding: spec({ encoding: 42 }),
        channel: spec({ encoding: { x: 'city' } }),
        deep: spec({ transform: [{ calculate: 'datum.city +', as: 'a' }] }),
      },
      async (page) => {
        await expect.poll(() => said(page, 'mark')).toBe('`mark` is “barr”, which is not known. Did you mean “bar”?')
        await expect
          .poll(() => said(page, 'nothing'))
          .toBe('The specification has no `mark`: it does not say what to draw.')
        await expect
          .poll(() => said(page, 'aggregate'))
          .toBe('`encoding.y.aggregate` is “men”, which is not known. Did you mean “mean”?')
        await expect.poll(() => said(page, 'layer')).toBe('`layer` is a map, and has to be a list.')
        await expect
          .poll(() => said(page, 'deep'))
          .toMatch(/^`transform\[0\]\.calculate` cannot be drawn: without it, the rest can be\./)
        await expect.poll(() => said(page, 'encoding')).toBe('`encoding` is a number, where it has a map of channels.')
        await expect
          .poll(() => said(page, 'channel'))
          .toBe('`encoding.x` is a string, where a channel has a map, such as `field` and `type`.')
        for (const alert of await page.getByRole('alert').allInnerTexts()) expect(alert).not.toContain('undefined')
      },
    )
  })
})

test('a letter that no font has is shown by its number, and the others stay letters', async () => {
  const nobodys = '\u{10fffd}\u200d\u{10fffc}'
  const bars: SceneReport = {
    name: `Bars ${nobodys}`,
    kind: 'vega',
    spec: {
      ...(chart('a', 'b').spec as object),
      data: { values: [{ a: `Žižkov Ωмега ${nobodys}`, b: 1 }] },
    },
  }
  const text = widget('text', 'TEXT', [0, 0, 4, 4], { config: { markdown: `# Žižkov ${nobodys} é → €\n\u001b[31m` } })
  const scene = sceneWith([text, widget('bars', 'CHART', [4, 0, 6, 6], { report: 'bars' })], { bars })
  const preview = await serveScenes({ one: { ...scene, title: `One ${nobodys}` } })
  try {
    const { page, troubles } = await browser.open(`${preview.url}/#/one`)
    await allDrawn(page, 'one')
    const told = '[U+10FFFD U+10FFFC]'
    await expect.poll(() => page.locator('[data-widget="text"] h1').innerText()).toBe(`Žižkov ${told} é → €`)
    await expect.poll(() => page.locator('[data-widget="bars"]').innerText()).toContain(`Bars ${told}`)
    await expect
      .poll(() => page.locator('[data-widget="bars"] svg text').allTextContents())
      .toContain(`Žižkov Ωмега ${told}`)
    await expect.poll(() => page.getByRole('navigation').innerText()).toContain(`One ${told}`)
    expect(await axeFindings(page)).toEqual([])
    expect(troubles).toEqual([])
  } finally {
    await preview.close()
  }
})

test('an emoji is there or left out, never told as a number, and what has nothing else is a box', async () => {
  const markdown = ['# Podium \u{1f3c6} of the week', '# \u{1f469}\u200d\u{1f4bb}\u{1f3fd}'].join('\n')
  const { page } = await browser.show(sceneWith([widget('text', 'TEXT', [0, 0, 4, 4], { config: { markdown } })]))
  const heading = page.locator('[data-widget="text"] h1')
  await expect.poll(() => heading.first().innerText()).toMatch(/^Podium (\u{1f3c6} )?of the week$/u)
  await expect.poll(() => heading.last().innerText()).toMatch(/^(\u25a1|\u{1f469}.*)$/u)
})

const board = 'content/sales/revenue-overview'

/** The overview of acme, with other files. */
async function open(changed: Record<string, string>, look: (page: Page, url: string) => Promise<void>): Promise<void> {
  const root = temporaryDirectory()
  await writeFiles(root, { ...readFiles('examples/acme'), ...changed })
  const source = await openPreview(root, { today: '2026-11-20', data: 'sample', env: {}, onChange: () => {} })
  const preview = await startPreview(source)
  try {
    const { page } = await browser.open(`${preview.url}/#/revenue-overview`)
    await look(page, preview.url)
  } finally {
    await preview.close()
    await source.close()
  }
}

test('a broken chart names the line and the file', async () => {
  const file = `${board}/reports/revenue-by-month.yaml`
  const text = readFileSync(join('examples/acme', file), 'utf8').replace(
    'format: ~s',
    'format: ~s\n      aggregate: men',
  )
  const line = text.split('\n').findIndex((each) => each.includes('aggregate: men')) + 1
  await open({ [file]: text }, async (page) => {
    await allDrawn(page, 'revenue-overview')
    await expect
      .poll(() => said(page, 'wk3ZmQ81'))
      .toBe(`\`encoding.y.aggregate\` is “men”, which is not known. Did you mean “mean”? (${file}:${line})`)
  })
})

describe('a file that cannot be read', () => {
  const text = readFileSync(join('examples/acme', board, 'dashboard.yaml'), 'utf8')

  test.each([
    ['dashboard.yaml', { [`${board}/dashboard.yaml`]: `${text}\n  : broken\n` }, 'Revenue overview'],
    ['workbook.yaml', { [`${board}/workbook.yaml`]: 'name: [\n' }, 'revenue-overview'],
  ])('is reported once, over the place of its dashboard: %s', async (file, broken, name) => {
    await open(broken, async (page) => {
      const link = page.getByRole('link', { name: `${name} broken file` })
      await link.waitFor()
      await expect.poll(() => link.getAttribute('aria-current')).toBe('page')
      await expect
        .poll(() => page.locator('.pv-stage').getByRole('alert').innerText())
        .toBe('It is drawn as soon as its files can be read.')
      await page.getByRole('region', { name: 'Problems' }).getByText(`${board}/${file}:`).waitFor()
    })
  })
})
