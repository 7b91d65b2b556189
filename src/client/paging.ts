import type { Page } from './response.ts'

export interface PagedList {
  readonly readPage: (after: string | undefined) => Promise<Page>
  readonly start: string | undefined
  readonly fail: (message: string) => Error
  /** Whether a page is asked for before the one before it is looked at. */
  readonly ahead: boolean
}

/** The rows of each page. A list that cannot be read to its end is an error, never a short list. */
export async function* readPages({ readPage, start, fail, ahead }: PagedList): AsyncGenerator<readonly unknown[]> {
  const seen = new Set<string>()
  const ask = (after: string): Promise<Page> => {
    if (seen.has(after)) throw fail('gave the same cursor twice, so the list has no end')
    seen.add(after)
    return readPage(after)
  }
  let asked = start === undefined ? readPage(undefined) : ask(start)
  for (;;) {
    const page = await asked
    const after = nextCursor(page.pageInfo as PageInfo, fail)
    const next = ahead && after !== undefined ? ask(after) : undefined
    // Whoever takes the rows of this page first learns of it then.
    if (next) void Promise.allSettled([next])
    const rows = page.rows()
    if (!rows) throw fail('has no rows, so it is not a list')
    yield rows
    if (after === undefined) return
    asked = next ?? ask(after)
  }
}

/** As the schemas of all paged lists have it. */
type PageInfo = { readonly hasNextPage: boolean; readonly endCursor?: string | null } | null | undefined

function nextCursor(pageInfo: PageInfo, fail: (message: string) => Error): string | undefined {
  if (pageInfo?.hasNextPage !== true) return undefined
  if (typeof pageInfo.endCursor === 'string' && pageInfo.endCursor !== '') return pageInfo.endCursor
  throw fail('says that more rows follow and gives no cursor to them')
}
