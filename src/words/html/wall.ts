import { h } from '@boardwright/pictures'
import { plural } from '../../content/counted.ts'
import { printableName } from '../../content/printable.ts'
import { staticPage } from './style.ts'

/** A picture in the directory of the page. */
export interface WallPicture {
  readonly title: string
  readonly folder: readonly string[]
  readonly file: string
}

interface WallOptions {
  readonly data: 'sample' | 'live'
  /** Whether the pictures are dark: a short one goes on below in its own ground, whatever the page has. */
  readonly isDark: boolean
}

/** Pictures of dashboards as one page, with its links to them. */
export function renderWall(pictures: readonly WallPicture[], { data, isDark }: WallOptions): string {
  const rows = data === 'live' ? 'real' : 'made-up'
  return staticPage(
    'Dashboards',
    [
      h(
        'header',
        {},
        h('h1', {}, 'Dashboards'),
        h('p', { class: 'faint' }, `${plural(pictures.length, 'dashboard')}, drawn from ${rows} rows`),
      ),
      h('main', {}, h('ul', { class: isDark ? 'wall dark' : 'wall' }, ...pictures.map(cardOf))),
    ],
    "'self' file:",
  )
}

function cardOf({ title, folder, file }: WallPicture) {
  const name = printableName(title)
  const where = folder.map(printableName).join(' / ')
  return h(
    'li',
    {},
    h(
      'a',
      { href: encodeURIComponent(file) },
      h('div', {}, h('img', { src: encodeURIComponent(file), alt: '', loading: 'lazy' })),
      h('span', {}, h('b', {}, name), h('small', {}, where)),
    ),
  )
}
