import {
  BoardwrightError,
  createHide,
  createLimit,
  lazy,
  pattern,
  SHORTEST_SECRET,
  UNFILLED,
} from '@boardwright/common'
import type { Area, Endpoint } from '../api/endpoint.ts'
import { api } from '../api/index.ts'
import { CLOCK } from './clock.ts'
import { parseBaseUrl } from './dispatcher.ts'
import { createExchange } from './exchange.ts'
import { createInterrupt } from './interrupt.ts'
import { type Endless, listEndless, watchList } from './list-bounds.ts'
import { nameOf, type Sender, writeRequest } from './request.ts'
import { type Page, readPage } from './response.ts'
import { createTransport } from './transport.ts'
import type { AnyInput, CallsOf, Client, ClientCore, ClientOptions, OpenPage } from './types.ts'

export type { Client } from './types.ts'

/** A client of one platform with one token. The token stays inside: no error and no inspection shows it. */
export function createClient(options: ClientOptions): Client {
  const concurrency = options.concurrency ?? 10
  const limit = createLimit(concurrency)
  const base = parseBaseUrl(options.url)
  const token = options.token === null ? null : checkToken(options.token, options.tokenFrom)
  const authorizationWith = (scheme: string) => (token === null ? {} : { authorization: `${scheme} ${token}` })
  const sender: Sender = {
    base,
    userAgent: options.userAgent ?? 'boardwright',
    authorization: {
      ...{ bearer: authorizationWith('Bearer'), none: {} },
      ...{ 'api-key': authorizationWith('Api-Key'), 'api-key-or-bearer': authorizationWith('Api-Key') },
    },
  }
  const interrupt = createInterrupt(options.signal)
  const clock = options.clock ?? CLOCK
  const transport = createTransport(base, { ...options, concurrency }, interrupt)
  const exchange = createExchange(base, transport, {
    clock,
    random: options.random ?? Math.random,
    requestTimeoutMs: options.requestTimeoutMs ?? 60_000,
    totalTimeoutMs: options.totalTimeoutMs ?? 300_000,
    interrupt,
    onRetry: options.onRetry,
    onRateLimit: limit.narrow,
    // The platform may repeat the token in a message, and we must never print it.
    hide: createHide(token === null ? [] : [token]),
    tokenFrom: options.tokenFrom,
    urlFrom: options.urlFrom,
  })

  /** A request is built only when its turn comes, so that thousands of waiting calls hold no bodies. */
  function call(endpoint: Endpoint, input: AnyInput = {}): Promise<unknown> {
    return limit.run(() => exchange.run(endpoint, writeRequest(sender, endpoint, input)))
  }

  function read(
    endpoint: Endpoint,
    input: AnyInput,
    { ahead, open }: { readonly ahead: boolean; readonly open?: OpenPage | undefined },
  ): AsyncGenerator<readonly unknown[]> {
    const { after } = input.query ?? {}
    const readOne = (cursor: string | undefined): Promise<Page> => {
      const query = cursor === undefined ? input.query : { ...input.query, after: cursor }
      return limit.run(
        () =>
          exchange.run(
            endpoint,
            writeRequest(sender, endpoint, { ...input, ...(query && { query }) }),
            (_, answer, refuse) => readPage(endpoint, answer, open, refuse),
          ) as Promise<Page>,
      )
    }
    return readPages({
      readPage: readOne,
      start: typeof after === 'string' ? after : undefined,
      fail: (message) =>
        new BoardwrightError('PAGING_BROKEN', `${nameOf(endpoint)} ${message}`, {
          http: { endpoint: nameOf(endpoint), tries: 1 },
        }),
      endless: (why) => listEndless(nameOf(endpoint), why),
      watch: watchList(clock.now),
      ahead,
    })
  }

  async function* items(endpoint: Endpoint, input: AnyInput = {}): AsyncGenerator<unknown> {
    for await (const rows of read(endpoint, input, { ahead: false })) yield* rows
  }

  return Object.assign(callsOf(api, call as ClientCore['call']), {
    call: call as ClientCore['call'],
    items: items as ClientCore['items'],
    pages: ((endpoint: Endpoint, input: AnyInput, open?: OpenPage) =>
      read(endpoint, input, { ahead: true, open })) as ClientCore['pages'],
    counts: exchange.counts,
    serverNow: exchange.serverNow,
    async close() {
      interrupt.dispose()
      await transport.close()
    },
  })
}

/** What people set by mistake instead of a token. The first match is reported. */
const NO_TOKENS: readonly (readonly [RegExp, string])[] = [
  [/^\s*$/, 'is empty'],
  [/^(["']).*\1$/, 'stands in quotes: leave them out'],
  [/^\s*bearer(\s|$)/i, 'begins with "Bearer": leave out Bearer, and keep what stands behind it'],
  [UNFILLED, 'holds the name of a variable that was not filled in, not a token'],
  [/[^\x21-\x7e]/, 'holds a space, a line break or another character that no token has'],
  [pattern()`^.{0,${String(SHORTEST_SECRET - 1)}}$`, `is too short: it has fewer than ${SHORTEST_SECRET} characters`],
]

/** A token may contain only what a header can carry. A bad one is refused without being shown. */
function checkToken(token: string, from: string | undefined): string {
  const problem = NO_TOKENS.find(([isThis]) => isThis.test(token))?.[1]
  if (problem !== undefined)
    throw new BoardwrightError('TOKEN_INVALID', `the token ${from === undefined ? '' : `in ${from} `}${problem}`)
  return token
}

export function callsOf<const Areas extends Readonly<Record<string, Area>>>(
  areas: Areas,
  call: ClientCore['call'],
): CallsOf<Areas> {
  const callsIn = ({ endpoints }: Area) =>
    Object.fromEntries(
      Object.entries(endpoints).map(([operation, endpoint]) => [
        operation,
        (input: AnyInput = {}) => call(endpoint, input),
      ]),
    )
  const named = Object.entries(areas).map(([name, area]) => [
    name,
    { get: lazy(() => callsIn(area)), enumerable: true },
  ])
  return Object.defineProperties({}, Object.fromEntries(named)) as CallsOf<Areas>
}

interface PagedList {
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
async function* readPages({
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
