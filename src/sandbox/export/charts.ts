import type { Cell } from '../data/values.ts'
import { type Box, type Canvas, type Colour, textWidth } from './canvas.ts'
import type { Colours } from './colours.ts'
import { LINE_HEIGHT } from './font.ts'

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

const LINE = LINE_HEIGHT + 8

export function drawPanel(canvas: Canvas, panel: Panel, box: Box, colours: Colours): void {
  DRAW[panel.kind](canvas, panel, box, colours)
}

type Draw = (canvas: Canvas, panel: Panel, box: Box, colours: Colours) => void

const DRAW: Readonly<Record<Panel['kind'], Draw>> = {
  note: (canvas, { lines }, box, { faint }) => writeLines(canvas, lines, box, faint),
  kpi(canvas, panel, box, { text, faint }) {
    const at = panel.columns.findIndex((_, column) => typeof panel.rows[0]?.[column] === 'number')
    const shown = showCell(panel.rows[0]?.[Math.max(at, 0)] ?? null)
    const size = Math.max(1, Math.min(5, Math.floor(box.w / Math.max(textWidth(shown), 1)), Math.floor(box.h / LINE)))
    canvas.write(shown, box, text, size)
    canvas.write(
      shortName(panel.columns[Math.max(at, 0)] ?? ''),
      { ...box, y: box.y + (LINE_HEIGHT + 4) * size },
      faint,
    )
  },
  table(canvas, { columns, rows }, box, { text, faint, border }) {
    const width = box.w / Math.max(columns.length, 1)
    const line = (cells: readonly string[], y: number, colour: Colour): void => {
      for (const [column, cell] of cells.entries()) {
        canvas.write(cell, { x: box.x + column * width, y, w: width - 8 }, colour)
      }
    }
    line(columns.map(shortName), box.y, faint)
    canvas.fill({ x: box.x, y: box.y + LINE - 4, w: box.w, h: 1 }, border)
    const most = Math.max(0, Math.floor(box.h / LINE) - 1)
    for (const [index, row] of rows.slice(0, most).entries()) line(row.map(showCell), box.y + (index + 1) * LINE, text)
  },
  bars(canvas, { columns, rows }, box, { faint, border, primary }) {
    const measure = columns.findIndex((_, column) => typeof rows[0]?.[column] === 'number')
    const label = columns.findIndex((_, column) => column !== measure)
    const plot: Box = { ...box, h: box.h - LINE }
    if (measure < 0 || rows.length === 0 || plot.h < LINE) return writeLines(canvas, ['no data'], box, faint)
    const values = rows.map((row) => Number(row[measure] ?? 0))
    const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)]
    const span = most - least || 1
    const step = plot.w / values.length
    const heightOf = (value: number): number => (Math.abs(value) / span) * plot.h
    const zero = plot.y + heightOf(most)
    for (const [index, value] of values.entries()) {
      const h = heightOf(value)
      canvas.fill(
        { x: plot.x + index * step + step * 0.15, y: value < 0 ? zero : zero - h, w: Math.max(1, step * 0.7), h },
        primary,
      )
      const shown = label < 0 ? '' : showCell(rows[index]?.[label] ?? null)
      if (step > 40) canvas.write(shown, { x: plot.x + index * step, y: plot.y + plot.h + 6, w: step - 4 }, faint)
    }
    canvas.fill({ x: plot.x, y: zero, w: plot.w, h: 1 }, border)
    return undefined
  },
}

export function writeLines(canvas: Canvas, lines: readonly string[], box: Box, colour: Colour): void {
  const most = Math.max(0, Math.floor(box.h / LINE))
  for (const [index, text] of lines.slice(0, most).entries()) {
    canvas.write(text, { ...box, y: box.y + index * LINE }, colour)
  }
}

const shortName = (name: string): string => name.split('.').slice(1).join('.') || name

/** Dates without the time that is midnight, numbers with at most two digits after the point. */
function showCell(cell: Cell): string {
  if (cell === null) return '-'
  if (typeof cell === 'number') return String(Number(cell.toFixed(2)))
  return String(cell).replace(/T00:00:00\.000$/, '')
}
