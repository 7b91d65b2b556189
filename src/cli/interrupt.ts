import process from 'node:process'
import { settings } from './settings.ts'

/** Ctrl-C once ends what is being written and begins nothing more. Twice breaks off. */
export interface Interrupt {
  readonly stop: AbortSignal
  readonly kill: AbortSignal
  readonly done: () => void
}

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
  const end = (): void => {
    say('The time of --timeout is over.')
    if (!stop.signal.aborted) hear()
    setTimeout(() => kill.abort(), GRACE_MS).unref()
  }
  const { deadline } = settings()
  deadline?.addEventListener('abort', end)
  return {
    stop: stop.signal,
    kill: kill.signal,
    done() {
      deadline?.removeEventListener('abort', end)
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, hear)
    },
  }
}
