import type { Endless } from './list-bounds.ts'
import type { Page } from './response.ts'

export interface PagedList {
  readonly readPage: (after: string | undefined) => Promise<Page>
  /** The same of a page that nobody waits for yet. */
  readonly readEarly: (after: string) => Promise<Page>
  readonly start: string | undefined
  readonly fail: (message: string) => Error
  readonly endless: (why: Endless) => Error
  /** Whether a page that others follow is one too many. */
  readonly watch: (rows: readonly unknown[], bytes: number) => Endless | undefined
  /** Whether a page is asked for before the one before it is looked at. */
  readonly ahead: boolean
  /** The cursors that this list probably has, in their order. */
  readonly foreseen?: Promise<readonly string[]> | undefined
}

/** So many pages that are foreseen are on their way while one is looked at. */
const FORESEEN = 3

/** The rows of each page. A list that cannot be read to its end is an error, never a short list. */
export async function* readPages({
  readPage,
  readEarly,
  start,
  fail,
  endless,
  watch,
  ahead,
  foreseen,
}: PagedList): AsyncGenerator<readonly unknown[]> {
  const early = createEarly(readEarly, foreseen)
  const seen = new Set<string>()
  const ask = (after: string): Promise<Page> => {
    if (seen.has(after)) throw endless({ message: 'gave the same cursor twice, so the list has no end' })
    seen.add(after)
    const page = early.take(after)?.catch(() => readPage(after)) ?? readPage(after)
    // Whoever takes the rows of the page before learns of a failure first.
    void Promise.allSettled([page])
    return page
  }
  try {
    let asked = start === undefined ? readPage(undefined) : ask(start)
    for (;;) {
      const page = await asked
      const after = nextCursor(page.pageInfo as PageInfo, fail)
      const next = ahead && after !== undefined ? ask(after) : undefined
      const rows = page.rows()
      if (!rows) throw fail('has no rows, so it is not a list')
      const why = after === undefined ? undefined : watch(rows, page.bytes)
      if (why) throw endless(why)
      yield rows
      if (after === undefined) return
      asked = next ?? ask(after)
    }
  } finally {
    early.end()
  }
}

/** Pages that are asked for before the one before them says where they begin. */
function createEarly(readEarly: PagedList['readEarly'], foreseen: PagedList['foreseen']) {
  const early = new Map<string, Promise<Page>>()
  let cursors: readonly string[] = []
  let last: string | undefined
  const foresee = (): void => {
    const from = last === undefined ? 0 : cursors.indexOf(last) + 1
    if (last !== undefined && from === 0) return
    for (const cursor of cursors.slice(from, from + FORESEEN)) {
      if (early.has(cursor)) continue
      const page = readEarly(cursor)
      // Nobody takes it where the list goes on otherwise.
      void Promise.allSettled([page])
      early.set(cursor, page)
    }
  }
  void foreseen?.then((known) => {
    cursors = known
    foresee()
  })
  return {
    take(after: string): Promise<Page> | undefined {
      const page = early.get(after)
      early.delete(after)
      last = after
      foresee()
      return page
    },
    end(): void {
      last = NOWHERE
    },
  }
}

/** No cursor is empty. */
const NOWHERE = ''

/** As the schemas of all paged lists have it. */
type PageInfo = { readonly hasNextPage: boolean; readonly endCursor?: string | null } | null | undefined

function nextCursor(pageInfo: PageInfo, fail: (message: string) => Error): string | undefined {
  if (pageInfo?.hasNextPage !== true) return undefined
  if (typeof pageInfo.endCursor === 'string' && pageInfo.endCursor !== '') return pageInfo.endCursor
  throw fail('says that more rows follow and gives no cursor to them')
}
