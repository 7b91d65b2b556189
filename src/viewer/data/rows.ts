export type Row = Readonly<Record<string, unknown>>

export interface Column {
  readonly name: string
  readonly title: string
  readonly type: 'string' | 'number' | 'time' | 'boolean'
  readonly format?: 'currency' | 'percent' | 'number' | undefined
  readonly decimals?: number | undefined
}

export interface Rows {
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  /** For comparison with another period, by measure. */
  readonly before?: Readonly<Record<string, number>> | undefined
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
