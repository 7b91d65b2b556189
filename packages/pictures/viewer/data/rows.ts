/** The note for guessed rows. */
export const GUESSED =
  'Sample rows by the names of the columns: this SQL is more than they answer, and they agree with no other numbers.'

export type Row = Readonly<Record<string, unknown>>

export interface Column {
  readonly name: string
  readonly title: string
  readonly type: 'string' | 'number' | 'time' | 'boolean'
  readonly format?: 'currency' | 'percent' | 'number' | undefined
  readonly decimals?: number | undefined
  /** The period that begins with a time. */
  readonly grain?: string | undefined
  /** The currency of an amount; empty if the data model does not give it. */
  readonly currency?: string | undefined
}

export interface Rows {
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  /** The values in another period, by measure. */
  readonly before?: Readonly<Record<string, number>> | undefined
  /** The totals by some of the columns only. Undefined if they cannot be computed, or if some rows are left out. */
  readonly totalsBy?: ((columns: readonly string[]) => readonly Row[]) | undefined
  /** Derived from the column names alone; agrees with no other data. */
  readonly isGuessed?: true | undefined
  /** The values of the sparkline. */
  readonly course?: readonly number[] | undefined
}

export const numberIn = (row: Row | undefined, name: string): number | undefined => {
  const value = row?.[name]
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** A text that stands for a whole number with more digits than a number keeps. */
export const losesDigits = (value: unknown): value is string =>
  typeof value === 'string' && /^-?\d{16,}$/.test(value) && BigInt(value) !== BigInt(Number(value))

/** Compares numbers by size, and everything else as people sort names. */
export function compare(a: unknown, b: unknown): number {
  if (a === b) return 0
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a ?? '').localeCompare(String(b ?? ''))
}
