import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { createPainter } from '../../packages/pictures/draw/index.ts'
import { drawDashboards } from '../../packages/pictures/picture/before-after.ts'
import type { Shape, Sheet } from '../../packages/pictures/picture/shapes.ts'
import { renderSvg } from '../../packages/pictures/picture/svg.ts'
import { lengthOf } from '../../packages/pictures/picture/text/fit.ts'
import { SWAP } from '../../packages/pictures/test/picture/boards.ts'
import { renderHtml } from '../../src/words/html.ts'
import { type Decoded, readPng } from '../support/png.ts'
import { CONFLICT, EXAMPLE } from '../words/plans.ts'
import { axeFindings, EVERY_LOOK, inPage, looksAt, type PageWishes, useBrowser } from './support.ts'

const browser = useBrowser()
const directory = mkdtempSync(join(tmpdir(), 'boardwright-test-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

function saved(name: string, text: string): string {
  const file = join(directory, name)
  writeFileSync(file, text)
  return pathToFileURL(file).href
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const WHITE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC',
  'base64',
)
const sheet = drawDashboards(SWAP) as Sheet

/** Pixels that differ, of those that no letter is drawn on: fonts are the browser's own. */
function difference(one: Decoded, other: Decoded, shapes: readonly Shape[]): number {
  const covered = new Uint8Array(one.width * one.height)
  for (const shape of shapes) {
    if (shape.kind !== 'text') continue
    const [left, right] = [Math.floor(shape.x - 2), Math.ceil(shape.x + lengthOf(shape.text, shape) + 2)]
    for (let y = Math.floor(shape.y - shape.size); y < shape.y + shape.size * 0.4; y += 1) {
      covered.fill(1, y * one.width + left, y * one.width + right)
    }
  }
  let [differs, all] = [0, 0]
  for (let y = 0; y < one.height; y += 1) {
    for (let x = 0; x < one.width; x += 1) {
      if (covered[y * one.width + x]) continue
      all += 1
      const [a, b] = [one.at(x, y), other.at(x, y)]
      if (a.some((part, index) => Math.abs(part - (b[index] ?? 0)) > 24)) differs += 1
    }
  }
  return differs / all
}

const coloursIn = ({ width, height, colourAt }: Decoded): number =>
  new Set(Array.from({ length: width * height }, (_, at) => colourAt(at % width, Math.floor(at / width)))).size

describe('a picture', () => {
  test('has the same size and places as SVG in a browser and as PNG', async () => {
    const svg = renderSvg(sheet)
    saved('swap.svg', svg)
    const url = saved('swap.html', '<!doctype html><body style="margin:0"><img src="swap.svg" alt="">')
    const { width, height } = sheet
    const painter = createPainter({ processes: 1 })
    const { bytes } = await painter.draw({ svg, width, height, format: 'png', scale: 1 }).finally(painter.close)
    const { page, troubles } = await browser.open(url, { width, height })
    const [shot, own] = [await page.screenshot(), bytes].map(readPng) as [Decoded, Decoded]
    expect([shot.width, shot.height]).toEqual([own.width, own.height])
    expect(difference(own, shot, sheet.shapes)).toBeLessThan(0.003)
    expect(troubles).toEqual([])
  })
})

describe('a plan as a page', () => {
  const html = renderHtml({
    ...EXAMPLE,
    held: [CONFLICT, { ...CONFLICT, key: 'workbook/cash', title: ['Finance', 'Cash'] }],
    notes: ['One note.'],
  })

  const looks: [string, PageWishes][] = EVERY_LOOK
    ? looksAt([1280, 900, 360]).map(([colorScheme, width]) => [
        `${width} px, ${colorScheme}`,
        { width, height: 800, ...(colorScheme === 'dark' && { dark: true }) },
      ])
    : [
        ['wide and light', { width: 1280, height: 900 }],
        ['narrow and dark', { width: 360, height: 800, dark: true }],
      ]
  test.each(looks)(
    '%s: drawn under its policy, without axe findings, and nothing wider than the window',
    async (_, wishes) => {
      const { page, troubles } = await browser.open(saved('plan.html', html), wishes)
      await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('Plan for production')
      const sides = ['Now', 'After'].map((side) => page.getByRole('img', { name: `Sales / Revenue overview: ${side}` }))
      const isPhone = (wishes.width ?? 0) <= 700
      // Beside each other if there is room, else in one place.
      const places = []
      for (const [index, side] of sides.entries()) {
        if (isPhone) await page.locator('.sides .pick span').nth(index).click()
        await expect.poll(async () => ((await side.boundingBox())?.width ?? 0) > (isPhone ? 280 : 440)).toBe(true)
        const [at, around] = [await side.boundingBox(), await page.locator('.sides').first().boundingBox()]
        places.push([(at?.x ?? 0) - (around?.x ?? 0), (at?.y ?? 0) - (around?.y ?? 0)])
        expect(coloursIn(readPng(await side.screenshot()))).toBeGreaterThan(20)
      }
      const [before, after] = places
      const rooms = await page
        .locator('.sides > div')
        .evaluateAll(inPage<number[]>('all => all.map((each) => each.getBoundingClientRect().right)'))
      for (const right of rooms) expect(right).toBeLessThanOrEqual(wishes.width ?? 0)
      expect(before?.[1]).toBe(after?.[1])
      expect(before?.[0] === after?.[0]).toBe(isPhone)
      const full = page.getByRole('link', { name: 'Show it in full' })
      await expect.poll(() => full.first().isVisible()).toBe(true)
      const filled = await page.evaluate("getComputedStyle(document.querySelector('rect.f-page')).fill")
      expect(filled).toBe('dark' in wishes ? 'rgb(19, 23, 30)' : 'rgb(243, 244, 247)')
      expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0)
      await expect.poll(() => axeFindings(page)).toEqual([])
      expect(troubles).toEqual([])
    },
  )

  test('a phone has what changes first, as large as it is, and the whole folded; a wide screen has both', async () => {
    const sides = (wide: number) =>
      [0, 1].map((at) => ({ name: at ? 'After' : 'Now', x: at * wide, y: 0, w: wide, h: 300 }))
    const drawn = (wide: number) => ({
      ...{ png: PIXEL, width: 2 * wide, height: 300 },
      parts: { sides: sides(wide), told: [], legend: [{ ink: 'moved' as const, words: 'moved' }], notes: [] },
    })
    const [object] = EXAMPLE.objects
    const page = renderHtml(EXAMPLE, [
      {
        ...{ key: 'workbook/revenue-overview', name: 'Sales / Revenue overview', stem: 'p', svg: '', why: undefined },
        ...{ whole: drawn(590), widgets: [{ ...drawn(480), label: 'Orders', stem: 'p_1' }] },
      },
    ])
    expect(object?.key).toBe('workbook/revenue-overview')
    const widths = async (width: number) => {
      const opened = await browser.open(saved(`read-${width}.html`, page), { width, height: 844 })
      const at = (name: string) => opened.page.getByRole('img', { name: `${name}: After` })
      return { page: opened.page, crop: at('Orders'), whole: at('Sales / Revenue overview') }
    }
    const phone = await widths(390)
    expect((await phone.crop.boundingBox())?.width).toBe(482)
    expect(await phone.whole.isVisible()).toBe(false)
    await phone.page.getByText('The whole dashboard').click()
    const widthOf = async () => (await phone.whole.boundingBox())?.width ?? 0
    const fits = await widthOf()
    expect(fits).toBeGreaterThan(300)
    expect(fits).toBeLessThan(366)
    await phone.page.getByRole('link', { name: 'Show it in full' }).click()
    await expect.poll(widthOf).toBe(900)
    expect(await phone.page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    await phone.page.getByRole('link', { name: 'Fit it to the screen' }).click()
    await expect.poll(widthOf).toBe(fits)
    const wide = await widths(1280)
    expect(await wide.whole.isVisible()).toBe(true)
    expect(await wide.page.getByText('The whole dashboard').isVisible()).toBe(false)
  })

  test('pictures that were drawn for light pages alone are as dark as a dark page', async () => {
    const parts = { sides: [{ name: 'Now', x: 0, y: 0, w: 300, h: 200 }], told: [], legend: [], notes: [] }
    const whole = { png: WHITE, width: 300, height: 200, parts }
    const named = { key: 'workbook/revenue-overview', name: 'Sales / Revenue overview', stem: 'p' } as const
    const file = saved('light.html', renderHtml(EXAMPLE, [{ ...named, svg: '', why: undefined, whole, widgets: [] }]))
    const brightness = async (dark: boolean): Promise<number> => {
      const { page } = await browser.open(file, { width: 1280, height: 900, dark })
      const shown = readPng(await page.getByRole('img', { name: 'Sales / Revenue overview: Now' }).screenshot())
      return shown.at(shown.width >> 1, shown.height >> 1)[0]
    }
    expect(await brightness(false)).toBeGreaterThan(240)
    expect(await brightness(true)).toBeLessThan(40)
  })

  test('on a phone what a held side says stays beside its name', async () => {
    const { page } = await browser.open(saved('narrow.html', html), { width: 390, height: 844 })
    const starts = await page
      .locator('.held td > *')
      .evaluateAll(inPage<number[]>('all => all.map((each) => each.getBoundingClientRect().left)'))
    expect(starts.length).toBeGreaterThan(2)
    for (const left of starts) expect(left).toBe(starts[0])
  })

  test('works by keyboard, and each change has an address', async () => {
    const { page, troubles } = await browser.open(saved('walk.html', html), { width: 1280, height: 600 })
    const at = (): Promise<unknown> => page.evaluate('decodeURIComponent(location.hash.slice(1))')
    const ids = (await page.evaluate("[...document.querySelectorAll('article')].map(({ id }) => id)")) as string[]
    expect(ids.length).toBeGreaterThan(2)
    await page
      .getByRole('link', { name: /^next: / })
      .first()
      .press('Enter')
    const walked = [await at()]
    while (walked.length < ids.length - 1) {
      for (let tabs = 0; tabs < 5; tabs += 1) {
        await page.keyboard.press('Tab')
        if (await page.evaluate("document.activeElement.textContent === 'next'")) break
      }
      await page.keyboard.press('Enter')
      walked.push(await at())
    }
    expect(walked).toEqual(ids.slice(1))
    const shown = await page.evaluate(
      "document.querySelector('article:target').getBoundingClientRect().top < innerHeight",
    )
    expect(shown).toBe(true)
    expect(troubles).toEqual([])
  })
})
