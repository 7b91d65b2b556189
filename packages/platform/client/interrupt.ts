import type { Clock } from './types.ts'

/** A single listener on the signal for the whole client, however many requests are in flight or wait. */
export interface Interrupt {
  readonly happened: () => boolean
  readonly reason: () => unknown
  /** Runs `stop` when the signal is aborted. The returned function unregisters it. */
  readonly onInterrupt: (stop: () => void) => () => void
  /** Sleeps until the time is over or the signal is aborted. */
  readonly sleepUnless: (clock: Pick<Clock, 'sleep'>, ms: number) => Promise<void>
  readonly dispose: () => void
}

export function createInterrupt(signal: AbortSignal | undefined): Interrupt {
  const stops = new Set<() => void>()
  const run = (): void => {
    for (const stop of [...stops]) stop()
  }
  const happened = (): boolean => signal?.aborted === true
  const onInterrupt = (stop: () => void): (() => void) => {
    stops.add(stop)
    return () => stops.delete(stop)
  }
  signal?.addEventListener('abort', run)
  return {
    happened,
    reason: () => signal?.reason,
    onInterrupt,
    async sleepUnless(clock, ms) {
      if (happened()) return
      const waking = new AbortController()
      const forget = onInterrupt(() => waking.abort())
      try {
        await clock.sleep(ms, waking.signal)
      } catch (cause) {
        if (!happened()) throw cause
      } finally {
        forget()
      }
    },
    dispose: () => signal?.removeEventListener('abort', run),
  }
}
