import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BoardwrightError } from '@boardwright/common'
import { createEvents, type Events } from './events.ts'
import { refusalOf } from './guard.ts'
import { json, ROUTES, send, TEXT } from './routes.ts'
import type { PreviewSource } from './source.ts'

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
    if (refused) send(response, refused[0], TEXT, `${refused[1]}\n`)
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
