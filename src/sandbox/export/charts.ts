import type { Cell } from '../../company/values.ts'
import { box, line, type Shape } from '../../picture/shapes.ts'
import type { Room } from '../../picture/sketches.ts'
import { fitText, lengthOf } from '../../picture/text/fit.ts'
import type { Colours } from './colours.ts'

/** The data of one report, ready to be drawn. */
export interface Panel {
  readonly kind: 'table' | 'bars' | 'kpi' | 'note'
  /** Of the report: shown where the widget has none of its own. */
  readonly title?: string | undefined
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  /** What a note says. */
  readonly lines: readonly string[]
}

export const note = (...lines: string[]): Panel => ({ kind: 'note', columns: [], rows: [], lines })

const SIZE = 13
const LINE = 20
const BASE = 14

type Draw = (panel: Panel, room: Room, colours: Colours) => Shape[]

export const drawPanel: Draw = (panel, room, colours) => DRAW[panel.kind](panel, room, colours)

const DRAW: Readonly<Record<Panel['kind'], Draw>> = {
  note: ({ lines }, room, { faint }) => writeLines(lines, room, faint),
  kpi({ columns, rows }, room, { text, faint }) {
    const at = Math.max(
      0,
      columns.findIndex((_, column) => typeof rows[0]?.[column] === 'number'),
    )
    const shown = showCell(rows[0]?.[at] ?? null)
    const wide = lengthOf(shown, { size: 1, bold: true })
    const size = Math.max(12, Math.min(44, room.w / Math.max(wide, 1), room.h - LINE))
    return [
      line([room.x, room.y + size], fitText(shown, room.w, { size, bold: true }), size, text, { bold: true }),
      ...(room.h > size + LINE
        ? writeLines([shortName(columns[at] ?? '')], { ...room, y: room.y + size + 6 }, faint)
        : []),
    ]
  },
  table({ columns, rows }, room, { text, faint, border }) {
    const width = room.w / Math.max(columns.length, 1)
    const isNumber = columns.map((_, column) => rows.some((row) => typeof row[column] === 'number'))
    const most = Math.max(0, Math.floor(room.h / LINE) - 1)
    const write = (cells: readonly string[], y: number, colour: Colours['text']): Shape[] =>
      cells.map((cell, column) => {
        const x = room.x + column * width
        const shown = fitText(cell, width - 12, { size: SIZE })
        return isNumber[column]
          ? line([x + width - 12, y + BASE], shown, SIZE, colour, { end: true })
          : line([x, y + BASE], shown, SIZE, colour)
      })
    return [
      ...write(columns.map(shortName), room.y, faint),
      box([room.x, room.y + LINE - 1, room.w, 1], { fill: border }),
      ...rows.slice(0, most).flatMap((row, index) => write(row.map(showCell), room.y + (index + 1) * LINE, text)),
    ]
  },
  bars({ columns, rows }, room, { faint, border, primary }) {
    const measure = columns.findIndex((_, column) => typeof rows[0]?.[column] === 'number')
    const label = columns.findIndex((_, column) => column !== measure)
    const plot = { ...room, h: room.h - LINE }
    if (measure < 0 || rows.length === 0 || plot.h < LINE) return writeLines(['no data'], room, faint)
    const values = rows.map((row) => Number(row[measure] ?? 0))
    const [least, most] = values.reduce(([a, b], value) => [Math.min(a, value), Math.max(b, value)], [0, 0])
    const span = most - least || 1
    const step = plot.w / values.length
    const heightOf = (value: number): number => (Math.abs(value) / span) * plot.h
    const zero = plot.y + heightOf(most)
    return [
      ...values.flatMap((value, index): Shape[] => {
        const h = heightOf(value)
        const x = plot.x + index * step
        const shown = label < 0 ? '' : fitText(showCell(rows[index]?.[label] ?? null), step - 4, { size: 11 })
        return [
          box([x + step * 0.15, value < 0 ? zero : zero - h, Math.max(1, step * 0.7), h], { fill: primary }),
          ...(step > 44 ? [line([x + step * 0.15, plot.y + plot.h + 15], shown, 11, faint)] : []),
        ]
      }),
      box([plot.x, zero, plot.w, 1], { fill: border }),
    ]
  },
}

export function writeLines(lines: readonly string[], room: Room, colour: Colours['text']): Shape[] {
  const most = Math.max(0, Math.floor(room.h / LINE))
  return lines
    .slice(0, most)
    .map((text, index) =>
      line([room.x, room.y + BASE + index * LINE], fitText(text, room.w, { size: SIZE }), SIZE, colour),
    )
}

const shortName = (name: string): string => name.split('.').slice(1).join('.') || name

/** Dates without the time that is midnight, numbers with at most two digits after the point. */
function showCell(cell: Cell): string {
  if (cell === null) return '-'
  if (typeof cell === 'number') return String(Number(cell.toFixed(2)))
  return String(cell).replace(/T00:00:00\.000$/, '')
}
