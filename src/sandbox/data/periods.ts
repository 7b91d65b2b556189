/** Time as rows of a query have it: ISO without a zone, at the beginning of its period. */

const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const
type Unit = (typeof UNITS)[number]

const isUnit = (text: string): text is Unit => UNITS.some((unit) => unit === text)

const FIXED: Readonly<Partial<Record<Unit, number>>> = { second: 1000, minute: 60_000, hour: 3_600_000 }

const startOf = (date: Date, unit: Unit): Date => {
  const fixed = FIXED[unit]
  if (fixed !== undefined) return new Date(Math.floor(date.getTime() / fixed) * fixed)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  if (unit === 'year') return new Date(Date.UTC(year, 0))
  if (unit === 'quarter') return new Date(Date.UTC(year, month - (month % 3)))
  if (unit === 'month') return new Date(Date.UTC(year, month))
  // A week begins on Monday.
  const back = unit === 'week' ? (date.getUTCDay() + 6) % 7 : 0
  return new Date(Date.UTC(year, month, day - back))
}

function move(date: Date, unit: Unit, count: number): Date {
  const fixed = FIXED[unit]
  if (fixed !== undefined) return new Date(date.getTime() + count * fixed)
  const next = new Date(date)
  if (unit === 'day' || unit === 'week') next.setUTCDate(next.getUTCDate() + count * (unit === 'week' ? 7 : 1))
  else next.setUTCMonth(next.getUTCMonth() + count * ({ month: 1, quarter: 3, year: 12 }[unit as 'month'] ?? 1))
  return next
}

type Range = readonly [from: Date, to: Date]

/** `last 6 months`, `this year`, `today`, or two dates. Undefined when it is none of them. */
export function readRange(text: string | readonly string[] | null | undefined, now: Date): Range | undefined {
  if (Array.isArray(text)) return readDates(text)
  if (typeof text !== 'string') return undefined
  const words = text.trim().toLowerCase()
  if (words === 'today' || words === 'yesterday') {
    const day = move(startOf(now, 'day'), 'day', words === 'today' ? 0 : -1)
    return [day, move(day, 'day', 1)]
  }
  const match = /^(this|last|next)\s+(?:(\d+)\s+)?(\w+?)s?$/.exec(words)
  const [, which, count, unit = ''] = match ?? []
  if (!isUnit(unit)) return readDates([text])
  const start = startOf(now, unit)
  if (which === 'this') return [start, move(start, unit, 1)]
  const many = Number(count ?? 1)
  return which === 'last' ? [move(start, unit, -many), start] : [move(start, unit, 1), move(start, unit, 1 + many)]
}

function readDates(dates: readonly string[]): Range | undefined {
  const [from, to = from] = dates
  const [start, end] = [Date.parse(from ?? ''), Date.parse(to ?? '')]
  if (Number.isNaN(start) || Number.isNaN(end)) return undefined
  // A date without a time is the whole of its day.
  return [new Date(start), new Date(end + (/T/.test(to ?? '') ? 1 : 86_400_000))]
}

const MOST_PERIODS = 1000
const USUAL_PERIODS = 12

/** The beginnings of the periods of a range. Without a range, the last twelve. */
export function listPeriods(granularity: string, range: Range | undefined, now: Date): string[] {
  const unit = isUnit(granularity) ? granularity : 'day'
  const [from, to] = range ?? [move(startOf(now, unit), unit, 1 - USUAL_PERIODS), move(startOf(now, unit), unit, 1)]
  const periods: string[] = []
  for (let at = startOf(from, unit); at < to && periods.length < MOST_PERIODS; at = move(at, unit, 1)) {
    periods.push(at.toISOString().slice(0, -1))
  }
  return periods
}
