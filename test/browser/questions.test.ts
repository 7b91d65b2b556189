import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Scene, SceneReport } from '../../packages/pictures/scene.ts'
import type { RowsAnswer } from '../../src/previews/server/source.ts'
import { readPng } from '../support/png.ts'
import { allDrawn, axeFindings, sceneWith, serveScenes, textOf, useBrowser, widget } from './support.ts'

const browser = useBrowser()

const REGIONS = ['north', 'south', 'east', 'west']
const table: SceneReport = {
  ...{ name: 'Rows', title: 'Rows', kind: 'table' },
  query: { measures: ['sales.revenue'], dimensions: ['sales.region'] },
}
const bars: SceneReport = {
  ...{ ...table, name: 'Bars', title: 'Bars', kind: 'vega' },
  spec: {
    $schema: 'https://vega.github.io/schema/vega-lite/v5.json',
    mark: 'bar',
    encoding: {
      x: { field: 'sales\\.region', type: 'nominal', sort: null },
      y: { field: 'sales\\.revenue', type: 'quantitative' },
    },
  },
}
const members: Scene['members'] = {
  'sales.region': {
    kind: 'dimension',
    type: 'string',
    title: 'Region',
    description: 'One of north, south, east, west.',
  },
  'sales.city': { kind: 'dimension', type: 'string', title: 'City', description: 'One of Bern, Basel, Chur.' },
  'sales.revenue': {
    kind: 'measure',
    type: 'sum',
    title: 'Revenue',
    drill: ['sales.city', 'sales.region', 'sales.revenue'],
  },
  'other.kind': { kind: 'dimension', type: 'string', title: 'Kind', description: 'One of a, b.' },
}
const filter = (id: string, member: string, config: object = {}) =>
  widget(id, 'FILTER', [0, 0, 4, 2], { config: { title: id, member, ...config } })
const scene = (...more: Parameters<typeof sceneWith>[0][number][]): Scene => ({
  ...sceneWith(
    [
      widget('rows', 'CHART', [0, 2, 6, 6], { report: 'rows' }),
      widget('bars', 'CHART', [6, 2, 6, 6], { report: 'bars' }),
      ...more,
    ],
    { rows: table, bars },
  ),
  members,
})

interface Question {
  readonly widget: string
  readonly values: readonly string[]
  readonly answer: (rows: RowsAnswer) => void
}

/** A data API whose answers the test gives, in the order that it likes. */
async function served(drawn: Scene, look: (page: Page, questions: Question[]) => Promise<void>): Promise<void> {
  const questions: Question[] = []
  const preview = await serveScenes(
    { one: drawn },
    {
      rows: (_, id, query) =>
        new Promise((answer) => {
          const filters = (query?.['filters'] ?? []) as readonly { readonly values: readonly string[] }[]
          questions.push({ widget: id, values: filters.flatMap(({ values }) => values), answer })
        }),
    },
  )
  try {
    const { page, troubles } = await browser.open(`${preview.url}/#/one`)
    await look(page, questions)
    expect(troubles).toEqual([])
  } finally {
    await preview.close()
  }
}

const about = (...regions: string[]): RowsAnswer => ({
  rows: regions.map((region, index) => ({ 'sales.region': region, 'sales.revenue': String(index + 1) })),
})
const next = async (questions: readonly Question[], count: number): Promise<readonly Question[]> => {
  await expect.poll(() => questions.length).toBe(count)
  return questions
}
const ofWidget = (questions: readonly Question[], id: string): Question => {
  const found = questions.findLast((each) => each.widget === id)
  if (!found) throw new Error(`${id} asked nothing`)
  return found
}

describe('live rows', () => {
  test('are queried again when a filter changes; an answer that comes too late is not shown', async () => {
    await served(scene(filter('region', 'sales.region')), async (page, questions) => {
      // All are asked at once: one that waits keeps no other from being drawn.
      await next(questions, 2)
      expect(questions.map(({ values }) => values)).toEqual([[], []])
      ofWidget(questions, 'rows').answer(about(...REGIONS))
      const rows = page.getByRole('table', { name: 'Rows' }).locator('tbody tr')
      await expect.poll(() => rows.count()).toBe(4)
      await expect.poll(() => page.locator('[data-widget="bars"]').getAttribute('data-drawn')).toBeNull()
      ofWidget(questions, 'bars').answer(about(...REGIONS))
      await allDrawn(page, 'one')

      const choose = page.getByRole('combobox', { name: 'region' })
      await choose.selectOption('south')
      await next(questions, 4)
      const early = questions.slice(2)
      expect(early.map(({ values }) => values)).toEqual([['south'], ['south']])
      await choose.selectOption('east')
      await next(questions, 6)
      for (const question of questions.slice(4)) question.answer(about('east'))
      await allDrawn(page, 'one')
      for (const question of early) question.answer(about('south', 'south too'))
      await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringMatching(/^east/)])
      await expect.poll(() => page.locator('[data-widget="bars"] .mark-rect.role-mark path').count()).toBe(1)

      // What is known is not asked for again.
      await choose.selectOption('All')
      await expect.poll(() => rows.count()).toBe(4)
      expect(questions.length).toBe(6)
    })
  })

  test('are queried with a preset of 10,000 values, and the control shows how many', async () => {
    const value = Array.from({ length: 10_000 }, (_, index) => `region number ${index}`)
    await served(scene(filter('region', 'sales.region', { value })), async (page, questions) => {
      await next(questions, 2)
      expect(questions.map(({ values }) => values.length)).toEqual([10_000, 10_000])
      for (const question of questions) question.answer({ error: 'No rows: too many values.' })
      await allDrawn(page, 'one')
      await expect.poll(() => textOf(page, 'rows')).toContain('No rows: too many values.')
      await expect.poll(() => textOf(page, 'region')).toContain('and 9,992 more values')
      await expect.poll(() => axeFindings(page)).toEqual([])
      expect(questions.length).toBe(2)
    })
  })
})

describe('a widget', () => {
  const opened = async (drawn: Scene, look: (page: Page) => Promise<void>): Promise<void> => {
    const { page, troubles } = await browser.show(drawn)
    await look(page)
    expect(troubles).toEqual([])
  }
  const pick = async (page: Page, of: string, name: string): Promise<void> => {
    await page.getByLabel(`More of ${of}`).press('Enter')
    await page.getByRole('button', { name, exact: true }).click()
  }

  test('shows the query of its rows, with the values of the controls', async () => {
    await opened(scene(filter('region', 'sales.region', { value: 'south' })), async (page) => {
      await pick(page, 'Bars', 'Show Query')
      const shown = await page.getByLabel('Query of Bars').innerText()
      expect(JSON.parse(shown)).toEqual({
        ...bars.query,
        filters: [{ member: 'sales.region', operator: 'equals', values: ['south'] }],
      })
      await expect.poll(() => axeFindings(page)).toEqual([])
      await pick(page, 'Bars', 'Back to the report')
      await page.getByRole('img', { name: /^Bars: bar chart of 1 rows$/ }).waitFor()
    })
  })

  test('shows the rows behind a mark, and shows none for an empty spot', async () => {
    await opened(scene(), async (page) => {
      await page.locator('[data-widget="bars"] .mark-rect.role-mark path').nth(1).click()
      const details = page.getByRole('table', { name: 'Behind Bars · east' })
      await details.waitFor()
      const heads = await details.getByRole('columnheader').allInnerTexts()
      expect(heads.map((head) => head.trim())).toEqual(expect.arrayContaining(['City', 'Region', 'Revenue']))
      const regions = await details.locator('tbody tr').allInnerTexts()
      expect([regions.length > 0, regions.every((row) => row.includes('east'))]).toEqual([true, true])
      await expect.poll(() => axeFindings(page)).toEqual([])
      await page.getByLabel('More of Bars').press('Enter')
      await expect.poll(() => page.locator('[data-widget="bars"] .bw-menu').innerText()).toContain('Back to the report')
      await page.keyboard.press('Escape')
      // Without a mark, it is about all of them.
      await pick(page, 'Rows', 'Details')
      const all = page.getByRole('table', { name: 'Behind Rows' })
      await all.waitFor()
      const rows = await all.locator('tbody tr').allInnerTexts()
      expect(rows.some((row) => !row.includes('east'))).toBe(true)
    })
    await opened(scene(filter('region', 'sales.region', { operator: 'contains', value: 'zzz' })), async (page) => {
      await pick(page, 'Bars', 'Details')
      await expect.poll(() => textOf(page, 'bars')).toMatch(/Behind Bars No rows\.$/)
    })
  })

  test('drills from a number in a table, by keyboard, and from a single number', async () => {
    const total: SceneReport = { name: 'Total', kind: 'kpi', query: { measures: ['sales.revenue'] } }
    const drawn = sceneWith(
      [
        widget('rows', 'CHART', [0, 0, 6, 6], { report: 'rows' }),
        widget('total', 'CHART', [6, 0, 6, 4], { report: 'total' }),
      ],
      { rows: table, total },
    )
    await opened({ ...drawn, members }, async (page) => {
      const second = page.getByRole('table', { name: 'Rows' }).locator('tbody tr').nth(1)
      const region = await second.locator('td, th').first().innerText()
      await second.getByTitle('Details').press('Enter')
      const behind = page.getByRole('table', { name: `Behind Rows · ${region}` })
      await behind.waitFor()
      const shown = await behind.locator('tbody tr').allInnerTexts()
      expect([shown.length > 0, shown.every((row) => row.includes(region))]).toEqual([true, true])
      // There is nothing behind what is behind it.
      await expect.poll(() => behind.getByTitle('Details').count()).toBe(0)
      await page.locator('[data-widget="total"]').getByTitle('Details').click()
      await page.getByRole('table', { name: 'Behind Total' }).waitFor()
      await expect.poll(() => axeFindings(page)).toEqual([])
    })
  })

  test('is downloaded as PNG, on its own background', async () => {
    await opened(scene(), async (page) => {
      const [file] = await Promise.all([page.waitForEvent('download'), pick(page, 'Bars', 'Download as PNG')])
      expect(file.suggestedFilename()).toBe('Bars.png')
      const { width, height, at } = readPng(readFileSync(await file.path()))
      const box = await page.locator('[data-widget="bars"] .bw-vega > svg').boundingBox()
      expect([width, height]).toEqual([Math.round((box?.width ?? 0) * 2), Math.round((box?.height ?? 0) * 2)])
      expect(at(1, 1)).toEqual([255, 255, 255])
      const colours = new Set<string>()
      for (let x = 0; x < width; x += 5) for (let y = 0; y < height; y += 5) colours.add(at(x, y).join())
      expect(colours.size).toBeGreaterThan(3)
    })
  })

  test('with a control that changes nothing says so', async () => {
    await opened(scene(filter('kind', 'other.kind'), filter('region', 'sales.region')), async (page) => {
      const told = 'No report of this dashboard is changed by it.'
      expect([(await textOf(page, 'kind')).includes(told), (await textOf(page, 'region')).includes(told)]).toEqual([
        true,
        false,
      ])
      await page.getByRole('combobox', { name: 'kind' }).selectOption('a')
      await expect.poll(() => page.getByRole('table', { name: 'Rows' }).locator('tbody tr').count()).toBe(4)
    })
  })
})
