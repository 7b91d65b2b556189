import { didYouMean, pattern } from '@boardwright/common'
import { z } from 'zod'

/** Formats and units as texts in charts. */

/** Formats of d3, which Vega-Lite refuses to draw with if it cannot read them. */
export const isNumberFormat = (text: string): boolean =>
  /^(?:.?[<>=^])?[+\-( ]?[$#]?0?\d*,?(?:\.\d+)?~?[a-z%]?$/i.test(text)

/** Any text is a format of time; without a directive it says the same at every time. */
export const isTimeFormat = (text: string): boolean => /%[-_0]?[a-z%]/i.test(text)

/** As in spreadsheets: `$0,0.00`, `0.0a`, `#,##0`. */
const isSheetFormat = (text: string): boolean => /^[^\w#.]*[0#][0#,]*(?:\.[0#]+)?\s*[a-z%\p{Sc}]{0,3}$/iu.test(text)

export const A_NUMBER_FORMAT = 'a format of numbers, such as ,.0f, $,.2f or .1%'
export const A_TIME_FORMAT = 'a format of time, such as %b %Y'

/** Formats under the names that people know from elsewhere. */
const NAMED: Readonly<Record<string, string>> = {
  ...{ currency: '$,.2f', usd: '$,.2f', eur: '$,.2f', money: '$,.2f' },
  ...{ percent: '.1%', percentage: '.1%', pct: '.1%' },
  ...{ number: ',', integer: ',.0f', int: ',.0f', decimal: ',.2f', compact: '~s', short: '~s' },
}

export const formatNamed = (text: string): string | undefined =>
  Object.hasOwn(NAMED, text.toLowerCase()) ? NAMED[text.toLowerCase()] : undefined

/** The format of a KPI. */
export const NumberFormat = z.string().superRefine((text, context) => {
  if (isNumberFormat(text) || isSheetFormat(text)) return
  const step = didYouMean(formatNamed(text), `Write ${A_NUMBER_FORMAT}.`)
  context.addIssue({ code: 'custom', message: `is not a format of numbers: "${text}"`, params: { step } })
})

export const Unit = z.enum(['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'])

const PARTS = 'year quarter month week day dayofyear date hours minutes seconds milliseconds'.split(' ')
const ALL_PARTS = PARTS.reduce((before, part) => pattern()`${before}(?:${part})?`, /(?=.)/)
const TIME_UNIT = pattern()`^(?:binned)?(?:utc)?${ALL_PARTS}$`

/** `yearmonth`, `utchours`: parts of a time, the longest first. */
export const isTimeUnit = (text: string): boolean => TIME_UNIT.test(text)

/** The usual ones, for suggestions. */
export const TIME_UNITS = [...PARTS, 'yearquarter', 'yearmonth', 'yearweek', 'yearmonthdate', 'yearmonthdatehours']
