import type { ServerResponse } from 'node:http'

export interface Events {
  readonly join: (response: ServerResponse) => void
  readonly tell: (name: string) => void
  readonly close: () => void
}

/** Server-sent events. Each page keeps one response open, and every line in it is an event. */
export function createEvents(): Events {
  const open = new Set<ServerResponse>()
  let count = 0
  return {
    join(response) {
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      response.write('retry: 500\n\n')
      open.add(response)
      response.on('close', () => open.delete(response))
    },
    tell(name) {
      count += 1
      for (const response of open) response.write(`event: ${name}\nid: ${count}\ndata: ${count}\n\n`)
    },
    close() {
      for (const response of open) response.end()
    },
  }
}
