import { BoardwrightError } from '../errors.ts'

/** Answers of a forge are read with care: what answers may be a proxy, or an older version. */
export type Row = Readonly<Record<string, unknown>>

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function rowOf(value: unknown, endpoint: string): Row {
  if (isRow(value)) return value
  throw new BoardwrightError('FORGE_RESPONSE', `${endpoint} answered with what is no object`)
}

export function rowsOf(value: unknown, endpoint: string): readonly Row[] {
  if (Array.isArray(value) && value.every(isRow)) return value
  throw new BoardwrightError('FORGE_RESPONSE', `${endpoint} answered with what is no list of objects`)
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

const PAGE = 100
const MOST_PAGES = 100

/** Every row of a list, page by page. */
export async function allRows(read: (page: string) => Promise<unknown>, endpoint: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const some = rowsOf(await read(`per_page=${PAGE}&page=${page}`), endpoint)
    rows.push(...some)
    if (some.length < PAGE) break
  }
  return rows
}
