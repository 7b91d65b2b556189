import { describe, expect, test } from 'vitest'
import { useSameFonts } from './same-fonts.ts'
import { inPage, sceneWith, textOf, useBrowser, widget } from './support.ts'

const browser = useBrowser()
const same = useSameFonts()
const HEIGHTS = [4, 5, 6, 7, 8]
const WIDTHS = [1440, 1024, 390]

const customers = sceneWith(
  HEIGHTS.map((h, index) =>
    widget(`tall-${h}`, 'CHART', [4 * (index % 3), 8 * Math.floor(index / 3), 4, h], {
      report: 'r',
      config: { pageSize: 10 },
    }),
  ),
  {
    r: {
      name: 'Customers',
      kind: 'table',
      query: {
        measures: ['orders.count'],
        dimensions: ['orders.city', 'orders.customer', 'orders.channel'],
        limit: 25,
      },
      spec: { showRowNumbers: true, totals: ['orders.count'] },
    },
  },
)
const scroll = (h: number) => `[data-widget="tall-${h}"] .bw-scroll`

/** Of the rows that can be seen: the numbers of those that are whole, and how many pixels of others can be seen. */
const SEEN = `(scroll) => {
  const { top, bottom } = scroll.getBoundingClientRect()
  const from = top + scroll.querySelector('thead').getBoundingClientRect().height
  const to = Math.min(bottom, scroll.querySelector('tfoot td').getBoundingClientRect().top)
  const rows = [...scroll.querySelectorAll('tbody tr')].map((row) => ({ row, box: row.getBoundingClientRect() }))
  const cut = rows.filter(({ box }) => box.top < to - 0.1 && box.bottom > to + 0.1).map(({ box }) => to - box.top)
  const whole = rows.filter(({ box }) => box.top >= from - 1 && box.bottom <= to + 1)
  return { cut, numbers: whole.map(({ row }) => Number(row.cells[0].textContent)) }
}`
interface Seen {
  readonly cut: readonly number[]
  readonly numbers: readonly number[]
}

describe('a table with more rows than fit', () => {
  test.each(WIDTHS)('ends at a whole one, and says which can be seen, at %i px', async (width) => {
    const { page } = await browser.show(customers, { width })
    const counts = new Set<number>()
    for (const h of HEIGHTS) {
      const look = () => page.locator(scroll(h)).evaluate(inPage<Seen>(SEEN))
      await expect.poll(async () => (await look()).cut, { message: `${h} rows` }).toEqual([])
      const { numbers } = await look()
      counts.add(numbers.length)
      await expect.poll(() => textOf(page, `tall-${h}`)).toMatch(new RegExp(` 1–${numbers.length} of \\d+`))
    }
    expect(counts.size).toBeGreaterThan(2)
  })

  test('shows all of them on the way to the last, and the first ones again on the way back', async () => {
    const { page } = await browser.show(customers, { width: 1440 })
    const look = async () => (await page.locator(scroll(6)).evaluate(inPage<Seen>(SEEN))).numbers
    const later = page.locator('[data-widget="tall-6"]').getByRole('button', { name: 'Customers: later rows' })
    const earlier = page.locator('[data-widget="tall-6"]').getByRole('button', { name: 'Customers: earlier rows' })
    const first = await look()
    const seen = new Set(first)
    while (await later.isEnabled()) {
      await later.click()
      const numbers = await look()
      await expect.poll(() => textOf(page, 'tall-6')).toContain(` ${numbers[0]}–${numbers.at(-1)} of `)
      for (const each of numbers) seen.add(each)
    }
    const total = Number((await textOf(page, 'tall-6')).match(/ of (\d+)/)?.[1])
    expect([...seen].toSorted((a, b) => a - b)).toEqual(Array.from({ length: total }, (_, index) => index + 1))
    while (await earlier.isEnabled()) await earlier.click()
    expect(await look()).toEqual(first)
  })

  test('fades at an edge beyond which its columns go on', async () => {
    const { page } = await browser.show(customers, { width: 390 })
    const table = page.locator(scroll(6))
    const fades = () =>
      table.evaluate(
        inPage<readonly string[]>(`(scroll) => ['left', 'right'].filter((edge) =>
          getComputedStyle(scroll).maskImage !== 'none' && getComputedStyle(scroll).getPropertyValue('--bw-fade-' + edge) !== '')`),
      )
    const go = (part: number) =>
      table.evaluate(inPage(`(scroll) => { scroll.scrollLeft = ${part} * (scroll.scrollWidth - scroll.clientWidth) }`))
    expect(await table.evaluate(inPage('(scroll) => scroll.scrollWidth > scroll.clientWidth + 20'))).toBe(true)
    await expect.poll(fades).toEqual(['right'])
    await go(0.5)
    await expect.poll(fades).toEqual(['left', 'right'])
    await go(1)
    await expect.poll(fades).toEqual(['left'])
  })

  test('has a line above its totals that is theirs: a shadow leaves stubs between them where it is made smaller', async () => {
    const { page } = await browser.show(customers, { width: 1440 })
    const line = 'each => [getComputedStyle(each).boxShadow, getComputedStyle(each).borderTopWidth]'
    const total = page.locator(`${scroll(6)} tfoot td`).first()
    expect(await total.evaluate(inPage(line))).toEqual(['none', '1px'])
  })

  test('has the same rows in a picture, which says the same of them', async () => {
    await same.show(customers)
    const said = `() => [...document.querySelectorAll('[data-widget]')].map((each) => (each.innerText ?? each.textContent).match(/1–\\d+ of 25/)?.[0])`
    const there = await same.page().evaluate(inPage<string[]>(said), undefined)
    const { bytes } = await same.draw(customers, 'svg')
    await same.page().setContent(Buffer.from(bytes).toString('utf8'))
    expect(await same.page().evaluate(inPage<string[]>(said), undefined)).toEqual(there)
    expect(new Set(there).size).toBe(HEIGHTS.length)
  })
})
