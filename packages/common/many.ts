/** For lists as long as content makes them: a call with a hundred thousand arguments overflows the stack. */
export function addAll<T>(list: T[], more: Iterable<T>): void {
  for (const each of more) list.push(each)
}

/** `-Infinity` if there are none. */
export function largest(numbers: Iterable<number>): number {
  let found = Number.NEGATIVE_INFINITY
  for (const each of numbers) found = Math.max(found, each)
  return found
}

/** `Infinity` if there are none. */
export function smallest(numbers: Iterable<number>): number {
  let found = Number.POSITIVE_INFINITY
  for (const each of numbers) found = Math.min(found, each)
  return found
}
