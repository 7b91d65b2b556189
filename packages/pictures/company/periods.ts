import { isMap } from '@boardwright/common'
import { DAY_MS, isUnit, move, readRange, TODAY } from './calendar.ts'

/** A range shifted back, up to today only: compares with the same part of last year, not with all of it. */
function periodBefore(range: unknown, unit: string, count: number, today: Date): readonly [string, string] | undefined {
  const [from, to] = readRange(range, today) ?? []
  if (!from || !to || !isUnit(unit)) return undefined
  const end = new Date(Math.min(to.getTime(), Math.max(from.getTime(), today.getTime()) + DAY_MS) - 1)
  return [move(from, unit, -count).toISOString(), move(end, unit, -count).toISOString()]
}

type FreeForm = Readonly<Record<string, unknown>>

interface Shown {
  readonly kind?: string | null | undefined
  /** As a value, not as text. */
  readonly spec?: unknown
  readonly periodComparisons?: unknown
}

/** The times that a single number is compared with: another period, and its course. */
export interface SpansBeside {
  readonly before?: { readonly dateRange: readonly [string, string] }
  readonly course: { readonly granularity: string; readonly dateRange: string }
}

const POINTS = 26

/** Undefined if the number is shown alone. `time` is the time dimension of its query. */
export function spansBeside(
  { kind, spec, periodComparisons }: Shown,
  time: { readonly granularity?: unknown; readonly dateRange?: unknown } | undefined,
  today: Date = TODAY,
): SpansBeside | undefined {
  if (kind !== 'kpi' || time === undefined || typeof time.granularity === 'string') return undefined
  const [wish] = [periodComparisons].flat().filter(isMap)
  const { unit, amount } = mapIn(wish?.['offset'])
  const count = typeof amount === 'number' ? amount : 1
  const dateRange = wish && periodBefore(time.dateRange, typeof unit === 'string' ? unit : '', count, today)
  const { granularity = 'week', points } = mapIn(mapIn(spec)['sparkline'])
  const grain = typeof granularity === 'string' ? granularity : 'week'
  const length = typeof points === 'number' ? points : POINTS
  return {
    ...(dateRange && { before: { dateRange } }),
    course: { granularity: grain, dateRange: `last ${length} ${grain}s` },
  }
}

const mapIn = (value: unknown): FreeForm => (isMap(value) ? value : {})
