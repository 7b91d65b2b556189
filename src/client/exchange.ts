import type { Endpoint } from '../api/endpoint.ts'
import { type Failure, readBreakdown, traceOf } from './failure.ts'
import { createPace } from './pace.ts'
import { readRedirect } from './redirect.ts'
import { errorOf } from './report.ts'
import { nameOf } from './request.ts'
import { type Reading, type Refuse, readAnswer } from './response.ts'
import { planRetry } from './retry.ts'
import type { Answer, Request, Transport } from './transport.ts'
import type { Clock, Counts, RetryEvent } from './types.ts'
import type { BaseUrl } from './url.ts'

export interface Settings {
  readonly clock: Clock
  readonly random: () => number
  readonly requestTimeoutMs: number
  readonly totalTimeoutMs: number
  readonly signal: AbortSignal | undefined
  readonly onRetry: ((event: RetryEvent) => void) | undefined
  /** Called when the platform has rate-limited a request. */
  readonly onRateLimit: () => void
  /** Redacts the token. */
  readonly hide: (text: string) => string
  readonly tokenFrom: string | undefined
  readonly urlFrom: (() => string) | undefined
}

type Read = (endpoint: Endpoint, answer: Answer, refuse: Refuse) => Reading

export interface Exchange {
  /** Sends until there is an answer, or an error that another try would not change. */
  readonly run: (endpoint: Endpoint, request: Request, read?: Read) => Promise<unknown>
  readonly counts: Counts
  readonly serverNow: () => number | undefined
}

export function createExchange(base: BaseUrl, transport: Transport, settings: Settings): Exchange {
  const { clock, random, signal } = settings
  const reasons: Record<string, number> = {}
  const counts = Object.assign(transport.sent, { retries: 0, reasons })
  const pace = createPace(clock)
  let lastSeen: { readonly date: string; readonly at: number } | undefined

  async function run(endpoint: Endpoint, request: Request, read: Read = readAnswer): Promise<unknown> {
    const deadline = clock.now() + settings.totalTimeoutMs
    let unsure = false
    for (let tries = 1; ; tries += 1) {
      const refuse: Refuse = (failure) =>
        errorOf(endpoint, request, failure, { base, ...settings, tries, unsure, now: clock.now() })
      const reading = await tryOnce(request, deadline, (answer) => read(endpoint, answer, refuse))
      if (reading.ok) return reading.value
      const { failure } = reading
      unsure ||= failure.unsure
      const now = clock.now()
      const waitMs = planRetry(failure, { repeat: endpoint.repeat, tries, now, leftMs: deadline - now, random })
      const last = waitMs === undefined ? failure : await waitToRetry(endpoint, failure, tries, waitMs)
      if (last !== undefined) throw refuse(last)
    }
  }

  async function tryOnce(request: Request, deadline: number, read: (answer: Answer) => Reading): Promise<Reading> {
    let { path } = request
    for (let hops = 0; ; hops += 1) {
      const waitMs = pace.turn()
      if (waitMs > 0) await sleepUnless(waitMs)
      if (signal?.aborted) return { ok: false, failure: interrupted() }
      const timeoutMs = Math.min(settings.requestTimeoutMs, deadline - clock.now())
      const outcome = await transport.send({ ...request, path }, timeoutMs)
      if (outcome.type === 'breakdown') return { ok: false, failure: readBreakdown(outcome, base, signal?.reason) }
      if (outcome.status !== 429) pace.passed()
      else if (pace.refused()) settings.onRateLimit()
      if (outcome.headers.date !== undefined) lastSeen = { date: outcome.headers.date, at: clock.now() }
      const redirect = readRedirect(outcome, { method: request.method, origin: base.origin, path, hops })
      if (redirect === undefined) return read(outcome)
      if (redirect.type === 'refuse') return { ok: false, failure: refuseRedirect(outcome, redirect.message) }
      path = redirect.path
    }
  }

  /** Waits before the next try. Returns the failure that ended the wait, if any. */
  async function waitToRetry(
    endpoint: Endpoint,
    { reason }: Failure,
    tries: number,
    waitMs: number,
  ): Promise<Failure | undefined> {
    counts.retries += 1
    reasons[reason] = (reasons[reason] ?? 0) + 1
    settings.onRetry?.({ endpoint: nameOf(endpoint), reason, tries, waitMs })
    await sleepUnless(waitMs)
    return signal?.aborted ? interrupted() : undefined
  }

  /** Sleeps until this wait is over or the whole call is aborted. */
  async function sleepUnless(waitMs: number): Promise<void> {
    try {
      await clock.sleep(waitMs, signal)
    } catch (cause) {
      if (!signal?.aborted) throw cause
    }
  }

  function interrupted(): Failure {
    return readBreakdown({ type: 'breakdown', how: 'interrupted', sent: false, cause: undefined }, base, signal?.reason)
  }

  return {
    run,
    counts,
    serverNow() {
      const date = Date.parse(lastSeen?.date ?? '')
      return lastSeen === undefined || Number.isNaN(date) ? undefined : date + clock.now() - lastSeen.at
    },
  }
}

function refuseRedirect(answer: Answer, message: string): Failure {
  return {
    kind: 'REDIRECT_REFUSED',
    message,
    reason: 'redirected',
    again: 'never',
    unsure: false,
    ...traceOf(answer),
  }
}
