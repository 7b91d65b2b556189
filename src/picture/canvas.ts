import { graphemesOf, padTo, widthOfGrapheme } from './width.ts'

/** Characters by line and column. A wide one is in its first cell, with an empty text in its second. */
export interface Canvas {
  readonly border: (left: number, top: number, right: number, bottom: number) => void
  /** Never overwrites anything, and never writes beyond the edge. */
  readonly write: (column: number, line: number, text: string) => void
  readonly lines: () => string[]
}

export function makeCanvas(width: number, height: number): Canvas {
  const cells = Array.from({ length: height }, () => new Array<string>(width).fill(' '))

  function draw(line: number, column: number, mark: string): void {
    const row = cells[line]
    if (row?.[column] === undefined) return
    const there = row[column]
    row[column] = there === ' ' || there === mark ? mark : '+'
  }

  return {
    border(left, top, right, bottom) {
      for (let column = left + 1; column < right; column += 1) {
        draw(top, column, '-')
        draw(bottom, column, '-')
      }
      for (let line = top + 1; line < bottom; line += 1) {
        draw(line, left, '|')
        draw(line, right, '|')
      }
      for (const line of [top, bottom]) for (const column of [left, right]) draw(line, column, '+')
    },
    write(column, line, text) {
      const row = cells[line]
      if (row === undefined) return
      let at = column
      for (const grapheme of graphemesOf(text)) {
        const room = widthOfGrapheme(grapheme)
        if (room === 0) continue
        if (row.slice(at, at + room).join('') !== ' '.repeat(room)) return
        row[at] = grapheme
        if (room === 2) row[at + 1] = ''
        at += room
      }
    },
    lines: () => cells.map((row) => padTo(row.join(''), width)),
  }
}
