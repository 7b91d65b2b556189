import { largest } from '@boardwright/common'
import { padTo, widthOf } from '@boardwright/pictures'
import type { Paint } from './paint.ts'

/** Cells as wide as their column. Numbers stand at the right. */
export function aligned(
  rows: readonly (readonly string[])[],
  numbers: ReadonlySet<number> = new Set(),
): readonly (readonly string[])[] {
  const widths = (rows[0] ?? []).map((_, column) => largest(rows.map((row) => widthOf(row[column] ?? ''))))
  return rows.map((row) =>
    row.map((cell, column) => {
      const width = widths[column] ?? 0
      return numbers.has(column) ? `${' '.repeat(width - widthOf(cell))}${cell}` : padTo(cell, width)
    }),
  )
}

export const paintHead = (paint: Paint, cell: string): string => (cell.trim() === '' ? cell : paint('faint', cell))
