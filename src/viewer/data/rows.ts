/** What is said beside such rows. */
export const GUESSED =
  'Sample rows by the names of the columns: this SQL is more than they answer, and they agree with no other numbers.'

export type Row = Readonly<Record<string, unknown>>

export interface Column {
  readonly name: string
  readonly title: string
  readonly type: 'string' | 'number' | 'time' | 'boolean'
  readonly format?: 'currency' | 'percent' | 'number' | undefined
  readonly decimals?: number | undefined
  /** What a time is the beginning of. */
  readonly grain?: string | undefined
  /** What an amount is in; empty where the data model does not say it. */
  readonly currency?: string | undefined
}

export interface Rows {
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  /** In another period, by measure. */
  readonly before?: Readonly<Record<string, number>> | undefined
  /** Without the other columns that they are grouped by. Undefined where that cannot be asked, or where some rows are left out. */
  readonly totalsBy?: ((columns: readonly string[]) => readonly Row[]) | undefined
  /** Made up by the names of columns, and at one with nothing else. */
  readonly isGuessed?: true | undefined
  /** A series for the sparkline. */
  readonly course?: readonly number[] | undefined
}

export const numberIn = (row: Row | undefined, name: string): number | undefined => {
  const value = row?.[name]
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** By size where both are numbers, else as people sort names. */
export function compare(a: unknown, b: unknown): number {
  if (a === b) return 0
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a ?? '').localeCompare(String(b ?? ''))
}
