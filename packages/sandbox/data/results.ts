import { readRange } from '@boardwright/pictures'
import { NotUnderstood } from '@boardwright/platform/query'
import { badRequest } from '../http/refusal.ts'
import type { Platform } from '../platform.ts'
import type { Members } from './members.ts'
import { annotate } from './meta.ts'
import type { Query } from './query.ts'

/** The answer to one query: its rows, what its columns are, and how it was understood. */
export function resultOf({ clock }: Platform, members: Members, query: Query): object {
  const { rows, total } = rowsOf(members, query)
  return {
    query: understood(query),
    lastRefreshTime: clock.stamp(),
    annotation: annotationOf(members, query),
    ...{ dataSource: 'default', dbType: 'duckdb', external: false, slowQuery: false },
    total: query.total === true ? total : null,
    data: shaped(query.isCompared ? rows.map((row) => ({ ...row, compareDateRange: rangeOf(query) })) : rows, query),
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

function plainFilter({ and, or, member, dimension, operator, values }: Filter): object {
  if (and) return { and: and.map(plainFilter) }
  if (or) return { or: or.map(plainFilter) }
  const texts = values?.map((value) => (value === null ? null : String(value)))
  return { member: member ?? dimension, operator, ...(texts ? { values: texts } : {}) }
}

/** The first and the last moment. What only the platform reads stays as it is. */
function resolved(range: unknown): unknown {
  const [from, to] = readRange(range) ?? []
  return from && to ? [moment(from), moment(new Date(to.getTime() - 1))] : range
}

const moment = (time: Date): string => time.toISOString().slice(0, -1)

const rangeOf = ({ timeDimensions }: Query): string => {
  const [range] = timeDimensions.flatMap((time) => (time.dateRange === undefined ? [] : [resolved(time.dateRange)]))
  return Array.isArray(range) ? range.join(' - ') : String(range)
}
