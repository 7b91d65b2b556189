import { chartColumns } from '../../chart-columns.ts'
import { nearest } from '../../nearest.ts'
import type { SceneReport } from '../../scene.ts'
import { isMap, mapAt, mapsAt, textAt, textsAt } from './free.ts'
import type { Rows } from './rows.ts'
import { specOf } from './spec.ts'

type Asking = (spec: unknown, report: SceneReport) => readonly (string | undefined)[]

/** The columns that a report of each kind names. */
const ASKED: Readonly<Record<string, Asking>> = {
  vega: (spec) => (isLite(spec) ? (chartColumns(spec) ?? []).map(({ name }) => name) : []),
  kpi: (spec) => [textAt(spec, 'value')],
  table: (spec, { pivot }) => [
    ...mapsAt(spec, 'columns').map((column) => textAt(column, 'field')),
    ...['rows', 'columns', 'measures'].flatMap((key) => textsAt(pivot, key)),
  ],
  map: (spec) => [
    ...['latitude', 'longitude', 'size'].map((key) => textAt(spec, key)),
    textAt(mapAt(spec, 'color'), 'field'),
    ...textsAt(spec, 'tooltip'),
  ],
  sankey: (spec) => ['source', 'target', 'value'].map((key) => textAt(spec, key)),
}

export const isLite = (spec: unknown): boolean =>
  isMap(spec) && !(textAt(spec, '$schema') ?? '').includes('/vega/') && !Array.isArray(spec['marks'])

export const kindOf = ({ kind, spec }: SceneReport): string =>
  kind ?? (spec === undefined || spec === null ? 'table' : 'vega')

/** What a report names and its rows do not have, with the name that was meant. Undefined if all is there. */
export function missingIn(report: SceneReport, { columns, rows }: Rows): string | undefined {
  const given = new Set([...columns.map(({ name }) => name), ...rows.slice(0, 20).flatMap((row) => Object.keys(row))])
  if (given.size === 0) return undefined
  const isMapAt = (name: string): boolean => rows.some((row) => isMap(row[name]))
  const has = (name: string): boolean =>
    given.has(name) ||
    [...given].some((each) => each.startsWith(`${name}.`) || (name.startsWith(`${each}.`) && isMapAt(each)))
  const asked = ASKED[kindOf(report)]?.(specOf(report), report) ?? []
  const missing = [...new Set(asked)].filter((name): name is string => name !== undefined && !has(name))
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
