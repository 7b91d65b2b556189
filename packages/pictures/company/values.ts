export type Cell = string | number | boolean | null

/** A cell as expressions see it: a time stays a date until the answer is written. */
export type Value = Cell | Date

/** A column of a table, by the number of the row. */
export type Values = readonly Value[]

/** A column, row by row. `Array.from` would take several times as long. */
export function byRow<T>(size: number, make: (row: number) => T): T[] {
  const values: T[] = []
  for (let row = 0; row < size; row += 1) values.push(make(row))
  return values
}

export const cellOf = (value: Value): Cell => (value instanceof Date ? value.toISOString().slice(0, -1) : value)

/** Null comes first; times and numbers by size, everything else as text. */
export function compareValues(a: Value, b: Value): number {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? (b === null ? 0 : -1) : 1
  const [left, right] = [numberOf(a), numberOf(b)]
  if (typeof a !== 'string' && typeof b !== 'string' && left !== null && right !== null) return left - right
  const [one, other] = [String(cellOf(a)), String(cellOf(b))]
  return one < other ? -1 : one > other ? 1 : 0
}

/** Null if it is not a number. */
export function numberOf(value: Value): number | null {
  if (typeof value === 'number') return value
  if (value === null || (typeof value === 'string' && value.trim() === '')) return null
  const number = Number(value)
  return Number.isNaN(number) ? null : number
}

/** Summing the same values in another order changes the last digits, which nobody should see. */
export const rounded = (value: number): number => Number(value.toPrecision(12))

export const roundedValue = (value: Value): Value => (typeof value === 'number' ? rounded(value) : value)

/** A number for a text (FNV-1a). */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** From 0 up to 1; depends only on the seed and the row. */
export function chance(seed: number, row: number): number {
  let hash = Math.imul(seed ^ Math.imul(row + 1, 0x9e3779b1), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** One of `count`. */
export const oneOf = (count: number, seed: number, row: number): number => Math.floor(chance(seed, row) * count)

/** One of `count`, the first ones more often than the last, as customers do. */
export const skewed = (count: number, seed: number, row: number): number => Math.floor(chance(seed, row) ** 1.7 * count)

/** An own property of a record, never one of its prototype. */
export const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined
