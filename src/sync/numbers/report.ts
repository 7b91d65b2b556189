import type { DataAnswer, DataClient } from '../../client/data.ts'
import { compareRows, type RowsCompared, type Side, type Tolerances } from '../../content/compare-rows.ts'
import { isMap } from '../../content/model.ts'
import { BoardwrightError } from '../../errors.ts'
import { type Asked, askFor } from '../preview/rows.ts'
import type { Picked } from './pick.ts'

export interface ReportNumbers extends Pick<Picked, 'report' | 'name' | 'because'> {
  readonly compared?: RowsCompared
  /** Why there is nothing to compare. */
  readonly error?: string
  /** The base answered with an error, so that it was broken before. */
  readonly errorBefore?: string
  readonly isNew?: true
}

/** Whom to ask, and which measures add up there. */
interface Place {
  readonly data: DataClient
  readonly isSum: (measure: string) => boolean
}

interface Settings {
  /** The most rows of a query. */
  readonly rows: number
  readonly tolerances: Tolerances
}

/** The rows of one report, on both sides. */
export async function numbersOf(
  { report, name, because, before, after }: Picked,
  old: Place,
  now: Place,
  { rows, tolerances }: Settings,
): Promise<ReportNumbers> {
  const about = { report, name, because }
  if (after === undefined) return { ...about, error: 'it asks for nothing any more' }
  const [was, is] = await Promise.all([before ? sideOf(before, old, rows) : undefined, sideOf(after, now, rows)])
  if (typeof is === 'string') return { ...about, error: is, ...(typeof was === 'string' ? { errorBefore: was } : {}) }
  if (was === undefined) return { ...about, isNew: true }
  if (typeof was === 'string') return { ...about, errorBefore: was }
  return { ...about, compared: compareRows(was, is, tolerances) }
}

/** The rows, or what the data API said. */
async function sideOf(asked: Asked, { data, isSum }: Place, most: number): Promise<Side | string> {
  try {
    const { rows, columns } = await askFor(asked, data, most)
    const isCut = rows.length >= most && (ownLimit(asked) ?? Number.POSITIVE_INFINITY) > most
    const named = columnsOf(asked, columns)
    return { rows: rows.slice(0, most), isCut, ...named, sums: named.measures.filter(isSum) }
  } catch (cause) {
    const { kind, message } = BoardwrightError.from(cause)
    if (kind === 'REJECTED' || kind === 'TIMED_OUT' || kind === 'RESPONSE_INVALID') return message
    throw cause
  }
}

function ownLimit({ query }: Asked): number | undefined {
  const limit = query?.['limit']
  return typeof limit === 'number' ? limit : undefined
}

/** A query says which is which; of SQL the numbers are measures. */
function columnsOf({ query }: Asked, columns: DataAnswer['columns']): Pick<Side, 'keys' | 'measures'> {
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
