import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Scene } from '../../packages/pictures/scene.ts'
import { type OpenPreview, openPreview } from '../../src/previews/page/open.ts'
import { type PreviewServer, startPreview } from '../../src/previews/server/server.ts'
import { readFiles, writeFiles } from '../support/directory.ts'
import { makeTemporary } from '../support/package.ts'
import {
  allDrawn,
  axeFindings,
  boxOf,
  EVERY_LOOK,
  holdBack,
  inPage,
  sceneWith,
  serveScenes,
  textOf,
  useBrowser,
  widget,
} from './support.ts'

const browser = useBrowser()
const place = makeTemporary()
let source: OpenPreview
let preview: PreviewServer
const BOARD = 'content/sales/revenue-overview/dashboard.yaml'

beforeAll(async () => {
  await writeFiles(place.root, readFiles('examples/acme'))
  source = await openPreview(place.root, {
    ...{ today: '2026-11-20', data: 'sample', env: {} },
    onChange: () => preview.changed(),
  })
  preview = await startPreview(source)
})
afterAll(async () => {
  await preview.close()
  await source.close()
  place.remove()
})

const edit = async (file: string, from: string, to: string): Promise<void> => {
  const text = readFileSync(join(place.root, file), 'utf8')
  expect(text).toContain(from)
  await writeFiles(place.root, { [file]: text.replace(from, to) })
}

/** Widgets that leave the page from now on, also for a moment and with the grid around them. */
const COUNT_TAKEN_OUT = `{
  globalThis.takenOut = []
  new MutationObserver((changes) => {
    for (const { removedNodes } of changes)
      for (const node of removedNodes)
        if (node instanceof Element)
          for (const each of [node, ...node.querySelectorAll('[data-widget]')])
            if (each.dataset.widget !== undefined) takenOut.push(each.dataset.widget)
  }).observe(document.querySelector('.bw'), { childList: true, subtree: true })
}`

/** How many sheets of paper a page needs, and whether what it paints is wider than the first of them. */
async function printed(page: Page, format: 'A4' | 'Letter'): Promise<{ sheets: number; isCut: boolean }> {
  const pdf = (await page.pdf({ format })).toString('latin1')
  const streams = [...pdf.matchAll(/\/FlateDecode[^>]*>>\s*stream\r?\n(.*?)\nendstream/gs)].map(([, bytes = '']) =>
    inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1'),
  )
  // The room on the sheet, and the scale of what is painted there: `x y w h re W* n q s 0 0 s x y cm`.
  const room = /([\d.]+) [\d.]+ re\s+W\*? n\s+q\s+([\d.]+) 0 0/
  const first = streams.find((each) => room.test(each)) ?? ''
  const [, across = '0', scale = '0'] = room.exec(first) ?? []
  const widest = Math.max(...[...first.matchAll(/^0 0 ([\d.]+) [\d.]+ re$/gm)].map(([, width]) => Number(width)))
  return {
    sheets: pdf.match(/\/Type \/Page\b/g)?.length ?? 0,
    isCut: !(widest - Number(across) / Number(scale) < 2),
  }
}

describe('preview', () => {
  test('finds dashboards by name, folder and slug, with the keyboard alone', async () => {
    const { page, troubles } = await browser.open(`${preview.url}/#/con`)
    await allDrawn(page, 'con')
    const links = page.locator('.pv-list').getByRole('link')
    const [LONG, URGENT] = [
      expect.stringMatching(/^☕(🥐)? Die große .*\nreport$/su),
      expect.stringMatching(/URGENT.*\\u202egnp\.exe.*\nreport$/s),
    ]
    await expect
      .poll(() => links.allInnerTexts())
      .toEqual([
        ...['CON', URGENT, LONG, 'Board pack', 'Cash', 'Order explorer\napp', 'Pricing experiment\nnever published'],
        ...['Pipeline\nreport', 'Revenue overview', 'Weekly sales meeting'],
      ])
    const long = await page.getByRole('link', { name: /^☕/ }).boundingBox()
    expect(long?.height).toBeLessThan(60)
    await page.locator('body').press('/')
    await page.keyboard.type('sales over')
    await expect.poll(() => links.allInnerTexts()).toEqual(['Revenue overview'])
    await page.keyboard.press('Enter')
    await allDrawn(page, 'revenue-overview')
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Sales / Revenue overview')
    await expect.poll(() => page.title()).toBe('Revenue overview · Boardwright')
    await page.getByRole('searchbox').fill('no such thing')
    await expect.poll(() => page.getByText('Nothing found.').isVisible()).toBe(true)
    await page.getByRole('searchbox').fill('')
    if (EVERY_LOOK) await expect.poll(() => axeFindings(page)).toEqual([])
    expect(troubles).toEqual([])
  })

  test('has a wall of all dashboards as they are drawn, those that change first, with what a plan says of each', async () => {
    const text = (markdown: string) => sceneWith([widget('w', 'TEXT', [0, 0, 12, 4], { config: { markdown } })])
    const server = await serveScenes(
      { calm: text('# Calm'), busy: text('# Busy') },
      {
        compare: async () => ({ marks: {}, changes: [], differences: {}, says: '' }),
        news: async () => ({ changed: ['busy'] }),
        planned: async () => ({
          says: '1 change, 1 held',
          badges: {
            busy: { changes: 3, held: 1, hasDraft: false, isNew: false },
            calm: { changes: 1, held: 0, hasDraft: true, isNew: false },
          },
        }),
        thumbnail: (slug, isDark) => source.thumbnail(slug === 'busy' ? 'cash' : 'revenue-overview', isDark),
        sketch: (slug, isDark) => source.sketch(slug === 'busy' ? 'cash' : 'revenue-overview', isDark),
      },
    )
    onTestFinished(() => server.close())
    const { page, troubles } = await browser.open(server.url)
    await allDrawn(page, 'busy')
    const marked = (name: string): Promise<number> =>
      page.locator('.pv-list a', { has: page.getByRole('img', { name }) }).count()
    await expect.poll(() => marked('changed')).toBe(1)
    await page.getByRole('link', { name: 'All dashboards' }).click()
    const cards = page.locator('.pv-wall a')
    const told = (): Promise<string[]> => cards.allInnerTexts()
    await expect
      .poll(told)
      .toEqual([
        expect.stringMatching(/Test\s+3 changes\s+1 held$/),
        expect.stringMatching(/Test\s+1 change\s+unpublished edits$/),
      ])
    const filters = page.getByRole('navigation', { name: 'Which dashboards' }).getByRole('link')
    await expect.poll(() => filters.allInnerTexts()).toEqual(['All 2', 'Needs you 1', 'Changed 2'])
    await page
      .locator('.pv-list a')
      .filter({ hasText: 'unpublished edits' })
      .getByRole('img', { name: 'changed' })
      .waitFor()
    // The list beside them says the same.
    await expect.poll(async () => [await marked('needs you'), await marked('changed')]).toEqual([1, 1])
    const widths = (): Promise<number[]> =>
      page.locator('.pv-drawing').evaluateAll(inPage('(all) => all.map((each) => each.naturalWidth)'))
    await expect.poll(widths).toEqual([640, 640])
    if (EVERY_LOOK) await expect.poll(() => axeFindings(page)).toEqual([])
    await filters.nth(1).click()
    await expect.poll(() => page.locator('.pv-wall a:visible').count()).toBe(1)
    await filters.first().click()
    await cards.last().click()
    await allDrawn(page, 'calm')
    await expect.poll(() => marked('changed')).toBe(1)
    expect(troubles).toEqual([])
  })

  test('the bar has one row, also where the list is folded, a long path lacks its middle, and a menu has what is rarely chosen', async () => {
    const folder = Array.from({ length: 9 }, (_, index) => `a-rather-long-name-of-a-folder-${index}`)
    const server = await serveScenes(
      {
        [[...folder, 'last'].join('/')]: sceneWith([widget('w', 'TEXT', [0, 0, 12, 4], { config: { markdown: 'x' } })]),
      },
      { compare: async () => ({ marks: {}, changes: [], differences: {}, says: '' }) },
    )
    onTestFinished(() => server.close())
    const { page } = await browser.open(server.url, { width: 1440 })
    await page.locator('.pv-last').last().waitFor()
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(async () => (await page.locator('.pv-bar').boundingBox())?.height).toBeLessThan(66)
    }
    const [head, last] = [page.locator('.pv-file .pv-head'), page.locator('.pv-file .pv-last')]
    const isCut = inPage<boolean>('element => element.scrollWidth > element.clientWidth')
    expect([await head.evaluate(isCut), await last.evaluate(isCut)]).toEqual([true, false])
    // Between what is left out and the last part there is what separates them, whole.
    expect(await page.locator('.pv-file .pv-between').evaluate(isCut)).toBe(false)
    expect(await page.locator('.pv-file').getAttribute('title')).toBe([...folder, 'last'].join('/'))
    const width = page.getByRole('combobox', { name: 'Width' })
    expect(await width.isVisible()).toBe(false)
    await expect.poll(() => page.locator('.pv-menu > summary').innerText()).toMatch(/^View\s+md$/)
    await page.locator('.pv-menu > summary').click()
    await expect.poll(() => page.locator('.pv-again').innerText()).toMatch(/^md, \d+ px$/)
    await width.selectOption('sm')
    await expect.poll(() => page.locator('.bw').getAttribute('data-breakpoint')).toBe('sm')
    await page.keyboard.press('Escape')
    await expect.poll(() => width.isVisible()).toBe(false)
  })

  test('lists a report that is in no workbook, and draws it alone', async () => {
    const { page, troubles } = await browser.open(`${preview.url}/#/cash`)
    await allDrawn(page, 'cash')
    await page.getByRole('searchbox').fill('pipeline')
    await page.getByRole('link', { name: 'Pipeline report' }).click()
    await allDrawn(page, 'report/mT5yRc8VqN0j')
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Sales / Pipeline')
    await expect.poll(() => page.getByText('content/sales/pipeline.report.yaml · made-up rows').isVisible()).toBe(true)
    await expect.poll(() => page.locator('.bw-widget').count()).toBe(1)
    await expect.poll(() => page.getByRole('img', { name: /: bar chart of 4 rows$/ }).count()).toBe(1)
    await page.reload()
    await allDrawn(page, 'report/mT5yRc8VqN0j')
    if (EVERY_LOOK) await expect.poll(() => axeFindings(page)).toEqual([])
    expect(troubles).toEqual([])
  })

  test('redraws on save, and only what changed', async () => {
    const { page, troubles } = await browser.open(`${preview.url}/#/revenue-overview`)
    await allDrawn(page, 'revenue-overview')
    await page.getByRole('button', { name: 'Top customers: later rows' }).click({ clickCount: 2 })
    await expect.poll(() => textOf(page, 'p0Yx7TcE')).toContain('11–15 of 100')
    await page.locator('[data-widget="p0Yx7TcE"]').evaluate(inPage('element => { element.dataset.same = "yes" }'))
    await page.getByRole('link', { name: 'Board pack' }).focus()
    await page.evaluate(COUNT_TAKEN_OUT)

    await edit(BOARD, 'title: Net revenue', 'title: Income')
    await page.getByRole('heading', { name: 'Income' }).waitFor()
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Board pack')
    await edit(BOARD, '{x: 8, y: 4, w: 4, h: 3}', '{x: 8, y: 4, w: 4, h: 2}')
    await expect.poll(async () => (await boxOf(page, 'f5RgJd9u')).height).toBe(2 * 40 + 12)

    await expect.poll(() => page.locator('[data-same="yes"]').count()).toBe(1)
    await expect.poll(() => textOf(page, 'p0Yx7TcE')).toContain('11–15 of 100')
    // A browser lays out again whatever was taken out for a moment.
    expect(await page.evaluate('takenOut')).toEqual(['b8LhNv2s', 'f5RgJd9u'])
    expect(troubles).toEqual([])
  })

  test('shows a problem with its place, keeps the last good picture, and clears both once it is fixed', async () => {
    const { page } = await browser.open(`${preview.url}/#/cash`)
    await allDrawn(page, 'cash')
    const file = 'content/finance/cash/dashboard.yaml'
    await edit(file, 'report: cash-by-day', 'report: cash-by-dey')
    const problems = page.getByRole('region', { name: 'Problems' })
    await problems.waitFor()
    const line =
      readFileSync(join(place.root, file), 'utf8')
        .split('\n')
        .findIndex((each) => each.includes('dey')) + 1
    await expect.poll(() => problems.innerText()).toContain(`${file}:${line}:13`)
    await expect.poll(() => problems.innerText()).toContain('no report "cash-by-dey"')
    await expect.poll(() => problems.innerText()).toContain('did you mean "cash-by-day"?')
    await expect.poll(() => textOf(page, 'forecast')).toContain('Forecast')
    await expect.poll(() => axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await problems.waitFor({ state: 'hidden' })

    await edit(file, 'report: cash-by-dey', 'report: cash-by-day\n    : broken')
    await problems.waitFor()
    await expect.poll(() => problems.innerText()).toMatch(/dashboard\.yaml:\d+:\d+/)
    await expect.poll(() => page.getByRole('heading', { level: 2, name: 'Cash' }).isVisible()).toBe(true)
    const old = page.getByText('This is the last good version')
    await expect.poll(() => old.isVisible()).toBe(true)
    await edit(file, 'report: cash-by-day\n    : broken', 'report: cash-by-day')
    await problems.waitFor({ state: 'hidden' })
    await expect.poll(() => old.isVisible()).toBe(false)
    // The picture comes after the list of problems.
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  })

  test('a report that cannot be read keeps its last picture, too, and marks its dashboard', async () => {
    const { page } = await browser.open(`${preview.url}/#/cash`)
    await allDrawn(page, 'cash')
    const drawn = await textOf(page, 'by-day')
    const file = 'content/finance/cash/reports/cash-by-day.yaml'
    const [kept = ''] = /^spec:$/m.exec(readFileSync(join(place.root, file), 'utf8')) ?? []
    await edit(file, kept, 'spec: [oops')
    await expect.poll(() => page.getByText('This is the last good version').isVisible()).toBe(true)
    await expect.poll(() => textOf(page, 'by-day')).toBe(drawn)
    const entry = page.getByRole('navigation').getByRole('link', { name: /^Cash/ })
    await expect.poll(() => entry.innerText()).toContain('broken file')
    await edit(file, 'spec: [oops', kept)
    await expect.poll(() => page.getByText('This is the last good version').isVisible()).toBe(false)
  })

  test('problems of the page come first, warnings are folded, and a place opens in the editor', async () => {
    const at = (file: string, isWarning: boolean) => ({
      ...{ code: 'BW-E1201', message: `about ${file}`, hint: 'Look.', file, line: 3, column: 7, isWarning },
    })
    const scene = sceneWith([widget('text', 'TEXT', [0, 0, 4, 4], { config: { markdown: 'here' } })])
    const served = await serveScenes(
      { one: scene },
      {
        problems: [
          ...[at('other/a.yaml', true), at('other/b.yaml', false), at('one/größe #1.yaml', false)],
          ...[at('one/größe #1.yaml', false), at('one/größe #1.yaml', false)],
        ],
      },
    )
    const { page } = await browser.open(`${served.url}/#/one`)
    const places = page.getByRole('region', { name: 'Problems' }).getByRole('link')
    await expect.poll(() => places.allInnerTexts()).toEqual(['one/größe #1.yaml:3:7'])
    expect(await places.first().getAttribute('href')).toBe('vscode://file/home/me/one/gr%C3%B6%C3%9Fe%20%231.yaml:3:7')
    // The rest of a file mostly follows from its first error.
    await page.getByText('2 more errors in the same file', { exact: true }).click()
    await expect.poll(() => places.count()).toBe(3)
    await page.getByText('In other files: 1 error, 1 warning', { exact: true }).click()
    await expect.poll(() => places.count()).toBe(5)
    expect(await axeFindings(page)).toEqual([])
    await served.close()
  })

  test('on paper there is the dashboard alone, and nothing of it is cut off', async () => {
    const notes = Array.from({ length: 30 }, (_, index) =>
      widget(`note-${index}`, 'TEXT', [0, index * 6, 12, 6], { config: { markdown: `Note ${index}` } }),
    )
    const { page } = await browser.show(sceneWith(notes), { width: 1440, height: 900 })
    expect([await printed(page, 'A4'), await printed(page, 'Letter')]).toEqual([
      { sheets: 6, isCut: false },
      { sheets: 7, isCut: false },
    ])
    await page.goto(`${preview.url}/#/revenue-overview`)
    await allDrawn(page, 'revenue-overview')
    expect(await printed(page, 'A4')).toEqual({ sheets: 1, isCut: false })
    // Nobody's window is narrower than paper because of this.
    expect((await page.locator('.pv-board').boundingBox())?.width).toBe(1176)
    await page.emulateMedia({ media: 'print' })
    await page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    onTestFinished(async () => {
      await page.evaluate("window.dispatchEvent(new Event('afterprint'))")
      await page.emulateMedia({ media: null })
    })
    const cut = await page.evaluate(`[...document.querySelectorAll('.bw-scroll, .bw-body')]
      .filter((each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1)
      .map((each) => each.closest('[data-widget]').dataset.widget)`)
    expect(cut).toEqual([])
    for (const name of ['Width', 'Search dashboards']) {
      expect(await page.getByLabel(name).isVisible(), name).toBe(false)
    }
  })

  test('the list can be left by a link, and what has the focus in it is outlined inside of its entry', async () => {
    const { page } = await browser.open(`${preview.url}/#/cash`)
    await allDrawn(page, 'cash')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.className')).toBe('pv-stage')
    await page.getByRole('link', { name: 'Board pack' }).focus()
    await page.keyboard.press('ArrowDown')
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineOffset')).toBe('-2px')
  })

  test('lists what is new, even when the user moves on while it is being read', async () => {
    const scene = sceneWith([widget('text', 'TEXT', [0, 0, 4, 4], { config: { markdown: 'here' } })])
    const scenes: Record<string, Scene> = { one: scene, two: scene }
    let isRead = Promise.resolve()
    const served = await serveScenes(scenes, { until: () => isRead })
    const { page } = await browser.open(`${served.url}/#/one`)
    await allDrawn(page, 'one')
    let goOn = () => {}
    isRead = new Promise((done) => {
      goOn = done
    })
    const asked = page.waitForRequest(`${served.url}/overview`)
    scenes['three'] = { ...scene, title: 'New' }
    served.changed()
    await asked
    await Promise.all([page.waitForResponse(`${served.url}/scene/two`), page.evaluate("location.hash = '#/two'")])
    goOn()
    await page.getByRole('link', { name: 'New' }).waitFor()
    await served.close()
  })

  test('shows what was saved before the page could be told', async () => {
    const scenes: Record<string, Scene> = { one: sceneWith([]) }
    const served = await serveScenes(scenes)
    const { page } = await browser.open('about:blank')
    const letGo = await holdBack(page, '**/events')
    await page.goto(`${served.url}/#/one`)
    await page.getByRole('heading', { level: 2, name: 'Test' }).waitFor()
    scenes['one'] = { ...sceneWith([]), title: 'Saved' }
    served.changed()
    letGo()
    await page.getByRole('heading', { level: 2, name: 'Saved' }).waitFor()
    await served.close()
  })

  test('compares with what is new, even when the user moves to another change while it is being read', async () => {
    const scene = sceneWith([widget('text', 'TEXT', [0, 0, 4, 4], { config: { markdown: 'here' } })])
    const changes = ['a', 'b'].map((id) => ({
      ...{ id, fate: 'written' as const, lines: [{ subject: id, parts: [] }], widgets: [], texts: [] },
    }))
    let says = 'Before'
    let isRead = Promise.resolve()
    const served = await serveScenes(
      { one: scene },
      {
        until: () => isRead,
        compare: async () => ({ ...{ live: scene, after: scene, marks: {}, differences: {} }, changes, says }),
      },
    )
    const { page } = await browser.open(`${served.url}/#/one?compare=side`)
    await page.getByText('Before').waitFor()
    let goOn = () => {}
    isRead = new Promise((done) => {
      goOn = done
    })
    const asked = page.waitForRequest(`${served.url}/overview`)
    says = 'After'
    served.changed()
    await asked
    await page.keyboard.press('n')
    await page.waitForURL(/change=a/)
    goOn()
    await page.getByText('After', { exact: true }).waitFor()
    await expect.poll(() => page.locator('.pv-change-now').innerText()).toBe('1 of 2: a')
    await served.close()
  })

  test('says that an address outside the list is no page', async () => {
    const { page } = await browser.open(`${preview.url}/#/nothing-like-it`)
    await expect.poll(() => page.getByRole('alert').innerText()).toBe('There is no such page in the tree.')
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('acme-analytics')
    expect(await axeFindings(page)).toEqual([])
  })

  test('reconnects after it was stopped and started again', async () => {
    const other = await startPreview(source)
    const { page } = await browser.open(`${other.url}/#/con`)
    await allDrawn(page, 'con')
    await other.close()
    await page.getByText('The preview was stopped.').waitFor()
    const again = await startPreview(source, { port: Number(new URL(other.url).port) })
    await page.getByText('The preview was stopped.').waitFor({ state: 'hidden' })
    await again.close()
  })
})
