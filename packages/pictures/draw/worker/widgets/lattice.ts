import { largest } from '@boardwright/common'
import type { Given, Size } from '../context.ts'
import { clipped, el, type Markup } from '../svg.ts'

export interface Cell {
  readonly text: string
  readonly isNumber?: boolean
  readonly isMiddle?: boolean
  readonly weight?: number
  readonly fill?: string
  readonly ground?: string | undefined
  readonly bar?: { readonly part: number; readonly colour: string | undefined }
  readonly span?: number
}

export interface Lattice {
  readonly head: readonly (readonly Cell[])[]
  readonly body: readonly (readonly Cell[])[]
  readonly foot?: readonly Cell[] | undefined
}

const HEAD = { size: 12, height: 27 } as const
const ROW = { size: 13, height: 28.5 } as const
const [PADDING, TIGHT, FIRST] = [10, 6, 4]
/** Between two rows. The last one of all rows is that of the totals. */
const LINE = 1

const PAGER = 30

/**
 * Fits a table into its room, where nobody can scroll: with wider columns if there is more, or, if it must have all of
 * them, with shorter texts and smaller if there is less.
 */
export function paintLattice(given: Given, room: Size, lattice: Lattice, total: number): Markup {
  const loose = columnsOf(given, room.width, lattice, PADDING)
  // Always, because the other side of a comparison may need them.
  const tight = given.on.hasAllColumns ? columnsOf(given, room.width, lattice, TIGHT) : loose
  const isTight = loose.across > room.width + 0.5
  const columns = isTight ? tight : loose
  const scale = isTight && given.on.hasAllColumns ? Math.min(1, Math.max(SMALLEST, room.width / columns.across)) : 1
  const drawn = paintWith(given, { width: room.width / scale, height: room.height / scale }, lattice, columns, total)
  return scale === 1 ? drawn : el('g', { transform: `scale(${scale.toFixed(4)})` }, drawn)
}

/** Only the first rows if there is less room than for all. Then it says which rows of all of them are there. */
function paintWith(
  given: Given,
  room: Size,
  { head, body, foot }: Lattice,
  { widths, across, padding }: Columns,
  total: number,
): Markup {
  const { looks } = given
  const edges = [0]
  for (const width of widths) edges.push((edges.at(-1) ?? 0) + width)
  const top = head.length * HEAD.height
  const bottom = foot ? ROW.height - LINE : 0
  // A row is there or is not.
  const wholeIn = (height: number): number => Math.max(0, Math.floor((height - bottom - top + 1) / ROW.height))
  const isWhole = body.length === total && wholeIn(room.height) >= total
  const seen = body.slice(0, wholeIn(room.height - (isWhole ? 0 : PAGER)))
  const below = top + seen.length * ROW.height
  const row = (
    cells: readonly Cell[],
    y: number,
    { size, height }: typeof HEAD | typeof ROW,
    usual: Partial<Cell>,
  ): Markup => {
    let column = 0
    const drawn = cells.map((cell) => {
      const [from, to] = [edges[column] ?? 0, edges[column + (cell.span ?? 1)] ?? across]
      const isFirst = column === 0
      column += cell.span ?? 1
      const left = isFirst ? FIRST : padding
      const place = { x: from, y, width: to - from, height, left, right: padding }
      return paintCell(given, { ...usual, ...cell }, place, size)
    })
    return drawn.join('')
  }
  const line = (y: number, stroke: string): Markup => el('line', { x1: 0, x2: across, y1: y, y2: y, stroke })
  return [
    ...head.map((cells, index) => row(cells, index * HEAD.height, HEAD, { fill: looks.faint, weight: 500 })),
    ...head.map((_, index) => line((index + 1) * HEAD.height - 0.5, looks.line)),
    clipped(
      { x: 0, y: top, width: Math.max(across, room.width), height: below - top },
      ...seen.map((cells, index) => {
        const y = index * ROW.height
        const drawn = row(cells, y, ROW, {}) + line(y + ROW.height - 0.5, looks.line)
        return el('g', { class: 'bw-row' }, drawn)
      }),
    ),
    foot ? line(below - LINE / 2, looks.strongLine) + row(foot, below, ROW, { weight: 600 }) : '',
    isWhole || seen.length === 0 ? '' : pager(given, room, seen.length, total),
  ].join('')
}

function pager({ looks, on }: Given, { width, height }: Size, seen: number, total: number): Markup {
  const y = height - 24
  const button = (x: number, text: string): Markup =>
    el('rect', { x: x + 0.5, y: y + 0.5, width: 25, height: 23, rx: 6, fill: looks.card, stroke: looks.line }) +
    on.letters.line(x + 13, y, 24, text, { size: 14, fill: looks.faint, anchor: 'middle' })
  const said = `1–${seen.toLocaleString('en')} of ${total.toLocaleString('en')}`
  return [
    on.letters.line(width - 60, y, 24, said, { size: 12, fill: looks.faint, anchor: 'end' }),
    button(width - 56, '‹'),
    button(width - 26, '›'),
  ].join('')
}

function paintCell(
  { looks, on }: Given,
  { text, isNumber, isMiddle, weight, fill, ground, bar }: Cell,
  { x, y, width, height, left, right }: Readonly<Record<'x' | 'y' | 'width' | 'height' | 'left' | 'right', number>>,
  size: number,
): Markup {
  const type = { size, fill: fill ?? looks.text, ...(weight === undefined ? {} : { weight }) }
  const [place, anchor] = isMiddle
    ? ([x + width / 2, 'middle'] as const)
    : isNumber
      ? ([x + width - right, 'end'] as const)
      : ([x + left, 'start'] as const)
  return [
    ground === undefined ? '' : el('rect', { x, y, width, height: height - 1, fill: ground }),
    bar
      ? el('rect', {
          ...{ x, y: y + 4, width: bar.part * width, height: height - 9, rx: 3 },
          ...{ fill: bar.colour ?? looks.accent, opacity: 0.28 },
        })
      : '',
    on.letters.line(place, y, height - 1, isNumber ? text : on.letters.fit(text, width - left - 4, type), {
      ...type,
      anchor,
    }),
  ].join('')
}

/** How small a table may become: before its texts are cut, and at all. */
const [SMALLER, SMALLEST] = [0.85, 0.5]
/** What a column of texts keeps when they are cut. The first one says what a row is about. */
const [OF_NAMES, NARROWEST] = [140, 80]

interface Columns {
  readonly widths: readonly number[]
  readonly across: number
  readonly padding: number
}

function columnsOf(given: Given, room: number, lattice: Lattice, padding: number): Columns {
  const widths = widthsOf(given, room, lattice, padding)
  return { widths, across: widths.reduce((sum, width) => sum + width, 0), padding }
}

/** Columns as wide as their contents. Left-over room is shared in proportion; if there is none, long texts are cut. */
function widthsOf({ on, widget }: Given, room: number, { head, body, foot }: Lattice, padding: number): number[] {
  const count = largest([...head, ...body].map((cells) => cells.reduce((sum, { span = 1 }) => sum + span, 0)))
  let widths = Array.from({ length: count }, () => 0)
  const look = (cells: readonly Cell[], size: number, usual: number): void => {
    let column = 0
    for (const { text, weight = usual, span = 1 } of cells) {
      const least = on.letters.widthOf(text, { size, weight }) + padding + (column === 0 ? FIRST : padding)
      const now = widths.slice(column, column + span).reduce((sum, each) => sum + each, 0)
      if (now < least)
        for (let at = column; at < column + span; at += 1) widths[at] = (widths[at] ?? 0) + (least - now) / span
      column += span
    }
  }
  for (const cells of body) look(cells, ROW.size, 400)
  if (foot) look(foot, ROW.size, 600)
  for (const cells of [...head].reverse()) look(cells, HEAD.size, 500)
  const names = columnNames(head.at(-1) ?? []).map((name) => `${padding} ${name}`)
  const level = on.level(
    widget.id,
    Object.fromEntries(widths.map((width, at) => [names[at] ?? `${padding} ${at}`, width])),
  )
  widths = Object.values(level)
  const total = widths.reduce((sum, each) => sum + each, 0)
  if (total > 0 && total < room) return widths.map((width) => (width * room) / total)
  if (!on.hasAllColumns) return widths
  const most = room / SMALLER
  const isText = (at: number): boolean => body.some((cells) => cells.length === count && cells[at]?.isNumber !== true)
  const first = widths.findIndex((_, at) => isText(at))
  const spare = widths.map((width, at) => (isText(at) ? Math.max(0, width - (at === first ? OF_NAMES : NARROWEST)) : 0))
  const all = spare.reduce((sum, each) => sum + each, 0)
  const part = all === 0 ? 0 : Math.min(1, Math.max(0, total - most) / all)
  return widths.map((width, at) => width - (spare[at] ?? 0) * part)
}

/** Different for any two columns, and the same on both sides of a comparison. */
function columnNames(cells: readonly Cell[]): string[] {
  const seen = new Map<string, number>()
  return cells.flatMap(({ text, span = 1 }) =>
    Array.from({ length: span }, () => {
      const count = seen.get(text) ?? 0
      seen.set(text, count + 1)
      return `${text} ${count}`
    }),
  )
}
