/** The run of a pipeline: higher numbers were started later. */
export type Run = readonly number[]

/** The last line of a comment, so that a slow older run does not overwrite a newer one. */
export const runLine = (run: Run): string => `<!-- boardwright-run:${run.join('.')} -->`

export function readRun(body: string): Run | undefined {
  const last = body.trimEnd().split(/\r?\n/).at(-1) ?? ''
  const numbers = /^<!-- boardwright-run:(\d+(?:\.\d+)*) -->$/.exec(last.trim())?.[1]
  return numbers?.split('.').map(Number)
}

/** Positive if the first is later. If either has no number, they count as equal. */
export function compareRuns(a: Run | undefined, b: Run | undefined): number {
  if (!a || !b) return 0
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
