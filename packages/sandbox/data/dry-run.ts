import { isDeepStrictEqual } from 'node:util'
import type { Query, QueryType } from './query.ts'
import { understood } from './results.ts'

/**
 * How queries are understood, without their rows. The first one also says how all of them together are shown. Which
 * tables could be built ahead for them is left out: only the engine has that.
 */
export function describeQueries(queryType: QueryType, queries: readonly Query[]): object {
  const [first, ...others] = queries.map(understood)
  const pivotQuery = { ...(queryType === 'blendingQuery' ? blended(queries) : first), queryType }
  if (queryType === 'compareDateRangeQuery')
    Object.assign(pivotQuery, { dimensions: ['compareDateRange', ...(queries[0]?.dimensions ?? [])] })
  const shown = queryType === 'blendingQuery' ? first : pivotQuery
  return { queryType, normalizedQueries: first ? [shown, ...others] : [], queryOrder: queries.map(orderOf), pivotQuery }
}

const unique = <T>(all: readonly T[]): T[] =>
  all.filter((one, index) => all.findIndex((other) => isDeepStrictEqual(one, other)) === index)

function blended(queries: readonly Query[]): object {
  const granularity = queries.flatMap(({ timeDimensions: [time] }) => time?.granularity ?? [])[0]
  return {
    measures: unique(queries.flatMap(({ measures }) => measures)),
    dimensions: unique(queries.flatMap(({ dimensions }) => dimensions)),
    timeDimensions: [{ dimension: 'time', granularity }],
  }
}

/** As it was sent; else by time, else by the first measure, largest first, else by the first dimension. */
function orderOf({ sent, order, measures, dimensions, timeDimensions }: Query): Readonly<Record<string, string>> {
  if (sent.order !== undefined) return Object.fromEntries(order)
  const time = timeDimensions.find(({ granularity }) => granularity !== undefined)
  const [measure, dimension] = [measures[0], dimensions[0]]
  if (time) return { [time.dimension]: 'asc' }
  if (dimension === undefined) return {}
  return measure === undefined ? { [dimension]: 'asc' } : { [measure]: 'desc' }
}
