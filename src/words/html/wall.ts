import { h, type Markup } from '@boardwright/pictures'
import { plural } from '../../content/counted.ts'
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
      h('main', {}, h('ul', { class: 'wall' }, ...pictures.map(cardOf))),
    ],
    "'self' file:",
  )
}

function cardOf({ title, folder, file, kind, isChanged, cards }: WallPicture): Markup {
  const name = printableName(title)
  const where = folder.map(printableName).join(' / ')
  const [light = file, dark = light] = cards.map((card) => card.file)
  const picture =
    kind === 'APP'
      ? h('small', {}, 'App')
      : h(
          'picture',
          {},
          h('source', { srcset: addressOf(dark), media: '(prefers-color-scheme: dark)' }),
          h('img', { src: addressOf(light), alt: '', loading: 'lazy' }),
        )
  return h(
    'li',
    {},
    h(
      'a',
      { href: addressOf(file) },
      h('div', {}, picture),
      h('span', {}, h('b', { title: name }, name), h('small', {}, where)),
      isChanged ? h('small', { class: 'badge' }, 'changed') : undefined,
    ),
  )
}

const addressOf = (file: string): string => file.split('/').map(encodeURIComponent).join('/')
