/** One page of a list, as the schemas of all paged lists have it. */
interface Page {
  readonly items: readonly unknown[]
  readonly pageInfo?: { readonly hasNextPage: boolean; readonly endCursor?: string | null } | null
}

export interface PagedList {
  readonly readPage: (after: string | undefined) => Promise<unknown>
  readonly start: string | undefined
  readonly fail: (message: string) => Error
  /** Whether a page is asked for while the one before it is looked at. */
  readonly ahead: boolean
}

/** The rows of each page. A list that cannot be read to its end is an error, never a short list. */
export async function* readPages({ readPage, start, fail, ahead }: PagedList): AsyncGenerator<readonly unknown[]> {
  const seen = new Set<string>()
  const ask = (after: string): Promise<unknown> => {
    if (seen.has(after)) throw fail('gave the same cursor twice, so the list has no end')
    seen.add(after)
    return readPage(after)
  }
  let asked = start === undefined ? readPage(undefined) : ask(start)
  for (;;) {
    const page = (await asked) as Page
    if (!Array.isArray(page.items)) throw fail('has no rows, so it is not a list')
    const after = nextCursor(page, fail)
    const next = ahead && after !== undefined ? ask(after) : undefined
    // Whoever takes the rows of this page first learns of it then.
    if (next) void Promise.allSettled([next])
    yield page.items
    if (after === undefined) return
    asked = next ?? ask(after)
  }
}

function nextCursor({ pageInfo }: Page, fail: (message: string) => Error): string | undefined {
  if (pageInfo?.hasNextPage !== true) return undefined
  if (typeof pageInfo.endCursor === 'string' && pageInfo.endCursor !== '') return pageInfo.endCursor
  throw fail('says that more rows follow and gives no cursor to them')
}
