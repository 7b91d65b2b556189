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
  set(change: ClockChange): void
}

export function createClock(): Clock {
  let shift = 0
  let frozenAt: number | undefined
  const millis = (): number => frozenAt ?? Date.now() + shift

  return {
    now: () => new Date(millis()),
    stamp: (offsetMs = 0) => new Date(millis() + offsetMs).toISOString(),
    set({ now, advanceMs = 0, frozen }) {
      const next = (now === undefined ? millis() : Date.parse(now)) + advanceMs
      const freeze = frozen ?? frozenAt !== undefined
      shift = next - Date.now()
      frozenAt = freeze ? next : undefined
    },
  }
}
