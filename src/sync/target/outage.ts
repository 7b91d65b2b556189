import { BoardwrightError, type ErrorName } from '../../errors.ts'

/**
 * So many targets that did not answer, one after another: their platform is down, and the others would not answer either.
 * Where many are asked at once, those that were under way anyway count for little more than one.
 */
const IN_A_ROW = { atOnce: 8, inTurn: 3 }
const SILENT: readonly ErrorName[] = ['UNREACHABLE', 'TIMED_OUT']

/** Spares the targets of a platform that is down the long wait of each. */
export interface Outage {
  /** Asks a target of a platform, unless that has not answered for so many targets. */
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
        const message = `was not asked: ${origin} answered none of the ${before} targets before it`
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
