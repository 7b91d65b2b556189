import { SCIM } from '@boardwright/platform'
import type { Platform } from '../platform.ts'
import type { AttributeTable } from './attributes.ts'
import { parseFilter } from './filter.ts'
import { matches } from './match.ts'

const DEFAULT_COUNT = 100

export interface ListQuery {
  readonly startIndex?: number | undefined
  readonly count?: number | undefined
  readonly filter?: string | undefined
}

/** The source of resources: a page of the table, or all of it if there is a filter. */
export interface Source<Row, Resource> {
  readonly count: () => number
  readonly read: (limit: number, offset: number) => Row[]
  readonly toResource: (row: Row) => Resource
  readonly attributes: AttributeTable
}

const EVERYTHING = -1

export function listResources<Row, Resource extends object>(
  { switches }: Platform,
  { startIndex = 1, count = DEFAULT_COUNT, filter }: ListQuery,
  { count: total, read, toResource, attributes }: Source<Row, Resource>,
) {
  const start = Math.max(startIndex, 1)
  const size = Math.min(Math.max(count, 0), switches.pageSizeCap)
  const answer = (totalResults: number, Resources: Resource[]) => ({
    schemas: [SCIM.list],
    totalResults,
    startIndex: start,
    itemsPerPage: Resources.length,
    Resources,
  })
  if (filter === undefined) return answer(total(), read(size, start - 1).map(toResource))
  const wanted = parseFilter(filter, attributes)
  const found = read(EVERYTHING, 0)
    .map(toResource)
    .filter((resource) => matches(wanted, resource, attributes))
  return answer(found.length, found.slice(start - 1, start - 1 + size))
}
