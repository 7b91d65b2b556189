import { BoardwrightError } from '@boardwright/common'

/** Answers are checked, because they may come from a proxy or from an older version. */
export type Row = Readonly<Record<string, unknown>>

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function rowOf(value: unknown, endpoint: string): Row {
  if (isRow(value)) return value
  throw new BoardwrightError('FORGE_RESPONSE', `${endpoint} answered with something that is not an object`)
}

export function rowsOf(value: unknown, endpoint: string): readonly Row[] {
  if (Array.isArray(value) && value.every(isRow)) return value
  throw new BoardwrightError('FORGE_RESPONSE', `${endpoint} answered with something that is not a list of objects`)
}

export function numberIn(row: Row, key: string, endpoint: string): number {
  const value = row[key]
  if (typeof value === 'number') return value
  throw new BoardwrightError('FORGE_RESPONSE', `${endpoint} answered without "${key}"`)
}

export const textIn = (row: Row, key: string): string => {
  const value = row[key]
  return typeof value === 'string' ? value : ''
}

export function timeIn(row: Row, key: string): number | undefined {
  const time = Date.parse(textIn(row, key))
  return Number.isNaN(time) ? undefined : time
}

export function unlessMissing(cause: unknown): undefined {
  if (cause instanceof BoardwrightError && cause.kind === 'FORGE_NOT_FOUND') return
  throw cause
}

/** For what a token may not read. Some servers say of it that it does not exist. */
export function unlessForbidden(cause: unknown): undefined {
  if (cause instanceof BoardwrightError && cause.kind === 'FORGE_FORBIDDEN') return
  return unlessMissing(cause)
}

/** A nested object; an empty one if there is none. */
export const rowIn = (row: Row, key: string): Row => {
  const value = row[key]
  return isRow(value) ? value : {}
}

/** How to read a list page by page. */
export interface Paging {
  readonly size: number
  /** The name of the parameter for the page size. */
  readonly name: string
  /** What marks the end of a list. If a server may shorten its pages, only a page with nothing new does. */
  readonly end: 'a short page' | 'nothing new'
  /** The key that identifies a row. */
  readonly key?: string
}

const HUNDREDS: Paging = { size: 100, name: 'per_page', end: 'a short page' }
/** Pages of 100 rows: forges allow at most 5,000 comments, and everything else listed here is shorter. */
const MOST_PAGES = 100
const MOST_MINUTES = 5

/** All rows of a list, page by page. Throws if the list has too many pages to read. */
export async function allRows(
  read: (page: string) => Promise<unknown>,
  endpoint: string,
  { size, name, end, key = 'id' }: Paging = HUNDREDS,
): Promise<Row[]> {
  const rows = new Map<unknown, Row>()
  const started = performance.now()
  for (let page = 1; ; page += 1) {
    const some = rowsOf(await read(`${name}=${size}&page=${page}`), endpoint)
    const before = rows.size
    for (const row of some) rows.set(row[key] ?? row, row)
    const isNew = rows.size > before
    if (end === 'nothing new' ? !isNew : some.length < size) return [...rows.values()]
    if (!isNew) throw endless(endpoint, 'gave the same page twice')
    if (page === MOST_PAGES) throw endless(endpoint, `gave ${MOST_PAGES} full pages`)
    if (performance.now() - started > MOST_MINUTES * 60_000)
      throw endless(endpoint, `gave ${page} full pages in ${MOST_MINUTES} minutes`)
  }
}

const endless = (endpoint: string, what: string): BoardwrightError =>
  new BoardwrightError('LIST_ENDLESS', `${endpoint} ${what}, and there may be more`)
