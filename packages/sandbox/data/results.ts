import { readRange } from '@boardwright/pictures'
import { NotUnderstood } from '@boardwright/platform/query'
import { badRequest } from '../http/refusal.ts'
import type { Platform } from '../platform.ts'
import type { Members } from './members.ts'
import { annotate } from './meta.ts'
import type { Query, QueryType } from './query.ts'

/** The answer to one query: its rows, what its columns are, and how it was understood. */
export function resultOf({ clock, switches }: Platform, members: Members, type: QueryType, query: Query): object {
  const { rows: found, total } = rowsOf(members, query)
  const rows = switches.queryValues === 'texts' ? found.map(inTexts) : found
  return {
    query: understood(query),
    lastRefreshTime: clock.stamp(),
    annotation: annotationOf(members, query),
    ...{ dataSource: 'default', dbType: 'duckdb', external: false, slowQuery: false },
    total: query.total === true ? total : null,
    data: shaped(rows.length === 0 ? rows : withPlace(type, rows, query), query),
  }
}

type Row = Readonly<Record<string, unknown>>

/** What cannot be computed is an error of the database on the platform. */
function rowsOf({ company }: Members, query: Query): { readonly rows: readonly Row[]; readonly total: number } {
  try {
    return company.ask(query)
  } catch (cause) {
    if (cause instanceof NotUnderstood) throw badRequest(`the query cannot be computed: ${cause.message}`)
    throw cause
  }
}

const inTexts = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
  )

/** Rows as maps, or the names of the columns once. */
function shaped(rows: readonly Row[], { sent: { responseFormat } }: Query): unknown {
  const members = Object.keys(rows[0] ?? {})
  if (responseFormat === 'compact') return { members, dataset: rows.map((row) => members.map((name) => row[name])) }
  if (responseFormat === 'columnar') return { members, columns: members.map((name) => rows.map((row) => row[name])) }
  return rows
}

function annotationOf(members: Members, { measures, dimensions, segments, timeDimensions }: Query): object {
  const times = timeDimensions.flatMap(({ dimension, granularity }) => {
    if (granularity === undefined) return []
    return [`${dimension}.${granularity}`, ...(dimensions.includes(dimension) ? [] : [dimension])]
  })
  return {
    measures: annotate(members, measures),
    dimensions: annotate(members, dimensions),
    segments: annotate(members, segments),
    timeDimensions: annotate(members, times),
  }
}

const USUAL_LIMIT = 10_000

/** The query with what it left out, and its dates resolved. */
export function understood({ sent, dimensions, timeDimensions, limit = USUAL_LIMIT }: Query): object {
  const { order, filters = [], cache: _, timezone = 'UTC', ...rest } = sent
  const pairs = order === undefined ? undefined : Array.isArray(order) ? order : Object.entries(order)
  return {
    ...rest,
    ...(pairs ? { order: pairs.map(([id, direction]) => ({ id, desc: direction === 'desc' })) } : {}),
    ...{ filters: filters.map(plainFilter), dimensions, timezone, limit, rowLimit: limit },
    timeDimensions: timeDimensions.map((time) => ({ ...time, dateRange: resolved(time.dateRange) })),
    cacheMode: sent.cacheMode ?? 'stale-if-slow',
  }
}

type Filter = NonNullable<Query['sent']['filters']>[number]

function plainFilter({ and, or, member, dimension, operator = '', values }: Filter): object {
  if (and) return { and: and.map(plainFilter) }
  if (or) return { or: or.map(plainFilter) }
  const texts = values?.map((value) => (value === null ? null : String(value)))
  return { member: member ?? dimension, operator, ...(texts ? { values: datesIn(operator, texts) } : {}) }
}

/** The moments of a range in words that each operator on dates compares with: all others compare with what was sent. */
const MOMENTS: Readonly<Record<string, readonly [from: number, to?: number]>> = {
  ...{ inDateRange: [0, 2], notInDateRange: [0, 2], onTheDate: [0, 2], beforeDate: [0, 1], afterOrOnDate: [0, 1] },
  ...{ beforeOrOnDate: [1], afterDate: [1] },
}

const ABSOLUTE = /^\d{4}-\d\d-\d\d/

function datesIn(operator: string, values: readonly (string | null)[]): readonly (string | null)[] {
  const [moments, [value]] = [MOMENTS[operator], values]
  if (!moments || values.length !== 1 || value === undefined || value === null) return values
  const range = resolved(value)
  const isSent = !Array.isArray(range) || (moments[1] !== 2 && ABSOLUTE.test(value))
  return isSent ? values : range.slice(...moments)
}

/** The first and the last moment. What only the platform reads stays as it is. */
function resolved(range: unknown): unknown {
  const [from, to] = readRange(range) ?? []
  return from && to ? [moment(from), moment(new Date(to.getTime() - 1))] : range
}

const moment = (time: Date): string => time.toISOString().slice(0, -1)

/** Rows that say which of several queries they answer, by its first time dimension. */
function withPlace(type: QueryType, rows: readonly Row[], { timeDimensions: [time] }: Query): readonly Row[] {
  if (type === 'regularQuery') return rows
  if (type === 'compareDateRangeQuery') {
    const range = resolved(time?.dateRange)
    if (range === undefined) throw badRequest('Inconsistent QueryTimeDimension configuration: dateRange required')
    const compareDateRange = Array.isArray(range) ? range.join(' - ') : String(range)
    return rows.map((row) => ({ ...row, compareDateRange }))
  }
  const { dimension, granularity } = time ?? {}
  if (granularity === undefined) throw badRequest('Inconsistent QueryTimeDimension configuration: granularity required')
  return rows.map((row) => ({ ...row, [`time.${granularity}`]: row[`${dimension}.${granularity}`] }))
}
