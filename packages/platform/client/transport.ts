import type { IncomingHttpHeaders } from 'node:http'
import { BoardwrightError } from '@boardwright/common'
import type { Dispatcher } from 'undici'
import type { Endpoint } from '../api/endpoint.ts'
import { type BaseUrl, createDispatcher } from './dispatcher.ts'
import type { Interrupt } from './interrupt.ts'
import type { ClientOptions } from './types.ts'

export interface Request {
  readonly method: Endpoint['method']
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
}

export interface Answer {
  readonly type: 'answer'
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export interface Breakdown {
  readonly type: 'breakdown'
  readonly how: 'unreachable' | 'broken' | 'timed out' | 'interrupted' | 'too large'
  /** False if the platform cannot have seen any of the request. */
  readonly sent: boolean
  readonly cause: Error | undefined
}

type Outcome = Answer | Breakdown

export interface Transport {
  /** Sends a request once. Transport errors are outcomes, not exceptions. */
  readonly send: (request: Request, timeoutMs: number) => Promise<Outcome>
  /** How many requests left this machine, by method. */
  readonly sent: Record<Endpoint['method'], number>
  readonly close: () => Promise<void>
}

/** An environment variable that forbids every write to a platform, whatever the command. */
export const READ_ONLY = 'BOARDWRIGHT_READ_ONLY'
export const readsOnly = (env: Readonly<Record<string, string | undefined>>): boolean =>
  !['', '0'].includes(env[READ_ONLY] ?? '')

/** Far more than any answer of the platform has. */
const MOST_BYTES = 256 * 1024 * 1024
/** A timer with a longer delay would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export function createTransport(
  base: BaseUrl,
  options: Pick<ClientOptions, 'readOnly' | 'harmless' | 'env' | 'traffic' | 'connections'> & {
    readonly concurrency: number
  },
  interrupt: Interrupt,
): Transport {
  const { connections, env = {} } = options
  const dispatcher = connections?.to(base, env) ?? createDispatcher(base, options.concurrency, env)
  const isReadOnly = options.readOnly === true || readsOnly(env)
  const sent = { GET: 0, POST: 0, PUT: 0, PATCH: 0, DELETE: 0 }
  const onlyReads = ({ method, path }: Request): boolean =>
    method === 'GET' || options.harmless?.test(`${method} ${path.slice(base.path.length)}`) === true
  const count = (request: Request): void => {
    sent[request.method] += 1
    if (options.traffic) options.traffic[onlyReads(request) ? 'reads' : 'writes'] += 1
  }
  let closing: Promise<void> | undefined
  return {
    sent,
    send(request, timeoutMs) {
      const { method, path } = request
      if (closing !== undefined) throw new BoardwrightError('INTERNAL', `${method} ${path}: the client is closed`)
      if (isReadOnly && !onlyReads(request)) {
        throw new BoardwrightError('WRITE_REFUSED', `${method} ${path} was not sent: this client only reads`)
      }
      return sendOnce(dispatcher, base.origin, request, timeoutMs, interrupt, () => count(request))
    },
    close() {
      closing ??= connections ? Promise.resolve() : interrupt.happened() ? dispatcher.destroy() : dispatcher.close()
      return closing
    },
  }
}

function sendOnce(
  dispatcher: Dispatcher,
  origin: string,
  request: Request,
  timeoutMs: number,
  interrupt: Interrupt,
  onSent: () => void,
): Promise<Outcome> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined
    let over = false
    let status = 0
    let headers: IncomingHttpHeaders = {}
    let received = 0
    const chunks: Buffer[] = []

    function settle(outcome: Outcome): void {
      over = true
      clearTimeout(timer)
      forget()
      resolve(outcome)
    }

    function stop(how: Breakdown['how']): void {
      if (over) return
      settle({ type: 'breakdown', how, sent: controller !== undefined, cause: undefined })
      controller?.abort(new Error(how))
    }

    const timer = setTimeout(stop, Math.min(timeoutMs, LONGEST_TIMER_MS), 'timed out')
    const forget = interrupt.onInterrupt(() => stop('interrupted'))

    dispatcher.dispatch(
      { origin, ...request, reset: false },
      {
        // Called when there is a connection, right before the first byte is sent.
        onRequestStart(started) {
          if (over) {
            started.abort(new Error('given up before it began'))
            return
          }
          controller = started
          onSent()
        },
        onResponseStart(_, code, fields) {
          if (code < 200) return
          status = code
          headers = fields
          if (Number(fields['content-length']) > MOST_BYTES) stop('too large')
        },
        onResponseData(_, chunk) {
          chunks.push(chunk)
          received += chunk.length
          if (received > MOST_BYTES) stop('too large')
        },
        onResponseEnd() {
          if (!over) settle({ type: 'answer', status, headers, body: joinChunks(chunks, received) })
        },
        onResponseError(_, cause) {
          const sent = controller !== undefined
          if (!over) settle({ type: 'breakdown', how: sent ? 'broken' : 'unreachable', sent, cause })
        },
      },
    )
  })
}

function joinChunks(chunks: readonly Buffer[], length: number): Buffer {
  const [only] = chunks
  return only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks, length)
}
