import type { Endless } from './list-bounds.ts'
import type { Page } from './response.ts'

export interface PagedList {
  readonly readPage: (after: string | undefined) => Promise<Page>
  readonly start: string | undefined
  readonly fail: (message: string) => Error
  readonly endless: (why: Endless) => Error
  /** Returns a reason if another page would be too many. */
  readonly watch: (rows: readonly unknown[], bytes: number) => Endless | undefined
  /** Whether to request each page before the previous one is processed. */
  readonly ahead: boolean
}

/** The rows of each page. If a list cannot be read to its end, that is an error, never a short list. */
export async function* readPages({
  readPage,
  start,
  fail,
  endless,
  watch,
  ahead,
}: PagedList): AsyncGenerator<readonly unknown[]> {
  const seen = new Set<string>()
  const ask = (after: string): Promise<Page> => {
    if (seen.has(after)) throw endless({ message: 'gave the same cursor twice, so the list has no end' })
    seen.add(after)
    const page = readPage(after)
    // Prevents an unhandled rejection: the failure surfaces when this page's turn comes.
    void Promise.allSettled([page])
    return page
  }
  let pending = start === undefined ? readPage(undefined) : ask(start)
  for (;;) {
    const page = await pending
    const after = nextCursor(page.pageInfo as PageInfo, fail)
    const next = ahead && after !== undefined ? ask(after) : undefined
    const rows = page.rows()
    if (!rows) throw fail('has no rows, so it is not a list')
    const why = after === undefined ? undefined : watch(rows, page.bytes)
    if (why) throw endless(why)
    yield rows
    if (after === undefined) return
    pending = next ?? ask(after)
  }
}

type PageInfo = { readonly hasNextPage: boolean; readonly endCursor?: string | null } | null | undefined

function nextCursor(pageInfo: PageInfo, fail: (message: string) => Error): string | undefined {
  if (pageInfo?.hasNextPage !== true) return undefined
  if (typeof pageInfo.endCursor === 'string' && pageInfo.endCursor !== '') return pageInfo.endCursor
  throw fail('says that more rows follow but gives no cursor')
}
