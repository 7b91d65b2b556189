import { isMap } from '@boardwright/common'
import type { DataAnswer } from '@boardwright/platform'
import type { RowsSide } from '../decide/compare-rows.ts'
import type { RowsAsked } from '../page/rows.ts'

/** The row limit in the query, if it has one. */
export function limitOf({ query }: RowsAsked): number | undefined {
  const limit = query?.['limit']
  return typeof limit === 'number' ? limit : undefined
}

/** A query says which columns are measures. For SQL, the numeric columns are. */
export function columnsOf(
  { query }: RowsAsked,
  columns: DataAnswer['columns'],
): { readonly keys: RowsSide['keys']; readonly measures: RowsSide['measures'] } {
  if (!query) {
    const isNumber = ({ type }: { readonly type?: string }): boolean => type === 'number'
    return {
      keys: columns.filter((each) => !isNumber(each)).map(({ name }) => name),
      measures: columns.filter(isNumber).map(({ name }) => name),
    }
  }
  const names = (key: string): string[] =>
    (Array.isArray(query[key]) ? query[key] : []).filter((each) => typeof each === 'string')
  const times = (Array.isArray(query['timeDimensions']) ? query['timeDimensions'] : []).flatMap((each: unknown) =>
    isMap(each) && typeof each['granularity'] === 'string' ? [`${each['dimension']}.${each['granularity']}`] : [],
  )
  return { keys: [...names('dimensions'), ...times], measures: names('measures') }
}
