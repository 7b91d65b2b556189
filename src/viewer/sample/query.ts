import type { Scene, SceneReport } from '../../scene.ts'
import { columnFor, memberOf } from '../data/columns.ts'
import { type FreeForm, isMap, mapsAt, numberAt, textAt, textsAt } from '../data/free.ts'
import type { Column, Row, Rows } from '../data/rows.ts'
import { type Category, categories, dimensionValues } from './categories.ts'
import { chance, shares } from './chance.ts'
import { filterRows, filtersIn, shareLeft } from './filters.ts'
import { measureAt, swingAt } from './measure.ts'
import { daysIn, lengthOf, periodsIn } from './periods.ts'

interface Time {
  readonly dimension: string
  readonly grain: string | undefined
  readonly range: unknown
}

const MOST_ROWS = 600

/** Rows that answer a query: its dimensions by its periods, with consistent measures. */
export function sampleQuery(query: FreeForm, report: SceneReport, scene: Scene): Rows {
  const time = timeIn(query)
  const measures = textsAt(query, 'measures')
  const dimensions = textsAt(query, 'dimensions')
  const groups = categories(dimensions, query, report, scene)
  const grain = time?.grain
  const periods = grain === undefined ? [undefined] : periodsIn(grain, time?.range)
  const days = grain === undefined ? lengthOf(time?.range ?? 'last 12 months') : daysIn(grain)
  const sizes = shares(groups.length, report.name)
  const filters = filtersIn(query)
  const isShown = (member: string): boolean => [...dimensions, ...measures, time?.dimension].includes(member)
  const left = shareLeft(
    filters.filter(({ member }) => !isShown(member) && memberOf(member, scene)?.kind !== 'measure'),
    (member) => dimensionValues(member, scene),
  )
  const all = groups
    .flatMap((group, index) =>
      periods.map((period, at) => ({
        ...group.values,
        ...(time && period !== undefined ? { [`${time.dimension}.${grain}`]: period, [time.dimension]: period } : {}),
        ...valuesOf(
          measures,
          { group, period, days },
          (sizes[index] ?? 0) * left,
          scene,
          swing(period, grain, at, periods.length),
        ),
      })),
    )
    .slice(0, MOST_ROWS)
  const rows = filterRows(
    all,
    filters.filter(({ member }) => member !== time?.dimension),
  )
  const columns = [
    ...dimensions.map((name) => columnFor(name, report, scene)),
    ...(time && grain !== undefined ? [columnFor(`${time.dimension}.${grain}`, report, scene, 'time')] : []),
    ...measures.map((name) => columnFor(name, report, scene, 'number')),
  ]
  const sorted = sortRows(rows, query, columns).slice(0, numberAt(query, 'limit') ?? MOST_ROWS)
  return { columns, rows: sorted, ...beside(measures, time, report, scene, left) }
}

const swing = (period: string | undefined, grain: string | undefined, at: number, count: number): number =>
  period === undefined || grain === undefined ? 1 : swingAt(period, grain, at, count)

const timeIn = (query: FreeForm): Time | undefined => {
  const [first] = mapsAt(query, 'timeDimensions')
  const dimension = textAt(first, 'dimension')
  return dimension === undefined
    ? undefined
    : { dimension, grain: textAt(first, 'granularity'), range: isMap(first) ? first['dateRange'] : undefined }
}

interface Spot {
  readonly group: Category
  readonly period: string | undefined
  readonly days: number
}

function valuesOf(
  measures: readonly string[],
  { group, period, days }: Spot,
  share: number,
  scene: Scene,
  swing: number,
): Row {
  const row = `${Object.values(group.values).join('|')}|${period ?? ''}`
  return Object.fromEntries(
    measures.map((name) => {
      const member = memberOf(name, scene)
      return [name, measureAt({ name, type: member?.type, format: member?.format }, row, share, days, swing)]
    }),
  )
}

/** What a single number is shown with: another period's value, and a series. */
function beside(
  measures: readonly string[],
  time: Time | undefined,
  report: SceneReport,
  scene: Scene,
  share: number,
): Partial<Rows> {
  if (report.kind !== 'kpi' || time === undefined) return {}
  const [first] = measures
  const member = first === undefined ? undefined : memberOf(first, scene)
  const periods = periodsIn('week', 'last 26 weeks')
  const course =
    first === undefined
      ? []
      : periods.map((period, at) =>
          measureAt(
            { name: first, type: member?.type, format: member?.format },
            period,
            share,
            7,
            swingAt(period, 'week', at, periods.length),
          ),
        )
  const before = Object.fromEntries(measures.map((name) => [name, 0.84 + chance(`before|${name}`) * 0.2]))
  return { course, before }
}

function sortRows(rows: readonly Row[], query: FreeForm, columns: readonly Column[]): Row[] {
  const by = orderIn(query)
  const time = columns.find(({ type }) => type === 'time')
  const number = columns.find(({ type }) => type === 'number')
  const usual: [string, string][] = time ? [[time.name, 'asc']] : number ? [[number.name, 'desc']] : []
  return [...rows].sort((a, b) => {
    for (const [name, direction] of by.length > 0 ? by : usual) {
      const sign = compare(a[name], b[name])
      if (sign !== 0) return direction === 'desc' ? -sign : sign
    }
    return 0
  })
}

function orderIn({ order }: FreeForm): [string, string][] {
  const pairs: unknown[] = Array.isArray(order) ? order : isMap(order) ? Object.entries(order) : []
  return pairs.flatMap((pair): [string, string][] =>
    Array.isArray(pair) && typeof pair[0] === 'string' ? [[pair[0], String(pair[1])]] : [],
  )
}

export function compare(a: unknown, b: unknown): number {
  if (a === b) return 0
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a ?? '').localeCompare(String(b ?? ''))
}
