export interface Limit {
  readonly run: <T>(work: () => Promise<T>) => Promise<T>
  /** One place less, until things have gone well for a while. There is always one. */
  readonly narrow: () => void
}

/** So many pieces of work in a row without a `narrow` give one place back. */
const CALM = 10

/** Runs at most `most` pieces of work at once; the others wait in the order they came. */
export function createLimit(most: number): Limit {
  if (!Number.isInteger(most) || most < 1) throw new RangeError(`the concurrency must be 1 or more, not ${most}`)
  const waiting: (() => void)[] = []
  let places = most
  let running = 0
  let calm = 0

  /** Whoever waits is counted as running before it runs, so that nobody can slip in between. */
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
