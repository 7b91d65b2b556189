import { nearest, specOf } from '@boardwright/common'
import { isLite, kindOf, namedColumns } from '@boardwright/platform/query'
import type { SceneReport } from '../../scene.ts'
import { isMap } from './free.ts'
import type { Rows } from './rows.ts'

/** The columns that a report names. For a specification in full Vega they are not known. */
function askedBy(report: SceneReport): string[] {
  const drawn = { ...report, spec: specOf(report) }
  if (kindOf(drawn) === 'vega' && !isLite(drawn.spec)) return []
  return (namedColumns(drawn) ?? []).map(({ name }) => name)
}

/** The column that a report names and its rows lack, with the name that was meant. Undefined if none is missing. */
export function missingIn(report: SceneReport, { columns, rows }: Rows): string | undefined {
  const given = new Set([...columns.map(({ name }) => name), ...rows.slice(0, 20).flatMap((row) => Object.keys(row))])
  if (given.size === 0) return undefined
  const isMapAt = (name: string): boolean => rows.some((row) => isMap(row[name]))
  const has = (name: string): boolean =>
    given.has(name) ||
    [...given].some((each) => each.startsWith(`${name}.`) || (name.startsWith(`${each}.`) && isMapAt(each)))
  const missing = [...new Set(askedBy(report))].filter((name) => !has(name))
  const [first] = missing
  if (first === undefined) return undefined
  const source = report.query ? 'query' : report.sql ? 'SQL' : 'code'
  const meant = nearest(first, given)
  const guess = meant === undefined ? ` It gives ${listOf([...given])}.` : ` Did you mean “${meant}”?`
  const more = missing.length > 1 ? ` Nor does it give ${listOf(missing.slice(1))}.` : ''
  return `The ${source} of this report gives no “${first}”.${guess}${more}`
}

const MOST_LISTED = 6

const listOf = (names: readonly string[]): string =>
  [
    ...names.slice(0, MOST_LISTED).map((name) => `“${name}”`),
    ...(names.length > MOST_LISTED ? [`${names.length - MOST_LISTED} more`] : []),
  ].join(', ')
