import { h, type Markup } from '@boardwright/pictures'
import type { WorkbookFacts } from './overview.ts'

/** A workbook as a small picture of its published dashboard, which leads there. */
export function boardCard(workbook: WorkbookFacts): Markup {
  const { name, slug, folder, publicId } = workbook
  const about = [
    h('span', { class: 'thumb' }, pictureOf(workbook)),
    h('b', {}, name),
    h('span', { class: 'faint' }, folder.length === 0 ? 'at the root' : folder.join(' / ')),
    h('span', { class: 'code faint' }, slug ?? ''),
    h('span', { class: 'faint' }, stateOf(workbook)),
  ]
  return h('li', {}, publicId === null ? h('div', { class: 'card' }, ...about) : h('a', linkTo(publicId), ...about))
}

const linkTo = (publicId: string) => ({ class: 'card', href: `/d/${encodeURIComponent(publicId)}` })

const stateOf = ({ publicId, version, hasDraft }: WorkbookFacts): string =>
  [publicId === null ? 'not published' : `version ${version ?? '?'}`, ...(hasDraft ? ['a draft'] : [])].join(', ')

/** In the colours of the page, without a script. It is only drawn when somebody scrolls to it. */
function pictureOf({ publicId, isApp }: WorkbookFacts): Markup {
  if (publicId === null) return h('span', { class: 'faint' }, 'Not published')
  if (isApp) return h('span', { class: 'faint' }, 'An app')
  const at = (mode: string): string => `/thumbnail/${encodeURIComponent(publicId)}/${mode}`
  return h(
    'picture',
    {},
    h('source', { srcset: at('dark'), media: '(prefers-color-scheme: dark)' }),
    h('img', { src: at('light'), alt: '', loading: 'lazy', decoding: 'async' }),
  )
}
