import { largest, smallest, specOf } from '@boardwright/common'
import type { Scene, SceneReport } from '../../scene.ts'
import { columnFor } from '../data/columns.ts'
import { formatCell } from '../data/format.ts'
import { listAt, mapAt, textAt, textsAt } from '../data/free.ts'
import { type Column, numberIn, type Row, type Rows } from '../data/rows.ts'
import { contrast, mix, readColour, writeColour } from '../look/colour.ts'
import type { Theme } from '../look/look.ts'
import type { About } from './about.ts'
import { keyOf, totalsOf } from './totals.ts'

const MOST_COLUMNS = 60
const MOST_ROWS = 500

interface PivotCell {
  readonly text: string
  readonly ground?: string
}

/** A table whose columns are values, before it is drawn. */
export interface Pivot {
  readonly down: readonly string[]
  /** Each spans all measures. If there are none, the measures are the columns. */
  readonly groups: readonly string[]
  readonly measures: readonly string[]
  readonly lines: readonly {
    readonly names: readonly { readonly text: string; readonly isRepeated: boolean }[]
    readonly values: readonly PivotCell[]
  }[]
  readonly totals: readonly string[] | undefined
}

/** Undefined if its settings name nothing that the rows have. */
export function pivotOf({ stage, report }: About, data: Rows): Pivot | undefined {
  const { rows, columns } = data
  const pivot = report?.pivot
  if (!report || !pivot) return undefined
  const { scene, formats, theme } = stage
  const has = (each: string): boolean => columns.some((column) => column.name === each) || rows[0]?.[each] !== undefined
  const [down, across, measures] = [textsAt(pivot, 'rows'), textsAt(pivot, 'columns'), textsAt(pivot, 'measures')].map(
    (names) => names.filter(has),
  )
  if (!down || !across || !measures || down.length === 0 || measures.length === 0) return undefined
  const heads = [...new Map(rows.map((row) => [keyOf(row, across), row]))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, MOST_COLUMNS)
  const lines = [...new Map(rows.map((row) => [keyOf(row, down), row]))].slice(0, MOST_ROWS)
  const cells = new Map(rows.map((row) => [`${keyOf(row, down)}\t${keyOf(row, across)}`, row]))
  const known = measures.map((measure) => columnFor(measure, report, scene, 'number'))
  const isFlat = across.length === 0
  const isInThousands = textAt(pivot, 'displayScale') === 'thousands'
  const show = (number: number, column: Column): string =>
    isInThousands && column.format === 'currency'
      ? `${formatCell(number / 1000, { ...column, decimals: 1 }, formats)}k`
      : formatCell(number, column, formats)
  const heat = heatOf(report, rows, theme)
  const value = (row: Row | undefined, column: Column): PivotCell => {
    const number = numberIn(row, column.name)
    const ground = number === undefined ? undefined : heat(column.name, number)
    return { text: number === undefined ? '–' : show(number, column), ...(ground === undefined ? {} : { ground }) }
  }
  const total = totalsOf(data, scene, across)
  const sum = (column: Column, head?: Row): string => {
    const number = total(column, head)
    return number === undefined ? '–' : show(number, column)
  }
  const grouping = new Map([...down, ...across].map((each) => [each, groupedBy(each, data, report, scene)]))
  const shown = (row: Row, each: string): string => {
    const column = grouping.get(each)
    return column ? formatCell(row[each], column, formats) : ''
  }
  return {
    down: down.map((each) => columnFor(each, report, scene).title),
    groups: isFlat ? [] : heads.map(([, row]) => across.map((each) => shown(row, each)).join(' · ')),
    measures: known.map(({ title }) => title),
    lines: lines.map(([key, line], index) => {
      const before = lines[index - 1]?.[1]
      return {
        names: down.map((each, depth) => ({
          text: shown(line, each),
          isRepeated: depth < down.length - 1 && before !== undefined && before[each] === line[each],
        })),
        values: isFlat
          ? known.map((column) => value(line, column))
          : heads.flatMap(([head]) => known.map((column) => value(cells.get(`${key}\t${head}`), column))),
      }
    }),
    totals:
      pivot['showColumnTotals'] !== true
        ? undefined
        : isFlat
          ? known.map((column) => sum(column))
          : heads.flatMap(([, head]) => known.map((column) => sum(column, head))),
  }
}

/** A time column may be named with or without its period. */
const groupedBy = (name: string, { columns }: Rows, report: SceneReport, scene: Scene): Column =>
  columns.find((column) => column.name === name) ??
  columns.find((column) => column.name.startsWith(`${name}.`)) ??
  columnFor(name, report, scene)

/** The background of a measure's cells: stronger for larger values. */
function heatOf(
  report: SceneReport,
  rows: readonly Row[],
  theme: Theme,
): (measure: string, value: number) => string | undefined {
  const wish = mapAt(specOf(report), 'heatmap')
  const field = textAt(wish, 'field')
  const numbers = field === undefined ? [] : rows.flatMap((row) => numberIn(row, field) ?? [])
  const [least, most] = [smallest(numbers), largest(numbers)]
  const steps = listAt(wish, 'stops').filter((each): each is number => typeof each === 'number')
  const [ground, accent, text] = [theme.ground, theme.accent, theme.text].map(readColour)
  return (measure, value) => {
    if (measure !== field || !(most > least) || !ground || !accent || !text) return undefined
    const part = (value - least) / (most - least)
    const step = steps.length > 1 ? steps.filter((each) => each <= part).length / steps.length : part
    const colour = mix(ground, accent, 0.05 + step * 0.4)
    const isReadable = contrast(colour, text) >= 4.6
    return writeColour(isReadable ? colour : mix(ground, accent, 0.15))
  }
}
