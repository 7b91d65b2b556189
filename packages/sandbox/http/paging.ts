import type { Switches } from '../control/switches.ts'
import type { Database, Value } from '../store/database.ts'
import { badRequest } from './refusal.ts'

export type PageInfo = {
  hasNextPage: boolean
  hasPreviousPage: boolean
  startCursor: string | null
  endCursor: string | null
}

export interface PageQuery {
  readonly first?: number | null | undefined
  readonly after?: string | null | undefined
  /** The deprecated style, which skips rows by number. */
  readonly offset?: number
}

/** A list and how it is ordered. `orderBy` and `where` come from code, never from a request. */
export interface Listing {
  readonly from: string
  readonly where: string
  readonly values: readonly Value[]
  /** One expression; ties are broken by id, so that the order is total. */
  readonly orderBy: string
  readonly descending?: boolean
}

export interface Page<Row> {
  readonly rows: Row[]
  readonly pageInfo: PageInfo
  readonly count: number
}

export const pageSize = (switches: Readonly<Switches>, first: number | null | undefined): number =>
  Math.min(first ?? switches.pageSize, switches.pageSizeCap)

const writeCursor = (at: readonly [Value, number]): string => Buffer.from(JSON.stringify(at)).toString('base64url')

const isKey = (value: unknown): boolean => value === null || typeof value === 'string' || typeof value === 'number'

function readCursor(text: string): [Value, number] {
  try {
    const at: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (Array.isArray(at) && at.length === 2 && isKey(at[0]) && Number.isSafeInteger(at[1]) && at[1] >= 0) {
      return at as [Value, number]
    }
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
  }
  throw badRequest('"after" is not a cursor of this list')
}

const counts = new WeakMap<Database, { readonly version: number; readonly known: Map<string, number> }>()

/** Every page gives the total number of rows. They are counted once, until something is written. */
function countRows(db: Database, { from, where, values }: Listing): number {
  const kept = counts.get(db)
  const memo = kept?.version === db.version ? kept : { version: db.version, known: new Map<string, number>() }
  counts.set(db, memo)
  const key = JSON.stringify([from, where, values])
  const known = memo.known.get(key)
  if (known !== undefined) return known
  const total = db.get<{ n: number }>(`select count(*) as n from ${from} where ${where}`, ...values)?.n ?? 0
  memo.known.set(key, total)
  return total
}

/** Pages by key, not by offset: rows that others add or remove meanwhile are neither repeated nor skipped. */
export function readPage<Row extends { id: number }>(
  db: Database,
  switches: Readonly<Switches>,
  listing: Listing,
  { first, after, offset = 0 }: PageQuery,
): Page<Row> {
  const size = pageSize(switches, first)
  const start = after ? readCursor(after) : undefined
  const direction = listing.descending ? 'desc' : 'asc'
  const beyond = start ? ` and (${listing.orderBy}, t.id) ${listing.descending ? '<' : '>'} (?, ?)` : ''
  const found = db.all<Row & { sort_key: Value }>(
    `select t.*, ${listing.orderBy} as sort_key from ${listing.from} where ${listing.where}${beyond}
     order by sort_key ${direction}, t.id ${direction} limit ? offset ?`,
    ...listing.values,
    ...(start ?? []),
    size + 1,
    offset,
  )
  const rows = found.slice(0, size)
  const cursorOf = (row: (typeof rows)[number] | undefined) => (row ? writeCursor([row.sort_key, row.id]) : null)
  return {
    rows,
    count: countRows(db, listing),
    pageInfo: {
      hasNextPage: found.length > size,
      hasPreviousPage: start !== undefined || offset > 0,
      startCursor: cursorOf(rows[0]),
      endCursor: cursorOf(rows.at(-1)),
    },
  }
}

interface Sorted {
  readonly id: number
  readonly sort: string | number
}

/** The same for rows that are sorted in memory. A cursor keeps its place even if its row is gone. */
export function sortedPage<Row extends Sorted>(
  switches: Readonly<Switches>,
  rows: readonly Row[],
  compare: (a: Sorted, b: Sorted) => number,
  { first, after }: PageQuery,
): { rows: Row[]; pageInfo: PageInfo } {
  const sorted = rows.toSorted(compare)
  const [sort, id] = after ? readCursor(after) : []
  const beyond =
    sort == null || id === undefined
      ? 0
      : sorted.findIndex((row) => compare(row, { sort: sort as Sorted['sort'], id }) > 0)
  const start = beyond < 0 ? sorted.length : beyond
  const end = start + pageSize(switches, first)
  const page = sorted.slice(start, end)
  const cursorOf = (row: Row | undefined) => (row ? writeCursor([row.sort, row.id]) : null)
  return {
    rows: page,
    pageInfo: {
      hasNextPage: end < sorted.length,
      hasPreviousPage: start > 0,
      startCursor: cursorOf(page[0]),
      endCursor: cursorOf(page.at(-1)),
    },
  }
}

/** For a list that does not change while it is read. Without `first` it is returned whole. */
export function slicePage<T>(all: readonly T[], { first, after }: PageQuery): { rows: T[]; pageInfo: PageInfo } {
  const start = after ? Number(readCursor(after)[1]) : 0
  const rows = all.slice(start, first ? start + first : undefined)
  const end = start + rows.length
  return {
    rows,
    pageInfo: {
      hasNextPage: end < all.length,
      hasPreviousPage: start > 0,
      startCursor: rows.length > 0 ? writeCursor([null, start]) : null,
      endCursor: rows.length > 0 ? writeCursor([null, end]) : null,
    },
  }
}

/** A list as the platform returns it, with the deprecated `data` that it still fills. */
export const listAnswer = <T>(items: T[], pageInfo: PageInfo, count: number) => ({
  items,
  pageInfo,
  data: items,
  count,
})
