/** A single listener on the signal for the whole client, however many requests are in flight. */
export interface Interrupt {
  readonly happened: () => boolean
  /** Runs `stop` when the signal is aborted. The returned function unregisters it. */
  readonly onInterrupt: (stop: () => void) => () => void
  readonly dispose: () => void
}

export function createInterrupt(signal: AbortSignal | undefined): Interrupt {
  const stops = new Set<() => void>()
  const run = (): void => {
    for (const stop of [...stops]) stop()
  }
  signal?.addEventListener('abort', run)
  return {
    happened: () => signal?.aborted === true,
    onInterrupt(stop) {
      stops.add(stop)
      return () => stops.delete(stop)
    },
    dispose: () => signal?.removeEventListener('abort', run),
  }
}
