/** Formats as the data API shows them: a name, or what d3 makes of it. */

const FLAT: Readonly<Record<string, (digits: string) => string>> = {
  number: (digits) => (digits === '0' ? ',.0f' : `,.${digits}~f`),
  decimal: (digits) => (digits === '0' ? ',.0f' : `,.${digits}~f`),
  percent: (digits) => (digits === '0' ? '.0%' : `.${digits}~%`),
  currency: (digits) => (digits === '0' ? '$,.0f' : `$,.${digits}~f`),
  accounting: (digits) => (digits === '0' ? '(,.0f' : `(,.${digits}~f`),
  abbr: (digits) => `.${digits}~s`,
}
const USUAL_DIGITS = '2'

/** The specifier of a format that has a name of its own. */
function namedSpecifier(format: string): string | undefined {
  if (format === 'id') return '.0f'
  const [, name = '', digits] = /^([a-z]+)(?:_([0-6]))?$/.exec(format) ?? []
  return Object.hasOwn(FLAT, name) ? FLAT[name]?.(digits ?? USUAL_DIGITS) : undefined
}

const PLAIN: ReadonlySet<unknown> = new Set(['percent', 'currency', 'number', 'imageUrl', 'link'])

export type ShownFormat = string | Readonly<Record<string, unknown>> | undefined

/** As it is shown of a measure, or of a dimension of this type. */
export function shownFormat(format: unknown, type: string): ShownFormat {
  if (typeof format === 'object' && format !== null) return { ...format }
  if (typeof format !== 'string' || PLAIN.has(format)) return typeof format === 'string' ? format : undefined
  const value = namedSpecifier(format)
  if (value !== undefined) return { type: 'custom-numeric', value, alias: format }
  return { type: type === 'time' ? 'custom-time' : 'custom-numeric', value: format }
}

/** How numbers are written, for charts. */
export function formatDescription(format: ShownFormat, currency: string | undefined): object {
  const code = currency === undefined ? {} : { currency }
  if (typeof format === 'object' && format['type'] === 'custom-numeric')
    return { name: format['alias'] ?? 'custom', specifier: format['value'], ...code }
  const name = typeof format === 'string' && namedSpecifier(format) !== undefined ? format : 'number'
  return { name, specifier: namedSpecifier(name), ...code }
}
