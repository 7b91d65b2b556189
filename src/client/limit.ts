export type Limit = <T>(work: () => Promise<T>) => Promise<T>

/** Runs at most `most` pieces of work at once; the others wait in the order they came. */
export function createLimit(most: number): Limit {
  if (!Number.isInteger(most) || most < 1) throw new RangeError(`the concurrency must be 1 or more, not ${most}`)
  const waiting: (() => void)[] = []
  let running = 0

  /** The place goes to the next in line directly, so that nobody can slip in between. */
  function leave(): void {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }

  return async (work) => {
    if (running < most) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
