import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sketchDashboard } from '../../packages/pictures/draw/index.ts'
import { openPreview } from '../../src/previews/page/open.ts'
import { startPreview } from '../../src/previews/server/server.ts'
import { runHere } from '../support/in-process.ts'
import {
  holdBack,
  inPage,
  inTheWay,
  looksAt,
  sceneWith,
  serveScenes,
  smallControls,
  useBrowser,
  widget,
  withoutOutline,
} from './support.ts'

const browser = useBrowser()
const out = mkdtempSync(join(tmpdir(), 'boardwright-test-'))

beforeAll(async () => {
  const { code } = await runHere(['preview', '--out', out, '-C', 'examples/acme'], {
    env: { PATH: process.env['PATH'] ?? '' },
  })
  expect(code).toBe(0)
})
afterAll(() => rmSync(out, { recursive: true, force: true }))

test('a wall of pictures can be read by everybody, as the umask allows: any server of files may show it', () => {
  const files = readdirSync(out, { recursive: true, encoding: 'utf8' }).map((name) => join(out, name))
  expect(files).toContain(join(out, 'index.html'))
  const modes = new Set(files.filter((each) => statSync(each).isFile()).map((each) => statSync(each).mode & 0o777))
  expect(modes).toEqual(new Set([0o666 & ~process.umask()]))
})

test('the page of it needs nothing but its pictures, and nothing is in the way, in light and dark', async () => {
  const { page, troubles } = await browser.open(pathToFileURL(join(out, 'index.html')).href)
  const loaded = 'Promise.all([...document.images].map((each) => each.decode())).then((all) => all.length)'
  expect(await page.evaluate(loaded)).toBe(readdirSync(out).filter((name) => name.endsWith('.png')).length)
  for (const [colorScheme, width] of looksAt([1440, 360])) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => inTheWay(page), { message: `${colorScheme}, ${width} px` }).toEqual([])
  }
  expect(troubles).toEqual([])
})

test('it shows what the wall in the preview does: small pictures in the colours of the page, apps, and reports', async () => {
  const small = readdirSync(join(out, 'small'))
  const files = readdirSync(out).filter((name) => name.endsWith('.png'))
  expect(small.length).toBe(2 * files.length)
  const { page } = await browser.open(pathToFileURL(join(out, 'index.html')).href, { height: 2000 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const shown = 'all => all.map((each) => /\\.(light|dark)\\.(png|svg)$/.exec(each.currentSrc)?.[1])'
    await expect
      .poll(() => page.locator('.wall img').evaluateAll(inPage<string[]>(shown)))
      .toEqual(files.map(() => colorScheme))
    await page.getByText('app', { exact: true }).waitFor()
    await page.getByText('7 dashboards, 3 reports, drawn from made-up rows').waitFor()
  }
  const links = page.getByRole('navigation', { name: 'Folders' }).getByRole('link')
  await expect.poll(() => links.count()).toBe(6)
  await links.filter({ hasText: 'Sales' }).click()
  await page.locator('.wall :target').getByText('Sales', { exact: true }).waitFor()
})

test('nothing is in the way on the wall in the preview', async () => {
  const source = await openPreview('examples/acme', { today: '2026-11-20', data: 'sample', env: {}, onChange() {} })
  const preview = await startPreview(source)
  try {
    const { page } = await browser.open(`${preview.url}/#/?view=all`)
    await page.locator('.pv-drawing').first().waitFor()
    for (const [colorScheme, width] of looksAt([1440, 360])) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => inTheWay(page), { message: `${colorScheme}, ${width} px` }).toEqual([])
    }
  } finally {
    await preview.close()
    await source.close()
  }
})

const SCENES = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [`board-${index + 1}`, sceneWith([widget('w1', 'CHART', [0, 0, 6, 4])])]),
)
const SKETCHED = sketchDashboard(SCENES['board-1'] ?? sceneWith([]), false)
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const seen = (selector: string): string =>
  `[...document.querySelectorAll('${selector}')].filter((each) => each.complete && each.naturalWidth > 0).length`

test('every dashboard in sight has a sketch before any is drawn, and keeps it if drawing fails', async () => {
  const preview = await serveScenes(SCENES, {
    sketch: async () => SKETCHED,
    async thumbnail(slug) {
      if (slug === 'board-2') throw new Error('It cannot be drawn.')
      return PIXEL
    },
  })
  try {
    const { page } = await browser.open(`${preview.url}/#/board-1`)
    const letGo = await holdBack(page, '**/thumbnail/**')
    await page.goto(`${preview.url}/#/?view=all`)
    await expect.poll(() => page.evaluate(seen('.pv-sketch'))).toBeGreaterThan(12)
    const drawnOf = (slug: string) => page.locator(`a[href*="${slug}?"] .pv-drawing, a[href$="${slug}"] .pv-drawing`)
    await expect.poll(() => drawnOf('board-1').count()).toBe(0)
    letGo()
    await drawnOf('board-1').waitFor()
    await drawnOf('board-3').waitFor()
    await expect.poll(() => drawnOf('board-2').count()).toBe(0)
  } finally {
    await preview.close()
  }
})

test('what waits for a decision comes first when the plan is known, unless somebody is among the cards', async () => {
  const badge = { changes: 0, held: 0, hasDraft: false, isNew: false }
  const preview = await serveScenes(SCENES, {
    compare: async () => ({ marks: {}, changes: [], differences: {}, says: '' }),
    news: async () => ({ changed: ['board-9', 'board-7'] }),
    planPage: async () => '<h1>Plan for live</h1>',
    planned: async () => ({
      says: '3 dashboards change, 1 held',
      badges: {
        'board-5': { ...badge, held: 2, changes: 12, isNew: true, hasDraft: true },
        'board-7': { ...badge, changes: 30, isNew: true },
        'board-9': { ...badge, changes: 2 },
      },
    }),
    sketch: async () => SKETCHED,
    thumbnail: async () => PIXEL,
  })
  try {
    const { page } = await browser.open(`${preview.url}/#/board-1`)
    const letGo = await holdBack(page, '**/planned')
    await page.goto(`${preview.url}/#/?view=all`)
    const cards = page.locator('.pv-wall a')
    const places = (): Promise<unknown> =>
      cards.evaluateAll(
        inPage(
          'all => all.map((each) => [each.hash.split("?")[0], ...["x", "y"].map((by) => each.getBoundingClientRect()[by])].join(" "))',
        ),
      )
    await page.locator('.pv-drawing').first().waitFor()
    const before = (await places()) as string[]
    expect(before.slice(0, 3).map((each) => each.split(' ')[0])).toEqual(['#/board-7', '#/board-9', '#/board-1'])
    await expect.poll(() => page.getByText('Reading live …').count()).toBe(1)
    await cards.first().hover()
    letGo()
    await page.getByText('2 held', { exact: true }).waitFor()
    await page
      .getByRole('status')
      .getByText(/^live: 3 dashboards change, 1 held, as of \d\d:\d\d · plan$/)
      .waitFor()
    await expect.poll(() => page.getByText('Reading live …').count()).toBe(0)
    expect(await places()).toEqual(before)
    await expect.poll(() => cards.first().innerText()).toMatch(/new$/)
    await page.mouse.move(0, 0)
    await page.reload()
    await expect.poll(async () => ((await places()) as string[])[0]).toMatch(/^#.board-5 /)
    const heights = inPage<number[]>('all => [...new Set(all.map((each) => each.offsetHeight))]')
    expect(await cards.evaluateAll(heights)).toHaveLength(1)
    await page.getByRole('link', { name: 'Needs you 1' }).click()
    const shown = page.locator('.pv-wall a:visible')
    await expect.poll(() => shown.count()).toBe(1)
    expect(await shown.getAttribute('href')).toContain('board-5')
    await page.getByRole('link', { name: 'plan', exact: true }).click()
    await page.getByRole('heading', { name: 'Plan for live' }).waitFor()
  } finally {
    await preview.close()
  }
})

test.each([
  ['nothing changed', [], '?view=all'],
  ['all of it changed', ['one', 'two'], '?view=all'],
  ['one changed', ['two'], '#/two'],
])('if %s, the page opens on that', async (_, changed, at) => {
  const [one, two] = [SCENES['board-1'], SCENES['board-2']]
  if (!one || !two) throw new Error('There are such scenes.')
  const preview = await serveScenes({ one, two }, { news: async () => ({ changed }) })
  try {
    const { page } = await browser.open(preview.url)
    await expect.poll(() => page.url()).toContain(at)
  } finally {
    await preview.close()
  }
})

test('the search beside the wall is one of the wall too', async () => {
  const [one, other] = [SCENES['board-1'], SCENES['board-2']]
  if (!one || !other) throw new Error('There are such scenes.')
  const preview = await serveScenes(
    { inflow: one, stock: other },
    { sketch: async () => SKETCHED, thumbnail: async () => PIXEL },
  )
  try {
    const { page } = await browser.open(`${preview.url}/#/?view=all`)
    const shown = page.locator('.pv-wall a:visible')
    await expect.poll(() => shown.count()).toBe(2)
    await page.getByRole('searchbox', { name: 'Search dashboards' }).fill('stock')
    await expect.poll(() => shown.count()).toBe(1)
    expect(await shown.getAttribute('href')).toContain('stock')
    await page.getByRole('searchbox', { name: 'Search dashboards' }).fill('none of them')
    await page.locator('.pv-walls').getByText('Nothing found.').waitFor()
  } finally {
    await preview.close()
  }
})

test('a picture that arrives late moves no card, not even one as tall as wide', async () => {
  const preview = await serveScenes(SCENES, { sketch: async () => SKETCHED, thumbnail: async () => PIXEL })
  try {
    const { page } = await browser.open('about:blank')
    const letGo = [await holdBack(page, '**/thumbnail/**'), await holdBack(page, '**/sketch/**')]
    await page.goto(`${preview.url}/#/?view=all`, { waitUntil: 'commit' })
    await page.locator('.pv-wall a').last().waitFor()
    const places = () =>
      page
        .locator('.pv-wall a')
        .evaluateAll(inPage<string>('all => JSON.stringify(all.map((each) => each.getBoundingClientRect()))'))
    const before = await places()
    for (const go of letGo) go()
    await expect.poll(() => page.evaluate(seen('.pv-drawing'))).toBeGreaterThan(3)
    expect(await places()).toBe(before)
    expect(await smallControls(page, '.pv-walls')).toEqual([])
    expect(await withoutOutline(page, 12)).toEqual([])
  } finally {
    await preview.close()
  }
})

test('what is in sight is drawn first, also after scrolling', async () => {
  const asked: string[] = []
  const preview = await serveScenes(SCENES, {
    sketch: async () => SKETCHED,
    async thumbnail(slug) {
      asked.push(slug)
      await new Promise((done) => setTimeout(done, 60))
      return PIXEL
    },
  })
  try {
    const { page } = await browser.open(`${preview.url}/#/?view=all`)
    await expect.poll(() => asked.length).toBeGreaterThan(2)
    await page.locator('.pv-wall li').last().scrollIntoViewIfNeeded()
    const before = asked.length
    await expect.poll(() => asked.indexOf('board-60')).toBeGreaterThan(-1)
    // Those that were on their way, and what is as near to the last one as the window is high.
    expect(asked.indexOf('board-60') - before).toBeLessThan(36)
    // They are asked for at once, and any of them may arrive first.
    expect(asked.slice(0, 3).toSorted()).toEqual(['board-1', 'board-2', 'board-3'])
    await expect.poll(() => new Set(asked).size).toBe(60)
  } finally {
    await preview.close()
  }
})

test('pictures come in the order of the cards, also after the plan has put those first that wait', async () => {
  const asked: string[] = []
  let letGo = () => {}
  const first = new Promise<void>((done) => {
    letGo = done
  })
  const badge = { changes: 0, held: 1, hasDraft: false, isNew: false }
  const preview = await serveScenes(SCENES, {
    compare: async () => ({ marks: {}, changes: [], differences: {}, says: '' }),
    news: async () => ({ changed: [] }),
    planned: async () => ({ says: '1 held', badges: { 'board-9': badge } }),
    sketch: async () => SKETCHED,
    async thumbnail(slug) {
      asked.push(slug)
      await first
      return PIXEL
    },
  })
  try {
    // A page is loaded only when its pictures are, and these wait.
    const { page } = await browser.open(`${preview.url}/#/board-1`, { width: 1440, height: 2000 })
    await page.goto(`${preview.url}/#/?view=all`)
    await page.getByText('1 held', { exact: true }).waitFor()
    await page.getByText('live: 1 held, as of').waitFor()
    await expect.poll(() => asked.length).toBe(3)
    letGo()
    await expect.poll(() => asked.length).toBeGreaterThan(3)
    // The first of all, unless the plan took longer than pictures wait.
    expect([asked[0], asked[3]]).toContain('board-9')
  } finally {
    await preview.close()
  }
})
