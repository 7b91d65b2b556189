import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { BoardwrightError, createHide, type Exchange, networkCause, stringifyJson } from '@boardwright/common'
import { isLoopback, proxyIn } from '@boardwright/platform'
import { Agent, type Dispatcher, EnvHttpProxyAgent, request } from 'undici'
import { type Outcome, readOutcome } from './outcome.ts'
import { type Clock, planRetry } from './retry.ts'

export interface HttpOptions {
  readonly address: string
  /** They contain the token, and are sent only to this address. */
  readonly headers: Readonly<Record<string, string>>
  /** Redacted from every message. */
  readonly token: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborts requests in flight and starts no new ones. */
  readonly signal?: AbortSignal | undefined
  readonly clock?: Clock | undefined
  readonly random?: (() => number) | undefined
}

export interface Http {
  /** Retries until there is an answer, or an error that another try would not change. */
  readonly send: (method: Method, path: string, body?: unknown) => Promise<unknown>
  readonly close: () => Promise<void>
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

const TRY_MS = 30_000
const MOST_BYTES = 32 * 1024 * 1024
const clockUntil = (signal: AbortSignal | undefined): Clock => ({
  now: Date.now,
  sleep: (ms) => sleep(ms, undefined, signal && { signal }).catch(() => undefined),
})

export function createHttp(options: HttpOptions): Http {
  const { address, token, headers, signal, clock = clockUntil(signal), random = Math.random } = options
  const dispatcher = createDispatcher(options)
  const hide = createHide([token])

  async function sendOnce(method: Method, path: string, body: unknown): Promise<Outcome> {
    try {
      const answer = await request(`${address}${path}`, {
        dispatcher,
        method,
        headers: { ...headers, 'user-agent': 'boardwright', ...(body === undefined ? {} : JSON_BODY) },
        body: body === undefined ? null : stringifyJson(body),
        signal: AbortSignal.any([AbortSignal.timeout(TRY_MS), ...(signal ? [signal] : [])]),
      })
      const text = await readText(answer.body)
      return readOutcome(answer.statusCode, answer.headers as IncomingHttpHeaders, text, clock.now())
    } catch (cause) {
      return { type: 'broken', refused: isRefusedConnection(cause), cause }
    }
  }

  async function send(method: Method, path: string, body?: unknown): Promise<unknown> {
    const endpoint = `${method} ${path.split('?')[0]}`
    for (let tries = 1; ; tries += 1) {
      const outcome = signal?.aborted ? NOT_SENT : await sendOnce(method, path, body)
      if (outcome.type === 'answer') return outcome.value
      if (signal?.aborted) throw new BoardwrightError('INTERRUPTED', `${endpoint} was interrupted`)
      const isWrite = method !== 'GET'
      const waitMs = planRetry(failureOf(outcome), { repeatable: method !== 'POST', tries, random })
      if (waitMs === undefined) throw errorOf(outcome, { endpoint, tries }, { isWrite, hide })
      await clock.sleep(waitMs)
    }
  }
  return { send, close: () => dispatcher.close() }
}

const NOT_SENT: Outcome = { type: 'broken', refused: true, cause: undefined }

const JSON_BODY = { 'content-type': 'application/json' }

function createDispatcher({ address, env }: HttpOptions): Dispatcher {
  const proxy = isLoopback(new URL(address).hostname) ? undefined : proxyIn(env)
  return proxy ? new EnvHttpProxyAgent(proxy) : new Agent()
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let received = 0
  for await (const chunk of body) {
    received += chunk.length
    if (received > MOST_BYTES) throw new Error('the answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Whether the request cannot have arrived. */
const isRefusedConnection = (cause: unknown): boolean => {
  const { code } = (cause ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' && /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/.test(code)
}

const failureOf = (outcome: Exclude<Outcome, { readonly type: 'answer' }>) =>
  outcome.type === 'broken'
    ? ({ how: 'failed', refused: outcome.refused } as const)
    : { how: outcome.how, refused: outcome.how === 'limited', askedMs: outcome.askedMs }

function errorOf(
  outcome: Exclude<Outcome, { readonly type: 'answer' }>,
  exchange: Pick<Exchange, 'endpoint' | 'tries'>,
  { isWrite, hide }: { readonly isWrite: boolean; readonly hide: (text: string) => string },
): BoardwrightError {
  const { endpoint, tries } = exchange
  if (outcome.type === 'broken') {
    const { cause, refused } = outcome
    const { words, hint } = networkCause(cause instanceof Error ? cause : undefined)
    const why = words === '' ? 'the connection broke' : hide(words)
    const http: Exchange = { endpoint, tries, ...(isWrite && !refused ? { ambiguous: true } : {}) }
    return new BoardwrightError('FORGE_UNREACHABLE', `${endpoint}: ${why}`, { http, hint })
  }
  const { kind, status, message, requestId, hint, how } = outcome
  const http: Exchange = {
    ...{ endpoint, tries, status },
    ...(requestId === undefined ? {} : { requestId }),
    ...(isWrite && how === 'failed' ? { ambiguous: true } : {}),
  }
  return new BoardwrightError(kind, `${endpoint} answered ${status}: ${hide(message)}`, { http, hint })
}
