import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Comparison, Scene } from '../../packages/pictures/scene.ts'
import { BREAKPOINTS } from '../../packages/pictures/viewer/layout/breakpoint.ts'
import type { Plan } from '../../src/plan/plan-file.ts'
import { compareDashboard } from '../../src/previews/page/compare.ts'
import { openPreview } from '../../src/previews/page/open.ts'
import { startPreview } from '../../src/previews/server/server.ts'
import { openProject, requireConfig } from '../../src/project/local/project.ts'
import { planTarget } from '../../src/project/plan.ts'
import { renderText } from '../../src/words/text.ts'
import { SLUG as BOARDS, course, planBoard } from '../previews/page/boards.ts'
import { atSandbox, layOut, letAct, numbersNow, openStage, sandbox } from '../scenarios/stage.ts'
import { commitAll, readFiles, temporaryDirectory, writeFiles } from '../support/directory.ts'
import {
  allDrawn,
  axeFindings,
  cutOff,
  EVERY_LOOK,
  inPage,
  inTheWay,
  looksAt,
  type Opened,
  serveScenes,
  useBrowser,
} from './support.ts'

openStage()
const browser = useBrowser()
const SLUG = 'revenue-overview'
/** A report that is in no workbook. */
const ALONE = 'mT5yRc8VqN0j'
const BOARD = `content/sales/${SLUG}`

interface LiveWidget {
  readonly id: string
  readonly position: Readonly<Record<string, number>>
  readonly config?: Readonly<Record<string, unknown>>
}

interface Course {
  /** What somebody makes of the widgets in the UI, and publishes. */
  readonly inTheUi?: (widgets: readonly LiveWidget[]) => readonly LiveWidget[]
  readonly isDraft?: boolean
  readonly also?: Parameters<typeof letAct>[0]
  /** Texts of the dashboard's file, and what the repo puts in their place. */
  readonly inTheRepo: readonly (readonly [from: string, to: string])[]
}

/** Acme as it was applied; then somebody works in the UI, and somebody else in the repo. */
async function begin({ inTheUi, isDraft = false, also = [], inTheRepo }: Course): Promise<string> {
  const root = temporaryDirectory()
  // What belongs to the account is not laid out there.
  const files = Object.fromEntries(
    Object.entries(readFiles('examples/acme')).filter(([path]) => !path.startsWith('account/')),
  )
  await writeFiles(root, atSandbox(files))
  await layOut(files, commitAll(root))
  const id = (await numbersNow()).get(`workbook/${SLUG}`)
  const headers = { authorization: `Bearer ${sandbox.keys.admin}` }
  const answer = await fetch(`${sandbox.url}/api/v1/deployments/2/workbooks/${id}`, { headers })
  const { publishedDashboard } = (await answer.json()) as { publishedDashboard: { config: { widgets: LiveWidget[] } } }
  const { widgets } = publishedDashboard.config
  const acts = [
    ...[also].flat(),
    ...(inTheUi ? [{ do: 'edit-draft' as const, workbook: SLUG, set: { widgets: inTheUi(widgets) } }] : []),
    ...(inTheUi && !isDraft ? [{ do: 'publish' as const, workbook: SLUG }] : []),
  ]
  if (acts.length > 0) await letAct(acts)
  let text = readFileSync(join(root, BOARD, 'dashboard.yaml'), 'utf8')
  for (const [from, to] of inTheRepo) {
    expect(text).toContain(from)
    text = text.replace(from, to)
  }
  await writeFiles(root, { [`${BOARD}/dashboard.yaml`]: text })
  commitAll(root, 'Better')
  return root
}

const isHere = { today: '2026-11-20', target: 'production' }
const env = () => ({ BOARDWRIGHT_TOKEN: sandbox.keys.admin })

const planOf = async (root: string): Promise<Plan> =>
  (await planTarget(requireConfig(await openProject(root, isHere.today)), { env: env(), target: isHere.target })).plan

/** Looks at the page while it is served. */
async function look(root: string, hash: string, at: (opened: Opened, url: string) => Promise<void>) {
  const source = await openPreview(root, { ...isHere, data: 'sample', env: env(), onChange: () => {} })
  const preview = await startPreview(source)
  try {
    const opened = await browser.open(`${preview.url}/#/${hash}`, { width: 1600 })
    await opened.page.locator('.pv-compare').waitFor()
    await at(opened, preview.url)
    expect(opened.troubles).toEqual([])
  } finally {
    await preview.close()
    await source.close()
  }
}

type SideName = 'Live' | 'After apply' | 'In the repo, held'
const side = (page: Page, name: SideName) => page.getByRole('region', { name: new RegExp(`^${name}`) })

async function marksOn(page: Page, name: SideName): Promise<Record<string, string | null>> {
  const marked = await side(page, name).locator('[data-mark]').all()
  const pairs = marked.map(async (each) => [
    await each.getAttribute('data-widget'),
    await each.getAttribute('data-mark'),
  ])
  return Object.fromEntries(await Promise.all(pairs))
}

/** Which side is on top in the middle of an element. What is inert is seen, and is not pointed at. */
const ON_TOP = `element => {
  for (const each of document.querySelectorAll('.pv-stack > section')) each.inert = false
  const { x, y, width, height } = element.getBoundingClientRect()
  return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('.pv-stack > section')?.className
}`

const IN_SIGHT = `element => {
  const { x, y, width, height } = element.getBoundingClientRect()
  return document.elementFromPoint(x + width / 2, y + height / 2) === element
}`

/** The same on both sides at `md`, whatever moves on wide screens. */
function settledAtMd<T extends Pick<Comparison, 'live' | 'after'>>(comparison: T): T {
  const ids = [comparison.live, comparison.after].flatMap((scene) =>
    (scene?.dashboard.widgets ?? []).map(({ id }) => id),
  )
  const all = [...new Set(ids)]
  const settled = (scene: Scene | undefined): Scene | undefined =>
    scene && {
      ...scene,
      dashboard: {
        ...scene.dashboard,
        widgets: (scene.dashboard.widgets ?? []).map((own) => ({
          ...own,
          responsiveLayouts: { md: { x: 0, y: 4 * all.indexOf(own.id), w: 10, h: 4 } },
        })),
      },
    }
  return { ...comparison, live: settled(comparison.live), after: settled(comparison.after) }
}

/** Where a widget is on its board, and how large, if it can be seen. */
const placeOn = async (page: Page, name: 'Live' | 'After apply', id: string): Promise<number[] | undefined> => {
  const at = `[data-widget="${id}"]`
  return (await side(page, name).locator(at).isVisible()) ? onBoard(page, name, at) : undefined
}

/** A box in shares of its board. */
async function onBoard(page: Page, name: 'Live' | 'After apply', at: string): Promise<number[]> {
  const [own, all] = await Promise.all(
    [at, '.pv-true > .bw'].map((each) => side(page, name).locator(each).boundingBox()),
  )
  if (!own || !all) throw new Error(`${at} is not on the board`)
  return [own.x - all.x, own.y - all.y, own.width, own.height]
}

/** A width that is not the page's own is chosen in a menu. */
async function chooseWidth(page: Page, width: string): Promise<void> {
  const box = page.getByRole('combobox', { name: 'Width' })
  if (!(await box.isVisible())) await page.locator('.pv-menu > summary').click()
  await box.selectOption(width)
}

const summary = (page: Page) => inPlan(page).locator('summary').first().innerText()

const inPlan = (page: Page) => page.getByRole('region', { name: 'Plan', exact: true })

async function unfold(page: Page): Promise<void> {
  const list = inPlan(page).locator(':scope > details')
  if ((await list.getAttribute('open')) === null) await list.locator(':scope > summary').click()
}

const note = {
  id: 'uiNote01',
  type: 'TEXT',
  position: { x: 0, y: 12, w: 4, h: 2 },
  config: { markdown: 'From the **UI**' },
}

test('what the plan leaves alone stays in the picture, marked as left alone', async () => {
  const root = await begin({
    also: [
      { do: 'edit-report', report: ALONE, set: { title: 'Pipes' } },
      { do: 'edit-report', report: 'h4Kq9ZtB2wLm', set: { sqlQuery: 'select 1 as month, 2 as net_revenue' } },
    ],
    inTheUi: (widgets) => [
      ...widgets
        .filter(({ id }) => id !== 'q1AeWo6i')
        .map((one) => (one.id === 'f5RgJd9u' ? { ...one, position: { ...one.position, h: 5 } } : one))
        .map((one) => (one.id === 'b8LhNv2s' ? { ...one, config: { ...one.config, numberFormat: '€0,0' } } : one)),
      note,
    ],
    inTheRepo: [['title: Top customers\n', 'title: Best customers\n']],
  })
  const text = renderText(await planOf(root), { width: 400, color: false })
  sandbox.controls.clearRequests()
  await look(root, `${SLUG}?compare=side`, async ({ page }, url) => {
    await allDrawn(page, SLUG)
    const marks = { wk3ZmQ81: 'left', p0Yx7TcE: 'changed', b8LhNv2s: 'left', f5RgJd9u: 'left', uiNote01: 'left' }
    expect([await marksOn(page, 'Live'), await marksOn(page, 'After apply')]).toEqual([marks, marks])
    await expect.poll(() => side(page, 'After apply').getByRole('heading', { name: 'Best customers' }).count()).toBe(1)
    await expect
      .poll(() => side(page, 'After apply').locator('[data-widget="uiNote01"]').innerText())
      .toContain('From the UI')
    await expect.poll(() => side(page, 'After apply').locator('[data-widget="q1AeWo6i"]').count()).toBe(0)

    await expect.poll(() => summary(page)).toBe('apply would make 1 change, publish and leave 5 alone.')
    const said = await inPlan(page).innerText()
    const [written = '', left = ''] = said.split('Left alone')
    expect(written).toContain('widget "Best customers" retitled "Top customers" → "Best customers"')
    expect(left).toMatch(/keeps the UI edit\s+.*widget "Orders" becomes higher, from 4x3 to 4x5/s)
    for (const words of ['becomes higher, from 4x3 to 4x5', 'retitled "Top customers" -> "Best customers"']) {
      expect(text).toContain(words)
    }
    if (EVERY_LOOK) await expect.poll(() => axeFindings(page)).toEqual([])

    await page.goto(`${url}/#/${encodeURIComponent(`report/${ALONE}`)}?compare=side`)
    await allDrawn(page, `report/${ALONE}`)
    const alone = { [ALONE]: 'left' }
    expect([await marksOn(page, 'Live'), await marksOn(page, 'After apply')]).toEqual([alone, alone])
    await expect
      .poll(() => inPlan(page).getByRole('listitem').allInnerTexts())
      .toEqual([expect.stringContaining('"Open pipeline by stage" → "Pipes"')])
    expect(sandbox.controls.requests().filter(({ method }) => method !== 'GET')).toEqual([])
  })
})

test('widgets that swap places move into view at the width of the page; n and p go from change to change', async () => {
  const root = await begin({
    inTheRepo: [
      ['position: {x: 0, y: 0, w: 8, h: 6}', 'position: {x: 0, y: 6, w: 8, h: 6}'],
      [
        'report: top-customers\n    position: {x: 0, y: 6, w: 8, h: 6}',
        'report: top-customers\n    position: {x: 0, y: 0, w: 8, h: 6}',
      ],
      ['position: {x: 8, y: 4, w: 4, h: 3}', 'position: {x: 8, y: 4, w: 4, h: 2}'],
    ],
  })
  await look(root, `${SLUG}?compare=side`, async ({ page }) => {
    await allDrawn(page, SLUG)
    const marks = { wk3ZmQ81: 'moved', p0Yx7TcE: 'moved', f5RgJd9u: 'resized' }
    expect([await marksOn(page, 'Live'), await marksOn(page, 'After apply')]).toEqual([marks, marks])
    const boards = await page.locator('.pv-true > .bw').all()
    const shapes = await Promise.all(
      boards.map(async (board) => [
        await board.getAttribute('data-breakpoint'),
        await board.evaluate(inPage<number>('element => element.clientWidth')),
      ]),
    )
    expect(shapes).toEqual([
      ['lg', 1240],
      ['lg', 1240],
    ])
    const top = async (name: 'Live' | 'After apply', id: string): Promise<number> =>
      (await side(page, name).locator(`[data-widget="${id}"]`).boundingBox())?.y ?? Number.NaN
    await expect.poll(() => top('Live', 'wk3ZmQ81')).toBeLessThan(await top('Live', 'p0Yx7TcE'))
    await expect.poll(() => top('After apply', 'wk3ZmQ81')).toBeGreaterThan(await top('After apply', 'p0Yx7TcE'))
    await expect.poll(() => page.locator('.pv-traces').count()).toBe(0)
    // Nothing is cut off, whatever width is chosen, and both are laid out at it.
    for (const [width, breakpoint] of [
      ['lg', 'lg'],
      ['sm', 'sm'],
      ['xxs', 'xxs'],
      ['auto', 'lg'],
    ]) {
      await chooseWidth(page, width ?? '')
      await expect
        .poll(() =>
          page.locator('.pv-true > .bw').evaluateAll(inPage('all => all.map((each) => each.dataset.breakpoint)')),
        )
        .toEqual([breakpoint, breakpoint])
      await allDrawn(page, SLUG)
      for (const of of ['first', 'last']) {
        const [room, board] = await Promise.all(
          ['', ' .bw'].map((part) => page.locator(`.pv-sides > section:${of}-child${part}`).boundingBox()),
        )
        expect((board?.x ?? 0) + (board?.width ?? 0)).toBeLessThanOrEqual((room?.x ?? 0) + (room?.width ?? 0) + 1)
      }
    }

    const current = () =>
      page
        .locator('[data-current]')
        .evaluateAll(inPage<string[]>('all => [...new Set(all.map((each) => each.dataset.widget))]'))
    await page.locator('body').press('n')
    await expect.poll(current).toEqual(['wk3ZmQ81'])
    await page.locator('body').press('n')
    await expect.poll(current).toEqual(['p0Yx7TcE'])
    await expect
      .poll(() => page.getByRole('status').filter({ hasText: '2 of' }).innerText())
      .toMatch(/^2 of \d: widget "Top customers" moves to the top$/)
    expect(page.url()).toContain('change=widget%20p0Yx7TcE')
    await page.reload()
    await page.locator('[data-current]').first().waitFor()
    await expect.poll(current).toEqual(['p0Yx7TcE'])
    await page.locator('body').press('p')
    await expect.poll(current).toEqual(['wk3ZmQ81'])

    await page.getByRole('checkbox', { name: 'Only what changes' }).check()
    await expect.poll(() => side(page, 'Live').locator('[data-widget]').count()).toBe(3)

    await page.getByRole('combobox', { name: 'How to compare' }).selectOption('swipe')
    const slider = page.getByRole('slider', { name: 'How far live is shown' })
    const clip = () =>
      page.locator('.pv-side-live').evaluate(inPage<string>('element => getComputedStyle(element).clipPath'))
    await slider.waitFor()
    await expect.poll(() => clip()).toBe('inset(0px 50% 0px 0px)')
    await slider.press('End')
    await expect.poll(() => clip()).toBe('inset(0px 0% 0px 0px)')
    // The line itself can be dragged, wherever somebody takes it, and both halves stay named.
    await slider.press('Home')
    const { width: wide = 0, ...stack } = (await page.locator('.pv-stack').boundingBox()) ?? { x: 0, y: 0 }
    await page.mouse.move(stack.x, stack.y + 150)
    await page.mouse.down()
    await page.mouse.move(stack.x + wide / 4, stack.y + 160, { steps: 4 })
    await page.mouse.up()
    await expect.poll(async () => Number(await slider.inputValue())).toBeCloseTo(25, 0)
    await page.mouse.wheel(0, 500)
    for (const name of ['Live', 'After apply'] as const)
      await expect
        .poll(() => page.locator('.pv-swipe').getByRole('heading', { name, exact: true }).evaluate(inPage(IN_SIGHT)))
        .toBe(true)
    await slider.press('End')
    // Nothing of the side below shows through, not even what is kept in sight there.
    await chooseWidth(page, 'auto')
    await allDrawn(page, SLUG)
    const after = page.locator('.pv-side-after .bw-table thead th').first()
    await after.scrollIntoViewIfNeeded()
    await expect.poll(() => after.evaluate(inPage(ON_TOP))).toBe('pv-side-live')
    if (EVERY_LOOK) await expect.poll(() => axeFindings(page)).toEqual([])
    await page.getByRole('combobox', { name: 'How to compare' }).selectOption('highlight')
    await page.locator('.pv-highlight').waitFor()
    await expect.poll(() => page.getByRole('region', { name: 'Live', exact: true }).count()).toBe(0)
    await allDrawn(page, SLUG)
    // Where live is out of sight, frames say where things were, if nothing else has one there.
    const traced = () => page.locator('[data-was]').evaluateAll(inPage('all => all.map((each) => each.dataset.was)'))
    await expect.poll(traced).toEqual(['f5RgJd9u'])
    if (EVERY_LOOK) await expect.poll(() => axeFindings(page)).toEqual([])
  })
})

test('a comparison has the whole window, opens where something moves, and says where nothing does', async () => {
  const root = await begin({
    inTheRepo: [
      ['position: {x: 0, y: 0, w: 8, h: 6}', 'position: {x: 0, y: 6, w: 8, h: 6}'],
      [
        'report: top-customers\n    position: {x: 0, y: 6, w: 8, h: 6}',
        'report: top-customers\n    position: {x: 0, y: 0, w: 8, h: 6}',
      ],
    ],
  })
  const marks = { wk3ZmQ81: 'moved', p0Yx7TcE: 'moved' }
  await look(root, `${SLUG}?compare=side`, async ({ page }) => {
    const size = page.locator('.pv-size')
    const note = page.locator('.pv-change-note')
    const shown = 'Shown at lg, where it moves.'
    await page.setViewportSize({ width: 1440, height: 900 })
    await allDrawn(page, SLUG)
    await expect.poll(() => size.innerText()).toBe('lg, 1240 px at 56 %')
    await expect.poll(() => marksOn(page, 'After apply')).toEqual(marks)
    await expect.poll(() => note.count()).toBe(0)

    // Beside the list there is less room than such a dashboard needs.
    await page.getByRole('button', { name: 'Dashboards' }).click()
    await expect.poll(() => note.allInnerTexts()).toEqual([shown])
    await expect.poll(() => size.innerText()).toBe('lg, 1240 px at 45 %')
    await expect.poll(() => marksOn(page, 'After apply')).toEqual(marks)

    await chooseWidth(page, 'md')
    await expect.poll(() => size.innerText()).toMatch(/^md, 1036 px at/)
    await allDrawn(page, SLUG)
    await expect.poll(() => marksOn(page, 'After apply')).toEqual({})
    await expect.poll(() => note.allInnerTexts()).toEqual(['Nothing moves at md: it moves at lg.'])
    await page.getByRole('checkbox', { name: 'Only what changes' }).check()
    await expect.poll(() => side(page, 'Live').locator('[data-widget]').count()).toBe(2)

    // Without the list, the dashboard has the room of a viewer's.
    await chooseWidth(page, 'auto')
    await page.getByRole('button', { name: 'Hide' }).click()
    await expect.poll(() => size.innerText()).toBe('lg, 1240 px at 56 %')
    await expect.poll(() => note.count()).toBe(0)
  })
})

test('what is said of a dashboard is as large as ever, however small that is; on a phone it stays as large too', async () => {
  const root = await begin({
    inTheRepo: [['position: {x: 8, y: 4, w: 4, h: 3}', 'position: {x: 8, y: 4, w: 4, h: 2}']],
  })
  await look(root, `${SLUG}?compare=side`, async ({ page }) => {
    const heightOf = async (chip: Locator) => Math.round((await chip.boundingBox())?.height ?? 0)
    const chips = page.locator('.bw-mark')
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 900 })
      await allDrawn(page, SLUG)
      await expect.poll(() => chips.count()).toBe(2)
      await expect
        .poll(async () => Promise.all((await chips.all()).map(heightOf)), { message: `${width}` })
        .toEqual([18, 18])
    }
    await page.setViewportSize({ width: 390, height: 844 })
    const scale = 'all => all.map((each) => getComputedStyle(each).transform)'
    await expect.poll(() => page.locator('.pv-true').evaluateAll(inPage(scale))).toEqual(['none', 'none'])
  })
})

test('if only some of it is held, the heading says so, and what the repo wants can be chosen', async () => {
  const root = await begin({
    also: [
      { do: 'edit-draft', workbook: SLUG, set: { title: 'Revenue today' } },
      { do: 'publish', workbook: SLUG },
    ],
    inTheRepo: [['title: Revenue overview\n', 'title: Revenue at a glance\n']],
  })
  const file = `${BOARD}/reports/top-customers.yaml`
  await writeFiles(root, { [file]: readFileSync(join(root, file), 'utf8').replace('last 12 months', 'last 90 days') })
  commitAll(root, 'Sooner')
  await look(root, `${SLUG}?compare=side`, async ({ page }) => {
    await allDrawn(page, SLUG)
    await expect.poll(() => summary(page)).toBe('apply would make 1 change, leave 1 alone and hold 1.')
    const heading = (name: SideName) => side(page, name).locator('.bw-dashboard-head')
    // Its report is written, but viewers see that only when somebody publishes the dashboard.
    await page.getByRole('button', { name: 'After apply, not published yet' }).waitFor()
    await expect.poll(() => heading('After apply').innerText()).toMatch(/^Revenue today.*Held$/s)
    await page.getByRole('button', { name: 'In the repo, held' }).click()
    await expect.poll(() => heading('In the repo, held').innerText()).toMatch(/^Revenue at a glance.*Held$/s)

    // A step to a change leads to the side on which it is: what is held comes last.
    await page.locator('body').press('n')
    await heading('After apply').waitFor()
    await page.locator('body').press('p')
    await heading('In the repo, held').waitFor()
    await expect.poll(() => page.locator('.bw-dashboard-head[data-current]').count()).toBe(2)
    await expect.poll(() => axeFindings(page)).toEqual([])
  })
})

test('what is held is as the repo has it beside what is live, with its three sides, what waits with it and the commands', async () => {
  const root = await begin({
    inTheUi: (widgets) =>
      widgets.map((one) => (one.id === 'b8LhNv2s' ? { ...one, config: { ...one.config, numberFormat: '€0,0' } } : one)),
    inTheRepo: [
      ['numberFormat: $0,0', 'numberFormat: $0.0a'],
      ['title: Top customers\n', 'title: Best customers\n'],
    ],
  })
  const { held: all } = await planOf(root)
  const [held] = all
  await look(root, `${SLUG}?compare=side`, async ({ page }) => {
    await allDrawn(page, SLUG)
    await expect.poll(() => marksOn(page, 'In the repo, held')).toEqual({ b8LhNv2s: 'held', p0Yx7TcE: 'held' })
    const figure = (name: SideName) => side(page, name).locator('[data-widget="b8LhNv2s"] .bw-figure').innerText()
    await expect.poll(() => figure('Live')).toMatch(/^€/)
    await expect.poll(() => figure('In the repo, held')).toMatch(/^CHF\s.*M$/)
    await inPlan(page).getByText('What to do').click()
    const said = await inPlan(page).innerText()
    expect(said).toContain('apply would hold 1 change, for which 1 more waits.')
    // None of its rows is cut: the last one that can be seen ends where the list does.
    const cut = `list => {
      const { top, bottom } = list.getBoundingClientRect()
      const rows = [...list.querySelectorAll('summary, li > *')].map((row) => row.getBoundingClientRect())
      return [bottom - top > innerHeight / 3, rows.some((row) => row.top < bottom - 2 && row.bottom > bottom)]
    }`
    await page.setViewportSize({ width: 1024, height: 800 })
    await expect.poll(() => inPlan(page).evaluate(inPage(cut))).toEqual([false, false])
    expect(said).toMatch(/retitled .*also changed in the repo, waits with it/s)
    expect(said).toContain(held?.message)
    expect(said).toMatch(/last applied +\$0,0/)
    expect(said).toMatch(/Take what is live into git.*: +boardwright export/)
    await expect.poll(() => axeFindings(page)).toEqual([])
  })
})

test('what waits comes after what it waits for, the list follows each step, and what cannot be seen says so', async () => {
  const report = `${BOARD}/reports/orders.yaml`
  const id = /^id: (\w+)$/m.exec(readFileSync(join('examples/acme', report), 'utf8'))?.[1] ?? ''
  const root = await begin({
    also: [
      { do: 'edit-report', report: id, set: { title: 'All orders' } },
      { do: 'publish', workbook: SLUG },
    ],
    inTheRepo: [
      ['position: {x: 0, y: 0, w: 8, h: 6}', 'position: {x: 0, y: 6, w: 8, h: 6}'],
      [
        'report: top-customers\n    position: {x: 0, y: 6, w: 8, h: 6}',
        'report: top-customers\n    position: {x: 0, y: 0, w: 8, h: 6}',
      ],
    ],
  })
  await writeFiles(root, { [report]: readFileSync(join(root, report), 'utf8').replace('title: Orders', 'title: Sold') })
  commitAll(root, 'Say sold')
  await look(root, `${SLUG}?compare=side`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 480 })
    await allDrawn(page, SLUG)
    const links = inPlan(page).locator('a.pv-change')
    await expect
      .poll(() => links.allInnerTexts())
      .toEqual([
        'Orders: title',
        'widget "Revenue by month" moves down 6 rows',
        'widget "Top customers" moves to the top',
      ])
    await expect.poll(() => summary(page)).toBe('apply would hold 1 change, for which 2 more wait.')
    await expect.poll(() => inPlan(page).locator('.pv-values').allInnerTexts()).toHaveLength(1)
    await expect
      .poll(() => page.locator('[data-widget="f5RgJd9u"] > .bw-mark').allInnerTexts())
      .toEqual(['Held, not seen here', 'Held, not seen here'])
    const isInSight = `link => {
      const [room, row] = [link.closest('.pv-changes'), link].map((each) => each.getBoundingClientRect())
      return row.top >= room.top && row.bottom <= room.bottom
    }`
    await expect.poll(() => links.last().evaluate(inPage(isInSight))).toBe(false)
    await page.locator('body').press('p')
    await expect.poll(() => links.last().evaluate(inPage(isInSight))).toBe(true)
    await page.locator('body').press('n')
    await expect.poll(() => links.first().evaluate(inPage(isInSight))).toBe(true)
    await expect.poll(() => page.locator('.pv-change-now').innerText()).toBe('1 of 3: Orders: title')
  })
})

test('a dashboard with a draft is held, and says so', async () => {
  const root = await begin({
    inTheUi: (widgets) => [...widgets, note],
    isDraft: true,
    inTheRepo: [['title: Top customers\n', 'title: Best customers\n']],
  })
  const plan = await planOf(root)
  expect(plan.held.map(({ reason }) => reason)).toEqual(['draft'])
  await look(root, `${SLUG}?compare=side`, async ({ page }) => {
    await allDrawn(page, SLUG)
    const heading = (name: SideName, text: string) => side(page, name).getByRole('heading', { name: text }).count()
    await expect.poll(() => heading('Live', 'Top customers')).toBe(1)
    await expect.poll(() => heading('In the repo, held', 'Best customers')).toBe(1)
    await expect.poll(() => inPlan(page).innerText()).toContain(plan.held[0]?.message)
    await expect.poll(() => marksOn(page, 'In the repo, held')).toEqual({ p0Yx7TcE: 'held' })
  })
})

test('where only the result is shown, what is removed is outlined where it was', async () => {
  const dashboard = readFileSync(join('examples/acme', BOARD, 'dashboard.yaml'), 'utf8')
  const [orders = ''] = / {2}- id: f5RgJd9u\n(?: {4}.*\n)+/.exec(dashboard) ?? []
  const root = await begin({ inTheRepo: [[orders, '']] })
  await look(root, `${SLUG}?compare=highlight`, async ({ page }) => {
    await allDrawn(page, SLUG)
    await page.locator('body').press('n')
    const ghost = page.locator('.pv-gone[data-was="f5RgJd9u"]')
    await expect.poll(() => ghost.getAttribute('data-current')).toBe('')
    await expect.poll(() => page.locator('.pv-traces text').innerHTML()).toBe('Orders, removed')
    await expect.poll(async () => (await ghost.boundingBox())?.width).toBeGreaterThan(100)
  })
})

test('another title is framed on both sides, and is the one change that is counted and shown', async () => {
  const root = await begin({ inTheRepo: [['title: Revenue overview\n', 'title: Revenue and forecast\n']] })
  await look(root, `${SLUG}?compare=side`, async ({ page }) => {
    await allDrawn(page, SLUG)
    const heads = page.locator('.bw-dashboard-head')
    await expect
      .poll(() => heads.allInnerTexts())
      .toEqual([expect.stringMatching(/^Revenue overview/), expect.stringMatching(/^Revenue and forecast/)])
    await expect
      .poll(() => heads.evaluateAll(inPage('all => all.map((each) => each.dataset.mark)')))
      .toEqual(['changed', 'changed'])
    await expect.poll(() => summary(page)).toBe('apply would make 1 change and publish.')
    await page.locator('body').press('n')
    await expect
      .poll(() => page.locator('.pv-change-now').innerText())
      .toBe('1 of 1: title "Revenue overview" → "Revenue and forecast"')
    await expect.poll(() => page.locator('.bw-dashboard-head[data-current]').count()).toBe(2)
    await page.getByRole('combobox', { name: 'How to compare' }).selectOption('swipe')
    await expect
      .poll(() => page.locator('.pv-swipe').getByRole('heading').allInnerTexts())
      .toEqual(['Live: Revenue overview', 'After apply: Revenue and forecast'])
    // What the dashboard itself has to tick keeps its size.
    const box = page.locator('.pv-stack .bw-checks input').first()
    await expect.poll(async () => (await box.boundingBox())?.width).toBeLessThan(30)
  })
})

test('a chart whose SQL differs is as high before as after', async () => {
  const root = await begin({ inTheRepo: [] })
  const file = 'content/finance/cash/reports/cash-forecast.sql'
  await writeFiles(root, { [file]: `${readFileSync(join(root, file), 'utf8')}-- the same rows\n` })
  commitAll(root, 'Say it')
  await look(root, 'cash?compare=side', async ({ page }) => {
    await allDrawn(page, 'cash')
    const bodies = ['Live', 'After apply'] as const
    const heights = bodies.map(async (name) => {
      const widget = side(page, name).locator('.bw-widget:has(.bw-diff)')
      expect(await widget.locator('.bw-diff').isVisible()).toBe(name === 'After apply')
      return (await widget.locator('.bw-body').boundingBox())?.height
    })
    const [before, after] = await Promise.all(heights)
    expect(before).toBeGreaterThan(40)
    expect(before).toBe(after)
  })
})

test('nothing is cut off or overlaps, in light and dark, at three widths', async () => {
  const root = await begin({
    inTheUi: (widgets) => [...widgets, note],
    inTheRepo: [
      ['title: Top customers\n', 'title: Best customers\n'],
      ['position: {x: 8, y: 4, w: 4, h: 3}', 'position: {x: 8, y: 4, w: 4, h: 2}'],
    ],
  })
  const change = 'change=widget%20p0Yx7TcE'
  await look(root, `${SLUG}?compare=side&${change}`, async ({ page }, url) => {
    const widths = [1600, 900, 360]
    for (const [mode, colour, looked] of [
      ['side', 'light', 1600],
      ['swipe', 'light', 900],
      ['highlight', 'dark', 360],
    ] as const) {
      await page.goto(`${url}/#/${SLUG}?compare=${mode}&${change}`)
      await page.getByRole('combobox', { name: 'How to compare' }).waitFor()
      await expect.poll(() => page.getByRole('combobox', { name: 'How to compare' }).inputValue()).toBe(mode)
      await page.locator('[data-current]').first().waitFor()
      // Each mode, each width and both colours once: what axe finds depends on one of them, and colours move nothing.
      for (const [colorScheme, width] of EVERY_LOOK
        ? looksAt(widths)
        : widths.map((width) => [colour, width] as const)) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 1400 })
        await allDrawn(page, SLUG)
        const found = EVERY_LOOK || width === looked ? inTheWay : cutOff
        await expect.poll(() => found(page), { message: `${mode}, ${colorScheme}, ${width} px` }).toEqual([])
      }
    }
    await page.emulateMedia({ colorScheme: 'light' })
  })
})

test('over generated edits, each widget is marked and the list says what the plan does', async () => {
  const comparisons = await Promise.all(
    fc.sample(course, { seed: 20, numRuns: 200 }).map(async (given) => {
      const { live, after, ...rest } = compareDashboard(await planBoard(given), BOARDS, {})
      return { ...rest, live, after, kinds: new Set(Object.values(rest.marks).flat()) }
    }),
  )
  // Those that together have the most different marks.
  const seen = new Set<string>()
  const chosen = [1, 2, 3, 4].flatMap(() => {
    const news = (each: (typeof comparisons)[number]): number =>
      [...each.kinds].filter((kind) => !seen.has(kind)).length
    const [best] = comparisons.toSorted((one, other) => news(other) - news(one) || other.kinds.size - one.kinds.size)
    for (const kind of best?.kinds ?? []) seen.add(kind)
    return best ?? []
  })
  expect(seen.size).toBe(7)
  const bySlug = new Map([...chosen, ...chosen.map(settledAtMd)].map((each, index) => [`case-${index}`, each]))
  const scenes = Object.fromEntries([...bySlug].flatMap(([slug, { after }]) => (after ? [[slug, after]] : [])))
  const served = await serveScenes(scenes, {
    compare: async (slug) => bySlug.get(slug) ?? { changes: [], marks: {}, differences: {}, says: '' },
  })
  try {
    const { page, troubles } = await browser.open(`${served.url}/#/case-0?compare=side`, { width: 1600 })
    const placesSeen = new Set<boolean>()
    for (const [slug, { live, after, marks, changes }] of bySlug) {
      await page.goto(`${served.url}/#/${slug}?compare=side`)
      await allDrawn(page, slug)
      for (const [name, scene] of [
        ['Live', live],
        ['After apply', after],
      ] as const) {
        const there = (scene?.dashboard.widgets ?? []).map(({ id }) => id)
        const own = Object.entries(marks).filter(([id]) => there.includes(id))
        const expected = Object.fromEntries(own.map(([id, each]) => [id, each.join(' ')]))
        await expect.poll(() => marksOn(page, name), { message: `${slug}, ${name}` }).toEqual(expected)
      }
      for (const width of BREAKPOINTS) {
        await page.goto(`${served.url}/#/${slug}?compare=side&width=${width}`)
        await expect.poll(() => page.locator('.pv-size').innerText()).toMatch(new RegExp(`^${width},`))
        await allDrawn(page, slug)
        for (const [id, own] of Object.entries(marks)) {
          if (!own.some((mark) => mark === 'moved' || mark === 'resized')) continue
          const [was, is] = await Promise.all([placeOn(page, 'Live', id), placeOn(page, 'After apply', id)])
          if (!was || !is) continue
          const moves = was.some((value, index) => Math.abs(value - (is[index] ?? 0)) > 1.5)
          const chip = (await marksOn(page, 'After apply'))[id] ?? ''
          expect(/moved|resized/.test(chip), `${slug}, ${id} at ${width}`).toBe(moves)
          placesSeen.add(moves)
        }
      }
      await unfold(page)
      const listed = await inPlan(page).getByRole('listitem').allInnerTexts()
      const told = ['written', 'left', 'held'].flatMap((fate) => changes.filter((each) => each.fate === fate))
      expect(listed.length, slug).toBe(told.length)
      for (const [index, { lines, why }] of told.entries()) {
        const words = [
          ...lines.flatMap(({ subject, parts }) => [subject, ...parts]),
          ...(why === undefined ? [] : [why]),
        ]
        for (const word of words) expect(flat(listed[index]), slug).toContain(flat(word))
      }
    }
    expect(troubles).toEqual([])
    expect(placesSeen).toEqual(new Set([true, false]))
  } finally {
    await served.close()
  }
})

/** Without what only a terminal needs. */
const flat = (text: string | undefined): string =>
  (text ?? '').replace(/^~ /, '').replaceAll('->', '→').replaceAll(/\s+/g, ' ')
