export interface ClockChange {
  readonly now?: string | undefined
  readonly advanceMs?: number | undefined
  readonly frozen?: boolean | undefined
}

/** The platform's time. Tests can move it, and everything in the sandbox reads the time from it. */
export interface Clock {
  now(): Date
  /** The time now, or `offsetMs` from now, as an ISO text. */
  stamp(offsetMs?: number): string
  /** Returns the state of the clock after the change. */
  set(change: ClockChange): { now: string; frozen: boolean }
}

/** The time `ms` after `time`, as an ISO text. Two stamps of one clock may be a millisecond apart. */
export const after = (time: Date, ms: number): string => new Date(time.getTime() + ms).toISOString()

export function createClock(): Clock {
  let shift = 0
  let frozenAt: number | undefined
  const millis = (): number => frozenAt ?? Date.now() + shift
  const stamp = (offsetMs = 0): string => new Date(millis() + offsetMs).toISOString()

  return {
    now: () => new Date(millis()),
    stamp,
    set({ now, advanceMs = 0, frozen }) {
      const next = (now === undefined ? millis() : Date.parse(now)) + advanceMs
      const freeze = frozen ?? frozenAt !== undefined
      shift = next - Date.now()
      frozenAt = freeze ? next : undefined
      return { now: stamp(), frozen: freeze }
    },
  }
}
