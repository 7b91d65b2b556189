import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export type Reply = (response: ServerResponse, seen: Seen) => void

export interface TestServer {
  readonly url: string
  readonly port: number
  readonly seen: readonly Seen[]
  /** Requests so far, as `GET /path`. */
  readonly lines: () => string[]
  readonly connections: () => number
}

/**
 * A real server that gives these replies in turn, and then the last one again and again. It stops when the test ends.
 */
export async function startServer(...replies: [Reply, ...Reply[]]): Promise<TestServer> {
  const seen: Seen[] = []
  let connections = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url = '', headers } = request
    const reply = replies[Math.min(seen.length, replies.length - 1)]
    const one = { method, url, headers, body: Buffer.concat(chunks) }
    seen.push(one)
    reply?.(response, one)
  })
  server.on('connection', () => {
    connections += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const lines = () => seen.map(({ method, url }) => `${method} ${url}`)
  return { url: `http://127.0.0.1:${port}`, port, seen, lines, connections: () => connections }
}

export function reply(status: number, body = '', headers: Record<string, string> = {}): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(body)
  }
}

/** Closes the connection instead of answering. */
export const drop: Reply = (response) => {
  response.socket?.destroy()
}

/** Never answers. */
export const hang: Reply = () => {}
