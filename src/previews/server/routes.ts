import type { IncomingMessage, ServerResponse } from 'node:http'
import { lazy, parseJson, stringifyJson } from '@boardwright/common'
import {
  CHARTS_HEADERS,
  chartsPage,
  FRAME_HEADERS,
  framePage,
  pageHeaders,
  SKETCH_HEADERS,
  STATIC_HEADERS,
  viewerFile,
  viewerPage,
} from '@boardwright/pictures'
import type { PageQuestion, PreviewSource } from './source.ts'

type Route = (
  response: ServerResponse,
  parts: readonly string[],
  source: PreviewSource,
  request: IncomingMessage,
) => Promise<void>

export const TEXT = { 'content-type': 'text/plain; charset=utf-8' } as const
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

/** What the page asks for, by the first part of its path. */
export const ROUTES: Readonly<Record<string, Route>> = {
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
  planned: async (response, _, source) => json(response, 200, (await source.planned?.()) ?? { says: '', badges: {} }),
  plan: async (response, _, source) => {
    const page = await source.planPage?.()
    if (page === undefined) return send(response, 404, TEXT, 'There is nothing to compare with.\n')
    send(response, 200, STATIC_HEADERS, page)
  },
  thumbnail: async (response, [slug = '', mode], source) => {
    const png = await source.thumbnail?.(slug, mode === 'dark')
    if (!png) return json(response, 404, { error: 'There is no picture of this.' })
    send(response, 200, { ...QUIET, 'content-type': 'image/png' }, png)
  },
  sketch: async (response, [slug = '', mode], source) => {
    const svg = await source.sketch?.(slug, mode === 'dark')
    if (svg === undefined) return json(response, 404, { error: 'There is no sketch of this.' })
    send(response, 200, SKETCH_HEADERS, svg)
  },
  commits: async (response, [slug = ''], source) => json(response, 200, (await source.commits?.(slug)) ?? []),
  past: async (response, [slug = '', commit = ''], source) => {
    const scene = await source.sceneAt?.(slug, commit)
    json(response, 200, scene ? { ...scene, frameAt: '/frame' } : null)
  },
  code: async (response, [slug = '', widget = ''], source) => {
    const code = await source.code?.(slug, widget)
    if (!code) return json(response, 404, { error: 'No file of the tree has this widget.' })
    json(response, 200, code)
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

export const json = (response: ServerResponse, status: number, value: unknown): void =>
  send(response, status, { ...QUIET, 'content-type': 'application/json; charset=utf-8' }, stringifyJson(value))

export function send(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array,
): void {
  response.writeHead(status, headers).end(body)
}
