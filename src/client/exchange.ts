import type { Endpoint } from '../api/endpoint.ts'
import { BoardwrightError, type Exchange as HttpDetails } from '../errors.ts'
import { type Failure, readBreakdown, traceOf } from './failure.ts'
import { readRedirect } from './redirect.ts'
import { nameOf } from './request.ts'
import { type Reading, readAnswer } from './response.ts'
import { planRetry, readRetryAfter } from './retry.ts'
import type { Answer, Request, Transport } from './transport.ts'
import type { ClientOptions, Clock, Counts } from './types.ts'
import type { BaseUrl } from './url.ts'

interface Settings {
  readonly clock: Clock
  readonly random: () => number
  readonly requestTimeoutMs: number
  readonly totalTimeoutMs: number
  readonly signal: AbortSignal | undefined
  readonly onRetry: ClientOptions['onRetry']
  readonly hide: (text: string) => string
}

export interface Exchange {
  /** Sends until there is an answer to give back, or an error that trying again would not change. */
  readonly run: (endpoint: Endpoint, request: Request) => Promise<unknown>
  readonly counts: Counts
  readonly serverNow: () => number | undefined
}

export function createExchange(base: BaseUrl, transport: Transport, settings: Settings): Exchange {
  const { clock, random, signal, hide } = settings
  const counts = { GET: 0, POST: 0, PUT: 0, PATCH: 0, DELETE: 0, retries: 0, reasons: {} as Record<string, number> }
  let lastDate: { readonly text: string; readonly at: number } | undefined

  async function run(endpoint: Endpoint, request: Request): Promise<unknown> {
    const deadline = clock.now() + settings.totalTimeoutMs
    let unsure = false
    for (let tries = 1; ; tries += 1) {
      const reading = await tryOnce(endpoint, request, deadline)
      if (reading.ok) return reading.value
      const { failure } = reading
      unsure ||= failure.unsure
      const now = clock.now()
      const waitMs = planRetry(failure, { repeat: endpoint.repeat, tries, now, leftMs: deadline - now, random })
      if (waitMs === undefined || !(await waitToRetry(endpoint, failure, tries, waitMs))) {
        throw errorOf(endpoint, request, failure, tries, unsure)
      }
    }
  }

  async function tryOnce(endpoint: Endpoint, request: Request, deadline: number): Promise<Reading> {
    let { path } = request
    for (let hops = 0; ; hops += 1) {
      if (signal?.aborted) return { ok: false, failure: readBreakdown({ type: 'breakdown', how: 'interrupted', sent: false, cause: undefined }, base) }
      counts[request.method] += 1
      const timeoutMs = Math.min(settings.requestTimeoutMs, deadline - clock.now())
      const outcome = await transport.send({ ...request, path }, timeoutMs)
      if (outcome.type === 'breakdown') return { ok: false, failure: readBreakdown(outcome, base) }
      noteDate(outcome)
      const redirect = readRedirect(outcome, { method: request.method, origin: base.origin, path, hops })
      if (redirect === undefined) return readAnswer(endpoint, outcome)
      if (redirect.type === 'refuse') return { ok: false, failure: refusedRedirect(outcome, redirect.message) }
      path = redirect.path
    }
  }

  async function waitToRetry(endpoint: Endpoint, failure: Failure, tries: number, waitMs: number): Promise<boolean> {
    const { reason } = failure
    settings.onRetry?.({ endpoint: nameOf(endpoint), reason, tries, waitMs })
    counts.retries += 1
    counts.reasons[reason] = (counts.reasons[reason] ?? 0) + 1
    ...
  }
  return { run, counts, serverNow: ... }
}
