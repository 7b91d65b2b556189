import { type Filter, membersOf } from './filters.ts'

/** A query of the data API, in normal form. */
export interface Query {
  readonly measures: readonly string[]
  readonly dimensions: readonly string[]
  readonly segments: readonly string[]
  readonly timeDimensions: readonly TimeDimension[]
  readonly filters: readonly Filter[]
  readonly order: readonly (readonly [member: string, direction: string])[]
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

export interface TimeDimension {
  readonly dimension: string
  readonly granularity?: string | undefined
  readonly dateRange?: unknown
}

export const membersIn = ({ measures, dimensions, segments, timeDimensions, filters }: Query): string[] => [
  ...[...measures, ...dimensions, ...segments],
  ...timeDimensions.map(({ dimension }) => dimension),
  ...filters.flatMap(membersOf),
]
