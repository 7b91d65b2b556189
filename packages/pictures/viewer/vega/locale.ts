import { currencySign } from '../data/format.ts'
import { PERIODS } from '../data/periods.ts'
import type { Column } from '../data/rows.ts'

type Parts = readonly { readonly type: string; readonly value: string }[]

/** In the chart library's order: the first day of 2023 was a Sunday. */
const MONTHS = Array.from({ length: 12 }, (_, month) => Date.UTC(2023, month, 1))
const DAYS = Array.from({ length: 7 }, (_, day) => Date.UTC(2023, 0, 1 + day))
const ORDER: Readonly<Record<string, string>> = { day: '%d', month: '%m', year: '%Y' }

/** The value that all of these share, if they do. */
function common<T>(values: readonly T[]): T | undefined {
  const [first, ...others] = new Set(values)
  return others.length === 0 ? first : undefined
}

/** How a chart's texts write times, if its columns agree. The library's axes choose for themselves. */
export function timeFormatFor(columns: readonly Column[]): string | undefined {
  const grain = common(columns.filter(({ type }) => type === 'time').map((column) => column.grain))
  return PERIODS[grain ?? '']?.inCharts
}

/** The currency of all amounts, if they have one in common. */
export const currencyIn = (columns: readonly Column[]): string | undefined =>
  common(columns.filter(({ format }) => format === 'currency').map(({ currency }) => currency))

interface Words {
  readonly decimal: string
  readonly thousands: string
  readonly date: string
  readonly months: readonly string[]
  readonly shortMonths: readonly string[]
  readonly days: readonly string[]
  readonly shortDays: readonly string[]
}

const ENGLISH_MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)
const ENGLISH_DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const short = (names: readonly string[]): string[] => names.map((name) => name.slice(0, 3))

/**
 * Built in, because most pages are in English, and looking the words up takes a browser as long as drawing half a
 * chart.
 */
const ENGLISH: Words = {
  ...{ decimal: '.', thousands: ',', date: '%m/%d/%Y' },
  ...{ months: ENGLISH_MONTHS, shortMonths: short(ENGLISH_MONTHS) },
  ...{ days: ENGLISH_DAYS, shortDays: short(ENGLISH_DAYS) },
}

const KNOWN: Readonly<Record<string, Words>> = { en: ENGLISH, 'en-US': ENGLISH }

/** Names of months and days, and number signs, for axes. Undefined if the library's own are right. */
export function chartLocale(wanted: string | undefined, columns: readonly Column[]): object | undefined {
  const isKnown =
    wanted !== undefined &&
    (Object.hasOwn(KNOWN, wanted) || Intl.DateTimeFormat.supportedLocalesOf([wanted]).length > 0)
  const currency = currencyIn(columns)
  if (!isKnown && currency === undefined) return undefined
  const locale = isKnown ? wanted : 'en-US'
  const { decimal, thousands, date, ...names } = KNOWN[locale] ?? wordsOf(locale)
  return {
    number: {
      ...{ decimal, thousands, grouping: [3] },
      currency: [currency === undefined ? '$' : currencySign(currency, locale), ''],
    },
    time: { dateTime: `${date} %H:%M:%S`, date, time: '%H:%M:%S', periods: ['AM', 'PM'], ...names },
  }
}

/** The words and signs of a language, from the system. */
export function wordsOf(locale: string): Words {
  const names = (dates: readonly number[], options: Intl.DateTimeFormatOptions): string[] => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    return dates.map((date) => format.format(date))
  }
  const digits = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' })
  const date = digits.formatToParts(0).map(({ type, value }) => ORDER[type] ?? value)
  const number: Parts = new Intl.NumberFormat(locale).formatToParts(-1_234_567.5)
  const sign = (name: string, usual: string): string => number.find(({ type }) => type === name)?.value ?? usual
  return {
    ...{ decimal: sign('decimal', '.'), thousands: sign('group', ','), date: date.join('') },
    months: names(MONTHS, { month: 'long' }),
    shortMonths: names(MONTHS, { month: 'short' }),
    days: names(DAYS, { weekday: 'long' }),
    shortDays: names(DAYS, { weekday: 'short' }),
  }
}
