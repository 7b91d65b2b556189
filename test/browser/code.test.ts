import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenPreview, openPreview } from '../../src/previews/page/open.ts'
import { type PreviewServer, startPreview } from '../../src/previews/server/server.ts'
import { readFiles, writeFiles } from '../support/directory.ts'
import { makeTemporary } from '../support/package.ts'
import { allDrawn, axeFindings, boxOf, inPage, useBrowser } from './support.ts'

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

const AT = 'revenue-overview?width=lg'
const text = (): string => readFileSync(join(place.root, BOARD), 'utf8')

test('from a widget to its lines, its report and its members, with the keyboard alone', async () => {
  const { page, troubles } = await browser.open(`${preview.url}/#/${AT}`)
  await allDrawn(page, 'revenue-overview')
  await page.keyboard.press('c')
  const grip = page.getByRole('button', { name: 'Code of Top customers' })
  await grip.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('region', { name: 'Code', exact: true })
  await panel.getByRole('heading', { name: 'Widget' }).waitFor()
  const line = text().split('\n').indexOf('  - id: p0Yx7TcE') + 1
  const link = panel.getByRole('link', { name: `${BOARD}:${line}` })
  expect(await link.getAttribute('href')).toBe(`vscode://file${place.root}/${BOARD}:${line}`)
  await expect.poll(() => panel.innerText()).toContain('report: top-customers')
  await expect
    .poll(() => panel.getByRole('listitem').allInnerTexts())
    .toContainEqual(expect.stringMatching(/^sales\.net_revenue measure\s+data-model\/model\/cubes\/\S+:\d+$/))
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('c')
  await panel.waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('.pv-grip').count()).toBe(0)
  expect(troubles).toEqual([])
})

test('the panel is as tall as its words until a widget is chosen, which then stays in sight; a phone shows all of it', async () => {
  const { page } = await browser.open(`${preview.url}/#/${AT}&code=on`, { width: 1440, height: 900 })
  await allDrawn(page, 'revenue-overview')
  const panel = page.getByRole('region', { name: 'Code', exact: true })
  const height = async (): Promise<number> => (await panel.boundingBox())?.height ?? Number.NaN
  await expect.poll(height).toBeLessThan(120)
  const grip = page.locator('[data-grip="p0Yx7TcE"]')
  await grip.click()
  await panel.getByRole('heading', { name: 'Widget' }).waitFor()
  await expect.poll(height).toBeGreaterThan(300)
  const top = async (): Promise<number> => (await panel.boundingBox())?.y ?? Number.NaN
  await expect
    .poll(async () => {
      const box = await grip.boundingBox()
      return (box?.y ?? 0) < (await top()) - 100
    })
    .toBe(true)
  await page.setViewportSize({ width: 390, height: 844 })
  const hidden = inPage<number>('element => element.scrollWidth - element.clientWidth')
  await expect.poll(() => panel.evaluate(hidden)).toBe(0)
})

test('a widget that is dragged takes its place, what was there moves down, and only the page knows it', async () => {
  const before = text()
  const { page, troubles } = await browser.open(`${preview.url}/#/${AT}&code=on`)
  await allDrawn(page, 'revenue-overview')
  const grip = page.locator('[data-grip="p0Yx7TcE"]')
  await grip.waitFor()
  const [customers, revenue] = ['p0Yx7TcE', 'wk3ZmQ81']
  const [from, to] = [await boxOf(page, customers), await boxOf(page, revenue)]
  await page.mouse.move(from.x + 40, from.y + 40)
  await page.mouse.down()
  await page.mouse.move(from.x + 40, to.y + 60, { steps: 4 })
  await page.mouse.move(from.x + 40, to.y + 40)
  await page.mouse.up()
  const copy = page.getByRole('region', { name: 'The new positions' })
  await copy.waitFor()
  await expect
    .poll(async () => (await copy.innerText()).trimEnd())
    .toBe(
      '  - id: wk3ZmQ81\n    position: {x: 0, y: 6, w: 8, h: 6}\n  - id: p0Yx7TcE\n    position: {x: 0, y: 0, w: 8, h: 6}',
    )
  expect((await boxOf(page, customers)).y).toBeCloseTo(to.y, 0)
  expect((await boxOf(page, revenue)).y).toBeCloseTo(from.y, 0)
  expect(await axeFindings(page)).toEqual([])

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy the positions' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain('position: {x: 0, y: 6, w: 8, h: 6}')
  await page.getByRole('button', { name: 'Put back' }).click()
  await expect.poll(async () => Math.round((await boxOf(page, customers)).y)).toBe(Math.round(from.y))
  expect([text(), troubles]).toEqual([before, []])
})

test('arrow keys move a widget, with Shift they size it', async () => {
  const { page } = await browser.open(`${preview.url}/#/${AT}&code=on`)
  await allDrawn(page, 'revenue-overview')
  const grip = page.locator('[data-grip="q1AeWo6i"]')
  await grip.focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'Shift+ArrowLeft', 'ArrowRight']) await page.keyboard.press(key)
  const copy = page.getByRole('region', { name: 'The new positions' })
  await expect.poll(() => copy.innerText()).toContain('- id: q1AeWo6i\n    position: {x: 9, y: 9, w: 3, h: 5}')
  expect(await page.evaluate('document.activeElement.dataset.grip')).toBe('q1AeWo6i')
})

test('what a file says is only text in the panel', async () => {
  const { page, troubles } = await browser.open(`${preview.url}/#/${AT}&code=on`)
  await allDrawn(page, 'revenue-overview')
  await writeFiles(place.root, {
    [BOARD]: text().replace('title: Orders', "title: '<img src=x onerror=alert(1)><b>Orders</b>'"),
  })
  const grip = page.locator('[data-grip="f5RgJd9u"]')
  await grip.click()
  const panel = page.getByRole('region', { name: 'Code', exact: true })
  await expect.poll(() => panel.innerText()).toContain('<img src=x onerror=alert(1)>')
  await expect.poll(() => panel.locator('img').count()).toBe(0)
  expect(troubles).toEqual([])
})
