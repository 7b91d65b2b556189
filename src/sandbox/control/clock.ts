export interface ClockChange {
  readonly now?: string | undefined
  readonly advanceMs?: number | undefined
  readonly frozen?: boolean | undefined
}

/** The platform's time. Tests move it; everything in the sandbox that tells time asks it. */
export interface Clock {
  now(): Date
  /** An ISO text of now, or of so many milliseconds from now. */
  stamp(offsetMs?: number): string
  /** Answers what holds from now on. */
  set(change: ClockChange): { now: string; frozen: boolean }
}

/** The ISO text of so many milliseconds after a time: two stamps of one clock may be a millisecond apart. */
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
