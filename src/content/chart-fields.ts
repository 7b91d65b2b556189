import { chartColumns } from '../chart-columns.ts'
import { isMap, type ReportDefinition } from './model.ts'
import type { ValuePath } from './problem.ts'

/** A column of the rows that a chart draws from, as its specification names it. */
export interface ChartField {
  readonly name: string
  /** From the top of the report's file. */
  readonly path: ValuePath
}

export interface ChartFields {
  /** Columns that the query gives. */
  readonly columns: readonly string[]
  /** Those that the chart asks for and that nothing gives. */
  readonly missing: readonly ChartField[]
}

/** Undefined where nothing sure is known: SQL or code makes the rows, or the chart brings rows of its own. */
export function chartFields({
  query,
  sql,
  pythonCode,
  periodComparisons,
  spec,
}: Partial<ReportDefinition>): ChartFields | undefined {
  if (!isMap(query) || [sql, pythonCode, periodComparisons].some((other) => (other ?? null) !== null)) return undefined
  if (!isMap(spec) || !isLite(spec)) return undefined
  const asked = chartColumns(spec)
  if (!asked) return undefined
  const columns = columnsOf(query)
  const missing = asked.filter(({ name }) => !columns.includes(name))
  return { columns, missing: missing.map(({ name, path }) => ({ name, path: ['spec', ...path] })) }
}

const isLite = ({ $schema }: Readonly<Record<string, unknown>>): boolean =>
  typeof $schema === 'string' && $schema.includes('/vega-lite/')

/** A dimension of time is a column by its own name and by that with its granularity. */
function columnsOf(query: Readonly<Record<string, unknown>>): string[] {
  const listed = ['measures', 'dimensions'].flatMap((key) =>
    listAt(query, key).filter((each) => typeof each === 'string'),
  )
  const times = listAt(query, 'timeDimensions').flatMap((each): string[] => {
    if (!isMap(each) || typeof each['dimension'] !== 'string') return []
    const { dimension, granularity } = each
    return [dimension, ...(typeof granularity === 'string' ? [`${dimension}.${granularity}`] : []), 'compareDateRange']
  })
  return [...new Set([...listed, ...times])]
}

const listAt = (map: Readonly<Record<string, unknown>>, key: string): readonly unknown[] => {
  const value = map[key]
  return Array.isArray(value) ? value : []
}
