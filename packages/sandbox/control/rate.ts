import type { Clock } from './clock.ts'
import type { Switches } from './switches.ts'

/** Counts the requests of each key per second, if the switch sets a limit. */
export interface Rate {
  /** Seconds to wait, or undefined if the request may pass. */
  waitFor(authorization: string): number | undefined
}

export function createRate(clock: Clock, switches: Readonly<Switches>): Rate {
  let second = 0
  let counts = new Map<string, number>()
  return {
    waitFor(authorization) {
      if (switches.rateLimit === 0) return undefined
      const now = Math.floor(clock.now().getTime() / 1000)
      if (now !== second) {
        second = now
        counts = new Map()
      }
      const count = (counts.get(authorization) ?? 0) + 1
      counts.set(authorization, count)
      return count > switches.rateLimit ? 1 : undefined
    },
  }
}
