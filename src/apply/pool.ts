/**
 * Runs `work` on every item, in order, with at most `most` running at once. `work` must not throw, because one error
 * ends everything.
 */
export async function eachOf<T>(items: readonly T[], most: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const workers = Array.from({ length: Math.min(most, items.length) }, async () => {
    for (const item of waiting) await work(item)
  })
  await Promise.all(workers)
}
