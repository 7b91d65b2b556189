/** How a period is named by its beginning: for people, and in the format of the chart library. */
interface Period {
  readonly named: (time: Date, locale: string | undefined) => string
  readonly inCharts: string
}

const inWords =
  (options: Intl.DateTimeFormatOptions): Period['named'] =>
  (time, locale) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(time)

const WEEK_MS = 6 * 86_400_000

/** Shorter periods are named by their time of day, like any other time. */
export const PERIODS: Readonly<Record<string, Period>> = {
  day: { named: inWords({ dateStyle: 'medium' }), inCharts: '%b %d, %Y' },
  week: {
    named: (time, locale) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
        time,
        new Date(time.getTime() + WEEK_MS),
      ),
    inCharts: 'week of %b %d, %Y',
  },
  month: { named: inWords({ month: 'short', year: 'numeric' }), inCharts: '%b %Y' },
  quarter: {
    named: (time) => `Q${Math.floor(time.getUTCMonth() / 3) + 1} ${time.getUTCFullYear()}`,
    inCharts: 'Q%q %Y',
  },
  year: { named: inWords({ year: 'numeric' }), inCharts: '%Y' },
}

const STEPS: Readonly<Record<string, (at: Date) => void>> = {
  day: (at) => void at.setUTCDate(at.getUTCDate() + 1),
  week: (at) => void at.setUTCDate(at.getUTCDate() + 7),
  month: (at) => void at.setUTCMonth(at.getUTCMonth() + 1),
  quarter: (at) => void at.setUTCMonth(at.getUTCMonth() + 3),
  year: (at) => void at.setUTCFullYear(at.getUTCFullYear() + 1),
}

/** The first and last day of a period. */
export function daysOf(first: Date, grain: string): readonly [string, string] | undefined {
  const step = STEPS[grain]
  if (!step) return undefined
  const end = new Date(first)
  step(end)
  end.setUTCDate(end.getUTCDate() - 1)
  return [first.toISOString().slice(0, 10), end.toISOString().slice(0, 10)]
}

export const isOfDays = (grain: string): boolean => STEPS[grain] !== undefined

/** The day that a period begins with, as it is written: a chart may have read it as an instant of its own time zone. */
export const dayIn = (text: string): Date => new Date(`${text.slice(0, 10)}T00:00:00Z`)

/** A value of a column as the rows have it, if it is the instant that the chart library made of this text. */
export const textOf = (value: unknown, text: string): string =>
  typeof value === 'number' && value === Date.parse(text) ? text : String(value)
