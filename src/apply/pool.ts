/** Runs `work` on every item, at most `most` at once, in their order. One that throws ends all: work must not throw. */
export async function eachOf<T>(items: readonly T[], most: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const workers = Array.from({ length: Math.min(most, items.length) }, async () => {
    for (const item of waiting) await work(item)
  })
  await Promise.all(workers)
}
