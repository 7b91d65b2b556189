import { getHeapStatistics } from 'node:v8'
import { BoardwrightError } from '@boardwright/common'

/** Limits that no list of a real account reaches. */
export interface ListBounds {
  readonly rows: number
  readonly bytes: number
  /** How many pages in a row may bring no new row. */
  readonly idlePages: number
  readonly minutes: number
}

export const LIST_BOUNDS: ListBounds = {
  // Twenty times the largest account in the benches.
  rows: 1_000_000,
  // Rows take about twice their size in memory, and several lists are read at once.
  bytes: Math.floor(getHeapStatistics().heap_size_limit / 4),
  // Pages can be empty (rows were deleted or are not visible) or repeat rows (others shift the list).
  idlePages: 10,
  minutes: 15,
}

/** Why reading a list is given up. */
export interface Endless {
  readonly message: string
  readonly hint?: string
}

/** Checks each page after which more should follow. Returns a reason if the next one must not be requested. */
export function watchList(now: () => number, bounds: ListBounds = LIST_BOUNDS) {
  const started = now()
  const ids = new Set<unknown>()
  let [rows, bytes, idle] = [0, 0, 0]
  return (page: readonly unknown[], size: number): Endless | undefined => {
    const before = ids.size
    const unnamed = page.filter((row) => {
      const id = idOf(row)
      if (id !== undefined) ids.add(id)
      return id === undefined
    })
    rows += page.length
    bytes += size
    idle = ids.size === before && unnamed.length === 0 ? idle + 1 : 0
    if (idle >= bounds.idlePages) return endless(`gave ${idle} pages in a row without a new row`)
    if (rows > bounds.rows) return endless(`gave more than ${bounds.rows} rows`)
    if (bytes > bounds.bytes) return { ...endless(`gave more than ${megabytes(bounds.bytes)} MB`), hint: MORE_MEMORY }
    if (now() - started > bounds.minutes * 60_000) return endless(`gave ${rows} rows in ${bounds.minutes} minutes`)
    return undefined
  }
}

const endless = (what: string): Endless => ({ message: `${what}, and says that more follow` })

const idOf = (row: unknown): unknown =>
  typeof row === 'object' && row !== null && 'id' in row ? (row.id ?? undefined) : undefined

const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20)

const MORE_MEMORY =
  'That is a quarter of the memory that this process may use. If the tenant really is that large, give it more: NODE_OPTIONS=--max-old-space-size=8192. Otherwise the platform, or a proxy in between, is at fault.'

export const listEndless = (endpoint: string, { message, hint }: Endless): BoardwrightError =>
  new BoardwrightError('LIST_ENDLESS', `${endpoint} ${message}`, { hint, http: { endpoint, tries: 1 } })
