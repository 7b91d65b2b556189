import type { PreviewOverview } from '../../scene.ts'
import { make } from '../dom.ts'
import { EDITS, NEVER } from './badges.ts'
import { type Found, search as find } from './found.ts'
import { isOrdinary } from './keys.ts'
import { type PageState, writeState } from './state.ts'

export interface Sidebar {
  readonly element: HTMLElement
  readonly show: (overview: PreviewOverview, state: PageState) => void
  readonly mark: (marks: ReadonlyMap<string, Mark>) => void
  /** Whether it is a strip above the dashboard: on a small screen, or where it was folded away. */
  readonly isStrip: (state: PageState) => boolean
  /** What is written into the search. */
  readonly sought: () => string
  /** Called when the screen becomes small, or large again. */
  readonly onFold: (then: () => void) => void
}

/** As the filters above all dashboards. */
const DOTS = { held: 'needs you', changed: 'changed' } as const
export type Dot = keyof typeof DOTS

/** What is known of a dashboard when a plan is: the gravest that there is, and whether it has unpublished edits. */
export interface Mark {
  readonly dot: Dot | undefined
  readonly hasDraft: boolean
}

const SMALL = '(max-width: 860px)'
/** A dashboard beside the list would have room for one column. */
const NARROW = '(max-width: 1199px)'

/** Folders and workbooks, with a search over names, folders, slugs and reports. */
export function createSidebar(
  choose: (change: Pick<PageState, 'side'>) => void,
  searched: (text: string) => void,
): Sidebar {
  const small = window.matchMedia(SMALL)
  const narrow = window.matchMedia(NARROW)
  const isStrip = ({ side, compare, view }: PageState): boolean =>
    small.matches || side === 'off' || (side === 'auto' && (narrow.matches || (view === 'board' && compare !== 'off')))
  const search = make('input', {
    type: 'search',
    class: 'pv-search',
    placeholder: 'Search',
    'aria-label': 'Search dashboards',
    autocomplete: 'off',
    spellcheck: 'false',
  })
  const list = make('div', { class: 'pv-list' })
  const all = make('a', { class: 'pv-all' }, 'All dashboards')
  const count = make('p', { class: 'pv-count', role: 'status' })
  const project = make('p', { class: 'pv-project' })
  const toggle = make('button', { type: 'button', class: 'pv-step', 'aria-expanded': 'false' }, 'Dashboards')
  const element = make(
    'nav',
    { class: 'pv-side', 'aria-label': 'Dashboards' },
    make('div', { class: 'pv-brand' }, make('p', { class: 'pv-name' }, 'Boardwright'), project, toggle),
    all,
    search,
    count,
    list,
  )
  const shown = {
    overview: undefined as PreviewOverview | undefined,
    state: undefined as PageState | undefined,
    marks: new Map() as ReadonlyMap<string, Mark>,
  }
  let filled = ''
  /** The links stay: making and placing hundreds of them again takes longer than drawing a chart. */
  const putMarks = (): void => {
    for (const link of list.querySelectorAll('a')) {
      for (const old of link.querySelectorAll('.pv-mark')) old.remove()
      const { dot, hasDraft } = shown.marks.get(link.dataset['slug'] ?? '') ?? {}
      if (hasDraft) link.append(make('small', { class: 'pv-mark' }, EDITS))
      if (dot) link.append(dotOf(dot))
    }
  }
  const fill = (): void => {
    const { overview, state } = shown
    if (!overview || !state) return
    const found = find(overview.entries, search.value)
    project.textContent = [overview.project, overview.target]
      .filter((part) => part !== undefined && part !== '')
      .join(' · ')
    const isSearch = search.value.trim() !== ''
    count.textContent = isSearch ? (found.length === 0 ? 'Nothing found.' : `${found.length} found`) : ''
    // Links that stay keep the focus, and a click that has begun.
    const now = JSON.stringify([found, state])
    if (now === filled) return
    filled = now
    all.setAttribute('href', writeState({ ...state, slug: undefined, view: 'all', change: undefined }))
    all.toggleAttribute('aria-current', state.view === 'all')
    list.replaceChildren(...groupsOf(found).map(([folder, entries]) => group(folder, entries, state)))
    putMarks()
  }
  search.addEventListener('input', () => {
    fill()
    searched(search.value)
  })
  const unfold = (isOpen: boolean): void => {
    element.classList.toggle('pv-unfolded', isOpen)
    toggle.setAttribute('aria-expanded', String(isOpen))
  }
  toggle.addEventListener('click', () => {
    if (small.matches) unfold(!element.classList.contains('pv-unfolded'))
    else choose({ side: shown.state && isStrip(shown.state) ? 'on' : 'off' })
  })
  element.addEventListener('keydown', (event) => {
    const links = [...list.querySelectorAll('a')]
    const at = links.findIndex((link) => link.matches(':focus'))
    const isInSearch = event.target === search
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key]
    if (event.key === 'Enter' && isInSearch) links[0]?.click()
    if (to === undefined || (at < 0 && !(isInSearch && event.key === 'ArrowDown'))) return
    event.preventDefault()
    if (to < 0) search.focus()
    else links[Math.min(to, links.length - 1)]?.focus()
  })
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') unfold(false)
    if (event.key !== '/' || !isOrdinary(event)) return
    event.preventDefault()
    unfold(true)
    search.focus()
  })
  return {
    element,
    mark(marks) {
      shown.marks = marks
      putMarks()
    },
    isStrip,
    sought: () => search.value,
    onFold(then) {
      for (const each of [small, narrow]) each.addEventListener('change', then)
    },
    show(overview, state) {
      const isBeside = !isStrip(state)
      toggle.textContent = isBeside ? 'Hide' : 'Dashboards'
      if (!small.matches) toggle.setAttribute('aria-expanded', String(isBeside))
      if (shown.state?.slug !== state.slug) unfold(false)
      Object.assign(shown, { overview, state })
      fill()
    },
  }
}

function groupsOf(entries: readonly Found[]): [string, Found[]][] {
  const groups = new Map<string, Found[]>()
  for (const entry of entries) {
    const folder = entry.folder.join(' / ')
    const others = groups.get(folder)
    if (others) others.push(entry)
    else groups.set(folder, [entry])
  }
  return [...groups]
}

function group(folder: string, entries: readonly Found[], state: PageState): HTMLElement {
  const items = entries.map((entry) => {
    const isCurrent = entry.slug === state.slug
    const link = make(
      'a',
      {
        href: writeState({ ...state, slug: entry.slug, view: 'board', change: undefined }),
        'data-slug': entry.slug,
        'aria-current': isCurrent ? 'page' : undefined,
      },
      make('span', { title: entry.name }, entry.name),
      badge(entry),
    )
    return make('li', {}, link)
  })
  return make(
    'section',
    { class: 'pv-group' },
    make('p', { class: 'pv-folder' }, folder === '' ? 'No folder' : folder),
    make('ul', {}, ...items),
  )
}

const dotOf = (dot: Dot): HTMLElement =>
  make('small', { class: `pv-mark pv-dot pv-dot-${dot}`, title: DOTS[dot], role: 'img', 'aria-label': DOTS[dot] })

function badge({ kind, isBroken, isPublished, within }: Found): HTMLElement | undefined {
  if (kind === 'none') return make('small', {}, 'no dashboard')
  if (isBroken) return make('small', { class: 'pv-broken' }, 'broken file')
  if (kind === 'APP') return make('small', {}, 'app')
  if (kind === 'REPORT') return make('small', {}, within === undefined ? 'report' : `in ${within}`)
  return isPublished ? undefined : make('small', {}, NEVER)
}
