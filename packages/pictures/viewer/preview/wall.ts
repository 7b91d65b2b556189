import type { PreviewBadges, PreviewEntry, PreviewNews, PreviewOverview } from '../../scene.ts'
import { make } from '../dom.ts'
import { type PageState, writeState } from './state.ts'

/** All dashboards as small pictures, those that change first. */
export function showWall(
  { entries }: PreviewOverview,
  { news, badges, state }: { readonly news: PreviewNews; readonly badges: PreviewBadges; readonly state: PageState },
): HTMLElement {
  const changed = new Set([...news.changed, ...Object.keys(badges).filter((slug) => (badges[slug]?.changes ?? 0) > 0)])
  const boards = entries.filter(({ kind }) => kind !== 'REPORT' && kind !== 'none')
  const [first, others] = [true, false].map((is) => boards.filter(({ slug }) => changed.has(slug) === is))
  const mode = isDark(state) ? 'dark' : 'light'
  const wallOf = (title: string, all: readonly PreviewEntry[] = []): HTMLElement | undefined =>
    all.length === 0
      ? undefined
      : make(
          'section',
          { class: 'pv-wall' },
          make('h2', {}, title),
          make('ul', {}, ...all.map((entry) => card(entry, mode, state, badgesFor(entry, changed, badges)))),
        )
  const isAll = first?.length === 0
  return make(
    'div',
    { class: 'pv-walls' },
    wallOf('Changed', first),
    wallOf(isAll ? 'All dashboards' : 'The others', others),
  )
}

const isDark = ({ theme }: PageState): boolean =>
  theme === 'auto' ? window.matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'

function card(entry: PreviewEntry, mode: string, state: PageState, badges: readonly HTMLElement[]): HTMLElement {
  const { slug, name, folder, kind } = entry
  const picture =
    kind === 'CLASSIC'
      ? make('img', {
          src: `/thumbnail/${encodeURIComponent(slug)}/${mode}`,
          alt: '',
          loading: 'lazy',
          decoding: 'async',
        })
      : make('span', { class: 'pv-none' }, kind === 'APP' ? 'An app' : 'Cannot be drawn')
  return make(
    'li',
    {},
    make(
      'a',
      { href: writeState({ ...state, view: 'board', slug, change: undefined }) },
      make('span', { class: 'pv-thumb' }, picture),
      make('span', { class: 'pv-card' }, make('b', {}, name), make('small', {}, folder.join(' / '))),
      make('span', { class: 'pv-badges' }, ...badges),
    ),
  )
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
