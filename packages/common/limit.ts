export interface Limit {
  readonly run: <T>(work: () => Promise<T>) => Promise<T>
  /** Allows one fewer at a time, but always at least one. Successes win the places back. */
  readonly narrow: () => void
}

/** After this many successes in a row, one place comes back. */
const CALM = 10

/** Runs at most `most` pieces of work at once; others wait in order. */
export function createLimit(most: number): Limit {
  if (!Number.isInteger(most) || most < 1) throw new RangeError(`the concurrency must be 1 or more, not ${most}`)
  const waiting: (() => void)[] = []
  let places = most
  let running = 0
  let calm = 0

  /** A waiter counts as running before it resumes, so that nothing else takes its place. */
  function admit(): void {
    while (running < places && waiting.length > 0) {
      running += 1
      waiting.shift()?.()
    }
  }

  function leave(): void {
    running -= 1
    calm += 1
    if (calm >= CALM && places < most) {
      places += 1
      calm = 0
    }
    admit()
  }

  return {
    async run(work) {
      if (running < places) running += 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        leave()
      }
    },
    narrow() {
      places = Math.max(1, places - 1)
      calm = 0
    },
  }
}
