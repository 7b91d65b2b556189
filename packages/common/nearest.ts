const LONGEST = 100

/**
 * The best candidate for "did you mean": at most a third of the letters differ, at most three, and at most half of those
 * after a common beginning such as `orders.`.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > LONGEST) return undefined
  const wanted = word.toLowerCase()
  let limit = Math.min(3, Math.round(word.length / 3)) + 1
  let found: string | undefined
  for (const candidate of candidates) {
    if (candidate === word || Math.abs(candidate.length - word.length) >= limit) continue
    const distance = distanceBetween(wanted, candidate.toLowerCase())
    if (distance >= limit || 2 * distance > lengthApart(wanted, candidate.toLowerCase())) continue
    limit = distance
    found = candidate
  }
  return found
}

/** Whether one letter more, less, another or swapped makes one word the other, in any case. */
export const isSlipOf = (word: string, candidate: string): boolean =>
  Math.abs(candidate.length - word.length) < 2 && distanceBetween(word.toLowerCase(), candidate.toLowerCase()) < 2

/** The length of the longer one, without the parts that both begin with. */
function lengthApart(one: string, other: string): number {
  let common = 0
  for (let at = 0; at < one.length && one[at] === other[at]; at += 1)
    if (/[./]/.test(one[at] as string)) common = at + 1
  return Math.max(one.length, other.length) - common
}

/** The same for paths. A path may also be meant by its file name without the extension. */
export const nearestPath = (word: string, paths: readonly string[]): string | undefined =>
  nearest(word, paths) ?? paths.find((path) => path.replace(/^.*\//, '').split('.')[0] === word)

/** What to do about a word that is wrong: `did you mean "orders"?`, or something else. */
export const didYouMean = <T = undefined>(near: string | undefined, otherwise?: T): string | T =>
  near === undefined ? (otherwise as T) : `did you mean "${near}"?`

/** The same as a sentence. */
export const askIfMeant = <T = undefined>(near: string | undefined, otherwise?: T): string | T =>
  near === undefined ? (otherwise as T) : `Did you mean "${near}"?`

/** Edit distance with swaps of neighbours (Damerau-Levenshtein). */
function distanceBetween(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1]
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      next[column] = Math.min(
        at(last, column) + 1,
        at(next, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
        swapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = next
  }
  return at(last, to.length)
}

const at = (row: readonly number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY
