import { folder, report, workbook } from '../live/wire.ts'
import { reply, startServer, type TestServer } from './http.ts'

const ROWS = { folders: folder, workbooks: workbook, reports: report } as const
export type ListName = keyof typeof ROWS
export const LISTS = Object.keys(ROWS) as readonly ListName[]

/** Pages of lists that never end. */
export const ENDLESS = {
  'the same page under new cursors': { cursor: (n: number) => `c${n}`, ids: () => [1, 2, 3] },
  'empty pages under new cursors': { cursor: (n: number) => `c${n}`, ids: () => [] },
  'the same cursor': { cursor: () => 'c', ids: (n: number) => [n] },
  'three cursors in turn': { cursor: (n: number) => `c${n % 3}`, ids: (n: number) => [n] },
  'new rows under new cursors': {
    cursor: (n: number) => `c${n}`,
    ids: (n: number) => Array.from({ length: 500 }, (_, index) => 500 * n + index + 1),
  },
} as const
export type Endless = keyof typeof ENDLESS

/** A platform whose other lists are empty. */
export async function startEndless(list: ListName, how: Endless, text = ''): Promise<TestServer> {
  let pages = 0
  return startServer((response, request) => {
    const { pathname } = new URL(request.url, 'http://x')
    const name = LISTS.find((each) => pathname.endsWith(`/${each}`))
    if (name === undefined) return reply(404, '{"message":"not here"}')(response, request)
    if (name !== list) return reply(200, JSON.stringify({ items: [], data: [] }))(response, request)
    const { cursor, ids } = ENDLESS[how]
    pages += 1
    const items = ids(pages).map((id) => ({ ...ROWS[list](id, `${list} ${id}`), description: text }))
    const pageInfo = { hasNextPage: true, hasPreviousPage: pages > 1, endCursor: cursor(pages) }
    reply(200, JSON.stringify({ items, data: [], pageInfo }))(response, request)
  })
}
