import { ascending, splitAccessPath } from 'vega'
import { sequence } from '../endless.ts'
import type { Call } from './library.ts'
import { read } from './values.ts'

type Sequence = string | readonly unknown[]

/** Methods are taken from the language's own prototypes here, never from what they are called on. */
const { slice, indexOf, lastIndexOf, join } = Array.prototype
const { test } = RegExp.prototype

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value) || ArrayBuffer.isView(value)

function listIn(value: unknown, name: string): readonly unknown[] {
  if (isList(value)) return value
  throw new TypeError(`${name}() needs a list`)
}

function sequenceIn(value: unknown, name: string): Sequence {
  return typeof value === 'string' ? value : listIn(value, name)
}

const isPattern = (value: unknown): value is RegExp => value instanceof RegExp
/** An expression that a chart wrote itself. What ends a chart that never ends is outside. */
export const writtenPattern = (source: unknown, flags?: unknown): RegExp =>
  new RegExp(source as string, flags as string)
const patternOf = (value: unknown): RegExp => (isPattern(value) ? value : writtenPattern(value))

function replace(text: unknown, pattern: unknown, by: unknown): string {
  if (typeof pattern !== 'string' && !isPattern(pattern)) throw new TypeError('replace() needs a text or a pattern')
  return String(text).replace(pattern, String(by))
}

const entriesOf = (part: unknown): [string, unknown][] =>
  typeof part === 'object' && part !== null ? Object.keys(part).map((key) => [key, read(part, key)]) : []

const merge = (...parts: readonly unknown[]): object => Object.fromEntries(parts.flatMap(entriesOf))

function pluck(from: unknown, name: unknown): unknown {
  const path = splitAccessPath(String(name))
  const at = (value: unknown): unknown => path.reduce(read, value)
  return Array.isArray(from) ? from.map(at) : at(from)
}

const datetime = (year: unknown, month = 0, day = 1, ...time: readonly number[]): Date => {
  const [hours = 0, minutes = 0, seconds = 0, ms = 0] = time
  return typeof year === 'string' ? new Date(year) : new Date(year as number, month, day, hours, minutes, seconds, ms)
}

const PARTS: Readonly<Record<string, (at: Date) => number>> = {
  date: (at) => at.getDate(),
  utcdate: (at) => at.getUTCDate(),
  day: (at) => at.getDay(),
  utcday: (at) => at.getUTCDay(),
  year: (at) => at.getFullYear(),
  utcyear: (at) => at.getUTCFullYear(),
  month: (at) => at.getMonth(),
  utcmonth: (at) => at.getUTCMonth(),
  hours: (at) => at.getHours(),
  utchours: (at) => at.getUTCHours(),
  minutes: (at) => at.getMinutes(),
  utcminutes: (at) => at.getUTCMinutes(),
  seconds: (at) => at.getSeconds(),
  utcseconds: (at) => at.getUTCSeconds(),
  milliseconds: (at) => at.getMilliseconds(),
  utcmilliseconds: (at) => at.getUTCMilliseconds(),
  time: (at) => at.getTime(),
  timezoneoffset: (at) => at.getTimezoneOffset(),
}

const dateParts = Object.entries(PARTS).map(([name, part]): [string, Call] => [
  name,
  (at) => part(new Date(at as Date)),
])

const maths = (
  [
    ...['abs', 'acos', 'asin', 'atan', 'atan2', 'ceil', 'cos', 'exp', 'floor', 'hypot', 'log', 'max', 'min', 'pow'],
    ...['round', 'sin', 'sqrt', 'tan'],
  ] as const
).map((name): [string, Call] => [name, Math[name as 'max'] as Call])

/** Functions that need nothing but their arguments. */
export const PURE: ReadonlyMap<string, Call> = new Map<string, Call>([
  ...maths,
  ...dateParts,
  ['isNaN', (value) => Number.isNaN(value)],
  ['isFinite', (value) => Number.isFinite(value)],
  ['clamp', (value, low, high) => Math.max(low as number, Math.min(high as number, value as number))],
  ['now', () => Date.now()],
  ['utc', (...parts) => Date.UTC(...(parts as [number, number]))],
  ['datetime', datetime as Call],
  ['length', (value) => read(value, 'length')],
  ['join', (list, ...args) => join.apply(listIn(list, 'join') as unknown[], args as [string])],
  ['indexof', (from, ...args) => search(from, args, 'indexof')],
  ['lastindexof', (from, ...args) => search(from, args, 'lastindexof')],
  ['slice', (from, ...args) => cut(from, args as [number, number])],
  ['reverse', (list) => slice.call(listIn(list, 'reverse')).reverse()],
  ['sort', (list) => slice.call(listIn(list, 'sort')).sort(ascending)],
  ['sequence', sequence as Call],
  ['parseFloat', (text) => Number.parseFloat(text as string)],
  ['parseInt', (text, base) => Number.parseInt(text as string, base as number)],
  ['upper', (text) => String(text).toUpperCase()],
  ['lower', (text) => String(text).toLowerCase()],
  ['trim', (text) => String(text).trim()],
  ['substring', (text, ...args) => String(text).substring(...(args as [number, number]))],
  ['split', (text, by, most) => String(text).split(isPattern(by) ? by : (by as string), most as number)],
  ['replace', replace],
  ['btoa', (text) => btoa(String(text))],
  ['atob', (text) => atob(String(text))],
  ['encodeURIComponent', (text) => encodeURIComponent(String(text))],
  ['regexp', writtenPattern],
  ['test', (pattern, text) => test.call(patternOf(pattern), text as string)],
  ['merge', merge],
  ['pluck', pluck],
])

function search(from: unknown, args: readonly unknown[], name: 'indexof' | 'lastindexof'): number {
  const at = sequenceIn(from, name)
  if (typeof at === 'string') {
    const [text, start] = args as [string, number]
    return name === 'indexof' ? at.indexOf(text, start) : at.lastIndexOf(text, ...(args.length > 1 ? [start] : []))
  }
  return (name === 'indexof' ? indexOf : lastIndexOf).apply(at as unknown[], args as [unknown])
}

function cut(from: unknown, range: [number, number]): unknown {
  const at = sequenceIn(from, 'slice')
  return typeof at === 'string' ? at.slice(...range) : slice.apply(at as unknown[], range)
}
