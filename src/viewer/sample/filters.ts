import { type FreeForm, mapsAt, textAt, textsAt } from '../data/free.ts'
import type { Row } from '../data/rows.ts'
import { shares } from './chance.ts'

interface Filter {
  readonly member: string
  readonly operator: string
  readonly values: readonly string[]
}

/** Those at the top: `or` leaves everything open. */
export const filtersIn = (query: FreeForm): Filter[] =>
  mapsAt(query, 'filters').flatMap((filter) => {
    const member = textAt(filter, 'member') ?? textAt(filter, 'dimension')
    const values = textsAt(filter, 'values')
    return member === undefined ? [] : [{ member, operator: textAt(filter, 'operator') ?? 'equals', values }]
  })

type Test = (value: unknown, values: readonly string[]) => boolean

const isIn: Test = (value, values) => values.length === 0 || values.includes(String(value))
const has: Test = (value, values) =>
  values.length === 0 || values.some((each) => String(value).toLowerCase().includes(each.toLowerCase()))
const number =
  (test: (value: number, other: number) => boolean): Test =>
  (value, [other]) =>
    other === undefined || test(Number(value), Number(other))

const TESTS: Readonly<Record<string, Test>> = {
  equals: isIn,
  notEquals: (value, values) => values.length === 0 || !isIn(value, values),
  contains: has,
  notContains: (value, values) => values.length === 0 || !has(value, values),
  gt: number((value, other) => value > other),
  gte: number((value, other) => value >= other),
  lt: number((value, other) => value < other),
  lte: number((value, other) => value <= other),
  set: (value) => value !== null && value !== undefined,
  notSet: (value) => value === null || value === undefined,
}

const keeps = ({ operator, values }: Filter, value: unknown): boolean => TESTS[operator]?.(value, values) ?? true

/** Rows that the filters over their own columns leave. */
export function filterRows<R extends Row>(rows: readonly R[], filters: readonly Filter[]): R[] {
  return rows.filter((row) => filters.every((filter) => !(filter.member in row) || keeps(filter, row[filter.member])))
}

/** The part of everything that filters leave which no column shows. */
export const shareLeft = (filters: readonly Filter[], valuesOf: (member: string) => readonly unknown[]): number =>
  filters.reduce((share, filter) => {
    const all = [...new Set([...valuesOf(filter.member).map(String), ...filter.values])]
    const sizes = shares(all.length, filter.member)
    return share * all.reduce((sum, value, index) => sum + (keeps(filter, value) ? (sizes[index] ?? 0) : 0), 0)
  }, 1)
