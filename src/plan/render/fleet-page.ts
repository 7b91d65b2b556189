import { createHash } from 'node:crypto'
import { h, page, trusted } from '../../picture/markup.ts'
import { STYLE } from './html/style.ts'

export interface FleetPage {
  readonly title: string
  readonly facts: readonly string[]
  readonly tables: readonly FleetTable[]
}

export interface FleetTable {
  readonly title: string
  readonly note: string
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`

/** The state of every target as one static file that runs no script and fetches nothing. */
export const renderFleet = ({ title, facts, tables }: FleetPage): string =>
  page(
    [
      h('meta', { charset: 'utf-8' }),
      h('meta', { 'http-equiv': 'Content-Security-Policy', content: POLICY }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('title', {}, title),
      h('style', {}, trusted(STYLE)),
    ],
    [
      h('header', {}, h('h1', {}, title), ...facts.map((fact) => h('p', { class: 'faint' }, fact))),
      h('main', {}, ...tables.map(section)),
    ],
  )

const section = ({ title, note, heads, rows }: FleetTable) =>
  h(
    'section',
    {},
    h('h2', {}, title),
    h('p', { class: 'faint' }, note),
    h(
      'table',
      {},
      h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, head)))),
      h('tbody', {}, ...rows.map((row) => h('tr', {}, ...row.map((cell) => h('td', {}, cell))))),
    ),
  )
