import { h, type Markup } from '@boardwright/pictures'
import { plural } from '../../content/counted.ts'
import { groupBy } from '../../content/group-by.ts'
import { printableName } from '../../content/printable.ts'
import { staticPage } from './style.ts'

/** A picture in the directory of the page. */
export interface WallPicture {
  readonly title: string
  readonly folder: readonly string[]
  readonly file: string
  readonly kind: string
  readonly isChanged: boolean
  /** Small ones: in the colours of a light page, and of a dark one. */
  readonly cards: readonly { readonly file: string }[]
}

/** Pictures of dashboards as one page, with its links to them. */
export function renderWall(pictures: readonly WallPicture[], data: 'sample' | 'live'): string {
  const reports = pictures.filter(({ kind }) => kind === 'REPORT').length
  const counts = [
    [pictures.length - reports, 'dashboard'] as const,
    ...(reports > 0 ? [[reports, 'report'] as const] : []),
  ].map(([count, word]) => plural(count, word))
  const rows = data === 'live' ? 'real' : 'made-up'
  return staticPage(
    'Dashboards',
    [
      h(
        'header',
        {},
        h('h1', {}, 'Dashboards'),
        h('p', { class: 'faint' }, `${counts.join(', ')}, drawn from ${rows} rows`),
      ),
      h('main', {}, ...folders(pictures), h('ul', { class: 'wall' }, ...pictures.map(cardOf))),
    ],
    "'self' file:",
  )
}

/** Leads to the first card of each folder, if there are several. */
function folders(pictures: readonly WallPicture[]): Markup[] {
  const groups = groupBy(pictures, folderOf)
  if (groups.size < 2) return []
  const links = [...groups].map(([folder, all]) => {
    // What changes stands before all folders.
    const first = all.find(({ isChanged }) => !isChanged) ?? all[0]
    const title = folder === '' ? 'No folder' : folder
    return h('li', {}, h('a', { href: `#${first ? idOf(first) : ''}` }, title), ' ', h('small', {}, `${all.length}`))
  })
  return [h('nav', { 'aria-label': 'Folders' }, h('ul', {}, ...links))]
}

const folderOf = ({ folder }: WallPicture): string => folder.map(printableName).join(' / ')
const idOf = ({ file }: WallPicture): string => `to-${addressOf(file)}`

function cardOf(card: WallPicture): Markup {
  const { title, file, kind, isChanged, cards } = card
  const name = printableName(title)
  const [light = file, dark = light] = cards.map((each) => each.file)
  const picture = h(
    'picture',
    {},
    h('source', { srcset: addressOf(dark), media: '(prefers-color-scheme: dark)' }),
    h('img', { src: addressOf(light), alt: '', loading: 'lazy' }),
  )
  const badges = [...(isChanged ? ['changed'] : []), ...(kind === 'APP' ? ['app'] : [])]
  return h(
    'li',
    { id: idOf(card) },
    h(
      'a',
      { href: addressOf(file) },
      h('div', {}, picture),
      h('b', { title: name }, name),
      h(
        'span',
        {},
        h('small', {}, folderOf(card)),
        ...badges.map((text) => h('small', { class: `badge ${text}` }, text)),
      ),
    ),
  )
}

const addressOf = (file: string): string => file.split('/').map(encodeURIComponent).join('/')
