import { readRange } from '@boardwright/pictures'
import { badRequest } from '../http/refusal.ts'
import { type Members, valueType } from './members.ts'
import type { Query } from './query.ts'

type Filter = Query['filters'][number]

const COMPARED: ReadonlySet<string> = new Set(['equals', 'notEquals', 'in', 'notIn', 'gt', 'gte', 'lt', 'lte'])
/** These read their first value alone. */
const ORDERED: ReadonlySet<string> = new Set(['gt', 'gte', 'lt', 'lte'])
const OF_TEXTS = /contains$|startsWith$|endsWith$/i

/** The texts that a database reads as a value of a type. */
const READS: Readonly<Record<string, (text: string) => boolean>> = {
  number: (text) => text.trim() !== '' && !Number.isNaN(Number(text)),
  time: (text) => /^\d{4}-\d\d/.test(text) && !Number.isNaN(Date.parse(text)),
  boolean: (text) => /^(t|f|true|false|yes|no|y|n|0|1)$/i.test(text),
}

/** What a database cannot compare is its error: numbers are not compared with words, and only texts are searched. */
export function checkValues(members: Pick<Members, 'byName'>, { filters, timeDimensions }: Query): void {
  for (const { dateRange } of timeDimensions)
    if (Array.isArray(dateRange) && !readRange(dateRange))
      throw badRequest(`Error: could not convert '${dateRange.join(' - ')}' to two times`)
  checkFilters(members, filters)
}

function checkFilters(members: Pick<Members, 'byName'>, filters: readonly Filter[]): void {
  for (const filter of filters) checkFilter(members, filter)
}

function checkFilter(members: Pick<Members, 'byName'>, filter: Filter): void {
  if ('and' in filter || 'or' in filter) {
    checkFilters(members, 'and' in filter ? filter.and : filter.or)
    return
  }
  const { member, operator, values } = filter
  const found = members.byName.get(member)
  const type = found && valueType(found)
  const reads = READS[type ?? '']
  if (!reads || values.length === 0) return
  if (OF_TEXTS.test(operator)) throw badRequest(`Error: ${member} is a ${type}, and "${operator}" searches texts`)
  const compared = ORDERED.has(operator) ? values.slice(0, 1) : values
  const wrong = compared.find((value) => value !== null && !reads(String(value)))
  if (COMPARED.has(operator) && wrong !== undefined)
    throw badRequest(`Error: could not convert '${wrong}' to a ${type}, as ${member} is`)
}
