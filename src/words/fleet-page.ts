import { h } from '@boardwright/pictures'
import { staticPage } from './html/style.ts'

export interface FleetPage {
  readonly title: string
  readonly facts: readonly string[]
  readonly tables: readonly FleetTable[]
}

export interface FleetTable {
  readonly title: string
  readonly note: string
  readonly heads: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

/** A text, or a word in the hue of what it says. */
type Cell = string | { readonly word: string; readonly style: string }

/** The state of every target as one static file that runs no script and fetches nothing. */
export const renderFleet = ({ title, facts, tables }: FleetPage): string =>
  staticPage(title, [
    h('header', {}, h('h1', {}, title), ...facts.map((fact) => h('p', { class: 'faint' }, fact))),
    h('main', {}, ...tables.map(section)),
  ])

const section = ({ title, note, heads, rows }: FleetTable) =>
  h(
    'section',
    {},
    h('h2', {}, title),
    h('p', { class: 'faint' }, note),
    h(
      'table',
      { class: 'fleet' },
      h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, head)))),
      h('tbody', {}, ...rows.map((row) => h('tr', {}, ...row.map((cell) => h('td', {}, markupOf(cell)))))),
    ),
  )

const markupOf = (cell: Cell) =>
  typeof cell === 'string' ? cell : h('span', { class: `word ${cell.style}` }, cell.word)
