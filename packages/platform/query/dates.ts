import { nearest, pattern } from '@boardwright/common'

/**
 * Which texts are a range of dates. The platform reads them as English, so a text is refused only if it has a word that
 * no English date has, no word or digit of a date at all, or a day that is in no calendar.
 */
const split = (text: string): string[] => text.trim().split(/\s+/)

const UNITS = split('second minute hour day week month quarter year')
const MONTHS = split('january february march april may june july august september october november december')
const SHORT_UNITS = split('sec secs min mins hr hrs wk wks yr yrs')
/** Each of these makes a text a date. */
const DATED = [
  ...[
    ...UNITS,
    ...UNITS.map((unit) => `${unit}s`),
    ...SHORT_UNITS,
    ...MONTHS,
    ...MONTHS.map((name) => name.slice(0, 3)),
  ],
  ...split('weekend weekends now today tonight tomorrow yesterday noon midnight morning afternoon evening night sept'),
  ...split('monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun'),
]
/** These may stand beside them. */
const OTHERS = [
  ...split(
    'this last next past previous prior current coming following ago from to until till through thru and the of on',
  ),
  ...split(
    'at in by since before after between for within a an few couple half over during up later hence am pm z t utc gmt',
  ),
  ...split(
    'st nd rd th one two three four five six seven eight nine ten eleven twelve twenty thirty sixty ninety hundred',
  ),
  ...split('first second third fourth start beginning middle end early mid late'),
]
const KNOWN: ReadonlySet<string> = new Set([...DATED, ...OTHERS])

export const EXAMPLE = 'must be a range of dates, such as "last 7 days" or 2026-01-31'

/** A digit, or one of the words. */
const DATE_RANGE = pattern('i')`[0-9]|(?<![a-z])${[...new Set(DATED)]}(?![a-z])`

/** The same for editors: a JSON Schema has no flags. */
const inAnyCase = (words: string): string => words.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)
export const DATE_RANGE_IN_SCHEMAS = `[0-9]|(?<![A-Za-z])(?:${inAnyCase([...new Set(DATED)].join('|'))})(?![A-Za-z])`

export interface DateFault {
  readonly message: string
  readonly step: string
}

/** What is wrong with a text that must be a range of dates. */
export function dateRangeFault(text: string): DateFault | undefined {
  const wrong = dayFault(text)
  if (wrong) return wrong
  const unknown = wordsIn(text).filter((word) => !KNOWN.has(word))
  if (DATE_RANGE.test(text) && unknown.length === 0) return undefined
  const meant = unknown.reduce((all, word) => all.replace(word, nearest(word, [...KNOWN]) ?? word), text.toLowerCase())
  const isBetter =
    meant !== text.toLowerCase() && wordsIn(meant).every((word) => KNOWN.has(word)) && DATE_RANGE.test(meant)
  return { message: EXAMPLE, step: isBetter ? `did you mean "${meant}"?` : OTHERWISE }
}

const OTHERWISE = 'Write "last 7 days", "this month", "from 2026-01-01 to now", a day such as 2026-01-31, or two days.'

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}]+/gu) ?? []

const MOMENT = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/

/** Whether a text is a day or a time in digits, which is sent on as it is. */
export const isMoment = (text: string): boolean => MOMENT.test(text)

const ISO = /(?<!\d)(\d{4})-(\d{2})(?:-(\d{2}))?(?!\d)/g
/** The longest first. */
const NAMED = [...MONTHS, 'sept', ...MONTHS.map((name) => name.slice(0, 3))]
const DAY = /(?<!\d)(\d{1,2})(?:st|nd|rd|th)?(?!\d)/
const YEAR = /(?:,?\s{1,20}(\d{4}))?/
const MONTH_FIRST = pattern('gi')`\b(${NAMED})\.?\s+${DAY}(?!:)${YEAR}`
const DAY_FIRST = pattern('gi')`${DAY}\s+(?:of\s+)?(${NAMED})\b${YEAR}`

/** A day or a month of a text that no calendar has, and the nearest one that is there. */
export function dayFault(text: string): DateFault | undefined {
  for (const [written, year = '', month = '', day] of text.matchAll(ISO)) {
    const nearestMonth = Math.min(12, Math.max(1, Number(month)))
    const last = lastDay(nearestMonth, Number(year))
    const nearestDay = day === undefined ? undefined : Math.min(last, Math.max(1, Number(day)))
    const meant = [year, two(nearestMonth), ...(nearestDay === undefined ? [] : [two(nearestDay)])].join('-')
    if (meant !== written) return noSuchDay(written, meant)
  }
  const named = [
    ...[...text.matchAll(MONTH_FIRST)].map(([written, month, day, year]) => ({ written, month, day, year })),
    ...[...text.matchAll(DAY_FIRST)].map(([written, day, month, year]) => ({ written, month, day, year })),
  ]
  for (const { written, month = '', day = '', year } of named) {
    const number = MONTHS.findIndex((name) => name.startsWith(month.slice(0, 3).toLowerCase())) + 1
    const last = lastDay(number, year === undefined ? LEAP_YEAR : Number(year))
    if (Number(day) > last) return noSuchDay(written, withDay(written, day, last))
    if (Number(day) < 1) return noSuchDay(written, withDay(written, day, 1))
  }
  return undefined
}

/** Without the ending of its number. */
const withDay = (written: string, day: string, now: number): string =>
  written.replace(pattern('i')`${day}(?:st|nd|rd|th)?`, String(now))

const LEAP_YEAR = 2024
const lastDay = (month: number, year: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()
const two = (number: number): string => String(number).padStart(2, '0')
const noSuchDay = (written: string, meant: string): DateFault => ({
  message: `has ${written}, which no calendar has`,
  step: `did you mean "${meant}"?`,
})
