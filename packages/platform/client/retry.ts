import type { Endpoint } from '../api/endpoint.ts'
import type { Failure } from './failure.ts'

const MOST_TRIES = 5
/** A refused request costs the platform nothing, and many of our requests may share a small allowance. */
const MOST_TRIES_RATE_LIMITED = 10
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000
/** If the platform asks for a longer wait than this, the call fails, and the error says how long the wait is. */
const LONGEST_ASKED_MS = 120_000

interface Situation {
  readonly repeat: Endpoint['repeat']
  readonly tries: number
  readonly now: number
  readonly leftMs: number
  readonly random: () => number
}

export const mostTries = ({ status }: Failure): number => (status === 429 ? MOST_TRIES_RATE_LIMITED : MOST_TRIES)

/** How long to wait before the next try; undefined if there must not be one. */
export function planRetry(failure: Failure, situation: Situation): number | undefined {
  const { repeat, tries, leftMs, random } = situation
  if (failure.again === 'never' || (failure.again === 'if safe' && repeat !== 'safe')) return undefined
  if (tries >= mostTries(failure)) return undefined
  const asked = readRetryAfter(failure, situation.now) ?? 0
  if (asked > LONGEST_ASKED_MS) return undefined
  // Adds jitter even to a requested wait. Otherwise all refused requests would return together.
  const wait = asked + Math.round(random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1)))
  return wait < leftMs ? wait : undefined
}

/** Either seconds, or a date. A date is compared with the platform's own clock if the answer shows it. */
export function readRetryAfter({ retryAfter, date }: Failure, now: number): number | undefined {
  const text = retryAfter?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  const until = Date.parse(text)
  if (Number.isNaN(until)) return undefined
  const from = Date.parse(date ?? '')
  return Math.max(0, until - (Number.isNaN(from) ? now : from))
}
