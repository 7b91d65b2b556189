import { pattern } from '@boardwright/common'
import { checked, either, map, TEXT, type Value, word } from './value.ts'

/** Texts with rules of their own: formats, intervals, currencies, times. */

const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year']

const matching = (what: string, form: RegExp): Value => checked(what, (text) => form.test(text))

export const INTERVAL = matching('an interval such as 7 days', pattern()`^-?\d+ ${UNITS.slice(1)}s?$`)
export const WINDOW = either(INTERVAL, word('unbounded'))
export const EVERY = matching('an interval such as 1 hour', /^\d+ (?:second|minute|hour|day|week)s?$/)
/** Three letters in a row are a name, so there is one way to read a part. */
const CRON_PART = /^(?:[\d*?#,/-]|[LW](?![A-Za-z]{2})|[A-Za-z]{3})+$/
const CRON = checked('a cron expression', (text) => {
  const parts = text.trim().split(/\s+/)
  return (parts.length === 5 || parts.length === 6) && parts.every((part) => CRON_PART.test(part))
})

export const EVERY_OR_CRON = either(EVERY, CRON)

export const GRAIN_INTERVAL = matching(
  'an interval such as 1 month',
  pattern()`^\d+\s+${UNITS}s?(?:\s\d+\s+${UNITS}s?){0,7}$`,
)
export const GRAIN_OFFSET = matching(
  'an offset such as -2 months',
  pattern()`^-?\d+\s+${UNITS}s?(?:\s-?\d+\s+${UNITS}s?){0,7}$`,
)
export const ORIGIN = checked('a date such as 2026-01-01', (text) => !Number.isNaN(new Date(text).getTime()))

/** Intervals that fill a year, a day or an hour, so that nobody has to say where they begin. */
const WHOLE: readonly (readonly [unit: string, fits: (count: number) => boolean])[] = [
  ['year', () => true],
  ['month', (count) => 12 % count === 0],
  ['quarter', (count) => 4 % count === 0],
  ['week', (count) => count === 1],
  ['day', (count) => count === 1],
  ['hour', (count) => 24 % count === 0],
  ['minute', (count) => 60 % count === 0],
  ['second', (count) => 60 % count === 0],
]
export function needsOrigin(interval: string): boolean {
  const [count = '', unit = '', ...more] = interval.split(' ')
  return more.length > 0 || !WHOLE.some(([name, fits]) => unit.includes(name) && fits(Number(count)))
}

export const ZONE = checked('a time zone such as Europe/Zurich', (text) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }) !== undefined
  } catch (cause) {
    if (cause instanceof RangeError) return false
    throw cause
  }
})

const CURRENCIES: ReadonlySet<string> = new Set(
  (
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP ' +
    'CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF ' +
    'IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK ' +
    'MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR ' +
    'SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND ' +
    'VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWL'
  ).split(' '),
)
export const CURRENCY = checked('the code of a currency such as EUR', (text) => CURRENCIES.has(text.toUpperCase()))

/** A format that charts know, with or without the number of its decimals. */
const NAMED_FORMAT = /^(?:(?:number|percent|currency)_[0-6]|(?:decimal|abbr|accounting)(?:_[0-6])?|id)$/
/** As in d3: fill, sign, symbol, width, comma, precision and type, each of which may be missing. */
const NUMBER_FORMAT = /^(?:.?[<>=^])?(?<said>[+\-( ]?[$#]?0?\d*,?(?:\.\d+)?~?(?<type>[a-zA-Z%])?)$/
const isNumberFormat = (text: string): boolean => {
  const { said, type } = NUMBER_FORMAT.exec(text)?.groups ?? {}
  return said !== undefined && said !== '' && /^[efgrs%pbodxcn]?$/i.test(type ?? '')
}
/** As in d3 and strftime: at least one specifier. */
const isTimeFormat = (text: string): boolean => {
  const specifiers = text.match(/%[\s\S]?/g) ?? []
  return (
    specifiers.every((each) => /^%[aAbBcdHIjmMnpStUwWxXyYZ%efgGLqQsuV]$/.test(each)) &&
    specifiers.some((each) => each !== '%%')
  )
}

export const MEASURE_FORMAT = checked(
  'a format such as percent, currency or ",.2f"',
  (text) =>
    text === 'percent' || text === 'currency' || text === 'number' || NAMED_FORMAT.test(text) || isNumberFormat(text),
)
const LINK = map('a link', { type: word('link'), label: TEXT }, { required: ['label'] })
export const PLAIN_FORMAT = either(word('imageUrl link currency percent number id'), LINK)
export const NUMERIC_FORMAT = either(
  ...[PLAIN_FORMAT, checked('a format', (text) => NAMED_FORMAT.test(text) || isNumberFormat(text))],
)
export const TIME_FORMAT = either(PLAIN_FORMAT, checked('a format of times, such as %Y-%m-%d', isTimeFormat))
