import { isMap } from '@boardwright/common'
import { isLite, kindOf, namedColumns, sqlColumns } from '@boardwright/platform/query'
import type { ReportDefinition } from '../content/model.ts'
import type { ValuePath } from '../content/problem.ts'

/** A column of a report's rows, as its specification names it. */
export interface ChartField {
  readonly name: string
  /** Path from the top of the report's file. */
  readonly path: ValuePath
}

export interface ChartFields {
  /** How the report shows its rows, such as `table`. */
  readonly what: string
  /** Where the rows come from. */
  readonly from: 'query' | 'SQL'
  /** The columns that the query or SQL returns. */
  readonly columns: readonly string[]
  /** Columns that the report uses but nothing returns. */
  readonly missing: readonly ChartField[]
}

const WHAT: Readonly<Record<string, string>> = { kpi: 'KPI', table: 'table', map: 'map', sankey: 'sankey' }

/**
 * Undefined if we cannot be sure: code makes the rows, we do not understand the SQL, or the chart has data of its own.
 * Also undefined if a report uses no column of its SQL, so that the SQL need not be understood.
 */
export function chartFields(
  report: Partial<ReportDefinition>,
  isMember: (name: string) => boolean = () => false,
): ChartFields | undefined {
  const { query, sql, pythonCode, periodComparisons, spec, pivot } = report
  if ((pythonCode ?? null) !== null) return undefined
  const kind = kindOf(report)
  // Without a kind, only its schema says that it is a chart.
  const isChart = isLite(spec) && (report.kind === 'vega' || (isMap(spec) && spec['$schema'] !== undefined))
  if (kind === 'vega' && !isChart) return undefined
  const asked = namedColumns({ kind, spec, pivot })
  const word = Object.hasOwn(WHAT, kind) ? WHAT[kind] : undefined
  const what = pivot && kind === 'table' ? 'pivot' : (word ?? 'chart')
  // A comparison adds columns with other names, but never one with the name of a member.
  const isCompared = (periodComparisons ?? null) !== null
  if (typeof sql === 'string') {
    const columns = isMap(query) || isCompared || !asked || asked.length === 0 ? undefined : sqlColumns(sql)
    if (!asked || !columns) return undefined
    // Databases change the case of names without quotes.
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

/**
 * The columns that a query returns. A time dimension is a column under its name, and under its name with its
 * granularity. Undefined if an expression is among them, whose name we cannot tell.
 */
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
