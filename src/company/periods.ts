import { DAY_MS, isUnit, move, readRange, TODAY } from './calendar.ts'

/** The range that was so long ago, up to today: the same part of the year before, not all of it. */
export function periodBefore(range: unknown, unit: string, count: number): readonly [string, string] | undefined {
  const [from, to] = readRange(range) ?? []
  if (!from || !to || !isUnit(unit)) return undefined
  const end = new Date(Math.min(to.getTime(), Math.max(from.getTime(), TODAY.getTime()) + DAY_MS) - 1)
  return [move(from, unit, -count).toISOString(), move(end, unit, -count).toISOString()]
}
