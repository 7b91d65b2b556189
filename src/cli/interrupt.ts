import process from 'node:process'
import { BoardwrightError } from '../errors.ts'
import { settings } from './settings.ts'

/** Ctrl-C once ends what is being written and begins nothing more. Twice breaks off. */
export interface Interrupt {
  readonly stop: AbortSignal
  readonly kill: AbortSignal
  /** Whether something is being written. Until that is said, the end of the time breaks off. */
  readonly writes: (now: boolean) => void
  readonly done: () => void
}

/** The time of the whole command is over. */
export const isOverdue = (signal: AbortSignal | undefined): boolean =>
  signal?.reason instanceof BoardwrightError && signal.reason.kind === 'TIMED_OUT'

/** What was broken off because its time was over says so. */
export function overdue(cause: unknown): unknown {
  const isCutOff = cause instanceof BoardwrightError && cause.kind === 'INTERRUPTED'
  return settings().deadline?.aborted && isCutOff ? overdueError(cause) : cause
}

const overdueError = (cause?: unknown): BoardwrightError =>
  new BoardwrightError('TIMED_OUT', `not done after ${settings().timeout} s, and --timeout allows no more`, { cause })

/** What is being written when the time is over gets so long to end. */
const GRACE_MS = 30_000

export function onInterrupt(say: (line: string) => void): Interrupt {
  const [stop, kill] = [new AbortController(), new AbortController()]
  const hear = (): void => {
    if (stop.signal.aborted) {
      say('Breaking off.')
      kill.abort()
      return
    }
    say('Stopping: what is being written is ended, nothing more is begun. Press Ctrl-C again to break off.')
    stop.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, hear)
  let isWriting = false
  const { deadline } = settings()
  const end = (): void => {
    say('The time of --timeout is over: what is being written is ended, nothing more is begun.')
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
    },
    done() {
      deadline?.removeEventListener('abort', end)
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, hear)
    },
  }
}
