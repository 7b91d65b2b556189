import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BoardwrightError, lazy, parseJson, stringifyJson } from '@boardwright/common'
import {
  CHARTS_HEADERS,
  chartsPage,
  FRAME_HEADERS,
  framePage,
  pageHeaders,
  viewerFile,
  viewerPage,
} from '@boardwright/pictures'
import { createEvents, type Events } from './events.ts'
import { refusalOf } from './guard.ts'
import type { PageQuestion, PreviewSource } from './source.ts'

export interface PreviewServer {
  readonly url: string
  /** Tells pages to read the tree again. */
  readonly changed: () => void
  close(): Promise<void>
}

/** Reachable only from this machine. */
const HOST = '127.0.0.1'

export async function startPreview(
  source: PreviewSource,
  { port = 0 }: { readonly port?: number | undefined } = {},
): Promise<PreviewServer> {
  const events = createEvents()
  const stated: PreviewSource = {
    ...source,
    async overview() {
      // Before the tree is read: what changes meanwhile is another state.
      const state = events.now()
      return { ...(await source.overview()), state }
    },
  }
  const server = createServer((request, response) => {
    const parts = partsOf(request.url ?? '/')
    if (!parts) return send(response, 400, TEXT, 'That is not a path.\n')
    const [area = ''] = parts
    const refused = refusalOf(request, area, (server.address() as AddressInfo).port)
    if (refused) send(response, refused[0], { 'content-type': 'text/plain; charset=utf-8' }, `${refused[1]}\n`)
    else void answer(request, parts, response, stated, events)
  })
  const url = await listen(server, port)
  return {
    url,
    changed: events.changed,
    async close() {
      events.close()
      const closed = new Promise<void>((done) => server.close(() => done()))
      server.closeAllConnections()
      await closed
    },
  }
}

/** The path of a request, in parts; undefined if it is none. */
function partsOf(url: string): readonly string[] | undefined {
  try {
    return new URL(url, 'http://localhost').pathname.split('/').slice(1).map(decodeURIComponent)
  } catch (cause) {
    if (cause instanceof URIError || cause instanceof TypeError) return undefined
    throw cause
  }
}

async function answer(
  request: IncomingMessage,
  parts: readonly string[],
  response: ServerResponse,
  source: PreviewSource,
  events: Events,
): Promise<void> {
  try {
    const [area = '', ...rest] = parts
    const route = Object.hasOwn(ROUTES, area) ? ROUTES[area] : undefined
    if (area === 'events') events.join(response)
    else if (route) await route(response, rest, source, request)
    else send(response, 404, TEXT, 'There is no such page.\n')
  } catch (cause) {
    const { message, hint } = BoardwrightError.from(cause)
    if (response.headersSent) response.end()
    else json(response, 500, { error: `${message}${hint ? `. ${hint}` : ''}` })
  }
}

type Route = (
  response: ServerResponse,
  parts: readonly string[],
  source: PreviewSource,
  request: IncomingMessage,
) => Promise<void>

const TEXT = { 'content-type': 'text/plain; charset=utf-8' } as const
const FILES = '/viewer/'
const PAGE = lazy(() =>
  viewerPage({
    title: 'Boardwright preview',
    at: FILES,
    script: 'preview',
    asks: '/overview',
    charts: '/frame/charts',
  }),
)

const ROUTES: Readonly<Record<string, Route>> = {
  '': async (response) => send(response, 200, pageHeaders(), PAGE()),
  frame: async (response, [what]) =>
    what === 'charts'
      ? send(response, 200, CHARTS_HEADERS, chartsPage(FILES))
      : send(response, 200, FRAME_HEADERS, framePage(FILES)),
  viewer: async (response, [name = '']) => {
    const file = viewerFile(name)
    if (!file) return send(response, 404, TEXT, 'There is no such file.\n')
    send(response, 200, file.headers, file.bytes)
  },
  overview: async (response, _, source) => json(response, 200, await source.overview()),
  scene: async (response, [slug = ''], source) => {
    const scene = await source.scene(slug)
    if (!scene) return json(response, 404, { error: 'There is no such page in the tree.' })
    const rowsAt = source.rows ? `/rows/${encodeURIComponent(slug)}` : undefined
    json(response, 200, { ...scene, frameAt: '/frame', rowsAt })
  },
  rows: async (response, [slug = '', widget = ''], source, request) => {
    if (!source.rows) return json(response, 404, { error: 'Rows are made up here.' })
    const query = request.method === 'POST' ? await readQuestion(request) : undefined
    if (query === null) return json(response, 400, { error: 'That is not a question for rows.' })
    json(response, 200, await source.rows(slug, widget, query))
  },
  news: async (response, _, source) => json(response, 200, (await source.news?.()) ?? { changed: [] }),
  badges: async (response, _, source) => json(response, 200, (await source.badges?.()) ?? {}),
  thumbnail: async (response, [slug = '', mode], source) => {
    const png = await source.thumbnail?.(slug, mode === 'dark')
    if (!png) return json(response, 404, { error: 'There is no picture of this.' })
    send(response, 200, { ...QUIET, 'content-type': 'image/png' }, png)
  },
  compare: async (response, [slug = ''], source) => {
    if (!source.compare) return json(response, 404, { error: 'There is nothing to compare with.' })
    const comparison = await source.compare(slug)
    const framed = (scene: typeof comparison.live) => scene && { ...scene, frameAt: '/frame' }
    json(response, 200, { ...comparison, live: framed(comparison.live), after: framed(comparison.after) })
  },
}

/** In bytes. A filter with 10,000 long values takes less. */
const LONGEST_QUESTION = 4_000_000

/** The query in a request, or null if there is none. */
async function readQuestion(request: IncomingMessage): Promise<PageQuestion | null> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length
    if (length > LONGEST_QUESTION) return null
    parts.push(part)
  }
  try {
    const { query } = parseJson(Buffer.concat(parts).toString('utf8')) as { readonly query?: unknown }
    return typeof query === 'object' && query !== null && !Array.isArray(query) ? (query as PageQuestion) : null
  } catch {
    return null
  }
}

const QUIET = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const

const json = (response: ServerResponse, status: number, value: unknown): void =>
  send(response, status, { ...QUIET, 'content-type': 'application/json; charset=utf-8' }, stringifyJson(value))

function send(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array,
): void {
  response.writeHead(status, headers).end(body)
}

function listen(server: Server, port: number): Promise<string> {
  return new Promise((done, fail) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const isBusy = cause.code === 'EADDRINUSE'
      fail(
        isBusy
          ? new BoardwrightError('SANDBOX_PORT_BUSY', `port ${port} is in use by another program`, { cause })
          : cause,
      )
    })
    server.listen(port, HOST, () => done(`http://${HOST}:${(server.address() as AddressInfo).port}`))
  })
}
