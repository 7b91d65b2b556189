import { h, type Markup } from '@boardwright/pictures'
import type { WorkbookFacts } from './overview.ts'

/** A workbook as a small picture of its published dashboard, which leads there. */
export function boardCard(workbook: WorkbookFacts): Markup {
  const { name, title, slug, folder, publicId } = workbook
  // As in its picture.
  const where = [...folder, ...(title === undefined ? [] : [name])]
  const about = [
    h('span', { class: 'thumb' }, ...pictureOf(workbook)),
    h('b', {}, title ?? name),
    h('span', { class: 'faint' }, where.length === 0 ? 'at the root' : where.join(' / ')),
    h('span', { class: 'code faint' }, slug ?? ''),
    h('span', { class: 'faint' }, stateOf(workbook)),
  ]
  return h('li', {}, publicId === null ? h('div', { class: 'card' }, ...about) : h('a', linkTo(publicId), ...about))
}

const linkTo = (publicId: string) => ({ class: 'card', href: `/d/${encodeURIComponent(publicId)}` })

const stateOf = ({ publicId, version, hasDraft }: WorkbookFacts): string =>
  [publicId === null ? 'not published' : `version ${version ?? '?'}`, ...(hasDraft ? ['a draft'] : [])].join(', ')

/** At once a sketch, and over it the drawing when it is there. What an app shows, only a browser knows. */
function pictureOf({ publicId, isApp }: WorkbookFacts): Markup[] {
  if (publicId === null) return [h('span', { class: 'faint' }, 'Not published')]
  if (isApp) return [h('span', { class: 'faint' }, 'App')]
  const id = encodeURIComponent(publicId)
  return [
    inBothColours(`/sketch/${id}`, { class: 'sketch', fetchpriority: 'high' }),
    inBothColours(`/thumbnail/${id}`, { class: 'drawing', loading: 'lazy', decoding: 'async' }),
  ]
}

/** In the colours of the page, without a script. */
const inBothColours = (path: string, attributes: Readonly<Record<string, string>>): Markup =>
  h(
    'picture',
    {},
    h('source', { srcset: `${path}/dark`, media: '(prefers-color-scheme: dark)' }),
    h('img', { src: `${path}/light`, alt: '', ...attributes }),
  )
