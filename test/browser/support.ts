import axe from 'axe-core'
import { type Browser, chromium, type Page, type Request, type Route } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import type { PreviewProblem, Scene, SceneReport, SceneWidget } from '../../packages/pictures/scene.ts'
import { type PreviewServer, startPreview } from '../../src/previews/server/server.ts'
import type { PreviewSource } from '../../src/previews/server/source.ts'
import { findChromium } from '../support/chromium.ts'
import { isLong } from '../support/long.ts'

export const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update'],
  // Pages live for seconds: optimising their code costs more than it saves.
  '--js-flags=--no-opt',
]

export interface Opened {
  readonly page: Page
  /** What the console said that is wrong, and requests that left this machine. */
  readonly troubles: string[]
}

export interface PageWishes {
  readonly width?: number
  readonly height?: number
  readonly dark?: boolean
}

interface Kept extends Opened {
  /** Whom it may talk to: those that it was opened at. */
  readonly hosts: Set<string>
  wishes: string
}

let kept: Promise<Kept> | undefined

/** One for all files that share this process, as a new one costs more than most of what they look at. It ends with the process. */
async function launch(): Promise<Kept> {
  const executablePath = findChromium(process.env)
  if (executablePath === undefined) throw new Error('There is no Chromium: name one with BOARDWRIGHT_CHROMIUM.')
  return newPage(await chromium.launch({ executablePath, args: FLAGS }))
}

async function open(url: string, { width = 1500, height = 1400, dark = false }: PageWishes = {}): Promise<Opened> {
  kept ??= launch()
  const opened = await kept
  const { page, hosts, troubles } = opened
  const { host } = new URL(url)
  const wishes = JSON.stringify([host, width, height, dark])
  if (opened.wishes !== wishes) {
    // A new beginning: nothing that the page before this one still says is about this one.
    await page.goto('about:blank')
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
    hosts.add(host)
    opened.wishes = wishes
  }
  troubles.length = 0
  await page.goto(url)
  return opened
}

interface TestBrowser {
  readonly open: typeof open
  /** A page of this scene, drawn. All scenes of a file come from one server: the page has what draws them already. */
  readonly show: (scene: Scene, wishes?: PageWishes) => Promise<Opened>
}

export function useBrowser(): TestBrowser {
  const scenes: Record<string, Scene> = {}
  let served: Promise<PreviewServer> | undefined
  afterAll(async () => (await served)?.close())
  return {
    open,
    async show(scene, wishes) {
      served ??= serveScenes(scenes)
      const slug = `scene-${Object.keys(scenes).length + 1}`
      scenes[slug] = scene
      const { url, changed } = await served
      changed()
      const opened = await open(`${url}/#/${slug}`, wishes)
      await allDrawn(opened.page, slug)
      await opened.page.locator('.pv-path:not(:empty)').waitFor()
      return opened
    },
  }
}

async function newPage(browser: Browser): Promise<Kept> {
  const page = await browser.newPage({ timezoneId: 'Europe/Zurich' })
  page.setDefaultTimeout(60_000)
  const [hosts, troubles] = [new Set<string>(), [] as string[]]
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') troubles.push(message.text())
  })
  page.on('pageerror', (cause) => troubles.push(cause.message))
  page.on('dialog', (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  // What the policy stops is never sent.
  const away = (request: Request): boolean =>
    /^(https?|wss?):/.test(request.url()) && !hosts.has(new URL(request.url()).host)
  page.on('requestfailed', (request) => {
    if (away(request) && request.failure()?.errorText !== 'csp') troubles.push(`request: ${request.url()}`)
  })
  page.on('requestfinished', (request) => {
    if (away(request)) troubles.push(`request: ${request.url()}`)
  })
  return { page, hosts, troubles, wishes: '' }
}

/** In each look, and not only in those that what it finds mostly depends on. */
export const EVERY_LOOK = isLong

const COLOURS = ['light', 'dark'] as const

/** Both colours at each of these widths. */
export const looksAt = (widths: readonly number[]) =>
  widths.flatMap((width) => COLOURS.map((colorScheme) => [colorScheme, width] as const))

/** Until the dashboard is there, and every widget of it has been drawn. */
export async function allDrawn(page: Page, slug?: string): Promise<void> {
  if (slug !== undefined) await page.locator(`.pv-stage[data-shows="${slug}"]`).waitFor()
  await page.locator('.bw-widget').first().waitFor({ state: 'attached' })
  const waiting = page.locator('.bw-widget:not([data-drawn])')
  await expect.poll(() => waiting.count()).toBe(0)
}

/** The next request for this waits until it is let go. */
export async function holdBack(page: Page, url: string): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((done) => {
    letGo = done
  })
  const goOn = async (route: Route): Promise<void> => {
    await held
    await route.continue()
  }
  await page.route(url, goOn, { times: 1 })
  return letGo
}

/** A function of the page, written as text: these tests know no types of browsers. */
export const inPage = <R>(text: string): ((given: unknown) => R) =>
  new Function('given', `return (${text})(given)`) as (given: unknown) => R

interface Served {
  readonly until?: () => Promise<void>
  readonly problems?: readonly PreviewProblem[]
}

/** The page of one scene. Scenes can be changed while it is open. The list of them comes when `until` has. */
export async function serveScenes(
  scenes: Record<string, Scene>,
  { until = async () => {}, problems = [], ...more }: Partial<PreviewSource> & Served = {},
): Promise<PreviewServer> {
  return startPreview({
    async overview() {
      await until()
      return {
        ...{ project: 'test', data: 'sample', canCompare: more.compare !== undefined, problems, root: '/home/me' },
        entries: Object.entries(scenes).map(([slug, { title }]) => ({
          slug,
          name: title,
          folder: [],
          file: slug,
          kind: 'CLASSIC',
          isPublished: true,
        })),
      }
    },
    scene: async (slug) => scenes[slug],
    ...more,
  })
}

export const widget = (
  id: string,
  type: string,
  [x, y, w, h]: readonly [number, number, number, number],
  rest: Partial<SceneWidget> = {},
): SceneWidget => ({
  ...{ id, type, position: { x, y, w, h } },
  ...rest,
})

export const sceneWith = (
  widgets: readonly SceneWidget[],
  reports: Readonly<Record<string, SceneReport>> = {},
): Scene => ({
  ...{ title: 'Test', dashboard: { kind: 'CLASSIC', widgets }, reports },
})

export const textOf = async (page: Page, id: string): Promise<string> =>
  (await page.locator(`[data-widget="${id}"]`).innerText()).replaceAll(/\s+/g, ' ')

/** Where a widget is, in columns and rows. */
export async function boxOf(page: Page, id: string): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await page.locator(`[data-widget="${id}"]`).boundingBox()
  expect(box, id).not.toBeNull()
  return box ?? { x: 0, y: 0, width: 0, height: 0 }
}

const RUN_AXE = `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'], resultTypes: ['violations'], preload: false }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 160) + ' ' + failureSummary)))`

/** What is in anybody's way on a page that has been drawn, at this width: what axe finds, and what is cut off. */
export const inTheWay = async (page: Page): Promise<string[]> => [...(await axeFindings(page)), ...(await cutOff(page))]

export async function cutOff(page: Page): Promise<string[]> {
  const isCut = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
  return isCut === true ? ['wider than the screen'] : []
}

/** Controls of these parts of the page that a finger would miss: smaller than 24 pixels. Links within a text may be. */
export const smallControls = (page: Page, within: string): Promise<string[]> =>
  page.locator(`:is(${within}) :is(a, button, select, input, summary)`).evaluateAll(
    inPage<string[]>(`all => all.filter((each) => {
      const { width, height } = each.getBoundingClientRect()
      const isInText = each.matches('a') && getComputedStyle(each).display === 'inline' && each.closest('p, td, li')
      return each.checkVisibility() && !isInText && width > 1 && Math.min(width, height) < 23.5
    }).map((each) => each.outerHTML.slice(0, 120))`),
  )

/** What the Tab key reaches of a page, without an outline around it. */
export async function withoutOutline(page: Page, steps: number): Promise<string[]> {
  const bare: string[] = []
  for (let step = 0; step < steps; step++) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(`(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement)
      const isBare = outlineStyle === 'none' || parseFloat(outlineWidth) < 1
      return document.activeElement !== document.body && isBare ? document.activeElement.outerHTML.slice(0, 120) : ''
    })()`)
    if (found !== '') bare.push(String(found))
  }
  return bare
}

/** Everything that axe finds wrong with the page. */
export async function axeFindings(page: Page): Promise<string[]> {
  if (await page.evaluate('globalThis.axe === undefined')) await page.evaluate(axe.source)
  return page.evaluate(RUN_AXE)
}
