import type { Clock } from './types.ts'

/** How fast requests may follow each other once the platform has limited the rate. */
export interface Pace {
  /** How long the next request has to wait. Each caller gets its own slot. */
  readonly turn: () => number
  readonly passed: () => void
  /** Whether this refusal counts: of many requests that are refused together, only the first does. */
  readonly refused: () => boolean
}

const WINDOW_MS = 1_000
/** A little slower than what has just worked, because the platform's windows may start at any time. */
const CAREFUL = 0.97
/** After this long without a refusal, it gradually speeds up again. */
const CALM_MS = 2_000
const FASTER = 1.03

/**
 * Without pacing, all requests are sent, refused, delayed and sent again together, which wastes much of what the limit
 * allows. Until the first refusal, nothing waits.
 */
export function createPace({ now }: Pick<Clock, 'now'>): Pace {
  const passed = createWindow()
  let perSecond = Number.POSITIVE_INFINITY
  let nextAt = 0
  let changedAt = 0
  let refusedAt = Number.NEGATIVE_INFINITY

  return {
    turn() {
      if (perSecond === Number.POSITIVE_INFINITY) return 0
      const time = now()
      const at = Math.max(time, nextAt)
      nextAt = at + WINDOW_MS / perSecond
      return at - time
    },
    passed() {
      const time = now()
      passed.add(time)
      if (perSecond === Number.POSITIVE_INFINITY || time - changedAt < CALM_MS) return
      perSecond *= FASTER
      changedAt = time
    },
    refused() {
      const time = now()
      const most = passed.count(time)
      if (most === 0) return true
      if (time - refusedAt < WINDOW_MS) return false
      perSecond = Math.min(perSecond, Math.max(1, most * CAREFUL))
      refusedAt = time
      changedAt = time
      return true
    },
  }
}

/** Timestamps of the last second, in order. Each one is visited at most twice. */
function createWindow() {
  let times: number[] = []
  let first = 0
  const forget = (time: number): void => {
    while (first < times.length && (times[first] ?? 0) <= time - WINDOW_MS) first += 1
    if (first < times.length / 2) return
    times = times.slice(first)
    first = 0
  }
  return {
    add(time: number): void {
      times.push(time)
      forget(time)
    },
    count(time: number): number {
      forget(time)
      return times.length - first
    },
  }
}
