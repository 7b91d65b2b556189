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
    const changed = new Set([
      ...news.changed,
      ...Object.keys(badges).filter((slug) => (badges[slug]?.changes ?? 0) > 0),
    ])
    for (const { entry, badges: place } of cards) place.replaceChildren(...badgesFor(entry, changed, badges))
    const [first, others] = [true, false].map((is) => cards.filter(({ entry }) => changed.has(entry.slug) === is))
    const title = first?.length === 0 ? 'All dashboards' : 'The others'
    element.replaceChildren(...sectionOf('Changed', first), ...sectionOf(title, others))
  }
  mark({})
  return { element, mark, destroy: queue.stop }
}

const sectionOf = (title: string, cards: readonly Card[] = []): HTMLElement[] =>
  cards.length === 0
    ? []
    : [
        make(
          'section',
          { class: 'pv-wall' },
          make('h2', {}, title),
          make('ul', {}, ...cards.map((card) => card.element)),
        ),
      ]

const isDark = ({ theme }: PageState): boolean =>
  theme === 'auto' ? window.matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'

function cardOf(entry: PreviewEntry, state: PageState, queue: Queue): Card {
  const { slug, name, folder, kind } = entry
  const badges = make('span', { class: 'pv-badges' })
  const thumb = make('span', { class: 'pv-thumb' })
  if (kind === 'CLASSIC') showPicture(thumb, `${encodeURIComponent(slug)}/${isDark(state) ? 'dark' : 'light'}`, queue)
  else thumb.append(make('span', { class: 'pv-none' }, kind === 'APP' ? 'An app' : 'Cannot be drawn'))
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

/** The last drawing of each, for when the wall is shown again. */
const drawings = new Map<string, HTMLImageElement>()

/** At once the last drawing or a sketch, and over it the drawing when it is there. */
function showPicture(thumb: HTMLElement, path: string, queue: Queue): void {
  const sketch = make('img', { class: 'pv-sketch', src: `/sketch/${path}`, alt: '', loading: 'lazy' })
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

function badgesFor({ slug, kind }: PreviewEntry, changed: ReadonlySet<string>, all: PreviewBadges): HTMLElement[] {
  const { changes = 0, held = 0, hasDraft = false } = new Map(Object.entries(all)).get(slug) ?? {}
  const told: readonly (readonly [string, string] | false)[] = [
    kind === 'broken' && ['broken', 'broken'],
    changes > 0
      ? ['changed', `${changes} ${changes === 1 ? 'change' : 'changes'}`]
      : changed.has(slug) && ['changed', 'changed'],
    held > 0 && ['held', `${held} held`],
    hasDraft && ['draft', 'draft in progress'],
  ]
  return told.flatMap((each) => (each ? [make('small', { class: `pv-badge pv-is-${each[0]}` }, each[1])] : []))
}
