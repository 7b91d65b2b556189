import { NotUnderstood } from '@boardwright/platform/query'
import { isUnit, readTime, startOf, TODAY } from '../calendar.ts'
import { cellOf, compareValues, numberOf, type Value } from '../values.ts'
import { isLike } from './like.ts'

type Function = (...values: readonly Value[]) => Value

/** Null if any argument is null. */
const strict =
  (work: (...values: readonly Exclude<Value, null>[]) => Value): Function =>
  (...values) =>
    values.some((value) => value === null) ? null : work(...(values as Exclude<Value, null>[]))

const number =
  (work: (...values: readonly number[]) => number): Function =>
  (...values) => {
    const numbers: number[] = []
    for (const value of values) {
      const found = numberOf(value)
      if (found === null) return null
      numbers.push(found)
    }
    const result = work(...numbers)
    return Number.isFinite(result) ? result : null
  }

const text = (work: (...values: readonly string[]) => Value): Function =>
  strict((...values) => work(...values.map((value) => String(cellOf(value)))))

/** A text compared with a time or a number is read as one. */
export function compared(a: Value, b: Value): number {
  if (a instanceof Date && typeof b === 'string') return compareValues(a, readTime(b) ?? null)
  if (b instanceof Date && typeof a === 'string') return compareValues(readTime(a) ?? null, b)
  if (typeof a === 'number' && typeof b === 'string') return compareValues(a, numberOf(b))
  if (typeof b === 'number' && typeof a === 'string') return compareValues(numberOf(a), b)
  return compareValues(a, b)
}

const compare = (test: (sign: number) => boolean): Function => strict((a = '', b = '') => test(compared(a, b)))

const timeOf = (value: Value | undefined): Date | null =>
  value instanceof Date ? value : typeof value === 'string' ? (readTime(value) ?? null) : null

const PARTS: Readonly<Record<string, (time: Date) => number>> = {
  dow: (time) => time.getUTCDay(),
  isodow: (time) => time.getUTCDay() || 7,
  hour: (time) => time.getUTCHours(),
  minute: (time) => time.getUTCMinutes(),
  second: (time) => time.getUTCSeconds(),
  day: (time) => time.getUTCDate(),
  month: (time) => time.getUTCMonth() + 1,
  quarter: (time) => Math.floor(time.getUTCMonth() / 3) + 1,
  year: (time) => time.getUTCFullYear(),
  epoch: (time) => time.getTime() / 1000,
  doy: (time) => Math.floor((time.getTime() - Date.UTC(time.getUTCFullYear(), 0)) / 86_400_000) + 1,
}

const CASTS: readonly (readonly [pattern: RegExp, cast: (value: Exclude<Value, null>) => Value])[] = [
  [
    /^(date)$/,
    (value) => {
      const time = timeOf(value)
      return time && startOf(time, 'day')
    },
  ],
  [/^timestamp/, timeOf],
  [
    /^(int|bigint|smallint|integer)/,
    (value) => {
      const found = numberOf(value)
      return found === null ? null : Math.round(found)
    },
  ],
  [/^(numeric|decimal|float|double|real|number)/, (value) => numberOf(value)],
  [/^bool/, (value) => value === true || value === 'true' || value === 1],
]

const castTo = (value: Value, type: Value): Value => {
  if (value === null) return null
  const cast = CASTS.find(([pattern]) => pattern.test(String(type)))
  return cast ? cast[1](value) : String(cellOf(value))
}

const FUNCTIONS: Readonly<Record<string, Function>> = {
  '=': compare((sign) => sign === 0),
  '<>': compare((sign) => sign !== 0),
  '<': compare((sign) => sign < 0),
  '<=': compare((sign) => sign <= 0),
  '>': compare((sign) => sign > 0),
  '>=': compare((sign) => sign >= 0),
  and: (a, b) => (a === false || b === false ? false : a === null || b === null ? null : true),
  or: (a, b) => (a === true || b === true ? true : a === null || b === null ? null : false),
  not: strict((a) => a !== true),
  is: (a, b) => a === b,
  in: (value, ...list) =>
    value === null || value === undefined ? null : list.some((each) => each !== null && compared(value, each) === 0),
  like: text((value = '', pattern = '') => isLike(value, pattern)),
  '+': number((a = 0, b = 0) => a + b),
  '-': (a, b) =>
    a instanceof Date && b instanceof Date
      ? (a.getTime() - b.getTime()) / 86_400_000
      : number((c = 0, d = 0) => c - d)(a ?? null, b ?? null),
  '*': number((a = 0, b = 0) => a * b),
  '/': number((a = 0, b = 0) => a / b),
  '%': number((a = 0, b = 0) => a % b),
  '||': text((a, b) => `${a}${b}`),
  abs: number((a = 0) => Math.abs(a)),
  ceil: number((a = 0) => Math.ceil(a)),
  ceiling: number((a = 0) => Math.ceil(a)),
  floor: number((a = 0) => Math.floor(a)),
  sqrt: number((a = 0) => Math.sqrt(a)),
  ln: number((a = 0) => Math.log(a)),
  exp: number((a = 0) => Math.exp(a)),
  power: number((a = 0, b = 0) => a ** b),
  mod: number((a = 0, b = 0) => a % b),
  sign: number((a = 0) => Math.sign(a)),
  round: number((a = 0, digits = 0) => Math.round(a * 10 ** digits) / 10 ** digits),
  trunc: number((a = 0) => Math.trunc(a)),
  coalesce: (...values) => values.find((value) => value !== null) ?? null,
  nullif: (a, b) => (a !== undefined && b !== undefined && compared(a, b) === 0 ? null : (a ?? null)),
  greatest: (...values) =>
    values
      .filter((value) => value !== null)
      .toSorted(compared)
      .at(-1) ?? null,
  least: (...values) => values.filter((value) => value !== null).toSorted(compared)[0] ?? null,
  lower: text((value = '') => value.toLowerCase()),
  upper: text((value = '') => value.toUpperCase()),
  trim: text((value = '') => value.trim()),
  length: text((value = '') => value.length),
  concat: (...values) => values.map((value) => (value === null ? '' : String(cellOf(value)))).join(''),
  replace: text((value = '', from = '', to = '') => value.replaceAll(from, to)),
  left: text((value = '', count = '') => value.slice(0, Number(count))),
  right: text((value = '', count = '') => value.slice(-Number(count))),
  substring: text((value = '', from = '1', count) =>
    value.substr(Number(from) - 1, count === undefined ? undefined : Number(count)),
  ),
  split_part: text((value = '', sign = '', at = '1') => value.split(sign)[Number(at) - 1] ?? ''),
  now: () => TODAY,
  current_date: () => TODAY,
  cast: (value = null, type = null) => castTo(value, type),
  date: (value = null) => castTo(value, 'date'),
  date_trunc: strict((unit, value) => {
    const [name, time] = [String(unit).toLowerCase(), timeOf(value)]
    return time && isUnit(name) ? startOf(time, name) : null
  }),
  date_part: strict((unit, value) => {
    const time = timeOf(value)
    return (time && PARTS[String(unit).toLowerCase()]?.(time)) ?? null
  }),
}

export function functionNamed(name: string): Function {
  const found = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
  if (!found) throw new NotUnderstood(`the function ${name} is not known`)
  return found
}
