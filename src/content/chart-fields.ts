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
  const seen: Seen = { asked: [], made: new Set(), isOpen: false }
  look(spec, ['spec'], seen)
  if (seen.isOpen) return undefined
  const columns = columnsOf(query)
  // What a transform makes may have parts of its own.
  const has = (name: string): boolean =>
    columns.includes(name) || [...seen.made].some((made) => name === made || name.startsWith(`${made}.`))
  return { columns, missing: seen.asked.filter(({ name }) => !has(name)) }
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

interface Seen {
  readonly asked: ChartField[]
  /** What transforms make. */
  readonly made: Set<string>
  isOpen: boolean
}

/** These transforms make columns that have a name without saying it, or one for each value. */
const NAMED_BY_THEMSELVES: Readonly<Record<string, readonly string[]>> = {
  fold: ['key', 'value'],
  density: ['value', 'density'],
  quantile: ['prob', 'value'],
}
const OPEN = ['pivot', 'lookup', 'flatten'] as const
const OWN_ROWS = ['values', 'url', 'sequence', 'sphere', 'graticule'] as const

function look(value: unknown, path: ValuePath, seen: Seen): void {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) look(item, [...path, index], seen)
  if (!isMap(value)) return
  const { data, as, field } = value
  if (isMap(data) && OWN_ROWS.some((key) => Object.hasOwn(data, key))) seen.isOpen = true
  if (OPEN.some((key) => Object.hasOwn(value, key))) seen.isOpen = true
  for (const [key, names] of Object.entries(NAMED_BY_THEMSELVES))
    if (Object.hasOwn(value, key)) for (const name of names) seen.made.add(name)
  for (const name of [as].flat()) if (typeof name === 'string') seen.made.add(name)
  if (typeof field === 'string') seen.asked.push({ name: plain(field), path: [...path, 'field'] })
  for (const [key, item] of Object.entries(value))
    if (key !== 'data' && key !== 'datasets') look(item, [...path, key], seen)
}

/** `cash\.day` and `['cash.day']` are both the column `cash.day`. */
const plain = (field: string): string => field.replace(/^\[(['"])(.*)\1\]$/, '$2').replace(/\\(.)/g, '$1')
