import { readRange, readTime } from './calendar.ts'
import type { Expression } from './sql/syntax.ts'
import { cellOf, numberOf, type Value } from './values.ts'

export type Filter =
  | { readonly and: readonly Filter[] }
  | { readonly or: readonly Filter[] }
  | { readonly member: string; readonly operator: string; readonly values: readonly unknown[] }

type Test = (value: Value) => boolean
type Make = (values: readonly unknown[]) => Test | undefined

const lower = (value: unknown): string => String(value).toLowerCase()
const textOf = (value: Value): string => lower(cellOf(value))

/** A test that lets everything through if there are no values. */
const some =
  (make: (values: readonly unknown[]) => Test): Make =>
  (values) =>
    values.length === 0 ? undefined : make(values)

const YES = /^(?:true|t|yes|y|1)$/i

/** Yes and no are written in several ways. */
const isOneOf = some((values) => {
  const wanted = new Set(values.map((each) => (each === null ? null : String(each))))
  const answers = new Set(values.flatMap((each) => (each === null ? [] : [YES.test(String(each))])))
  return (value) =>
    typeof value === 'boolean' ? answers.has(value) : wanted.has(value === null ? null : String(cellOf(value)))
})
const holds = some((values) => (value) => value !== null && values.some((each) => textOf(value).includes(lower(each))))
const starts = some(
  (values) => (value) => value !== null && values.some((each) => textOf(value).startsWith(lower(each))),
)
const ends = some((values) => (value) => value !== null && values.some((each) => textOf(value).endsWith(lower(each))))
const ordered = (test: (sign: number) => boolean): Make =>
  some(([first]) => (value) => {
    const sign = value === null ? undefined : signOf(value, first)
    return sign !== undefined && test(sign)
  })

/** Texts compare as texts, times as times, everything else as numbers. */
function signOf(value: Value, than: unknown): number | undefined {
  if (typeof value === 'string') return value < String(than) ? -1 : Number(value > String(than))
  const own = value instanceof Date ? value.getTime() : numberOf(value)
  const other = value instanceof Date ? readTime(String(than))?.getTime() : Number(than)
  return own === null || other === undefined || Number.isNaN(other) ? undefined : Math.sign(own - other)
}
const not =
  (make: Make): Make =>
  (values) => {
    const test = make(values)
    return test && ((value) => !test(value))
  }

/** A range that only the platform can read filters nothing. */
const dated =
  (test: (at: number, from: number, to: number) => boolean): Make =>
  ([first, last]) => {
    const range = first === undefined ? undefined : readRange(last === undefined ? first : [first, last])
    if (!range) return undefined
    const [from, to] = range.map((each) => each.getTime())
    return (value) => value instanceof Date && test(value.getTime(), from ?? 0, to ?? 0)
  }
const isWithin = dated((at, from, to) => at >= from && at < to)
const isBefore = dated((at, from) => at < from)
const isAfter = dated((at, _, to) => at >= to)

const TESTS: Readonly<Record<string, Make>> = {
  equals: isOneOf,
  notEquals: not(isOneOf),
  in: isOneOf,
  notIn: not(isOneOf),
  contains: holds,
  notContains: not(holds),
  startsWith: starts,
  notStartsWith: not(starts),
  endsWith: ends,
  notEndsWith: not(ends),
  gt: ordered((sign) => sign > 0),
  gte: ordered((sign) => sign >= 0),
  lt: ordered((sign) => sign < 0),
  lte: ordered((sign) => sign <= 0),
  set: () => (value) => value !== null,
  notSet: () => (value) => value === null,
  inDateRange: isWithin,
  notInDateRange: not(isWithin),
  onTheDate: isWithin,
  beforeDate: isBefore,
  beforeOrOnDate: not(isAfter),
  afterDate: isAfter,
  afterOrOnDate: not(isBefore),
}

/** A filter as a test for each row or group. Undefined lets everything through. */
export function testOf(filter: Filter, expressionOf: (member: string) => Expression): Expression | undefined {
  if ('and' in filter || 'or' in filter) {
    const name = 'and' in filter ? 'and' : 'or'
    const parts = ('and' in filter ? filter.and : filter.or).map((each) => testOf(each, expressionOf))
    const known = parts.filter((part) => part !== undefined)
    // If one of several alternatives lets everything through, all of them together do.
    if (known.length === 0 || (name === 'or' && known.length < parts.length)) return undefined
    return known.reduce((left, right): Expression => ({ kind: 'call', name, of: [left, right] }))
  }
  const test = Object.hasOwn(TESTS, filter.operator) ? TESTS[filter.operator]?.(filter.values) : undefined
  return test && { kind: 'test', of: expressionOf(filter.member), test: remembering(test) }
}

export const membersOf = (filter: Filter): string[] => {
  if ('and' in filter) return filter.and.flatMap(membersOf)
  return 'or' in filter ? filter.or.flatMap(membersOf) : [filter.member]
}

const MOST_REMEMBERED = 1000

/** Remembers results, because the same few values keep coming. */
function remembering(test: Test): Test {
  const known = new Map<Value, boolean>()
  return (value) => {
    const before = known.get(value)
    if (before !== undefined) return before
    const found = test(value)
    if (known.size < MOST_REMEMBERED) known.set(value, found)
    return found
  }
}
