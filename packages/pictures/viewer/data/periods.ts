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
