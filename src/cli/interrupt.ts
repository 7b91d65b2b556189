import process from 'node:process'

/** Ctrl-C once ends what is being written and begins nothing more. Twice breaks off. */
export interface Interrupt {
  readonly stop: AbortSignal
  readonly kill: AbortSignal
  readonly done: () => void
}

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
  return {
    stop: stop.signal,
    kill: kill.signal,
    done() {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, hear)
    },
  }
}
