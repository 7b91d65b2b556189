import type { Scene, SceneReport } from '../../scene.ts'
import { columnFor } from '../data/columns.ts'
import type { Column, Row, Rows } from '../data/rows.ts'
import { chance, shares } from './chance.ts'
import { measureAt, swingAt } from './measure.ts'
import { daysIn, periodsIn } from './periods.ts'
import { type Select, type SqlColumn, selectsIn } from './sql-words.ts'
import { isNameLike, wordsFor } from './words.ts'

type Shape = 'time' | 'measure' | 'rank' | 'steps' | 'words' | 'constant'

interface Shaped extends SqlColumn {
  readonly shape: Shape
  readonly values: readonly unknown[]
  readonly grain: string
}

const MOST_ROWS = 400
const USUAL_ROWS = 12

/** Rows that answer a SELECT. Nothing is run: its column names tell what they are. */
export function sampleSql(sql: string, report: SceneReport, scene: Scene): Rows {
  const selects = selectsIn(sql)
  const rows = selects.flatMap((select, index) => rowsOf(select, scene, `${report.name}/${index}`))
  const [first] = selects
  const shaped = first ? shape(first, scene) : []
  const limit = selects.at(-1)?.limit
  return {
    columns: shaped.map(({ name, shape: each }) => columnFor(name, report, scene, TYPES[each])),
    rows: rows.slice(0, Math.min(limit ?? MOST_ROWS, MOST_ROWS)),
  }
}

/** Whether nobody can tell from the text what its columns are called. */
export function hasUnnamedColumns(sql: string): boolean {
  const [first] = selectsIn(sql)
  return !first || first.columns.some(({ name, expression }) => expression.at(-1) === '*' || /^column_\d+$/.test(name))
}

const TYPES: Readonly<Record<Shape, Column['type']>> = {
  time: 'time',
  measure: 'number',
  rank: 'number',
  steps: 'number',
  words: 'string',
  constant: 'string',
}

function rowsOf(select: Select, scene: Scene, stem: string): Row[] {
  const columns = shape(select, scene)
  const named = columns.find(
    ({ shape: each, name, expression }) =>
      each === 'words' && (isNameLike(name) || isNameLike(expression.at(-1) ?? '')),
  )
  const spread = columns.filter(
    (each) =>
      each.shape === 'time' ||
      each.shape === 'steps' ||
      (each.shape === 'words' && (named === undefined || each === named)),
  )
  const count = spread.reduce((product, { values }) => product * Math.max(1, values.length), 1)
  const groups = Math.min(count, MOST_ROWS)
  const sizes = shares(groups, stem)
  const hasTime = columns.some(({ shape: each }) => each === 'time')
  const hasSteps = spread.some(({ shape: each }) => each === 'steps')
  return Array.from({ length: spread.length === 0 ? 1 : groups }, (_, index) => {
    const keys = keysAt(spread, index)
    const row = [...keys.values()].join('|')
    const time = columns.find(({ shape: each }) => each === 'time')
    const at = time ? time.values.indexOf(keys.get(time.name)) : 0
    const rhythm = spread.reduce(
      (all, { shape: each, values, name }) =>
        each === 'steps' ? all * rhythmOf(values.length, Number(keys.get(name))) : all,
      1,
    )
    const swing = time ? swingAt(String(keys.get(time.name)), time.grain, at, time.values.length) : 1
    const share = hasTime || hasSteps ? 1 / (groups / (time?.values.length ?? 1)) : (sizes[index] ?? 1)
    const days = time ? daysIn(time.grain) : 90
    return Object.fromEntries(
      columns.map((column) => [
        column.name,
        keys.get(column.name) ?? cell(column, { row, index, share, days, swing: swing * rhythm }),
      ]),
    )
  })
}

/** Shops have mornings and weekends. */
function rhythmOf(count: number, at: number): number {
  if (count === 24) return 0.04 + 1.9 * Math.exp(-(((at - 9) / 2.6) ** 2)) + 1.1 * Math.exp(-(((at - 15) / 2.4) ** 2))
  return count === 7 && (at === 0 || at === 6) ? 0.5 : 1.1
}

/** The values of the crossed columns, in one row. */
function keysAt(spread: readonly Shaped[], index: number): Map<string, unknown> {
  let rest = index
  const keys = new Map<string, unknown>()
  for (const { name, values } of spread.toReversed()) {
    keys.set(name, values[rest % Math.max(1, values.length)])
    rest = Math.floor(rest / Math.max(1, values.length))
  }
  return keys
}

interface Spot {
  readonly row: string
  readonly index: number
  readonly share: number
  readonly days: number
  readonly swing: number
}

function cell({ name, shape: each, values, expression }: Shaped, { row, index, share, days, swing }: Spot): unknown {
  if (each === 'rank') return index + 1
  if (each === 'measure') return measureAt({ name: `${name} ${expression.join(' ')}`.trim() }, row, share, days, swing)
  if (each === 'constant') return values[0] ?? null
  return values[Math.floor(chance(`${name}#${row}`) * values.length)] ?? null
}

const shape = (select: Select, scene: Scene): Shaped[] =>
  select.columns.map((column) => {
    const text = column.expression.join(' ')
    const grain = /date_trunc \( '(\w+)'/i.exec(text)?.[1]?.toLowerCase() ?? 'day'
    const known = { ...column, grain }
    if (/date_trunc|\bcurrent_date\b/i.test(text))
      return { ...known, shape: 'time', values: periodsIn(grain, undefined) }
    const part = /extract \( (\w+)/i.exec(text)?.[1]?.toLowerCase()
    if (part !== undefined) return { ...known, shape: 'steps', values: STEPS[part] ?? STEPS['hour'] ?? [] }
    const literal = column.expression.length === 1 ? /^'(.*)'$/s.exec(text) : null
    if (literal) return { ...known, shape: 'constant', values: [(literal[1] ?? '').replaceAll("''", "'")] }
    if (
      /\b(measure|sum|count|avg|min|max|round|approx_distinct|coalesce)\b \(/i.test(text) ||
      /[*/+]/.test(text) ||
      /^\d+(\.\d+)?$/.test(text)
    ) {
      return { ...known, shape: 'measure', values: [] }
    }
    if (/(^|_)(order|rank|position|index|sort)$/i.test(column.name)) return { ...known, shape: 'rank', values: [] }
    if (/(^|_)(day|date|week|month|at)$/i.test(column.name))
      return { ...known, shape: 'time', values: periodsIn('day', 'last 30 days') }
    return { ...known, shape: 'words', values: wordsOf(column, scene).slice(0, USUAL_ROWS) }
  })

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
const STEPS: Readonly<Record<string, readonly number[]>> = {
  dow: range(7),
  isodow: range(7),
  hour: range(24),
  month: range(12),
  year: [2024, 2025, 2026],
}

/** What the data model says about a member with the column's name, in any cube. */
function wordsOf({ name, expression }: SqlColumn, scene: Scene): readonly string[] {
  const own = (expression.at(-1) ?? name).replaceAll('"', '').split('.').at(-1) ?? name
  const [origin, member] = Object.entries(scene.members ?? {}).find(
    ([each, { kind }]) => kind === 'dimension' && each.split('.').at(-1) === own,
  ) ?? [own, undefined]
  return wordsFor(own, member?.from ?? origin, member?.description)
}
