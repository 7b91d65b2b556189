import type { Comparison, PreviewOverview, Scene } from '../../scene.ts'
import { make } from '../dom.ts'
import { type Mounted, type MountOptions, mount } from '../mount.ts'
import { ask } from './ask.ts'
import { type Compared, showComparison } from './compare.ts'
import { entryAt } from './found.ts'
import { createProblems } from './problems.ts'
import { createSidebar } from './sidebar.ts'
import { type PageState, readState, writeState } from './state.ts'
import { createToolbar } from './toolbar.ts'
import '../style.css'
import './preview.css'

/** Loads what nearly every page draws with while the tree is being read. If loading fails, the widgets say so. */
const ahead = [import('../vega/chart.ts'), import('../sample/rows.ts')]
void Promise.allSettled(ahead)

const root = document.getElementById('boardwright') ?? document.body
const problems = createProblems()
const sidebar = createSidebar()
const choose = (change: Partial<PageState>): void => {
  location.hash = writeState({ ...readState(location.hash), ...change })
}
const toolbar = createToolbar(choose, problems.button)
const board = make('div', { class: 'pv-board' })
const stage = make('div', { class: 'pv-stage' }, board)
const lost = make(
  'p',
  { class: 'pv-lost', role: 'status' },
  'The preview was stopped. Start it again: this page comes back by itself.',
)
lost.hidden = true
root.className = 'pv'
root.replaceChildren(sidebar.element, make('div', { class: 'pv-main' }, toolbar.element, lost, stage, problems.element))

interface ComparisonRead {
  readonly slug: string
  readonly comparison: Promise<Comparison>
}

interface Shown {
  readonly key: string
  readonly mounted?: Mounted
  readonly compared?: Compared
  readonly of?: ComparisonRead
}

/** Read once until the tree changes, even if the user moves on meanwhile. */
let overview: Promise<PreviewOverview> | undefined
let read: ComparisonRead | undefined
let shown: Shown | undefined
let run = 0

function forget(): void {
  overview = undefined
  read = undefined
}

const WIDTHS: Readonly<Record<string, number>> = { lg: 1240, md: 1040, sm: 800, xs: 520, xxs: 360 }

/** Shows the current tree at the page's address. Late answers are dropped. */
async function show(): Promise<void> {
  const mine = ++run
  const state = readState(location.hash)
  const scene = state.compare === 'off' && state.slug !== undefined ? askScene(state.slug) : undefined
  try {
    overview ??= ask<PreviewOverview>('/overview')
    const all = await overview
    if (mine !== run) return
    const entry = entryAt(all.entries, state.slug)
    const first = all.entries.find(({ kind }) => kind !== 'none')
    if (state.slug === undefined && first) {
      history.replaceState(null, '', writeState({ ...state, slug: first.slug }))
      return await show()
    }
    document.documentElement.dataset['theme'] = state.theme
    sidebar.show(all, state)
    problems.show(all.problems)
    toolbar.show(all, entry, state)
    document.title = entry ? `${entry.name} · Boardwright` : 'Boardwright preview'
    await showBoard(state, { mine, scene, canCompare: all.canCompare })
  } catch (cause) {
    forget()
    if (mine === run) tell(cause)
  }
}

/** Asked for before we know whether the page exists: if it does not, nobody waits for the answer. */
function askScene(slug: string): Promise<Scene> {
  const scene = ask<Scene>(`/scene/${encodeURIComponent(slug)}`)
  scene.catch(() => undefined)
  return scene
}

interface Showing {
  readonly mine: number
  readonly scene: Promise<Scene> | undefined
  readonly canCompare: boolean
}

async function showBoard(state: PageState, { mine, scene: asked, canCompare }: Showing): Promise<void> {
  const { slug, compare, theme, width, only, change } = state
  if (slug === undefined) return tell(new Error('There is no dashboard in this tree yet.'))
  const options: MountOptions = { theme, heading: 2 }
  stage.style.setProperty('--pv-width', width === 'auto' ? '100%' : `${WIDTHS[width] ?? 1240}px`)
  const path = encodeURIComponent(slug)
  const key = JSON.stringify(compare === 'off' ? [slug] : [slug, compare, only, theme, width])
  if (compare !== 'off' && canCompare) {
    if (read?.slug !== slug) read = { slug, comparison: ask<Comparison>(`/compare/${path}`) }
    const of = read
    if (shown?.key === key && shown.of === of) return shown.compared?.choose(change)
    if (stage.dataset['shows'] !== slug) wait('Reading what is live …')
    const comparison = await of.comparison
    if (mine !== run) return
    const scroll = stage.scrollTop
    clear()
    const compared = showComparison(comparison, {
      ...options,
      ...{ mode: compare, only: only === 'changed' },
      width: () => (width === 'auto' ? stage.clientWidth : (WIDTHS[width] ?? stage.clientWidth)),
      go: choose,
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
  if (shown?.key === key && shown.mounted) return shown.mounted.update(scene, options)
  // Scrolling forces a layout, which would be wasted while the page is empty.
  const isFirst = shown === undefined
  clear()
  stage.replaceChildren(board)
  if (!isFirst) stage.scrollTop = 0
  shown = { key, mounted: mount(board, scene, options) }
  stage.dataset['shows'] = slug
}

function clear(): void {
  delete stage.dataset['shows']
  shown?.mounted?.destroy()
  shown?.compared?.destroy()
  shown = undefined
}

function wait(text: string): void {
  clear()
  stage.replaceChildren(make('p', { class: 'pv-empty', role: 'status' }, text))
}

function tell(cause: unknown): void {
  clear()
  stage.replaceChildren(
    make('p', { class: 'pv-empty', role: 'alert' }, cause instanceof Error ? cause.message : String(cause)),
  )
}

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

window.addEventListener('hashchange', () => void show())
listen()
void show()
