/** Made-up rows end on this day, so that they are the same tomorrow. */
export const LAST_DAY = '2026-11-20'

const DAY_MS = 86_400_000
const DAYS: Readonly<Record<string, number>> = {
  hour: 1 / 24,
  day: 1,
  week: 7,
  month: 30.4,
  quarter: 91.3,
  year: 365.25,
}

export const daysIn = (grain: string): number => DAYS[grain] ?? 1

const MOST = 400
const USUAL: Readonly<Record<string, number>> = { hour: 48, day: 60, week: 26, month: 24, quarter: 8, year: 5 }

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`)
const textOf = (time: Date): string => `${time.toISOString().slice(0, 19)}.000`

export function periodsIn(grain: string, range: unknown): string[] {
  const [from, to] = boundsOf(range, grain)
  const periods: string[] = []
  for (let at = startOf(from, grain); at <= to && periods.length < MOST; at = next(at, grain)) periods.push(textOf(at))
  return periods.length > 0 ? periods : [textOf(startOf(to, grain))]
}

export function lengthOf(range: unknown): number {
  const [from, to] = boundsOf(range, 'month')
  return Math.max(1, Math.round((to.getTime() - from.getTime()) / DAY_MS) + 1)
}

function boundsOf(range: unknown, grain: string): readonly [Date, Date] {
  const last = dateOf(LAST_DAY)
  if (Array.isArray(range)) {
    const [from, to] = range.map((each) => dateOf(String(each).slice(0, 10)))
    if (from && !Number.isNaN(from.getTime())) return [from, to && !Number.isNaN(to.getTime()) ? least(to, last) : last]
  }
  const text = typeof range === 'string' ? range.toLowerCase() : ''
  const count = /last (\d+) (day|week|month|quarter|year)s?/.exec(text)
  if (count) return [back(last, Number(count[1]) * daysIn(count[2] ?? 'day') - 1), last]
  const unit = /(?:this|last) (day|week|month|quarter|year)/.exec(text)?.[1]
  if (unit) return [startOf(last, unit), last]
  if (text === 'today' || text === 'yesterday') return [last, last]
  const from = /from (\d{4}-\d{2}-\d{2})/.exec(text)?.[1]
  if (from !== undefined) return [dateOf(from), last]
  return [back(last, (USUAL[grain] ?? 24) * daysIn(grain) - 1), last]
}

const least = (a: Date, b: Date): Date => (a < b ? a : b)
const back = (time: Date, days: number): Date => new Date(time.getTime() - Math.round(days) * DAY_MS)

function startOf(time: Date, grain: string): Date {
  const [year, month] = [time.getUTCFullYear(), time.getUTCMonth()]
  if (grain === 'year') return new Date(Date.UTC(year, 0))
  if (grain === 'quarter') return new Date(Date.UTC(year, month - (month % 3)))
  if (grain === 'month') return new Date(Date.UTC(year, month))
  if (grain === 'week') return back(time, (time.getUTCDay() + 6) % 7)
  return time
}

function next(time: Date, grain: string): Date {
  const [year, month] = [time.getUTCFullYear(), time.getUTCMonth()]
  const months = { month: 1, quarter: 3, year: 12 }[grain]
  if (months !== undefined) return new Date(Date.UTC(year, month + months))
  return new Date(time.getTime() + (grain === 'hour' ? DAY_MS / 24 : daysIn(grain) * DAY_MS))
}
