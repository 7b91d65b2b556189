import { BoardwrightError, type ErrorName } from '../../errors.ts'

/** So many targets one after another that did not answer: their platform is down, and the others would not answer either. */
const IN_A_ROW = 8
const SILENT: readonly ErrorName[] = ['UNREACHABLE', 'TIMED_OUT']

/** Spares the targets of a platform that is down the long wait of each. */
export interface Outage {
  /** Asks a target of a platform, unless that has not answered for so many targets. */
  readonly ask: <T>(url: string, work: () => Promise<T>) => Promise<T>
}

export function createOutage(): Outage {
  const silent = new Map<string, number>()
  return {
    async ask(url, work) {
      const { origin } = new URL(url)
      const before = silent.get(origin) ?? 0
      if (before >= IN_A_ROW) {
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
