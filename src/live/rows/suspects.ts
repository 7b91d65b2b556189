/** A number that may belong to a report, under a key that is not a reference. */
export type Suspect = readonly [path: string, id: number]

/** Smaller numbers are sizes and counts, unless the key says that they are ids. */
const SMALLEST_SUSPECT = 10_000
const NAMES_AN_ID = /[rR]eport|(?:^|[_-])ids?$|I[dD]s?$/

/** Each number once. Its path is looked up only if it turns out to be a report's number. */
export const suspectNumbers = (value: unknown): number[] => [...new Set(suspectsIn(value).map(([, id]) => id))]

export function suspectsIn(value: unknown): Suspect[] {
  const found: Suspect[] = []
  collect(value, '', '', found)
  return found
}

function collect(value: unknown, key: string, path: string, found: Suspect[]): void {
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value) && (value >= SMALLEST_SUSPECT || NAMES_AN_ID.test(key))) found.push([path, value])
  } else if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) collect(each, key, `${path}[${index}]`, found)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, each] of Object.entries(value)) collect(each, name, path === '' ? name : `${path}.${name}`, found)
  }
}
