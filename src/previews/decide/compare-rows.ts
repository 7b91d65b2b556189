import { JsonNumber } from '@boardwright/common'
import type { Tolerances } from '../../config/model.ts'

type Row = Readonly<Record<string, unknown>>

/** The rows of one side, and which columns identify a row and which are its numbers. */
export interface RowsSide {
  readonly rows: readonly Row[]
  readonly keys: readonly string[]
  readonly measures: readonly string[]
  /** Measures whose rows may be added up. */
  readonly sums: readonly string[]
  /** Whether there are more rows than these. */
  readonly isCut: boolean
}

export interface MeasureDifference {
  readonly name: string
  /** Its name before, if it was renamed. */
  readonly was?: string
  /** Set if only one side has it. */
  readonly only?: 'before' | 'after'
  /** Whether its rows may be added up. */
  readonly isSum: boolean
  /** The totals over all rows; null if a side has no numbers, or if they may not be added up. */
  readonly before: number | null
  readonly after: number | null
  /** The number of rows on both sides in which it differs. */
  readonly rows: number
  /** The largest such difference, relative to the value before. */
  readonly most: number | null
}

export interface RowsCompared {
  readonly measures: readonly MeasureDifference[]
  readonly rows: Readonly<Record<'before' | 'after' | 'both' | 'came' | 'went', number>>
  /** Whether a side was cut off, so that rows may only seem to have come or gone. */
  readonly isPartial: boolean
  readonly isSame: boolean
}

/**
 * Matches rows by their identifying columns. If only one side has a column, it may have been renamed: such columns are
 * paired in order.
 */
export function compareRows(before: RowsSide, after: RowsSide, { usual, byMeasure }: Tolerances): RowsCompared {
  const keys = paired(before.keys, after.keys)
  const measures = paired(before.measures, after.measures)
  const [old, now] = [
    byKey(
      before.rows,
      keys.map(([was]) => was),
    ),
    byKey(
      after.rows,
      keys.map(([, is]) => is),
    ),
  ]
  const both = [...now].flatMap(([key, row]) => {
    const was = old.get(key)
    return was ? [[was, row] as const] : []
  })
  const differences = measures.map(([was, name]): MeasureDifference => {
    const tolerance = byMeasure.get(name ?? '') ?? byMeasure.get(was ?? '') ?? usual
    const isSum = mayAdd(before, was) && mayAdd(after, name)
    const totals = isSum
      ? { isSum, before: total(before.rows, was), after: total(after.rows, name) }
      : { isSum, before: null, after: null }
    if (name === undefined || was === undefined) {
      const only = name === undefined ? 'before' : 'after'
      return { name: name ?? was ?? '', only, ...totals, rows: 0, most: null }
    }
    const moved = both.filter(([a, b]) => !isNear(a[was] ?? null, b[name] ?? null, tolerance))
    const most = greatest(moved.map(([a, b]) => shareOf(a[was], b[name])))
    return { name, ...(was === name ? {} : { was }), ...totals, rows: moved.length, most }
  })
  const counts = {
    before: before.rows.length,
    after: after.rows.length,
    both: both.length,
    came: now.size - both.length,
    went: old.size - both.length,
  }
  const isChanged =
    counts.came + counts.went > 0 ||
    differences.some(({ rows }) => rows > 0) ||
    measures.some((pair) => pair.includes(undefined)) ||
    keys.some((pair) => pair.includes(undefined))
  return { measures: differences, rows: counts, isPartial: before.isCut || after.isCut, isSame: !isChanged }
}

type Pair = readonly [was: string | undefined, is: string | undefined]

function paired(before: readonly string[], after: readonly string[]): Pair[] {
  const [gone, come] = [before.filter((name) => !after.includes(name)), after.filter((name) => !before.includes(name))]
  const renamed =
    gone.length === come.length ? new Map(come.map((name, index) => [name, gone[index]])) : new Map<string, string>()
  return [
    ...after.map((name): Pair => [before.includes(name) ? name : renamed.get(name), name]),
    ...gone.filter((name) => ![...renamed.values()].includes(name)).map((name): Pair => [name, undefined]),
  ]
}

/** Rows with the same key are numbered in order. */
function byKey(rows: readonly Row[], names: readonly (string | undefined)[]): Map<string, Row> {
  const found = new Map<string, Row>()
  const seen = new Map<string, number>()
  for (const row of rows) {
    const key = JSON.stringify(names.map((name) => (name === undefined ? null : textOf(row[name]))))
    const nth = seen.get(key) ?? 0
    seen.set(key, nth + 1)
    found.set(nth === 0 ? key : `${key}#${nth}`, row)
  }
  return found
}

const textOf = (value: unknown): unknown =>
  value === null || value === undefined ? null : String(numberIn(value) ?? value)

/** Databases return numbers, or texts that contain numbers. */
function numberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  const text = value instanceof JsonNumber ? value.text : value
  if (typeof text !== 'string' || text.trim() === '') return undefined
  const number = Number(text)
  return Number.isFinite(number) ? number : undefined
}

function isNear(a: unknown, b: unknown, tolerance: number): boolean {
  const [one, other] = [numberIn(a), numberIn(b)]
  if (one === undefined || other === undefined) return textOf(a) === textOf(b)
  return Math.abs(one - other) <= tolerance * Math.max(Math.abs(one), Math.abs(other), Number.MIN_VALUE)
}

/** The difference relative to the value before; undefined if that was zero or no number. */
function shareOf(before: unknown, after: unknown): number | undefined {
  const [was, is] = [numberIn(before), numberIn(after)]
  return was === undefined || is === undefined || was === 0 ? undefined : Math.abs((is - was) / was)
}

const greatest = (shares: readonly (number | undefined)[]): number | null =>
  shares.reduce<number | null>((most, each) => (each === undefined ? most : Math.max(most ?? 0, each)), null)

/** A single row is its own total. */
const mayAdd = ({ rows, sums }: RowsSide, name: string | undefined): boolean =>
  name === undefined || rows.length <= 1 || sums.includes(name)

function total(rows: readonly Row[], name: string | undefined): number | null {
  const numbers = name === undefined ? [] : rows.flatMap((row) => numberIn(row[name]) ?? [])
  return numbers.length === 0 ? null : numbers.reduce((sum, each) => sum + each, 0)
}
