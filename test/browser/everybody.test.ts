import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenPreview, openPreview } from '../../src/previews/page/open.ts'
import { type PreviewServer, startPreview } from '../../src/previews/server/server.ts'
import { allDrawn, cutOff, EVERY_LOOK, inPage, inTheWay, looksAt, useBrowser } from './support.ts'

const browser = useBrowser()
let source: OpenPreview
let preview: PreviewServer
let pages: readonly string[]
let apps: readonly string[]

beforeAll(async () => {
  source = await openPreview('examples/acme', { today: '2026-11-20', data: 'sample', env: {}, onChange: () => {} })
  preview = await startPreview(source)
  const { entries } = await source.overview()
  // One report of each kind has been seen elsewhere.
  pages = entries.flatMap(({ slug, kind, reports = [] }) => [
    ...(kind === 'none' || kind === 'APP' ? [] : [slug]),
    ...(EVERY_LOOK ? reports.map((report) => report.slug) : []),
  ])
  apps = entries.flatMap(({ slug, kind }) => (kind === 'APP' ? [slug] : []))
})
afterAll(async () => {
  await preview.close()
  await source.close()
})

const WIDTHS = [1500, 900, 360]

/** The dashboard with every type of widget, and a report alone: axe looks at them wide and light, and narrow and dark. */
const isOfItsKind = (slug: string): boolean =>
  slug === 'weekly-sales-meeting' || slug === pages.find((each) => each.startsWith('report/'))

/** What lies where depends on the width alone, and what can be read on what on the colours. */
const looksOf = (slug: string) =>
  EVERY_LOOK
    ? looksAt(WIDTHS)
    : WIDTHS.map((width) => [isOfItsKind(slug) && width === 360 ? 'dark' : 'light', width] as const)

test('nothing on any page is cut off or overlaps, in light and dark, at three widths', async () => {
  const { page, troubles } = await browser.open(`${preview.url}/#/${encodeURIComponent(pages[0] ?? '')}`)
  expect(pages.length).toBeGreaterThan(5)
  expect(pages.filter(isOfItsKind)).toHaveLength(2)
  for (const slug of pages) {
    await page.goto(`${preview.url}/#/${encodeURIComponent(slug)}`)
    for (const [colorScheme, width] of looksOf(slug)) {
      const found = EVERY_LOOK || isOfItsKind(slug) !== (width === 900) ? inTheWay : cutOff
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 1400 })
      await allDrawn(page, slug)
      await expect.poll(() => found(page), { message: `${slug}, ${colorScheme}, ${width} px` }).toEqual([])
    }
  }
  for (const slug of EVERY_LOOK ? apps : []) {
    for (const [colorScheme, width] of looksOf(slug)) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 1400 })
      await page.goto(`${preview.url}/#/${encodeURIComponent(slug)}`)
      await page.locator('.bw-app[data-drawn="true"]').waitFor()
      await expect.poll(() => inTheWay(page), { message: `${slug}, ${colorScheme}, ${width} px` }).toEqual([])
    }
  }
  expect(troubles).toEqual([])
})

test('the keyboard reaches the list, a filter and the menu of a chart, and the focus is visible', async () => {
  const { page, troubles } = await browser.open(`${preview.url}/#/revenue-overview`)
  await allDrawn(page, 'revenue-overview')
  const focused = () =>
    page.evaluate(
      inPage<string>(`() => {
        const at = document.activeElement
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at)
        const isSeen = (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
        return (isSeen ? '' : 'unseen ') + (at.getAttribute('aria-label') ?? at.closest('label')?.textContent ?? at.textContent)
      }`),
      undefined,
    )
  await page.keyboard.press('/')
  await page.keyboard.type('cash')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focused()).toMatch(/^Cash/)
  await page.keyboard.press('Enter')
  await allDrawn(page, 'cash')
  const steps: string[] = []
  for (let count = 0; count < 60 && !steps.some((step) => /^More of/.test(step)); count += 1) {
    await page.keyboard.press('Tab')
    steps.push(await focused())
  }
  expect(steps.filter((step) => step.startsWith('unseen'))).toEqual([])
  expect(steps.at(-1)).toMatch(/^More of/)
  const filter = page.locator('[data-type="FILTER"] select')
  await filter.focus()
  await page.keyboard.press('ArrowDown')
  expect(await filter.inputValue()).not.toBe('')
  await expect.poll(() => filter.evaluate(inPage('element => element === document.activeElement'))).toBe(true)
  expect(troubles).toEqual([])
})
