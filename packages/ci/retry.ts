import type { IncomingHttpHeaders } from 'node:http'

export interface Clock {
  readonly now: () => number
  readonly sleep: (ms: number) => Promise<void>
}

const MOST_TRIES = 5
const FIRST_WAIT_MS = 1_000
/** If a forge asks for a longer wait than this, give up. The error says how long it asked for. */
const LONGEST_ASKED_MS = 120_000
/** The wait for GitHub's secondary limits if it does not give one. */
const UNSAID_MS = 60_000

/** A failed try. If `refused`, it had no effect. */
export interface Failure {
  readonly how: 'limited' | 'failed' | 'final'
  readonly refused: boolean
  readonly askedMs?: number | undefined
}

/** How long to wait before the next try; undefined if there is none. */
export function planRetry(
  failure: Failure,
  {
    repeatable,
    tries,
    random,
  }: { readonly repeatable: boolean; readonly tries: number; readonly random: () => number },
): number | undefined {
  if (failure.how === 'final' || tries >= MOST_TRIES) return undefined
  if (!repeatable && !failure.refused) return undefined
  const { askedMs = 0 } = failure
  if (askedMs > LONGEST_ASKED_MS) return undefined
  return askedMs + Math.round(random() * FIRST_WAIT_MS * 2 ** (tries - 1))
}

/** Whether an answer is a rate limit, and how long to wait. A 403 can be one too. */
export function readLimit(
  status: number,
  headers: IncomingHttpHeaders,
  message: string,
  now: number,
): { readonly askedMs: number } | undefined {
  const after = headerOf(headers, 'retry-after')
  const isLimit =
    status === 429 ||
    (status === 403 &&
      (after !== undefined || headerOf(headers, 'x-ratelimit-remaining') === '0' || /rate limit/i.test(message)))
  if (!isLimit) return undefined
  return { askedMs: secondsIn(after, now) ?? untilReset(headers, now) ?? (status === 403 ? UNSAID_MS : FIRST_WAIT_MS) }
}

function secondsIn(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  const until = Date.parse(text)
  return Number.isNaN(until) ? undefined : Math.max(0, until - now)
}

function untilReset(headers: IncomingHttpHeaders, now: number): number | undefined {
  if (headerOf(headers, 'x-ratelimit-remaining') !== '0') return undefined
  const reset = Number(headerOf(headers, 'x-ratelimit-reset') ?? headerOf(headers, 'ratelimit-reset'))
  return Number.isFinite(reset) ? Math.max(0, reset * 1000 - now) : undefined
}

export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value)?.trim() || undefined
}
