import type { PreviewBadges, PreviewEntry, PreviewNews, PreviewOverview, PreviewPlan } from '../../scene.ts'
import { keepInPlace, make } from '../dom.ts'
import { createQueue, type Queue } from '../queue.ts'
import { badgeOf, EDITS, isChanged, isPage, isWaiting, NEVER } from './badges.ts'
import { search as find } from './found.ts'
import { type PageState, writeState } from './state.ts'

export interface Wall {
  readonly element: HTMLElement
  /** What a plan says, which comes later. */
  readonly mark: (planned: Planned) => void
  /** There will be no plan. */
  readonly stopReading: () => void
  /** Shows only what is found. */
  readonly search: (text: string) => void
  /** Until what can be seen at once is there, if only as a sketch. */
  readonly sketched: Promise<unknown>
  readonly destroy: () => void
}

interface Card {
  readonly entry: PreviewEntry
  readonly element: HTMLElement
  readonly badges: HTMLElement
}

/** Browsers ask a server for six things at once, and some must stay free for what is not drawn. */
const AT_ONCE = 3

/**
 * All dashboards as small pictures: first what waits for a decision, then what changes. When more becomes known, they
 * stay in their places if somebody is among them.
 */
export function showWall(
  { entries, canCompare, target = 'live' }: PreviewOverview,
  { news, state }: { readonly news: PreviewNews; readonly state: PageState },
): Wall {
  const known = news.badges ?? {}
  let begin = (): void => undefined
  const begins = new Promise<void>((resolve) => {
    begin = resolve
  })
  if (!canCompare || news.badges) begin()
  else setTimeout(() => begin(), PATIENCE_MS)
  const queue = createQueue(AT_ONCE, begins)
  const sketched: Promise<unknown>[] = []
  const pages = entries.filter(isPage)
  const inOrder = <T extends { readonly entry: PreviewEntry }>(all: readonly T[], by: PreviewBadges): T[] => {
    const rank = ({ entry }: T): number => (isWaiting(entry, by) ? 0 : isChanged(entry, news, by) ? 1 : 2)
    return all.toSorted((a, b) => rank(a) - rank(b))
  }
  const ranked = inOrder(
    pages.map((entry) => ({ entry })),
    known,
  )
  const cards = ranked.map(({ entry }) => cardOf(entry, { state, queue, sketched }))
  const filters = make('nav', { class: 'pv-filters', 'aria-label': 'Which dashboards' })
  const none = make('p', { class: 'pv-empty' })
  const list = make('ul', { class: 'pv-wall' }, ...cards.map(({ element }) => element))
  const says = make('p', { class: 'pv-says', role: 'status' }, `Reading ${target} …`)
  let sought = ''
  let planned: Planned | undefined
  const draw = (): void => {
    const all = planned?.badges ?? known
    if (planned) says.replaceChildren(...saysOf(planned, target))
    const sorts: Readonly<Record<PageState['list'], (entry: PreviewEntry) => boolean>> = {
      all: () => true,
      held: (entry) => isWaiting(entry, all),
      changed: (entry) => isChanged(entry, news, all),
    }
    for (const { entry, element, badges: place } of cards) {
      place.replaceChildren(...badgesFor(entry, news, all))
      element.hidden = !sorts[state.list](entry) || find([entry], sought).length === 0
    }
    none.hidden = cards.some(({ element }) => !element.hidden)
    none.textContent = sought === '' ? 'There are none of these.' : 'Nothing found.'
    const links = FILTERS.flatMap(([name, title]) => {
      const count = pages.filter(sorts[name]).length
      return count === 0 && name !== 'all' && name !== state.list ? [] : [filterTo(name, title, count, state)]
    })
    // Nothing else to choose yet: the room for it stays, so that nothing moves when there is.
    filters.replaceChildren(...(links.length > 1 ? links : [make('span', {}, countOf(pages))]))
  }
  draw()
  return {
    element: make(
      'div',
      { class: 'pv-walls' },
      make('div', { class: 'pv-above' }, filters, canCompare && says),
      none,
      list,
    ),
    sketched: Promise.allSettled(sketched),
    mark(told) {
      planned = told
      draw()
      const isInUse = list.matches(':hover, :focus-within') || (list.closest('.pv-stage')?.scrollTop ?? 0) > 0
      if (!isInUse)
        keepInPlace(
          list,
          inOrder(cards, told.badges).map(({ element }) => element),
        )
      queue.arrange()
      begin()
    },
    stopReading() {
      says.replaceChildren(`Not compared with ${target}.`)
      begin()
    },
    search(text) {
      sought = text.trim()
      draw()
    },
    destroy: queue.stop,
  }
}

/** How long pictures wait for a plan that says which come first. */
const PATIENCE_MS = 1_000

/** As of when, since it is read only once. */
export interface Planned extends PreviewPlan {
  readonly readAt: Date
}

function saysOf({ says, readAt }: Planned, target: string): readonly (Node | string)[] {
  const time = readAt.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', hour12: false })
  const link = make('a', { href: '/plan' }, 'plan')
  // Its charts are drawn before it comes.
  link.addEventListener('click', () => link.replaceChildren('drawing the plan …'))
  return [`${target}: ${says}, as of ${time} · `, link]
}

function countOf(pages: readonly PreviewEntry[]): string {
  const reports = pages.filter(({ kind }) => kind === 'REPORT').length
  const counts = [[pages.length - reports, 'dashboard'] as const, [reports, 'report'] as const]
  return counts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}${count === 1 ? '' : 's'}`)
    .join(', ')
}

const FILTERS = [
  ['all', 'All'],
  ['held', 'Needs you'],
  ['changed', 'Changed'],
] as const

const filterTo = (list: PageState['list'], title: string, count: number, state: PageState): HTMLElement =>
  make(
    'a',
    {
      class: `pv-filter pv-to-${list}`,
      href: writeState({ ...state, list }),
      'aria-current': list === state.list ? 'true' : undefined,
    },
    `${title} `,
    make('small', {}, String(count)),
  )

const isDark = ({ theme }: PageState): boolean =>
  theme === 'auto' ? window.matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'

/** What an app shows, only a browser knows. */
const isDrawn = (kind: PreviewEntry['kind']): boolean => kind === 'CLASSIC' || kind === 'REPORT'
const isSketched = (kind: PreviewEntry['kind']): boolean => isDrawn(kind) || kind === 'APP'

interface Showing {
  readonly state: PageState
  readonly queue: Queue
  /** The sketches that can be seen at once: no picture is asked for before they are there. */
  readonly sketched: Promise<unknown>[]
}

function cardOf(entry: PreviewEntry, { state, queue, sketched }: Showing): Card {
  const { slug, name, folder, kind } = entry
  const badges = make('span', { class: 'pv-badges' })
  const thumb = make('span', { class: 'pv-thumb' })
  const path = `${encodeURIComponent(slug)}/${isDark(state) ? 'dark' : 'light'}`
  const isFirst = sketched.length < AT_FIRST
  const sketch = sketchAt(path, isFirst)
  if (isFirst && isSketched(kind)) sketched.push(sketch.decode())
  if (isDrawn(kind)) showPicture(thumb, path, { sketch, queue, ahead: [...sketched] })
  else if (isSketched(kind)) thumb.append(sketch)
  else thumb.append(make('span', {}, 'Cannot be drawn'))
  const element = make(
    'li',
    {},
    make(
      'a',
      { href: writeState({ ...state, view: 'board', slug, change: undefined }) },
      thumb,
      make(
        'span',
        { class: 'pv-card' },
        make('b', { title: name }, name),
        make('span', { class: 'pv-below' }, make('small', {}, folder.join(' / ')), badges),
      ),
    ),
  )
  return { entry, element, badges }
}

/** As many as a large window shows. */
const AT_FIRST = 20

const sketchAt = (path: string, isFirst: boolean): HTMLImageElement =>
  make('img', { class: 'pv-sketch', src: `/sketch/${path}`, alt: '', loading: isFirst ? 'eager' : 'lazy' })

/** The last drawing of each, for when the wall is shown again. */
const drawings = new Map<string, HTMLImageElement>()

/** At once the last drawing or a sketch, and over it the drawing when it is there. */
function showPicture(
  thumb: HTMLElement,
  path: string,
  { sketch, queue, ahead }: { sketch: HTMLElement; queue: Queue; ahead: readonly Promise<unknown>[] },
): void {
  thumb.append(sketch, ...(drawings.has(path) ? [drawings.get(path) ?? ''] : []))
  queue.add(thumb, async () => {
    await Promise.allSettled(ahead)
    const drawing = make('img', { class: 'pv-drawing', src: `/thumbnail/${path}`, alt: '', decoding: 'async' })
    const isThere = await drawing.decode().then(
      () => true,
      () => false,
    )
    if (!isThere) return
    drawings.set(path, drawing)
    thumb.replaceChildren(sketch, drawing)
  })
}

function badgesFor(entry: PreviewEntry, news: PreviewNews, all: PreviewBadges): HTMLElement[] {
  if (entry.isBroken) return [make('small', { class: 'pv-badge pv-is-broken' }, 'broken file')]
  const { changes, held, hasDraft, isNew } = badgeOf(all, entry)
  const told: readonly (readonly [string, string] | false)[] = [
    isNew
      ? ['new', 'new']
      : changes > 0
        ? ['changed', `${changes} ${changes === 1 ? 'change' : 'changes'}`]
        : held === 0 && isChanged(entry, news, all) && ['changed', 'changed'],
    held > 0 && ['held', `${held} held`],
    entry.kind === 'APP' && ['app', 'app'],
    !entry.isPublished && ['draft', NEVER],
    hasDraft && ['draft', EDITS],
  ]
  return told.flatMap((each) => (each ? [make('small', { class: `pv-badge pv-is-${each[0]}` }, each[1])] : []))
}
