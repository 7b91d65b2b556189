import { BoardwrightError, type ErrorName } from '@boardwright/common'

/**
 * After this many targets in a row without an answer, their platform is taken to be down, and the others are not asked.
 * The number is higher if many are asked at once, because those already under way count for little more than one.
 */
const IN_A_ROW = { atOnce: 8, inTurn: 3 }
const SILENT: readonly ErrorName[] = ['UNREACHABLE', 'TIMED_OUT']

/** Avoids a long wait for every target of a platform that is down. */
export interface Outage {
  /** Asks a target at this URL, unless its platform is taken to be down. */
  readonly ask: <T>(url: string, work: () => Promise<T>) => Promise<T>
}

export function createOutage(how: keyof typeof IN_A_ROW): Outage {
  const most = IN_A_ROW[how]
  const silent = new Map<string, number>()
  return {
    async ask(url, work) {
      const { origin } = new URL(url)
      const before = silent.get(origin) ?? 0
      if (before >= most) {
        const message = `was not tried: ${origin} did not answer for any of the ${before} targets before it`
        throw new BoardwrightError('UNREACHABLE', message)
      }
      try {
        const answered = await work()
        silent.delete(origin)
        return answered
      } catch (cause) {
        const isSilent = cause instanceof BoardwrightError && SILENT.includes(cause.kind)
        silent.set(origin, isSilent ? (silent.get(origin) ?? 0) + 1 : 0)
        throw cause
      }
    },
  }
}
