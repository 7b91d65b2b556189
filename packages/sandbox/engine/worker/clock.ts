/** Moves the clock of this process: the books of the made-up company end on one day, whatever day it is outside. */
export function startClockAt(now: number): void {
  const Real = Date
  const ahead = now - Real.now()
  class Moved extends Real {
    constructor(...given: readonly unknown[]) {
      super(...((given.length === 0 ? [Real.now() + ahead] : given) as [number]))
    }
    static override now = (): number => Real.now() + ahead
  }
  globalThis.Date = Moved as DateConstructor
}
