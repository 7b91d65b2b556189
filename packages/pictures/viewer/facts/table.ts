import { specOf } from '@boardwright/common'
import type { Scene } from '../../scene.ts'
import { memberOf } from '../data/columns.ts'
import { formatCell } from '../data/format.ts'
import { isMap, numberAt, textsAt } from '../data/free.ts'
import { numberIn, type Row, type Rows } from '../data/rows.ts'
import { readable, readColour, writeColour } from '../look/colour.ts'
import type { About } from './about.ts'
import { type TableColumn, tableColumns } from './table-columns.ts'
import { type TotalOf, totalsOf } from './totals.ts'

export type { TableColumn } from './table-columns.ts'

const ON_A_PAGE = 50

export interface Cell {
  readonly text: string
  /** Set if a rule colours the cell. */
  readonly colour?: string
  readonly bar?: { readonly part: number; readonly colour: string | undefined }
}

/** Rows as a table, before it is drawn. */
export interface Table {
  readonly columns: readonly TableColumn[]
  readonly isNumbered: boolean
  /** The number of rows shown at once. */
  readonly size: number
  readonly cell: (column: TableColumn, row: Row) => Cell
  /** By column; undefined if there is no total row. */
  readonly totals: ReadonlyMap<string, string> | undefined
}

/** Undefined if there is nothing to show. */
export function tableOf({ stage, widget, report }: About, rows: Rows): Table | undefined {
  if (!report) return undefined
  const { formats, theme, scene } = stage
  const spec = specOf(report)
  const columns = tableColumns(rows, report, scene)
  if (rows.rows.length === 0 || columns.length === 0) return undefined
  const greatest = greatestOf(columns, rows.rows)
  const ground = readColour(theme.ground)
  const total = totalsOf(rows, scene)
  const summed = totalled(columns, spec, scene, total)
  return {
    columns,
    isNumbered: isMap(spec) && spec['showRowNumbers'] === true,
    size: Math.max(1, Math.min(500, numberAt(widget.config, 'pageSize') ?? ON_A_PAGE)),
    cell(column, row) {
      const text = formatCell(row[column.name], column, formats)
      const number = numberIn(row, column.name)
      if (number === undefined) return { text }
      const rule = column.rules.find(({ below }) => number < below)
      const colour = rule && readColour(rule.color)
      const most = greatest.get(column.name) ?? 1
      const own = column.bar?.color
      return {
        text,
        ...(colour && ground ? { colour: writeColour(readable(colour, ground)) } : {}),
        ...(column.bar && most > 0
          ? {
              bar: {
                part: Math.max(0, Math.min(1, number / most)),
                colour: own !== undefined && readColour(own) ? own : undefined,
              },
            }
          : {}),
      }
    },
    totals:
      summed.length === 0
        ? undefined
        : new Map(summed.map((column) => [column.name, formatCell(total(column), column, formats)])),
  }
}

function greatestOf(columns: readonly TableColumn[], rows: readonly Row[]): Map<string, number> {
  return new Map(
    columns
      .filter(({ bar }) => bar)
      .map(({ name, bar }) => [
        name,
        bar?.max ?? rows.reduce((most, row) => Math.max(most, numberIn(row, name) ?? 0), 0),
      ]),
  )
}

function totalled(columns: readonly TableColumn[], spec: unknown, scene: Scene, total: TotalOf): TableColumn[] {
  const names = textsAt(spec, 'totals')
  const isAll = isMap(spec) && spec['totals'] === true
  // Years or codes are numbers, but add up to nothing, unless somebody asks for it by name.
  const isAdded = ({ name, type }: TableColumn): boolean =>
    type === 'number' && (memberOf(name, scene)?.kind ?? 'measure') === 'measure'
  return columns.filter(
    (column) => names.includes(column.name) || (isAll && isAdded(column) && total(column) !== undefined),
  )
}
