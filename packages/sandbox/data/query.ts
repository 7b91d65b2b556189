import type { Query as CompanyQuery, Filter } from '@boardwright/pictures'
import { describeProblems } from '@boardwright/platform'
import { Query as Accepted, type Filter as AcceptedFilter } from '@boardwright/platform/query'
import { badRequest } from '../http/refusal.ts'

export interface Query extends CompanyQuery {
  /** As it was sent, for one of the compared ranges. */
  readonly sent: Accepted
  /** Whether it is for one of several ranges. */
  readonly isCompared: boolean
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
  const value = typeof sent === 'string' ? parseText(sent) : sent
  if (!Array.isArray(value)) {
    const queries = readOne(value)
    return { type: queries.some(({ isCompared }) => isCompared) ? 'compareDateRangeQuery' : 'regularQuery', queries }
  }
  if (value.length === 0 || value.length > MOST_QUERIES)
    throw badRequest(`query: a list has 1 to ${MOST_QUERIES} queries`)
  const queries = value.flatMap(readOne)
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
    if (cause instanceof SyntaxError) throw badRequest('query: the text is not JSON')
    throw cause
  }
}

/** Each of the compared ranges is a query of its own. */
function readOne(sent: unknown): Query[] {
  const checked = Accepted.safeParse(sent)
  if (!checked.success) throw badRequest(`query: ${describeProblems(checked.error).join('; ')}`)
  const { timeDimensions = [], ...rest } = checked.data
  const compared = timeDimensions.find(({ compareDateRange }) => compareDateRange)
  const ranges = compared?.compareDateRange ?? [undefined]
  return ranges.map((range) => {
    const times = timeDimensions.map((each) => {
      const { compareDateRange: _, ...time } = each
      return each === compared ? { ...time, dateRange: range } : time
    })
    return plainQuery({ ...rest, timeDimensions: times }, compared !== undefined)
  })
}

function plainQuery(query: Accepted, isCompared: boolean): Query {
  const { measures = [], dimensions = [], segments = [], timeDimensions = [], filters = [], order = {} } = query
  const groups = dimensions.map(nameOf).map((name) => name.split('.'))
  return {
    ...{ sent: query, isCompared },
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
