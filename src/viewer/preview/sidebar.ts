import type { PreviewEntry, PreviewOverview } from '../../scene.ts'
import { make } from '../dom.ts'
import { type PageState, writeState } from './state.ts'

export interface Sidebar {
  readonly element: HTMLElement
  readonly show: (overview: PreviewOverview, state: PageState) => void
}

/** Folders and workbooks, with a search over names, folders and slugs. */
export function createSidebar(): Sidebar {
  const search = make('input', {
    type: 'search',
    class: 'pv-search',
    placeholder: 'Search',
    'aria-label': 'Search dashboards',
    autocomplete: 'off',
    spellcheck: 'false',
  })
  const list = make('div', { class: 'pv-list' })
  const count = make('p', { class: 'pv-count', role: 'status' })
  const project = make('p', { class: 'pv-project' })
  const element = make(
    'nav',
    { class: 'pv-side', 'aria-label': 'Dashboards' },
    make('div', { class: 'pv-brand' }, make('p', { class: 'pv-name' }, 'Boardwright'), project),
    search,
    count,
    list,
  )
  const shown = { overview: undefined as PreviewOverview | undefined, state: undefined as PageState | undefined }
  const fill = (): void => {
    const { overview, state } = shown
    if (!overview || !state) return
    const words = search.value
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '')
    const found = overview.entries.filter((entry) => words.every((word) => textOf(entry).includes(word)))
    count.textContent = words.length === 0 ? '' : found.length === 0 ? 'Nothing found.' : `${found.length} found`
    list.replaceChildren(...groupsOf(found).map(([folder, entries]) => group(folder, entries, state)))
    project.textContent = [overview.project, overview.target]
      .filter((part) => part !== undefined && part !== '')
      .join(' · ')
  }
  search.addEventListener('input', fill)
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') list.querySelector<HTMLAnchorElement>('a')?.click()
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    search.focus()
  })
  return {
    element,
    show(overview, state) {
      Object.assign(shown, { overview, state })
      fill()
    },
  }
}

const textOf = ({ name, slug, folder }: PreviewEntry): string => [name, slug, ...folder].join(' ').toLowerCase()

function groupsOf(entries: readonly PreviewEntry[]): [string, PreviewEntry[]][] {
  const groups = new Map<string, PreviewEntry[]>()
  const byName = (a: string, b: string): number => a.localeCompare(b)
  for (const entry of entries.toSorted((a, b) => byName(a.name, b.name))) {
    const folder = entry.folder.join(' / ')
    groups.set(folder, [...(groups.get(folder) ?? []), entry])
  }
  return [...groups].sort(([a], [b]) => byName(a, b))
}

function group(folder: string, entries: readonly PreviewEntry[], state: PageState): HTMLElement {
  const items = entries.map((entry) => {
    const isCurrent = entry.slug === state.slug
    const link = make(
      'a',
      {
        href: writeState({ ...state, slug: entry.slug, change: undefined }),
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

function badge({ kind, isPublished }: PreviewEntry): HTMLElement | undefined {
  if (kind === 'none') return make('small', {}, 'no dashboard')
  if (kind === 'broken') return make('small', { class: 'pv-broken' }, 'broken file')
  if (kind === 'APP') return make('small', {}, 'app')
  if (kind === 'REPORT') return make('small', {}, 'report')
  return isPublished ? undefined : make('small', {}, 'draft')
}
