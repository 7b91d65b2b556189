import { isMap } from '@boardwright/common'

type Path = readonly (string | number)[]

/** A column that a report draws from, and where its specification names it. */
export interface ChartColumn {
  readonly name: string
  readonly path: Path
}

/** The parts of a report that decide which columns it draws from. */
export interface Drawn {
  /** Unchecked: live may hold anything. */
  readonly kind?: unknown
  readonly spec?: unknown
  readonly pivot?: unknown
}

export const kindOf = ({ kind, spec }: Drawn): string =>
  typeof kind === 'string' ? kind : spec === undefined || spec === null ? 'table' : 'vega'

/** Whether a specification is drawn as Vega-Lite: it need not name its schema. */
export const isLite = (spec: unknown): boolean =>
  isMap(spec) && !String(spec['$schema'] ?? '').includes('/vega/') && !Array.isArray(spec['marks'])

/** Where reports name columns, by kind; `*` stands for each item of a list. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  kpi: ['spec.value'],
  table: ['spec.columns.*.field'],
  pivot: ['pivot.rows.*', 'pivot.columns.*', 'pivot.measures.*'],
  map: ['spec.latitude', 'spec.longitude', 'spec.size', 'spec.color.field', 'spec.tooltip.*'],
  sankey: ['spec.source', 'spec.target', 'spec.value'],
}

/** The columns that a report names, with paths from the report's top. Undefined if they cannot be known for sure. */
export function namedColumns(report: Drawn): ChartColumn[] | undefined {
  const kind = kindOf(report)
  if (kind === 'vega') return chartColumns(report.spec)?.map(({ name, path }) => ({ name, path: ['spec', ...path] }))
  // A table with a pivot shows the pivot's columns.
  const shown = kind === 'table' && isMap(report.pivot) ? 'pivot' : kind
  const places = Object.hasOwn(PLACES, shown) ? PLACES[shown] : undefined
  return places?.flatMap((place) => textsAt({ ...report }, place.split('.')))
}

function textsAt(value: unknown, [step, ...more]: readonly string[], path: Path = []): ChartColumn[] {
  if (step === undefined) return typeof value === 'string' && value.trim() !== '' ? [{ name: value, path }] : []
  if (step === '*')
    return Array.isArray(value) ? value.flatMap((item, index) => textsAt(item, more, [...path, index])) : []
  return isMap(value) ? textsAt(value[step], more, [...path, step]) : []
}

/**
 * The columns that a Vega-Lite specification needs from its data: not those that its own transforms make. Undefined
 * if they cannot be known for sure: it brings rows of its own, or names columns after values.
 */
export function chartColumns(spec: unknown): ChartColumn[] | undefined {
  const seen: Seen = { asked: [], made: new Set(), isOpen: false }
  look(spec, [], seen)
  if (seen.isOpen) return undefined
  // A column made by a transform may have parts.
  const isMade = (name: string): boolean => [...seen.made].some((made) => name === made || name.startsWith(`${made}.`))
  return seen.asked.filter(({ name }) => !isMade(name))
}

interface Seen {
  readonly asked: ChartColumn[]
  /** Columns made by transforms. */
  readonly made: Set<string>
  isOpen: boolean
}

/** Transforms that give their columns these default names. */
const DEFAULT_NAMES: Readonly<Record<string, readonly string[]>> = {
  fold: ['key', 'value'],
  density: ['value', 'density'],
  quantile: ['prob', 'value'],
}
const OPEN = ['pivot', 'lookup', 'flatten'] as const
const OWN_ROWS = ['values', 'url', 'sequence', 'sphere', 'graticule'] as const

function look(value: unknown, path: Path, seen: Seen): void {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) look(item, [...path, index], seen)
  if (!isMap(value)) return
  const { data, as, field } = value
  if (isMap(data) && OWN_ROWS.some((key) => Object.hasOwn(data, key))) seen.isOpen = true
  if (OPEN.some((key) => Object.hasOwn(value, key))) seen.isOpen = true
  for (const [key, names] of Object.entries(DEFAULT_NAMES))
    if (Object.hasOwn(value, key)) for (const name of names) seen.made.add(name)
  for (const name of [as].flat()) if (typeof name === 'string') seen.made.add(name)
  if (typeof field === 'string') seen.asked.push({ name: plain(field), path: [...path, 'field'] })
  for (const [key, item] of Object.entries(value))
    if (key !== 'data' && key !== 'datasets') look(item, [...path, key], seen)
}

/** `cash\.day`, `[cash.day]` and `['cash.day']` are all the column `cash.day`. */
const plain = (field: string): string => field.replace(/^\[(['"]?)(.*)\1\]$/, '$2').replace(/\\(.)/g, '$1')
