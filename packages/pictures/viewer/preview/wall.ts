import type { PreviewBadges, PreviewEntry, PreviewNews, PreviewOverview } from '../../scene.ts'
import { make } from '../dom.ts'
import { createQueue, type Queue } from '../queue.ts'
import { type PageState, writeState } from './state.ts'

export interface Wall {
  readonly element: HTMLElement
  /** What a plan says, which comes later. */
  readonly mark: (badges: PreviewBadges) => void
  readonly destroy: () => void
}

interface Card {
  readonly entry: PreviewEntry
  readonly element: HTMLElement
  readonly badges: HTMLElement
}

/** Browsers ask a server for six things at once, and some must stay free for what is not drawn. */
const AT_ONCE = 3

/** All dashboards as small pictures, those that change first. */
export function showWall(
  { entries }: PreviewOverview,
  { news, state }: { readonly news: PreviewNews; readonly state: PageState },
): Wall {
  const queue = createQueue(AT_ONCE)
  const element = make('div', { class: 'pv-walls' })
  const cards = entries
    .filter(({ kind }) => kind !== 'REPORT' && kind !== 'none')
    .map((entry) => cardOf(entry, state, queue))
  const mark = (badges: PreviewBadges): void => {
    const groups = groupsOf(cards, news, badges)
    for (const { entry, badges: place } of cards) place.replaceChildren(...badgesFor(entry, news, badges))
    const isOne = groups.length === 1 && groups[0]?.title === REST
    element.replaceChildren(
      ...groups.map(({ title, cards: own }) =>
        make(
          'section',
          { class: 'pv-wall' },
          make('h2', {}, isOne ? 'All dashboards' : title, make('small', {}, ` ${own.length}`)),
          make('ul', {}, ...own.map((card) => card.element)),
        ),
      ),
    )
  }
  mark({})
  return { element, mark, destroy: queue.stop }
}

interface Group {
  readonly title: string
  readonly cards: readonly Card[]
}

const REST = 'The others'

/** What waits for a decision, then what apply would change. */
function groupsOf(cards: readonly Card[], news: PreviewNews, badges: PreviewBadges): Group[] {
  const titleFor = ({ entry }: Card): string =>
    entry.kind === 'broken' || badgeOf(badges, entry).held > 0
      ? 'Needs you'
      : isChanged(entry, news, badges)
        ? 'Changed'
        : REST
  return ['Needs you', 'Changed', REST].flatMap((title) => {
    const own = cards.filter((card) => titleFor(card) === title)
    return own.length > 0 ? [{ title, cards: own }] : []
  })
}

const NO_BADGE = { changes: 0, held: 0, hasDraft: false }
const badgeOf = (badges: PreviewBadges, { slug }: PreviewEntry) =>
  (Object.hasOwn(badges, slug) ? badges[slug] : undefined) ?? NO_BADGE

const isChanged = (entry: PreviewEntry, { changed }: PreviewNews, badges: PreviewBadges): boolean =>
  changed.includes(entry.slug) || badgeOf(badges, entry).changes > 0

const isDark = ({ theme }: PageState): boolean =>
  theme === 'auto' ? window.matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'

function cardOf(entry: PreviewEntry, state: PageState, queue: Queue): Card {
  const { slug, name, folder, kind } = entry
  const badges = make('span', { class: 'pv-badges' })
  const thumb = make('span', { class: 'pv-thumb' })
  const path = `${encodeURIComponent(slug)}/${isDark(state) ? 'dark' : 'light'}`
  if (kind === 'CLASSIC') showPicture(thumb, path, queue)
  else if (kind === 'APP') thumb.append(sketchAt(path), make('span', { class: 'pv-none' }, 'An app'))
  else thumb.append(make('span', { class: 'pv-none' }, 'Cannot be drawn'))
  const element = make(
    'li',
    {},
    make(
      'a',
      { href: writeState({ ...state, view: 'board', slug, change: undefined }) },
      thumb,
      make('span', { class: 'pv-card' }, make('b', {}, name), make('small', {}, folder.join(' / '))),
      badges,
    ),
  )
  return { entry, element, badges }
}

const sketchAt = (path: string): HTMLElement =>
  make('img', { class: 'pv-sketch', src: `/sketch/${path}`, alt: '', loading: 'lazy' })

/** The last drawing of each, for when the wall is shown again. */
const drawings = new Map<string, HTMLImageElement>()

/** At once the last drawing or a sketch, and over it the drawing when it is there. */
function showPicture(thumb: HTMLElement, path: string, queue: Queue): void {
  const sketch = sketchAt(path)
  thumb.append(sketch, ...(drawings.has(path) ? [drawings.get(path) ?? ''] : []))
  queue.add(thumb, async () => {
    const drawing = make('img', { class: 'pv-drawing', src: `/thumbnail/${path}`, alt: '', decoding: 'async' })
    const isDrawn = await drawing.decode().then(
      () => true,
      () => false,
    )
    if (!isDrawn) return
    drawings.set(path, drawing)
    thumb.replaceChildren(sketch, drawing)
  })
}

function badgesFor(entry: PreviewEntry, news: PreviewNews, all: PreviewBadges): HTMLElement[] {
  const { changes, held, hasDraft } = badgeOf(all, entry)
  const told: readonly (readonly [string, string] | false)[] = [
    entry.kind === 'broken' && ['broken', 'broken'],
    changes > 0
      ? ['changed', `${changes} ${changes === 1 ? 'change' : 'changes'}`]
      : isChanged(entry, news, all) && ['changed', 'changed'],
    held > 0 && ['held', `${held} held`],
    hasDraft && ['draft', 'draft in progress'],
  ]
  return told.flatMap((each) => (each ? [make('small', { class: `pv-badge pv-is-${each[0]}` }, each[1])] : []))
}
