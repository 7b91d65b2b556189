import { expect, test } from 'vitest'
import type { PreviewBadges, PreviewProblem } from '../../packages/pictures/scene.ts'
import { axeFindings, inPage, looksAt, sceneWith, serveScenes, useBrowser, widget } from './support.ts'

const browser = useBrowser()
const BADGE = { changes: 0, held: 0, hasDraft: false, isNew: false }
const SCENE = sceneWith([widget('text', 'TEXT', [0, 0, 4, 4], { config: { markdown: 'here' } })])
const nothingDiffers = async () => ({ marks: {}, changes: [], differences: {}, says: '' })
const problem = (isWarning: boolean, file = 'one/a.yaml'): PreviewProblem => ({
  ...{ code: 'BW-E1201', message: 'It is wrong.', hint: 'Look.', file, line: 3, column: 7, isWarning },
})

test('a tree without a dashboard says what to type, and has the first one as soon as it is written', async () => {
  const scenes: Record<string, typeof SCENE> = {}
  const preview = await serveScenes(scenes)
  try {
    for (const [colorScheme, width] of looksAt([1440, 390])) {
      for (const at of ['', '#/?view=all']) {
        const { page } = await browser.open('about:blank', { width, height: 844, dark: colorScheme === 'dark' })
        await page.goto(`${preview.url}/${at}`)
        await page.getByRole('heading', { name: 'No dashboard yet' }).waitFor()
        await expect
          .poll(() => page.locator('.pv-begin code').allInnerTexts())
          .toEqual(['boardwright export', 'boardwright new'])
        expect(await axeFindings(page)).toEqual([])
      }
    }
    const { page } = await browser.open(preview.url)
    await page.getByRole('heading', { name: 'No dashboard yet' }).waitFor()
    scenes['one'] = SCENE
    preview.changed()
    await page.locator('.pv-stage[data-shows="one"]').waitFor()
  } finally {
    await preview.close()
  }
})

test('on a phone the bar has one row below the name, also with errors and warnings', async () => {
  const place = 'a/rather/long/path/to/a/dashboard'
  const problems = [false, false, true, true].map((isWarning) => problem(isWarning, `${place}/a.yaml`))
  const preview = await serveScenes({ [place]: SCENE }, { compare: nothingDiffers, problems })
  try {
    const { page } = await browser.open(preview.url, { width: 390, height: 844 })
    const button = page.getByRole('button', { name: /^2 errors/ })
    await button.waitFor()
    await expect.poll(() => button.innerText()).toBe('2 errors')
    const middles = inPage<number[]>(
      'all => [...new Set(all.filter((each) => each.offsetWidth > 0).map((each) => Math.round(each.getBoundingClientRect().top + each.offsetHeight / 2)))]',
    )
    await page.getByText('History').waitFor()
    expect(await page.locator('.pv-bar > :not(.pv-where)').evaluateAll(middles)).toHaveLength(1)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(() => button.innerText()).toBe('2 errors, 2 warnings')
  } finally {
    await preview.close()
  }
})

test('only errors have a red edge', async () => {
  const edge = async (problems: readonly PreviewProblem[]): Promise<string> => {
    const preview = await serveScenes({ one: SCENE }, { problems })
    try {
      const { page } = await browser.open(preview.url)
      const button = page.getByRole('button', { name: /^1 (error|warning)$/ })
      await button.waitFor()
      if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
      return String(await page.evaluate('getComputedStyle(document.querySelector(".pv-problems")).borderTopColor'))
    } finally {
      await preview.close()
    }
  }
  expect(await edge([problem(false)])).toBe('rgb(179, 38, 30)')
  expect(await edge([problem(true)])).toBe('rgb(223, 227, 234)')
})

test('after a comparison the wall begins with what apply would change, and the list marks it', async () => {
  let badges: PreviewBadges | undefined
  const preview = await serveScenes(
    {
      one: SCENE,
      two: SCENE,
      three: { ...SCENE, title: 'Changed, and with a name that is far too long for any card of a wall' },
    },
    {
      async compare() {
        badges = { three: { ...BADGE, changes: 2 } }
        return nothingDiffers()
      },
      news: async () => ({ changed: [], badges }),
      planned: async () => ({ says: 'apply would change 1', badges: badges ?? {} }),
    },
  )
  try {
    const { page } = await browser.open(`${preview.url}/#/one`)
    await page.locator('.pv-stage[data-shows="one"]').waitFor()
    await page.getByRole('button', { name: /^Compare with / }).click()
    await page.locator('.pv-compare').waitFor()
    await page.getByRole('button', { name: 'Dashboards' }).click()
    await page.getByRole('link', { name: 'All dashboards' }).click()
    const cards = page.locator('.pv-wall a')
    await expect.poll(() => cards.first().innerText()).toMatch(/^Changed.*\s2 changes$/s)
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('All dashboards')
    await page.locator('.pv-list a', { hasText: 'Changed' }).getByRole('img', { name: 'changed' }).waitFor()
    // Two lines of it, and the whole where the pointer is.
    const name = cards.first().locator('b')
    expect((await name.boundingBox())?.height).toBeLessThan(45)
    expect(await name.getAttribute('title')).toContain('any card of a wall')
  } finally {
    await preview.close()
  }
})

test('what the plan finds is marked in the list, too', async () => {
  const preview = await serveScenes(
    { one: SCENE, two: { ...SCENE, title: 'Two' } },
    {
      compare: nothingDiffers,
      news: async () => ({ changed: ['one'] }),
      planned: async () => ({ says: 'apply would change 1', badges: { two: { ...BADGE, changes: 1 } } }),
    },
  )
  try {
    const { page } = await browser.open(`${preview.url}/#/?view=all`)
    await page.locator('.pv-list a', { hasText: 'Two' }).getByRole('img', { name: 'changed' }).waitFor()
  } finally {
    await preview.close()
  }
})

test('a width that does not fit is made smaller until it does, the bar says so, and without the list there is more room', async () => {
  const preview = await serveScenes({ one: SCENE })
  try {
    const { page } = await browser.open(`${preview.url}/#/one?width=lg`, { width: 1440, height: 900 })
    const size = page.locator('.pv-size')
    await expect.poll(() => size.innerText()).toMatch(/^lg, \d{4} px at 9\d %$/)
    const right = async (): Promise<number> => {
      const box = await page.locator('.bw').boundingBox()
      return (box?.x ?? Number.NaN) + (box?.width ?? 0)
    }
    expect(await right()).toBeLessThanOrEqual(1440)
    await page.goto(`${preview.url}/#/one`)
    await expect.poll(() => size.innerText()).toBe('md, 1176 px')
    await page.getByRole('button', { name: 'Hide' }).click()
    await expect.poll(() => size.innerText()).toBe('lg, 1440 px')
  } finally {
    await preview.close()
  }
})

test('an error in other files is told and opens nothing; a warning that is new here opens', async () => {
  const problems = [problem(false, 'two/a.yaml'), problem(true, 'two/b.yaml')]
  const preview = await serveScenes({ one: SCENE, two: SCENE }, { problems })
  try {
    const { page } = await browser.open(`${preview.url}/#/one`)
    const shown = page.getByRole('region', { name: 'Problems' })
    await page.getByRole('button', { name: '1 error elsewhere' }).waitFor()
    await expect.poll(() => shown.count()).toBe(0)
    problems.push(problem(true, 'one/c.yaml'))
    preview.changed()
    await shown.waitFor()
    await expect.poll(() => shown.getByRole('link').first().innerText()).toBe('one/c.yaml:3:7')
  } finally {
    await preview.close()
  }
})

test('at a chosen width, the pane has the ground of its dashboard, and again its own at none', async () => {
  const scene = sceneWith([widget('w', 'TEXT', [0, 0, 12, 2], { config: { markdown: 'Text' } })])
  const { page } = await browser.show(scene, { width: 1440, height: 900 })
  const grounds = (): Promise<string[]> =>
    page
      .locator('.pv-stage, .bw')
      .evaluateAll(inPage('(all) => all.map((each) => getComputedStyle(each).backgroundColor)'))
  const [own] = await grounds()
  for (const dark of [false, true]) {
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
    await page.goto(`${page.url().split('?')[0]}?width=xs`)
    await expect.poll(async () => new Set(await grounds()).size).toBe(1)
    await page.goto(page.url().replace('?width=xs', ''))
    await expect.poll(async () => (await grounds())[0]).toBe(own)
  }
})
