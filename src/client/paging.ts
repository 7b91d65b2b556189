/** One page of a list, as the schemas of all paged lists have it. */
interface Page {
  readonly items: readonly unknown[]
  readonly pageInfo?: { readonly hasNextPage: boolean; readonly endCursor?: string | null } | null
}

/** Every row, page by page. A list that cannot be read to its end is an error, never a short list. */
export async function* readPages(
  readPage: (after: string | undefined) => Promise<unknown>,
  start: string | undefined,
  fail: (message: string) => Error,
): AsyncGenerator<unknown> {
  const seen = new Set<string>()
  let after = start
  do {
    if (after !== undefined) {
      if (seen.has(after)) throw fail('gave the same cursor twice, so the list has no end')
      seen.add(after)
    }
    const page = (await readPage(after)) as Page
    if (!Array.isArray(page.items)) throw fail('has no rows, so it is not a list')
    for (const item of page.items) yield item
    after = nextCursor(page, fail)
  } while (after !== undefined)
}

function nextCursor({ pageInfo }: Page, fail: (message: string) => Error): string | undefined {
  if (pageInfo?.hasNextPage !== true) return undefined
  if (typeof pageInfo.endCursor === 'string' && pageInfo.endCursor !== '') return pageInfo.endCursor
  throw fail('says that more rows follow and gives no cursor to them')
}
