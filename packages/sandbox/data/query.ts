import { isMap } from '@boardwright/common'
import type { Query as CompanyQuery, Filter } from '@boardwright/pictures'
import { describeProblems } from '@boardwright/platform'
import { Query as Accepted, type Filter as AcceptedFilter } from '@boardwright/platform/query'
import { badRequest, Refusal } from '../http/refusal.ts'

export interface Query extends CompanyQuery {
  /** As it was sent, for one of the compared ranges. */
  readonly sent: Accepted
  readonly total?: boolean | undefined
}

/** What the answer to a request holds: the rows of one query, or of several. */
export type QueryType = 'regularQuery' | 'compareDateRangeQuery' | 'blendingQuery'

export interface Asked {
  readonly type: QueryType
  readonly queries: readonly Query[]
}

const MOST_QUERIES = 20

/** The queries of a request: one, a list of them, or their JSON as text. */
export function readQueries(sent: unknown): Asked {
  if (sent === undefined || sent === null || sent === '') throw badRequest('Query param is required')
  const value = typeof sent === 'string' ? parseText(sent) : sent
  if (!Array.isArray(value)) return readOne(value)
  if (value.length > MOST_QUERIES) throw badRequest(`query: a list has at most ${MOST_QUERIES} queries`)
  const queries = value.flatMap((each: unknown) => readOne(each).queries)
  requireOneGranularity(queries)
  return { type: 'blendingQuery', queries }
}

function requireOneGranularity(queries: readonly Query[]): void {
  const found = new Set(queries.flatMap(({ timeDimensions: [first] }) => first?.granularity ?? []))
  if (found.size === 0) throw badRequest('Data blending query without granularity is not supported')
  if (found.size > 1) throw badRequest('Data blending query granularities must match')
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    if (cause instanceof SyntaxError) throw badRequest(`Unable to decode query param as JSON, error: ${cause.message}`)
    throw cause
  }
}

function readOne(sent: unknown): Asked {
  const compared = comparedIn(sent)
  const queries = (compared ?? [sent]).map((each) => plainQuery(accept(each)))
  return { type: compared ? 'compareDateRangeQuery' : 'regularQuery', queries }
}

/** Each of the compared ranges is a query of its own. */
function comparedIn(sent: unknown): readonly unknown[] | undefined {
  const times: unknown = isMap(sent) ? sent['timeDimensions'] : undefined
  if (!isMap(sent) || !Array.isArray(times)) return undefined
  const compared = times.filter((time) => isMap(time) && Array.isArray(time['compareDateRange']))
  if (compared.length > 1) throw badRequest('compareDateRange can only exist for one timeDimension')
  const [only] = compared
  if (!only) return undefined
  const { compareDateRange, ...rest } = only
  return compareDateRange.map((dateRange: unknown) => {
    const timeDimensions = times.map((time) => (time === only ? { ...rest, dateRange } : time))
    return { ...sent, timeDimensions }
  })
}

/** A query for too many rows is an error of the engine's own. */
function accept(sent: unknown): Accepted {
  // No zone is the usual one.
  const checked = Accepted.safeParse(isMap(sent) && sent['timezone'] === '' ? { ...sent, timezone: undefined } : sent)
  if (checked.success) return checked.data
  if (checked.error.issues.every(({ path, code }) => path[0] === 'limit' && code === 'too_big'))
    throw new Refusal(500, 'Error: The query limit has been exceeded.')
  throw badRequest(`Invalid query format: ${describeProblems(checked.error).join('; ')}`)
}

function plainQuery(query: Accepted): Query {
  const { measures = [], dimensions = [], segments = [], timeDimensions = [], filters = [], order = {} } = query
  const groups = dimensions.map(nameOf).map((name) => name.split('.'))
  return {
    sent: query,
    measures: measures.map(nameOf),
    dimensions: groups.filter(({ length }) => length === 2).map((parts) => parts.join('.')),
    segments: segments.map(nameOf),
    timeDimensions: [
      ...timeDimensions,
      ...groups.flatMap(([cube, name, granularity]) =>
        granularity === undefined ? [] : [{ dimension: `${cube}.${name}`, granularity }],
      ),
    ],
    filters: filters.map(plainFilter),
    order: Array.isArray(order) ? order : Object.entries(order),
    limit: query.limit,
    offset: query.offset,
    total: query.total,
  }
}

function nameOf(member: string | { readonly expression?: unknown }): string {
  if (typeof member === 'string') return member
  throw badRequest('query: SQL expressions are not supported here')
}

function plainFilter({ and, or, member, dimension, operator = '', values = [] }: AcceptedFilter): Filter {
  if (and) return { and: and.map(plainFilter) }
  if (or) return { or: or.map(plainFilter) }
  return { member: member ?? dimension ?? '', operator, values }
}
