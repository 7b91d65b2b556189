import type {
  Comparison,
  PreviewBadges,
  PreviewEntry,
  PreviewNews,
  PreviewOverview,
  PreviewPlan,
  Scene,
} from '../../scene.ts'
import { make, style } from '../dom.ts'
import { breakpointAt, isLegibleIn, widthFor } from '../layout/breakpoint.ts'
import { type Mounted, type MountOptions, mount } from '../mount.ts'
import { STOPPED } from '../widgets/app.ts'
import { ask, whyNotRead } from './ask.ts'
import { badgeOf, isChanged, isPage, isWaiting } from './badges.ts'
import type { Code } from './code.ts'
import type { Compared } from './compare.ts'
import { showEmpty } from './empty.ts'
import { createFit, type Fit } from './fit.ts'
import { entryAt } from './found.ts'
import { createProblems, hasErrors } from './problems.ts'
import { createSidebar, type Dot } from './sidebar.ts'
import { canShowCode, type PageState, readState, writeState } from './state.ts'
import type { Time } from './time.ts'
import { createToolbar } from './toolbar.ts'
import type { Planned, Wall } from './wall.ts'

const root = document.getElementById('boardwright') ?? document.body
const problems = createProblems()
const list: { isOpen?: boolean } = {}
const choose = (change: Partial<PageState>): void => {
  location.hash = writeState({ ...readState(location.hash), ...change })
}
const sidebar = createSidebar(choose, (text) => shown?.wall?.search(text))
const toolbar = createToolbar(choose, problems.button)
const board = make('div', { class: 'pv-board' })
const stage = make('div', { class: 'pv-stage', tabindex: -1 }, board)
const skip = make('a', { class: 'pv-skip', href: '#' }, 'Skip to the dashboard')
skip.addEventListener('click', (event) => {
  event.preventDefault()
  stage.focus()
})
const lost = make(
  'p',
  { class: 'pv-lost', role: 'status' },
  'The preview was stopped. Start it again: this page comes back by itself.',
)
const old = make(
  'p',
  { class: 'pv-lost', role: 'status' },
  'This is the last good version: its files have errors now, and cannot be drawn.',
)
for (const each of [lost, old]) each.hidden = true
root.className = 'pv'
const main = make('div', { class: 'pv-main' }, toolbar.element, lost, old, stage, problems.element)
root.replaceChildren(skip, sidebar.element, main)

interface ComparisonRead {
  readonly slug: string
  readonly comparison: Promise<Comparison>
}

interface Shown {
  readonly key: string
  readonly mounted?: Mounted
  readonly fit?: Fit | undefined
  readonly compared?: Compared
  readonly wall?: Wall
  readonly of?: ComparisonRead
}

/** Read once until the tree changes, even if the user moves on meanwhile. */
let overview: Promise<PreviewOverview> | undefined
let news: Promise<PreviewNews> | undefined
let planned: Promise<Planned> | undefined
/** What a plan says, once it is there. */
let badges: PreviewBadges | undefined
let read: ComparisonRead | undefined
let shown: Shown | undefined
let code: Promise<Code> | undefined
let time: Time | undefined
let run = 0
/** Hears why the app that is shown has stopped. */
let stopped = (_: string): void => undefined

function forget(): void {
  overview = undefined
  news = undefined
  planned = undefined
  badges = undefined
  read = undefined
}

/** Shows the current tree at the page's address. Late answers are dropped. */
async function show(): Promise<void> {
  const mine = ++run
  const state = readState(location.hash)
  const scene =
    state.view === 'board' && state.compare === 'off' && state.slug !== undefined ? askScene(state.slug) : undefined
  try {
    overview ??= ask<PreviewOverview>('/overview')
    const all = await overview
    if (mine !== run) return
    const entry = entryAt(all.entries, state.slug)
    if (state.slug === undefined && state.view === 'board') {
      const first = await whatToOpen(all)
      if (mine !== run) return
      if (first) {
        history.replaceState(null, '', writeState({ ...state, ...first }))
        return await show()
      }
    }
    document.documentElement.dataset['theme'] = state.theme
    root.classList.toggle('pv-strip', sidebar.isStrip(state))
    sidebar.show(all, state)
    problems.show(all, entry)
    toolbar.show(all, entry, state)
    if (state.view !== 'board') old.hidden = true
    document.title = entry ? `${entry.name} · Boardwright` : 'Boardwright preview'
    if (state.view === 'all') await showAll(all, state, mine)
    else if (state.view === 'time' && state.slug !== undefined) await showTime(state.slug, state, mine)
    else await showBoard(state, { mine, scene, all })
    requestAnimationFrame(tellSize)
    await markSidebar(all)
  } catch (cause) {
    const all = await overview?.catch(() => undefined)
    forget()
    // The errors of its files stand over the page.
    if (mine === run) tell(all && hasErrors(all, state.slug) ? 'It is drawn as soon as its files can be read.' : cause)
  }
}

const askNews = (): Promise<PreviewNews> => {
  news ??= ask<PreviewNews>('/news')
  return news
}

async function markSidebar({ entries }: PreviewOverview): Promise<void> {
  const known = await askNews()
  const said = badges ?? known.badges ?? {}
  const dotOf = (entry: PreviewEntry): Dot | undefined =>
    // A broken file is told in words.
    entry.isBroken ? undefined : isWaiting(entry, said) ? 'held' : isChanged(entry, known, said) ? 'changed' : undefined
  sidebar.mark(
    new Map(entries.map((entry) => [entry.slug, { dot: dotOf(entry), hasDraft: badgeOf(said, entry).hasDraft }])),
  )
}

/** What this branch changes, or all of them if it changes none, or all. */
async function whatToOpen({ entries }: PreviewOverview): Promise<Partial<PageState> | undefined> {
  const { changed } = await askNews()
  const pages = entries.filter(isPage)
  if (pages.length === 0) return undefined
  if (pages.length === 1) return { slug: pages[0]?.slug }
  const all = changed.filter((slug) => pages.some((page) => page.slug === slug))
  return all.length === 0 || all.length === pages.length ? { view: 'all' } : { slug: all[0] }
}

/** The plan comes when what is live has been read. */
async function showAll(all: PreviewOverview, state: PageState, mine: number): Promise<void> {
  const [known, { showWall }] = await Promise.all([askNews(), import('./wall.ts')])
  if (mine !== run) return
  if (!all.entries.some(isPage)) return begin(all)
  const scroll = stage.scrollTop
  clear()
  const wall = showWall(all, { news: known, state })
  wall.search(sidebar.sought())
  shown = { key: 'wall', wall }
  stage.replaceChildren(wall.element)
  stage.scrollTop = scroll
  if (!all.canCompare) return
  try {
    // Planning keeps the server busy: it would let the sketches wait.
    await wall.sketched
    planned ??= ask<PreviewPlan>('/planned').then((told) => ({ ...told, readAt: new Date() }))
    const told = await planned
    badges = told.badges
    if (mine === run) wall.mark(told)
  } catch (cause) {
    if (mine !== run) return
    wall.stopReading()
    // The errors of the files are shown already.
    if (all.problems.every(({ isWarning }) => isWarning))
      stage.prepend(make('p', { class: 'pv-lost', role: 'status' }, whyNotRead(messageOf(cause), all.target)))
  }
}

/** Loaded when somebody asks for it. */
async function showTime(slug: string, state: PageState, mine: number): Promise<void> {
  if (time?.slug === slug) return time.show(state)
  const { openTime } = await import('./time.ts')
  const opened = await openTime(slug, { heading: 2, room: () => stage.clientWidth, fitted: tellSize })
  if (mine !== run) return
  clear()
  time = opened
  stage.replaceChildren(opened.element)
  await opened.show(state)
  stage.dataset['shows'] = slug
}

/** Asked for before we know whether the page exists: if it does not, nobody waits for the answer. */
function askScene(slug: string): Promise<Scene> {
  const scene = ask<Scene>(`/scene/${encodeURIComponent(slug)}`)
  scene.catch(() => undefined)
  return scene
}

/** In pixels: less is too little for two dashboards beside each other. */
const WIDE = 1000

interface Showing {
  readonly mine: number
  readonly scene: Promise<Scene> | undefined
  readonly all: PreviewOverview
}

async function showBoard(state: PageState, { mine, scene: asked, all }: Showing): Promise<void> {
  const { slug, compare, theme, width, only, change, after } = state
  if (slug === undefined) return begin(all)
  if (shown?.mounted === undefined || compare !== 'off') old.hidden = true
  const options: MountOptions = { theme, heading: 2 }
  const path = encodeURIComponent(slug)
  if (compare !== 'off' && all.canCompare) {
    if (read?.slug !== slug) read = { slug, comparison: ask<Comparison>(`/compare/${path}`) }
    const of = read
    if (stage.dataset['shows'] !== slug) wait('Reading what is live …')
    const [comparison, comparing] = await Promise.all([of.comparison, import('./compare.ts')])
    const { showComparison, sidesShown, whereToLook } = comparing
    // It was planned for this: more is known of all dashboards now.
    if (badges === undefined) news = undefined
    if (mine !== run) return
    const layout = (comparison.after ?? comparison.live)?.dashboard.layout
    const fitting = breakpointAt(stage.clientWidth, layout)
    const isSide = compare === 'side'
    const isStacked = isSide && stage.clientWidth < WIDE
    toolbar.stacks(stage.clientWidth < WIDE)
    const room = (isSide && !isStacked ? 0.5 : 1) * stage.clientWidth
    const chosen = width === 'auto' ? undefined : width
    const where = whereToLook(sidesShown(comparison, after), { fitting, chosen, isLegible: isLegibleIn(room, layout) })
    const key = JSON.stringify([slug, compare, only, theme, where, after, isStacked])
    if (shown?.key === key && shown.of === of) return shown.compared?.choose(change)
    const scroll = stage.scrollTop
    clear()
    const own = chosen === undefined && where.breakpoint === fitting ? undefined : widthFor(where.breakpoint, layout)
    // Beside each other, both are as narrow as they may be, and so as large.
    const narrow = Math.min(stage.clientWidth, widthFor(where.breakpoint, layout))
    const compared = showComparison(comparison, {
      ...options,
      ...{
        mode: compare,
        only: only === 'changed',
        where,
        width: (room = stage.clientWidth) => own ?? (isSide && !isStacked ? narrow : room),
        fitted: tellSize,
        after,
        isStacked,
        go: choose,
        list,
      },
    })
    stage.replaceChildren(compared.element)
    shown = { key, compared, of }
    stage.dataset['shows'] = slug
    stage.scrollTop = scroll
    compared.choose(change)
    return
  }
  const scene = await (asked ?? askScene(slug))
  if (mine !== run) return
  old.hidden = scene.isOld !== true
  stopped = (text) => void tellStopped(text, scene, all)
  const key = JSON.stringify([slug, width])
  const own: MountOptions = { ...options, breakpoint: width === 'auto' ? undefined : width }
  const draw = (drawn: Scene): void => shown?.mounted?.update(drawn, own)
  if (shown?.key === key && shown.mounted) {
    draw(scene)
    return showCode(state, scene, all, draw)
  }
  // Scrolling forces a layout, which would be wasted while the page is empty.
  const isFirst = shown === undefined
  clear()
  const fit = width === 'auto' ? undefined : fitted(widthFor(width, scene.dashboard.layout))
  stage.replaceChildren(fit?.element ?? board)
  if (!isFirst) stage.scrollTop = 0
  shown = { key, fit, mounted: mount(board, scene, own) }
  stage.dataset['shows'] = slug
  showCode(state, scene, all, draw)
}

async function tellStopped(text: string, scene: Scene, all: PreviewOverview): Promise<void> {
  const entry = entryAt(all.entries, readState(location.hash).slug)
  const { appProblem } = await import('./app-problem.ts')
  if (entry) problems.show({ ...all, problems: [appProblem(text, entry, scene), ...all.problems] }, entry)
}

/** Loaded when somebody asks for it. */
function showCode(state: PageState, scene: Scene, all: PreviewOverview, draw: (scene: Scene) => void): void {
  const { slug } = state
  if (state.code === 'off' || !canShowCode(state) || slug === undefined) {
    closeCode()
    return
  }
  code ??= import('./code.ts').then(({ openCode }) => openCode(board, main))
  void code.then((opened) => opened.show({ slug, scene, root: all.root, draw }))
}

function closeCode(): void {
  void code?.then((opened) => opened.close())
  code = undefined
}

/** The board at this width, made smaller where there is less room. */
function fitted(width: number): Fit {
  const fit = createFit(() => width, tellSize)
  style(fit.element, { 'max-width': `${width}px`, 'margin-inline': 'auto' })
  fit.place.append(board)
  return fit
}

/** Browsers make a page smaller so that this much of it fits on a sheet, and cut off the rest. */
const SHEET = 1050

/** Charts are drawn for the width that they have. Without one of its own, a board would become as narrow as the paper. */
function fixForPaper(): void {
  const width = board.offsetWidth
  style(board, { width: `${width}px`, zoom: width > SHEET ? String(SHEET / width) : undefined })
}

/** At which breakpoint the dashboard is shown, how wide, and how much smaller than that. */
function tellSize(): void {
  const board = stage.querySelector<HTMLElement>('.bw')
  const breakpoint = board?.dataset['breakpoint']
  const share = board ? Math.round((100 * board.getBoundingClientRect().width) / (board.offsetWidth || 1)) : 100
  const isShown = board && breakpoint !== undefined
  // Below what is shown at a chosen width, and beside it, is the same ground.
  const ground = shown?.fit && board ? getComputedStyle(board).backgroundColor : undefined
  style(stage, { background: ground })
  toolbar.sized(!isShown ? '' : `${breakpoint}, ${board.offsetWidth} px${share < 100 ? ` at ${share} %` : ''}`)
}

function clear(): void {
  closeCode()
  delete stage.dataset['shows']
  shown?.mounted?.destroy()
  shown?.compared?.destroy()
  shown?.fit?.destroy()
  shown?.wall?.destroy()
  time?.destroy()
  time = undefined
  shown = undefined
}

function wait(text: string): void {
  clear()
  stage.replaceChildren(make('p', { class: 'pv-empty', role: 'status' }, text))
}

function begin(all: PreviewOverview): void {
  clear()
  stage.replaceChildren(showEmpty(all))
}

function tell(cause: unknown): void {
  clear()
  stage.replaceChildren(make('p', { class: 'pv-empty', role: 'alert' }, messageOf(cause)))
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

function listen(): void {
  const events = new EventSource('/events')
  events.addEventListener('tree', async ({ data }) => {
    const known = await overview?.catch(() => undefined)
    if (known?.state === data) return
    forget()
    void show()
  })
  events.addEventListener('error', () => {
    lost.hidden = false
  })
  events.addEventListener('open', () => {
    lost.hidden = true
  })
}

board.addEventListener(STOPPED, (event) => stopped(String((event as CustomEvent).detail)))
window.addEventListener('hashchange', () => void show())
const resized = new ResizeObserver(() => {
  requestAnimationFrame(tellSize)
  if (shown?.compared) void show()
})
resized.observe(stage)
window.addEventListener('beforeprint', fixForPaper)
window.addEventListener('afterprint', () => style(board, { width: undefined, zoom: undefined }))
sidebar.onFold(() => void show())
listen()
void show()
