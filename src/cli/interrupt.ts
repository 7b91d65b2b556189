import process from 'node:process'
import { BoardwrightError } from '../errors.ts'
import { beginWriting, GRACE_MS, hasBegunWriting, settings } from './settings.ts'

/** The first Ctrl-C finishes the writes in progress and starts no new ones. The second aborts. */
export interface Interrupt {
  readonly stop: AbortSignal
  readonly kill: AbortSignal
  /** Until this is true, running out of time aborts at once. */
  readonly writes: (now: boolean) => void
  readonly done: () => void
}

export const isOverdue = (signal: AbortSignal | undefined): boolean =>
  signal?.reason instanceof BoardwrightError && signal.reason.kind === 'TIMED_OUT'

export function overdue(cause: unknown): unknown {
  const isCutOff = cause instanceof BoardwrightError && cause.kind === 'INTERRUPTED'
  return settings().deadline?.aborted && isCutOff ? overdueError(cause) : cause
}

export function overdueError(cause?: unknown): BoardwrightError {
  const { timeout, limit = 0 } = settings()
  const why = timeout === undefined ? 'the limit in CI' : 'the limit of --timeout'
  const done = hasBegunWriting() ? 'it had started writing' : 'nothing was written'
  return new BoardwrightError('TIMED_OUT', `not finished after ${limit} s, ${why}; ${done}`, {
    cause,
    hint: `Run the same command again with more time: --timeout ${2 * limit}. What is done is not repeated.`,
  })
}

/** Until Ctrl-C, termination or the time limit. Does not wait for a second Ctrl-C. */
export const untilStopped = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
    settings().deadline?.addEventListener('abort', () => resolve())
  })

export function onInterrupt(say: (line: string) => void): Interrupt {
  const [stop, kill] = [new AbortController(), new AbortController()]
  const hear = (): void => {
    if (stop.signal.aborted) {
      say('Stopping at once.')
      kill.abort()
      return
    }
    say('Stopping: finishing the writes in progress, starting no new ones. Press Ctrl-C again to stop at once.')
    stop.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, hear)
  let isWriting = false
  const { deadline } = settings()
  const end = (): void => {
    if (isWriting) say('Time is up: finishing the writes in progress, starting no new ones.')
    stop.abort(overdueError())
    if (isWriting) setTimeout(() => kill.abort(), GRACE_MS).unref()
    else kill.abort()
  }
  deadline?.addEventListener('abort', end)
  return {
    stop: stop.signal,
    kill: kill.signal,
    writes(now) {
      isWriting = now
      if (now) beginWriting()
    },
    done() {
      deadline?.removeEventListener('abort', end)
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, hear)
    },
  }
}
