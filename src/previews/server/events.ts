import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'

export interface Events {
  readonly join: (response: ServerResponse) => void
  /** Which state of the tree this is: another one after each change, and after each start of the server. */
  readonly now: () => string
  readonly changed: () => void
  readonly close: () => void
}

/** Server-sent events. Each page keeps one response open: it says which state of the tree is the current one. */
export function createEvents(): Events {
  const open = new Set<ServerResponse>()
  const run = randomUUID()
  let count = 0
  const now = (): string => `${run} ${count}`
  const tell = (response: ServerResponse): void => void response.write(`event: tree\ndata: ${now()}\n\n`)
  return {
    join(response) {
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      response.write('retry: 500\n\n')
      tell(response)
      open.add(response)
      response.on('close', () => open.delete(response))
    },
    now,
    changed() {
      count += 1
      for (const response of open) tell(response)
    },
    close() {
      for (const response of open) response.end()
    },
  }
}
