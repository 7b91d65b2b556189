import { kindOf, namedColumns } from '../chart-columns.ts'
import { sqlColumns } from '../query/sql/outputs.ts'
import { isMap, type ReportDefinition } from './model.ts'
import type { ValuePath } from './problem.ts'

/** A column of the rows that a report draws from, as its specification names it. */
export interface ChartField {
  readonly name: string
  /** From the top of the report's file. */
  readonly path: ValuePath
}

export interface ChartFields {
  /** What the report shows its rows as. */
  readonly what: string
  /** What gives the rows. */
  readonly from: 'query' | 'SQL'
  /** Columns that the query gives. */
  readonly columns: readonly string[]
  /** Those that the report asks for and that nothing gives. */
  readonly missing: readonly ChartField[]
}

const WHAT: Readonly<Record<string, string>> = { kpi: 'KPI', table: 'table', map: 'map', sankey: 'sankey' }

/**
 * Undefined where nothing sure is known: code makes the rows, an SQL that is not understood does, or the chart brings
 * rows of its own. And where a report names no column of its SQL: that need not be understood then.
 */
export function chartFields(
  report: Partial<ReportDefinition>,
  isMember: (name: string) => boolean = () => false,
): ChartFields | undefined {
  const { query, sql, pythonCode, periodComparisons, spec, pivot } = report
  if ((pythonCode ?? null) !== null) return undefined
  const kind = kindOf(report)
  if (kind === 'vega' && !(isMap(spec) && isLite(spec))) return undefined
  const asked = namedColumns({ kind, spec, pivot })
  const word = Object.hasOwn(WHAT, kind) ? WHAT[kind] : undefined
  const what = pivot && kind === 'table' ? 'pivot' : (word ?? 'chart')
  // A comparison gives columns of other names, but none with the name of a member.
  const isCompared = (periodComparisons ?? null) !== null
  if (typeof sql === 'string') {
    const columns = isMap(query) || isCompared || !asked || asked.length === 0 ? undefined : sqlColumns(sql)
    if (!asked || !columns) return undefined
    // Databases write names without quotes in a case of their own.
    const given = new Set(columns.map((name) => name.toLowerCase()))
    const missing = asked.filter(({ name }) => /^\w+$/.test(name) && !given.has(name.toLowerCase()))
    return { what, from: 'SQL', columns, missing }
  }
  const given = isMap(query) ? columnsOf(query) : undefined
  if (!asked || !given) return undefined
  const missing = asked.filter(({ name }) => !given.includes(name) && (!isCompared || isMember(name)))
  return { what, from: 'query', columns: given.filter((name) => name !== COMPARED), missing }
}

const COMPARED = 'compareDateRange'

const isLite = ({ $schema }: Readonly<Record<string, unknown>>): boolean =>
  typeof $schema === 'string' && $schema.includes('/vega-lite/')

/** A dimension of time is a column by its own name and by that with its granularity. Undefined where an expression has any name. */
function columnsOf(query: Readonly<Record<string, unknown>>): string[] | undefined {
  const listed = ['measures', 'dimensions'].flatMap((key) => listAt(query, key))
  if (!listed.every((each) => typeof each === 'string')) return undefined
  const plain = listed.flatMap((each) => [each, each.split('.').slice(0, 2).join('.')])
  const times = listAt(query, 'timeDimensions').flatMap((each): string[] => {
    if (!isMap(each) || typeof each['dimension'] !== 'string') return []
    const { dimension, granularity } = each
    return [dimension, ...(typeof granularity === 'string' ? [`${dimension}.${granularity}`] : []), COMPARED]
  })
  return [...new Set([...plain, ...times])]
}

const listAt = (map: Readonly<Record<string, unknown>>, key: string): readonly unknown[] => {
  const value = map[key]
  return Array.isArray(value) ? value : []
}
