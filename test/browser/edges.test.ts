import { describe, expect, test } from 'vitest'
import { useSameFonts } from './same-fonts.ts'
import { inPage, sceneWith, textOf, useBrowser, widget } from './support.ts'

const browser = useBrowser()
const same = useSameFonts()
const HEIGHTS = [3, 4, 5, 6, 8]
const REGIONS = ['Bayern', 'Romandie', 'Ticino', 'Vorarlberg', 'Zürich', 'Graubünden', 'Tirol']

const config = { member: 'sales.region', display: 'list', multiple: true, value: REGIONS }
const lists = {
  ...sceneWith(
    [
      ...HEIGHTS.map((h, index) => widget(`list-${h}`, 'FILTER', [2 * index, 0, 2, h], { config })),
      widget('wide', 'FILTER', [0, 8, 12, 3], { config }),
      widget('prose', 'TEXT', [0, 11, 3, 3], { config: { content: 'One line after another. '.repeat(40) } }),
      widget('short', 'TEXT', [3, 11, 3, 3], { config: { content: 'One line.' } }),
      widget('sum', 'CHART', [6, 11, 3, 3], { report: 'sum' }),
    ],
    { sum: { name: 'Sum', kind: 'kpi', query: { measures: ['sales.count'] } } },
  ),
  members: {
    'sales.region': { kind: 'dimension' as const, type: 'string', description: `One of ${REGIONS.join(', ')}.` },
  },
}

/** Boxes that are seen in part, above or below an edge. */
const CUT = `(list) => {
  const { top, bottom } = list.getBoundingClientRect()
  return [...list.querySelectorAll('label')].filter((each) => {
    const box = each.getBoundingClientRect()
    return box.top < top - 0.5 || box.bottom > bottom + 0.5
  }).map((each) => each.textContent)
}`

describe('at the edge of a card', () => {
  test.each([1440, 390])('a list of values ends at a whole one, at %i px', async (width) => {
    const { page } = await browser.show(lists, { width })
    for (const h of HEIGHTS)
      await expect.poll(() => page.locator(`[data-widget="list-${h}"] fieldset`).evaluate(inPage(CUT))).toEqual([])
  })

  test('what does not fit below stands beside, where there is room', async () => {
    const { page } = await browser.show(lists, { width: 1440 })
    const isSeen = (name: string) =>
      page
        .locator('[data-widget="wide"]')
        .getByRole('checkbox', { name })
        .evaluate(
          inPage(`(box) => {
          const { right, bottom } = box.closest('fieldset').getBoundingClientRect()
          const own = box.getBoundingClientRect()
          return own.right < right && own.bottom < bottom
        }`),
        )
    for (const each of REGIONS) await expect.poll(() => isSeen(each), { message: each }).toBe(true)
  })

  test('a text that goes on below fades, and ends sharply where it ends', async () => {
    const { page } = await browser.show(lists, { width: 1440 })
    const prose = page.locator('[data-widget="prose"] .bw-scroll')
    const mask = (id: string) =>
      page.locator(`[data-widget="${id}"] .bw-scroll`).evaluate(inPage('(each) => getComputedStyle(each).maskImage'))
    await expect.poll(() => mask('prose')).toContain('gradient')
    await expect.poll(() => mask('short')).toBe('none')
    await prose.evaluate(inPage('(each) => { each.scrollTop = each.scrollHeight }'))
    await expect.poll(() => mask('prose')).toBe('none')
    await expect.poll(() => textOf(page, 'short')).toBe('One line.')
  })

  test('a picture has the same whole values, and counts those that have no room', async () => {
    const { bytes } = await same.draw(lists, 'svg')
    await same.page().setContent(Buffer.from(bytes).toString('utf8'))
    const said = await same
      .page()
      .evaluate(
        inPage<Record<string, string>>(
          `() => Object.fromEntries([...document.querySelectorAll('[data-widget]')].map((each) => [each.dataset.widget, each.textContent]))`,
        ),
        undefined,
      )
    expect(said['wide']).toMatch(new RegExp(`${REGIONS.join('.*')}$`))
    expect(said['list-8']).toMatch(new RegExp(`${REGIONS.join('.*')}$`))
    expect(said['list-4']).toMatch(/Bayern.*and \d more$/)
    expect(said['list-4']).not.toContain('Tirol')
  })
})
