import { PERIODS } from './periods.ts'
import { type Column, losesDigits } from './rows.ts'

export interface Formats {
  readonly locale?: string | undefined
  readonly timezone?: string | undefined
}

interface NumberStyle {
  readonly prefix: string
  readonly suffix: string
  readonly options: Intl.NumberFormatOptions
}

const SIGNS = '$€£¥₣'

/**
 * Formats a number: `$,.2f` and `.1%` as in charts, `$0,0.00` and `0.0a` as in spreadsheets. A `$` stands for the
 * amount's currency, which is empty if the data model names none.
 */
export function formatNumber(
  value: number | bigint,
  format: string | undefined,
  { locale }: Formats,
  currency?: string | undefined,
): string {
  const { prefix, suffix, options } = readFormat(format)
  const sign = prefix === '$' && currency !== undefined ? currencySign(currency, locale) : prefix
  return `${value < 0 ? '−' : ''}${sign}${safeNumber(sizeOf(value), locale, options)}${suffix}`
}

const sizeOf = (value: number | bigint): number | bigint =>
  typeof value === 'number' ? Math.abs(value) : value < 0n ? -value : value

/** What people write before a number in that language: `€`, `CHF `. */
export function currencySign(currency: string, locale: string | undefined): string {
  if (currency === '') return ''
  try {
    const parts = new Intl.NumberFormat(locale, { style: 'currency', currency }).formatToParts(1)
    const sign = parts.find(({ type }) => type === 'currency')?.value ?? currency
    return /\p{L}$/u.test(sign) ? `${sign}\u00a0` : sign
  } catch {
    return `${currency}\u00a0`
  }
}

function readFormat(format: string | undefined): NumberStyle {
  if (format === undefined) return { prefix: '', suffix: '', options: { maximumFractionDigits: 2 } }
  const prefix = [...format].find((sign) => SIGNS.includes(sign)) ?? ''
  const decimals = decimalsIn(format)
  const digits: Intl.NumberFormatOptions =
    decimals === undefined
      ? { maximumFractionDigits: 2 }
      : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const useGrouping = format.includes(',') || format.includes('0,0')
  if (format.includes('%')) return { prefix, suffix: '', options: { ...digits, style: 'percent', useGrouping } }
  if (/[sa]\s*$/.test(format)) {
    return { prefix, suffix: '', options: { ...digits, notation: 'compact', compactDisplay: 'short' } }
  }
  return { prefix, suffix: '', options: { ...digits, useGrouping } }
}

function decimalsIn(format: string): number | undefined {
  const precise = /\.(\d+)[a-z%]?\s*$/i.exec(format)
  if (precise && !/0\.0/.test(format)) return Math.min(10, Number(precise[1]))
  const zeros = /0\.(0+)/.exec(format)
  if (zeros) return Math.min(10, (zeros[1] ?? '').length)
  return /0/.test(format) ? 0 : undefined
}

function safeNumber(value: number | bigint, locale: string | undefined, options: Intl.NumberFormatOptions): string {
  try {
    return new Intl.NumberFormat(locale, options).format(value)
  } catch {
    return new Intl.NumberFormat('en', options).format(value)
  }
}

/** A value as shown in a table. */
export function formatCell(
  value: unknown,
  column: Pick<Column, 'type' | 'format' | 'decimals' | 'grain' | 'currency'>,
  formats: Formats,
): string {
  if (value === null || value === undefined || value === '') return '–'
  if (column.type === 'boolean') return value === true || value === 'true' ? 'yes' : 'no'
  if (column.type === 'time') return formatTime(String(value), formats, column.grain)
  const number = losesDigits(value) ? BigInt(value) : typeof value === 'number' ? value : Number(value)
  if (column.type !== 'number' || (typeof number === 'number' && !Number.isFinite(number))) return String(value)
  const decimals = column.decimals
  if (column.format === 'percent') return formatNumber(number, `,.${decimals ?? 1}%`, formats)
  if (column.format === 'currency') return formatNumber(number, `$,.${decimals ?? 2}f`, formats, column.currency ?? '')
  return formatNumber(number, decimals === undefined ? undefined : `,.${decimals}f`, formats)
}

const DAY = /^\d{4}-\d{2}-\d{2}/

/** A time, named as the period that begins with it. */
export function formatTime(text: string, { locale, timezone }: Formats, grain?: string | undefined): string {
  if (!DAY.test(text)) return text
  const isWholeDay = /T00:00:00(\.0+)?$/.test(text) || text.length === 10
  const time = new Date(isWholeDay ? `${text.slice(0, 10)}T00:00:00Z` : text)
  if (Number.isNaN(time.getTime())) return text
  const period = isWholeDay ? PERIODS[grain ?? ''] : undefined
  const zone = isWholeDay ? 'UTC' : timezone
  const options: Intl.DateTimeFormatOptions = isWholeDay
    ? { dateStyle: 'medium' }
    : { dateStyle: 'medium', timeStyle: 'short' }
  try {
    if (period) return period.named(time, locale)
    return new Intl.DateTimeFormat(locale, { ...options, ...(zone === undefined ? {} : { timeZone: zone }) }).format(
      time,
    )
  } catch {
    return new Intl.DateTimeFormat('en', options).format(time)
  }
}

export function titleOf(name: string): string {
  const last = name.split('.').at(-1) ?? name
  const words = last.replaceAll(/[_\s]+/g, ' ').trim()
  return words === '' ? name : `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
