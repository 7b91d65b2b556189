import process from 'node:process'
import { BoardwrightError, EXIT } from '@boardwright/common'
import { errorText, warn } from './output.ts'
import { GRACE_MS, hasWritten, settings } from './settings.ts'
import type { startWatchdog } from './watchdog.ts'

/**
 * Ctrl-C aborts. Once something has been written, the first Ctrl-C finishes the writes in progress, and only the second
 * one aborts.
 */
export interface Interrupt {
  readonly stop: AbortSignal
  readonly kill: AbortSignal
}

export const isOverdue = (signal: AbortSignal | undefined): boolean =>
  signal?.reason instanceof BoardwrightError && signal.reason.kind === 'TIMED_OUT'

/** Turns an aborted request into its reason: time ran out, or somebody stopped the command. */
export function whyCutOff(cause: unknown): unknown {
  if (!(cause instanceof BoardwrightError && cause.kind === 'INTERRUPTED')) return cause
  if (settings().deadline?.aborted) return overdueError(cause)
  if (hasWritten() || cause.http === undefined) return cause
  return new BoardwrightError('INTERRUPTED', 'stopped; nothing was written', {
    cause,
    hint: 'Run the same command again.',
  })
}

export const overdueError = (cause?: unknown): BoardwrightError =>
  describeOverdue(hasWritten() ? 'it had started writing' : 'nothing was written', cause)

/** What is said by the watchdog, which cannot ask anybody whether files were being written. */
export const lastWords = (flags: { readonly json: boolean }): Parameters<typeof startWatchdog>[1] => ({
  beforeWriting: {
    text: errorText(describeOverdue('it was stopped in the middle of its work; no platform was written to'), flags),
    exit: EXIT.error,
  },
  afterWriting: {
    text: errorText(describeOverdue('it was stopped in the middle of its work; it had started writing'), flags),
    exit: EXIT.partly,
  },
})

function describeOverdue(done: string, cause?: unknown): BoardwrightError {
  const { timeout, limit = 0 } = settings()
  const why = timeout === undefined ? 'the limit in CI' : 'the limit of --timeout'
  return new BoardwrightError('TIMED_OUT', `not finished after ${limit} s, ${why}; ${done}`, {
    cause,
    hint: `Run the same command again with more time: --timeout ${2 * limit}. What is done is not repeated.`,
  })
}

/** Resolves on Ctrl-C, termination or the time limit. Does not wait for a second Ctrl-C. */
export const untilStopped = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
    settings().deadline?.addEventListener('abort', () => resolve())
  })

let removeListeners = (): void => {}

export const endInterrupt = (): void => removeListeners()

export function onInterrupt(): Interrupt {
  const [stop, kill] = [new AbortController(), new AbortController()]
  const isWriting = (): boolean => settings().traffic.writes > 0
  const onSignal = (): void => {
    if (kill.signal.aborted) return
    if (stop.signal.aborted) {
      warn('Stopping at once.')
      kill.abort()
      return
    }
    stop.abort()
    if (isWriting())
      warn('Stopping: finishing the writes in progress, starting no new ones. Press Ctrl-C again to stop at once.')
    else kill.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal)
  const { deadline } = settings()
  const end = (): void => {
    stop.abort(overdueError())
    if (isWriting()) {
      warn('Time is up: finishing the writes in progress, starting no new ones.')
      setTimeout(() => kill.abort(), GRACE_MS).unref()
    } else kill.abort()
  }
  deadline?.addEventListener('abort', end)
  removeListeners = () => {
    deadline?.removeEventListener('abort', end)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, onSignal)
  }
  return { stop: stop.signal, kill: kill.signal }
}
