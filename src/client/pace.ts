import type { Clock } from './types.ts'

/** How fast requests may follow each other, once the platform said that it was too fast. */
export interface Pace {
  /** How long the next request has to wait. Each one that asks has its place. */
  readonly turn: () => number
  readonly passed: () => void
  /** Whether that is news: of many that are refused together the first one says it all. */
  readonly refused: () => boolean
}

const WINDOW_MS = 1_000
/** A little under what just passed, because windows of the platform begin when they like. */
const CAREFUL = 0.97
/** After so long without a refusal it goes a little faster each time: limits are not for ever. */
const CALM_MS = 2_000
const FASTER = 1.03

/**
 * Without it everybody sends until everybody is refused, waits as long as was asked, and comes back at once: of what the
 * limit allows, much goes unused. Before the first refusal nobody waits.
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

/** Moments of the last second, in the order in which they came. Each is looked at twice, however many there are. */
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
