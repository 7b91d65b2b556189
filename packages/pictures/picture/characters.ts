import { largest, smallest } from '@boardwright/common'
import { type Box, type Drawing, marksOf, NEW, REMOVED, RESIZED, topLevel } from './changes.ts'
import { placeEdges } from './edges.ts'
import { SIDES, type Strokes, strokeOf } from './strokes.ts'
import { cutTo, graphemesOf, padTo, widthOf, widthOfGrapheme } from './width.ts'

/** Two drawings and the gap between them take 58 columns. */
const WIDTH = 27
const GAP = '    '
const TALLEST = 40
/** How far outside its grid a box may be and still be drawn in place. */
const BEYOND = 4

/** Before and after side by side, at most 60 columns wide. Empty if nothing drawn changes. */
export function drawChange(drawing: Drawing, strokes: Strokes = 'ascii'): string[] {
  const marks = marksOf(drawing)
  if (marks.before.size + marks.after.size === 0) return []
  const before = drawBoxes(drawing.before, drawing.columns, marks.before, strokes)
  const after = drawBoxes(drawing.after, drawing.columns, marks.after, strokes)
  const legend = legendOf([...marks.before.values(), ...marks.after.values()])
  if (before.length === 0 || after.length === 0) {
    const [title, rows] = before.length === 0 ? ['after', after] : ['now', before]
    return [title, ...rows.map((row) => row.trimEnd()), ...legend]
  }
  const height = Math.max(before.length, after.length)
  const rows = Array.from({ length: height }, (_, line) =>
    `${padTo(before[line] ?? '', WIDTH)}${GAP}${after[line] ?? ''}`.trimEnd(),
  )
  return [`${padTo('now', WIDTH)}${GAP}after`, ...rows, ...legend]
}

const ARROWS: Readonly<Record<string, string>> = { '^': '↑', v: '↓', '<': '←', '>': '→' }

const MEANINGS: Readonly<Record<string, string>> = { [NEW]: 'new', [RESIZED]: 'resized', [REMOVED]: 'removed' }

function legendOf(marks: readonly string[]): string[] {
  const used = Object.entries(MEANINGS).filter(([mark]) => marks.includes(mark))
  return used.length === 0 ? [] : [used.map(([mark, meaning]) => `${mark} ${meaning}`).join('   ')]
}

/** Draws one state of a grid. Rows get only the room that labels need, so that thirty widgets still fit on a screen. */
export function drawBoxes(
  boxes: readonly Box[],
  columns: number,
  marks: ReadonlyMap<string, string>,
  strokes: Strokes = 'ascii',
): string[] {
  const shown = topLevel(boxes).filter(({ x, y, w, h }) => [x, y, w, h].every(Number.isFinite))
  if (shown.length === 0) return []
  const roomy = layOut(shown, columns, marks, 2)
  const laid = roomy.height > TALLEST ? layOut(shown, columns, marks, 1) : roomy
  const canvas = makeCanvas(WIDTH, laid.height, strokes)
  for (const { left, top, right, bottom } of laid.boxes) canvas.border(left, top, right, bottom)
  for (const box of laid.boxes) {
    const mark = marks.get(box.id)
    if (mark !== undefined) canvas.write(box.right - 1, box.top + 1, strokes === 'box' ? (ARROWS[mark] ?? mark) : mark)
  }
  for (const { label, left, top, right, bottom, widthOfLine } of laid.boxes) {
    for (const [index, line] of wrapLabel(label, widthOfLine, bottom - top - 1).entries()) {
      canvas.write(right - left > 3 ? left + 2 : left + 1, top + 1 + index, line)
    }
  }
  const first = smallest([...laid.boxes.filter(({ id }) => marks.has(id)).map(({ top }) => top), laid.height])
  return cropTo(canvas.lines(), first === laid.height ? 0 : first)
}

interface Laid {
  readonly id: string
  readonly label: string
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly widthOfLine: (line: number) => number
}

function layOut(boxes: readonly Box[], columns: number, marks: ReadonlyMap<string, string>, mostLines: number) {
  const furthest = largest([1, columns, ...boxes.map(({ x, w }) => x + w)])
  const across = Math.min(furthest, Math.max(1, columns) * BEYOND)
  const columnOf = (x: number): number => Math.round((Math.min(Math.max(x, 0), across) * (WIDTH - 1)) / across)
  const laid = boxes.map((box) => {
    const left = Math.min(columnOf(box.x), WIDTH - 3)
    const right = Math.max(columnOf(box.x + box.w), left + 2)
    const inner = right - left - 1
    const pad = right - left > 3 ? 1 : 0
    const widthOfLine = (line: number): number => inner - pad - (line === 0 && marks.has(box.id) ? 1 + pad : 0)
    const from = Math.max(0, box.y)
    const to = Math.max(from + 1, box.y + box.h)
    return { id: box.id, label: box.label, left, right, from, to, widthOfLine }
  })
  const lines = placeEdges(
    laid.map(({ label, widthOfLine, from, to }) => ({
      from,
      to,
      atLeast: 1 + Math.max(1, wrapLabel(label, widthOfLine, mostLines).length),
    })),
  )
  const placed = laid.map(
    ({ from, to, ...rest }): Laid => ({
      ...rest,
      top: lines.get(from) ?? 0,
      bottom: lines.get(to) ?? 0,
    }),
  )
  return { boxes: placed, height: largest(placed.map(({ bottom }) => bottom)) + 1 }
}

/** A drawing that is too tall is shown from just above its first change. */
function cropTo(lines: readonly string[], firstChange: number): string[] {
  if (lines.length <= TALLEST) return [...lines]
  const start = Math.min(Math.max(0, firstChange - 2), lines.length - TALLEST)
  const end = start + TALLEST
  return [
    ...(start > 0 ? [`(${start} lines above)`] : []),
    ...lines.slice(start, end),
    ...(end < lines.length ? [`(${lines.length - end} lines below)`] : []),
  ]
}

/**
 * A label in lines, broken between words. A word that fits only below the mark begins there; one that fits nowhere is
 * broken inside.
 */
function wrapLabel(label: string, widthOfLine: (line: number) => number, most: number): string[] {
  const lines: string[] = []
  let words = label.split(/\s+/u).filter((word) => word !== '')
  while (words.length > 0 && lines.length < most) {
    const [room, next] = [widthOfLine(lines.length), widthOfLine(lines.length + 1)]
    const isBelow = lines.length + 1 < most && room < widthOf(words[0] ?? '') && widthOf(words[0] ?? '') <= next
    const [line, rest] = isBelow ? ['', words] : takeLine(words, Math.max(0, room))
    if (line === '' && !isBelow) return lines
    lines.push(line)
    words = rest
  }
  return lines
}

function takeLine(words: readonly string[], width: number): [line: string, rest: string[]] {
  let line = ''
  for (const [index, word] of words.entries()) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') return [line, words.slice(index)]
    const head = cutTo(word, width)
    return [head, [word.slice(head.length), ...words.slice(index + 1)]]
  }
  return [line, []]
}

/** Characters by line and column. A wide one is in its first cell, with an empty text in its second. */
interface Canvas {
  readonly border: (left: number, top: number, right: number, bottom: number) => void
  /** Never overwrites anything, and never writes beyond the edge. */
  readonly write: (column: number, line: number, text: string) => void
  readonly lines: () => string[]
}

/** A cell has a text, or the sides on which a line leaves it. */
function makeCanvas(width: number, height: number, strokes: Strokes): Canvas {
  const cells = Array.from({ length: height }, () => new Array<string | number>(width).fill(0))
  const { up, right: toRight, down, left: toLeft } = SIDES

  function draw(line: number, column: number, sides: number): void {
    const row = cells[line]
    const there = row?.[column]
    if (row && typeof there === 'number') row[column] = there | sides
  }

  return {
    border(left, top, right, bottom) {
      for (const line of [top, bottom]) {
        const inward = line === top ? down : up
        draw(line, left, toRight | inward)
        draw(line, right, toLeft | inward)
        for (let column = left + 1; column < right; column += 1) draw(line, column, toLeft | toRight)
      }
      for (const column of [left, right]) {
        for (let line = top + 1; line < bottom; line += 1) draw(line, column, up | down)
      }
    },
    write(column, line, text) {
      const row = cells[line]
      if (row === undefined) return
      let at = column
      for (const grapheme of graphemesOf(text)) {
        const room = widthOfGrapheme(grapheme)
        if (room === 0) continue
        const taken = row.slice(at, at + room)
        if (taken.length < room || taken.some((cell) => cell !== 0 && cell !== ' ')) return
        row[at] = grapheme
        if (room === 2) row[at + 1] = ''
        at += room
      }
    },
    lines: () =>
      cells.map((row) =>
        padTo(row.map((cell) => (typeof cell === 'string' ? cell : strokeOf(cell, strokes))).join(''), width),
      ),
  }
}
