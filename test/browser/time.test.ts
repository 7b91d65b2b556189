import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenPreview, openPreview } from '../../src/previews/page/open.ts'
import { type PreviewServer, startPreview } from '../../src/previews/server/server.ts'
import { commitAll, readFiles, writeFiles } from '../support/directory.ts'
import { makeTemporary } from '../support/package.ts'
import { allDrawn, axeFindings, smallControls, useBrowser, withoutOutline } from './support.ts'

const browser = useBrowser()
const place = makeTemporary()
let source: OpenPreview
let preview: PreviewServer
const DIRECTORY = 'content/sales/revenue-overview'

const edit = async (file: string, ...pairs: readonly (readonly [string, string])[]): Promise<void> => {
  const path = `${DIRECTORY}/${file}`
  const text = readFileSync(join(place.root, path), 'utf8')
  for (const [from] of pairs) expect(text).toContain(from)
  await writeFiles(place.root, { [path]: pairs.reduce((now, [from, to]) => now.replace(from, to), text) })
}

/** The oldest lacks the filter, the next has it, the last but one has an evil subject, and on disk something moved. */
beforeAll(async () => {
  await writeFiles(place.root, readFiles('examples/acme'))
  const board = readFileSync(join(place.root, DIRECTORY, 'dashboard.yaml'), 'utf8')
  await edit('dashboard.yaml', [board.slice(board.indexOf('  - id: q1AeWo6i')), ''])
  commitAll(place.root, 'Begin')
  await writeFiles(place.root, { [`${DIRECTORY}/dashboard.yaml`]: board })
  commitAll(place.root, 'Let people choose a region')
  await edit('reports/top-customers.yaml', ['last 12 months', 'last 90 days'])
  commitAll(place.root, '<img src=x onerror=alert(1)> \u202egnp')
  await edit('dashboard.yaml', ['position: {x: 8, y: 4, w: 4, h: 3}', 'position: {x: 8, y: 12, w: 4, h: 3}'])
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

const open = async (rest: string) => {
  const opened = await browser.open(`${preview.url}/#/revenue-overview?view=time&width=lg${rest}`)
  await allDrawn(opened.page, 'revenue-overview')
  return opened
}
const marked =
  'all => all.map((each) => `${each.dataset.widget} ${each.dataset.mark ?? ""}`).filter((each) => !each.endsWith(" "))'

test('it opens between the last commit and the files on disk, and the keyboard goes through the commits', async () => {
  const { page, troubles } = await open('')
  const [before, after] = [
    page.getByRole('slider', { name: 'Before', exact: true }),
    page.getByRole('slider', { name: 'After', exact: true }),
  ]
  const names = page.locator('.pv-then')
  await expect
    .poll(() => names.allInnerTexts())
    .toEqual([
      expect.stringMatching(/^[0-9a-f]{7}, \d{4}-\d\d-\d\d: <img src=x onerror=alert\(1\)> \\u202egnp$/),
      'The files as they are on disk',
    ])
  const marks = () =>
    page.locator('.pv-side-after [data-widget]').evaluateAll(new Function('all', `return (${marked})(all)`) as never)
  await expect.poll(marks).toEqual(['f5RgJd9u moved'])
  await before.focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(marks).toEqual(['p0Yx7TcE changed', 'f5RgJd9u moved'])
  await page.keyboard.press('Home')
  await expect.poll(marks).toEqual(expect.arrayContaining(['q1AeWo6i added']))
  await after.focus()
  await page.keyboard.press('Home')
  await expect.poll(() => page.getByText('No widget differs.').count()).toBe(1)
  expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('After')
  expect(await axeFindings(page)).toEqual([])
  expect(troubles).toEqual([])
})

test('a phone has room for the names of both commits', async () => {
  const { page } = await browser.open(`${preview.url}/#/revenue-overview?view=time`, { width: 390, height: 844 })
  await allDrawn(page, 'revenue-overview')
  const names = page.locator('.pv-then')
  await expect.poll(() => names.last().innerText()).toBe('The files as they are on disk')
  for (const name of await names.all()) expect((await name.boundingBox())?.width).toBeGreaterThan(180)
  expect(await smallControls(page, '.pv-side, .pv-bar, .pv-time-bar, .pv-swipe')).toEqual([])
  expect(await withoutOutline(page, 12)).toEqual([])
})

test('its address keeps both commits, and the swipe stays where it is', async () => {
  const { page } = await open('')
  const [first] = (await source.commits('revenue-overview')).toReversed()
  await page.getByRole('slider', { name: 'How far Before is shown' }).fill('80')
  const before = page.getByRole('slider', { name: 'Before', exact: true })
  await before.focus()
  await page.keyboard.press('Home')
  await expect.poll(() => page.url()).toContain(`from=${first?.commit}`)
  await expect.poll(() => page.getByRole('slider', { name: 'How far Before is shown' }).inputValue()).toBe('80')
  await page.reload()
  await allDrawn(page, 'revenue-overview')
  await expect.poll(() => page.locator('.pv-then').first().innerText()).toContain(': Begin')
})

test('if the files are committed, it opens on what the last commit changed', async () => {
  const clean = makeTemporary()
  const board = `${DIRECTORY}/dashboard.yaml`
  await writeFiles(clean.root, readFiles('examples/acme'))
  commitAll(clean.root, 'Begin')
  const text = readFileSync(join(clean.root, board), 'utf8')
  await writeFiles(clean.root, { [board]: text.replace('title: Revenue overview', 'title: Revenue and forecast') })
  commitAll(clean.root, 'Another title')
  const past = await openPreview(clean.root, { today: '2026-11-20', data: 'sample', env: {}, onChange: () => {} })
  const served = await startPreview(past)
  try {
    const { page } = await browser.open(`${served.url}/#/revenue-overview?view=time`)
    await allDrawn(page, 'revenue-overview')
    await expect
      .poll(() => page.locator('.pv-then').allInnerTexts())
      .toEqual([expect.stringContaining(': Begin'), 'The files as they are on disk'])
    await expect.poll(() => page.getByText('The heading differs.').count()).toBe(1)
    await expect.poll(() => page.locator('.bw-dashboard-head[data-mark="changed"]').count()).toBe(2)
  } finally {
    await served.close()
    await past.close()
    clean.remove()
  }
})

test('only commits of the page are read', async () => {
  const commits = await source.commits('revenue-overview')
  expect(commits.map(({ subject }) => subject)).toEqual([
    '<img src=x onerror=alert(1)> \u202egnp',
    'Let people choose a region',
    'Begin',
  ])
  const ask = async (commit: string) => (await fetch(`${preview.url}/past/revenue-overview/${commit}`)).status
  expect(await Promise.all([ask(commits[0]?.commit ?? ''), ask('now'), ask('HEAD'), ask('--output=x')])).toEqual([
    ...[200, 200, 500, 500],
  ])
})
