import { lazy } from '@boardwright/common'
import { chance, seedOf } from './values.ts'

/** The company's data ends on this day, so that it is the same tomorrow. */
export const TODAY = new Date('2026-11-20T00:00:00Z')
const FIRST_DAY = new Date('2024-01-01T00:00:00Z')
export const DAY_MS = 86_400_000

const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const
export type Unit = (typeof UNITS)[number]

export const isUnit = (text: string): text is Unit => UNITS.some((unit) => unit === text)

const FIXED: Readonly<Partial<Record<Unit, number>>> = { second: 1000, minute: 60_000, hour: 3_600_000 }
const MONTHS: Readonly<Partial<Record<Unit, number>>> = { month: 1, quarter: 3, year: 12 }

/** The beginning of the period that contains the date. A week begins on Monday. */
export function startOf(date: Date, unit: Unit): Date {
  const fixed = FIXED[unit]
  if (fixed !== undefined) return new Date(Math.floor(date.getTime() / fixed) * fixed)
  const at = Math.floor(date.getTime() / DAY_MS)
  const last = begun.get(unit)
  if (last?.at === at) return last.start
  const start = startOfLong(date, unit)
  begun.set(unit, { at, start })
  return start
}

/** Rows come in order of days, so the next one is mostly in the same period. */
const begun = new Map<Unit, { readonly at: number; readonly start: Date }>()

function startOfLong(date: Date, unit: Unit): Date {
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  if (unit === 'year') return new Date(Date.UTC(year, 0))
  if (unit === 'quarter') return new Date(Date.UTC(year, month - (month % 3)))
  if (unit === 'month') return new Date(Date.UTC(year, month))
  return new Date(Date.UTC(year, month, day - (unit === 'week' ? (date.getUTCDay() + 6) % 7 : 0)))
}

export function move(date: Date, unit: Unit, count: number): Date {
  const months = MONTHS[unit]
  if (months === undefined) {
    const length = FIXED[unit] ?? (unit === 'week' ? 7 : 1) * DAY_MS
    return new Date(date.getTime() + count * length)
  }
  const next = new Date(date)
  next.setUTCDate(1)
  next.setUTCMonth(next.getUTCMonth() + months * count)
  const last = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate()
  next.setUTCDate(Math.min(date.getUTCDate(), last))
  return next
}

type Range = readonly [from: Date, to: Date]

/** `last 6 months`, `this year`, `from 2026-01-01 to now`, or two dates. Undefined if it is none of them. */
export function readRange(range: unknown, today: Date = TODAY): Range | undefined {
  if (Array.isArray(range)) return readDates(range.map(String))
  if (typeof range !== 'string') return undefined
  const words = range.trim().toLowerCase()
  const between = /^from (.{1,60}) to (.{1,60})$/.exec(words)
  if (between) return readDates([readDay(between[1], today), readDay(between[2], today)])
  if (words === 'today' || words === 'yesterday' || words === 'tomorrow') return readDates([readDay(words, today)])
  const [, which, count, unit = ''] = /^(this|last|next)\s+(?:(\d+)\s+)?(\w+?)s?$/.exec(words) ?? []
  if (!isUnit(unit)) return readDates([range], (text) => !/\d[T ]\d/.test(text))
  const start = startOf(today, unit)
  if (which === 'this') return [start, move(start, unit, 1)]
  const many = Number(count ?? 1)
  return which === 'last' ? [move(start, unit, -many), start] : [move(start, unit, 1), move(start, unit, 1 + many)]
}

const DAYS: Readonly<Record<string, number>> = { now: 0, today: 0, yesterday: -1, tomorrow: 1 }

/** `7 days ago`, `now`, or a date, which is returned unchanged. */
function readDay(text = '', today: Date): string {
  const [, count, unit = ''] = /^(\d+) (\w+?)s? ago$/.exec(text) ?? []
  const days = DAYS[text]
  const day = isUnit(unit)
    ? move(today, unit, -Number(count))
    : days === undefined
      ? undefined
      : move(today, 'day', days)
  return day?.toISOString().slice(0, 10) ?? text
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)

function readDates(dates: readonly string[], isWholeDay = isDay): Range | undefined {
  const [from = '', to = from] = dates
  const [start, end] = [readTime(from), readTime(to)]
  return start && end && [start, new Date(end.getTime() + (isWholeDay(to) ? DAY_MS : 1))]
}

/** A time without a zone is in UTC. */
export function readTime(text: string): Date | undefined {
  const isBare = /^\d{4}-\d\d-\d\d([T ][\d:.]+)?$/.test(text)
  const time = new Date(isBare ? `${text.replace(' ', 'T')}${text.length > 10 ? 'Z' : ''}` : text)
  return Number.isNaN(time.getTime()) ? undefined : time
}

/** The beginnings of the last `count` periods, as rows write them. */
export const listPeriods = (unit: Unit, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    move(startOf(TODAY, unit), unit, index + 1 - count)
      .toISOString()
      .slice(0, -1),
  )

const A_DAY = 20

/** Growth, a season, and quiet weekends. */
function busyness(day: number, days: number, date: Date, seed: number): number {
  const season = 1 + 0.12 * Math.sin((day / 365) * 2 * Math.PI - 2)
  const isWeekend = date.getUTCDay() % 6 === 0
  return (0.8 + (0.4 * day) / days) * season * (isWeekend ? 0.55 : 1) * (0.85 + 0.3 * chance(seed, day))
}

/** How busy each hour of the day is: mostly mornings and afternoons. */
const HOURS = Array.from(
  { length: 24 },
  (_, hour) => 0.04 + 1.9 * Math.exp(-(((hour - 9) / 2.6) ** 2)) + 1.1 * Math.exp(-(((hour - 15) / 2.4) ** 2)),
)
const ALL_HOURS = HOURS.reduce((sum, each) => sum + each, 0)

function hourAt(part: number): number {
  let left = part * ALL_HOURS
  for (let hour = 0; hour < HOURS.length; hour += 1) {
    left -= HOURS[hour] ?? 0
    if (left < 0) return hour
  }
  return -1
}

/** The days of the company, and how many events have happened by the end of each. */
interface EventDays {
  readonly days: readonly Date[]
  readonly ends: readonly number[]
  /** Of events, on all days. */
  readonly count: number
}

/** The same for every table of events. */
export const eventDays = lazy((): EventDays => {
  const length = Math.round((TODAY.getTime() - FIRST_DAY.getTime()) / DAY_MS) + 1
  const seed = seedOf('day')
  const [days, ends]: [Date[], number[]] = [[], []]
  let count = 0
  for (let day = 0; day < length; day += 1) {
    const date = new Date(FIRST_DAY.getTime() + day * DAY_MS)
    count += Math.max(1, Math.round(A_DAY * busyness(day, length, date, seed)))
    days.push(date)
    ends.push(count)
  }
  return { days, ends, count }
})

/** The time of every event, in order, to the minute. Most queries only need days. */
export const eventTimes = lazy((): readonly Date[] => {
  const { days, ends } = eventDays()
  const times: Date[] = []
  const [hours, minutes] = [seedOf('hour'), seedOf('minute')]
  for (const [day, date] of days.entries()) {
    const own: number[] = []
    for (let row = times.length; row < (ends[day] ?? 0); row += 1)
      own.push(hourAt(chance(hours, row)) * 60 + Math.floor(chance(minutes, row) * 60))
    for (const minute of own.sort((a, b) => a - b)) times.push(new Date(date.getTime() + minute * 60_000))
  }
  return times
})

/** Whether a period consists of whole days. */
export const isOfDays = (unit: Unit): boolean => FIXED[unit] === undefined
