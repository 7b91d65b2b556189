import { BoardwrightError, ERRORS } from '@boardwright/common'
import type { Endpoint } from '../api/endpoint.ts'
import type { BaseUrl } from './dispatcher.ts'
import { type Failure, readBreakdown, traceOf } from './failure.ts'
import type { Interrupt } from './interrupt.ts'
import { createPace } from './pace.ts'
import { readRedirect } from './redirect.ts'
import { nameOf } from './request.ts'
import { type Reading, type Refuse, readAnswer } from './response.ts'
import { mostTries, planRetry, readRetryAfter } from './retry.ts'
import type { Answer, Request, Transport } from './transport.ts'
import type { Clock, Counts, RetryEvent } from './types.ts'

export interface Settings {
  readonly clock: Clock
  readonly random: () => number
  readonly requestTimeoutMs: number
  readonly totalTimeoutMs: number
  readonly interrupt: Interrupt
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
  const { clock, random, interrupt } = settings
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
      if (waitMs > 0) await interrupt.sleepUnless(clock, waitMs)
      if (interrupt.happened()) return { ok: false, failure: interrupted() }
      const timeoutMs = Math.min(settings.requestTimeoutMs, deadline - clock.now())
      const outcome = await transport.send({ ...request, path }, timeoutMs)
      if (outcome.type === 'breakdown') return { ok: false, failure: readBreakdown(outcome, base, interrupt.reason()) }
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
    failure: Failure,
    tries: number,
    waitMs: number,
  ): Promise<Failure | undefined> {
    counts.retries += 1
    const { reason } = failure
    reasons[reason] = (reasons[reason] ?? 0) + 1
    settings.onRetry?.({ endpoint: nameOf(endpoint), reason, tries, mostTries: mostTries(failure), waitMs })
    await interrupt.sleepUnless(clock, waitMs)
    return interrupt.happened() ? interrupted() : undefined
  }

  function interrupted(): Failure {
    return readBreakdown(
      { type: 'breakdown', how: 'interrupted', sent: false, cause: undefined },
      base,
      interrupt.reason(),
    )
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

/** Where the URL and the token come from, so that an error can name the place of a mistake. */
interface Origin {
  readonly base: BaseUrl
  /** The environment variable that contains the token. */
  readonly tokenFrom: string | undefined
  /** Says where the URL comes from. */
  readonly urlFrom: (() => string) | undefined
}

interface CallFacts extends Origin {
  readonly tries: number
  /** Whether one of the tries may have taken effect. */
  readonly unsure: boolean
  readonly now: number
  /** Redacts the token from whatever the platform said. */
  readonly hide: (text: string) => string
}

/** The error of a call that finally failed: what was sent, what came back, and what the caller must not assume. */
function errorOf(endpoint: Endpoint, request: Request, failure: Failure, call: CallFacts): BoardwrightError {
  const { tries, unsure, hide } = call
  const { kind, message, status, serverCode, requestId, cause } = failure
  const ambiguous = unsure && request.method !== 'GET'
  const asked = readRetryAfter(failure, call.now)
  const sentence = [
    `${request.method} ${request.path.replace(/\?.*/s, '')} ${message}`,
    tries > 1 ? `, after ${tries} tries` : '',
    asked === undefined ? '' : `; it asks for a wait of ${Math.ceil(asked / 1000)} s`,
    ambiguous ? '; it may have been done anyway' : '',
  ]
  return new BoardwrightError(kind, hide(sentence.join('')), {
    cause,
    hint: hintOf(failure, call, asked),
    http: {
      endpoint: nameOf(endpoint),
      tries,
      ...(status === undefined ? {} : { status }),
      ...(serverCode === undefined ? {} : { serverCode: hide(serverCode) }),
      ...(requestId === undefined ? {} : { requestId: hide(requestId) }),
      ...(ambiguous ? { ambiguous } : {}),
    },
  })
}

/** Kinds of errors that a wrong URL can cause. */
const OF_THE_ADDRESS: ReadonlySet<Failure['kind']> = new Set(['UNREACHABLE', 'REDIRECT_REFUSED', 'RESPONSE_INVALID'])

/** Nobody sits through a longer wait than this. */
const LONG_WAIT_MS = 120_000

function hintOf({ kind, hint }: Failure, { base, tokenFrom, urlFrom }: Origin, asked: number | undefined) {
  if (kind === 'RATE_LIMITED' && asked !== undefined && asked > LONG_WAIT_MS)
    return `Run the same command again in ${Math.ceil(asked / 60_000)} minutes: until then it is refused. What is done is not repeated.`
  if (kind === 'UNAUTHORIZED' && tokenFrom !== undefined && hint === undefined)
    return `The token is what ${tokenFrom} holds: check that it is complete, not expired and belongs to this tenant.`
  if ((kind === 'NOT_FOUND' || kind === 'NO_SUCH_ENDPOINT') && base.path !== '')
    return `The URL has a path, ${base.path}. If the platform is not below it, leave it out: ${base.origin}`
  if (urlFrom !== undefined && OF_THE_ADDRESS.has(kind))
    return `The URL is that of ${urlFrom()}. ${hint ?? ERRORS[kind].hint}`
  return hint
}
