import { largest, smallest } from '@boardwright/common'
import { type Board, leastHeight, paintBoard } from './board.ts'
import { type Difference, type Differences, differencesOf, type Sides } from './differences.ts'
import type { Role } from './palette.ts'
import { type Rows, rowsOf } from './rows.ts'
import { box, line, path, type Shape, type Sheet } from './shapes.ts'
import type { Room } from './sketches.ts'
import { fitText, lengthOf, wrapText } from './text/fit.ts'
import { nestOf, type Tile } from './tiles.ts'

/** A dashboard before and after. A side without widgets is left out, because the dashboard is created or deleted. */
export interface Change extends Sides {
  readonly title: string
  readonly summary: string
  readonly columns: number
  /** Draws just one dashboard, that in `after`, without marks. */
  readonly isPlain?: true
}

const WIDTH = 1240
const ALONE = 860
const MARGIN = 28
const BETWEEN = 44
const TOP = 112
const PAD = 12
/** The most widgets, and the greatest height, that a picture shows. The rest is only counted. */
const MOST_TILES = 600
const MOST_SKETCHED = 150
const TALLEST = 4_000

const NONE: Differences = { before: new Map(), after: new Map() }

export function drawDashboards(change: Change): Sheet | undefined {
  const before = change.before.slice(0, MOST_TILES)
  const after = change.after.slice(0, MOST_TILES)
  const sides = [
    ...(before.length > 0 ? [{ name: 'Now', tiles: before }] : []),
    ...(after.length > 0 ? [{ name: change.isPlain ? `${change.columns} columns` : 'After', tiles: after }] : []),
  ]
  if (sides.length === 0) return undefined
  const differences = change.isPlain ? NONE : differencesOf(change)
  const leaving = new Set([...differences.after].filter(([, { kind }]) => kind === 'moved').map(([id]) => id))
  const boards = sides.map(({ name, tiles }): Board & { readonly name: string; readonly tiles: readonly Tile[] } => ({
    ...{ name, tiles, nest: nestOf(tiles), columns: change.columns },
    differences: name === 'Now' ? differences.before : differences.after,
    leaving: name === 'Now' ? leaving : new Set(),
    sketched: before.length + after.length <= MOST_SKETCHED,
  }))
  const rows = rowsOf(
    boards.flatMap(({ nest }) => nest.top),
    (tile) => largest(boards.map((board) => (board.nest.top.includes(tile) ? leastHeight(tile, board) : 0))),
  )
  const window = windowOf(rows, boards)
  const width = boards.length === 2 ? WIDTH : ALONE
  const panel = (width - 2 * MARGIN - (boards.length - 1) * BETWEEN) / boards.length
  const bottom = TOP + 2 * PAD + window.height
  const legend = legendOf([...differences.before.values(), ...differences.after.values()])
  const notes = notesOf(change, boards, window)
  const noteLines = notes.flatMap((note) => wrapText(note, () => width - 2 * MARGIN, { size: 13 }, 3))
  const height = bottom + 20 + (legend.length > 0 ? 26 : 0) + noteLines.length * 20 + 10
  const shapes = [
    ...heading(change, width),
    ...boards.flatMap((board, index) => {
      const room = { x: MARGIN + index * (panel + BETWEEN), y: TOP, w: panel, h: window.height + 2 * PAD }
      return paintPanel(board, rows, window, room)
    }),
    ...(boards.length === 2 ? arrow(MARGIN + panel + BETWEEN / 2, TOP + Math.min(window.height, 420) / 2) : []),
    ...paintLegend(legend, bottom + 32),
    ...noteLines.map((text, index) =>
      line([MARGIN, bottom + (legend.length > 0 ? 60 : 32) + index * 20], text, 13, 'faint'),
    ),
  ]
  return { width, height: Math.ceil(height), title: `${change.title}: ${change.summary}`, background: 'page', shapes }
}

/** The visible part of the rows. */
interface Window {
  readonly top: number
  readonly height: number
  readonly above: number
  readonly below: number
}

/** A dashboard that is too tall is shown from just above its first change. */
function windowOf(rows: Rows, boards: readonly Board[]): Window {
  if (rows.height <= TALLEST) return { top: 0, height: rows.height, above: 0, below: 0 }
  const tiles = boards.flatMap((board) => board.nest.top.map((tile) => ({ tile, board })))
  const changed = tiles.filter(({ tile, board }) => board.differences.has(tile.id) || board.leaving.has(tile.id))
  const first = smallest([rows.height, ...changed.map(({ tile }) => rows.top(tile))])
  const start = first === rows.height ? 0 : first - 60
  const top = Math.max(0, Math.min(start, rows.height - TALLEST))
  const count = (test: (tile: Tile) => boolean): number =>
    new Set(tiles.filter(({ tile }) => test(tile)).map(({ tile }) => tile.id)).size
  return {
    top,
    height: TALLEST,
    above: count((tile) => rows.bottom(tile) <= top),
    below: count((tile) => rows.top(tile) >= top + TALLEST),
  }
}

function heading({ title, summary }: Change, width: number): Shape[] {
  const room = width - 2 * MARGIN
  return [
    line([MARGIN, 44], fitText(title, room, { size: 20, bold: true }), 20, 'text', { bold: true }),
    line([MARGIN, 68], fitText(summary, room, { size: 14 }), 14, 'faint'),
  ]
}

function paintPanel(board: Board & { readonly name: string }, rows: Rows, window: Window, room: Room): Shape[] {
  const shown: Rows = {
    top: (tile) => rows.top(tile) - window.top,
    bottom: (tile) => rows.bottom(tile) - window.top,
    height: window.height,
  }
  const inner = { x: room.x + PAD, y: room.y + PAD, w: room.w - 2 * PAD, h: window.height }
  return [
    line([room.x + 2, room.y - 10], board.name, 14, 'text', { bold: true }),
    box([room.x, room.y, room.w, room.h], { fill: 'frame', stroke: 'edge', radius: 10 }),
    ...paintBoard(board.nest.top, shown, inner, board),
  ]
}

const arrow = (x: number, y: number): Shape[] => [
  path('faint', 2, [x - 11, y], [x + 11, y]),
  path('faint', 2, [x + 4, y - 7], [x + 11, y], [x + 4, y + 7]),
]

interface Entry {
  readonly ink: Role
  readonly sign: string
  readonly words: string
}

const MEANINGS: readonly (readonly [kind: Difference['kind'], words: string])[] = [
  ['added', 'new'],
  ['removed', 'removed'],
  ['moved', 'moved or resized'],
  ['changed', 'changed where it is'],
]

function legendOf(differences: readonly Difference[]): Entry[] {
  return MEANINGS.flatMap(([kind, words]) => {
    const found = differences.find((difference) => difference.kind === kind)
    return found ? [{ ink: kind, sign: found.sign, words }] : []
  })
}

function paintLegend(entries: readonly Entry[], y: number): Shape[] {
  let x = MARGIN
  return entries.flatMap(({ ink, sign, words }) => {
    const face = { size: 11, bold: true }
    const shapes = [
      box([x, y - 13, 18, 18], { fill: ink, radius: 9 }),
      line([x + 9 - lengthOf(sign, face) / 2, y], sign, 11, 'onMark', { bold: true }),
      line([x + 25, y + 0.5], words, 13, 'faint'),
    ]
    x += 25 + lengthOf(words, { size: 13 }) + 26
    return shapes
  })
}

function notesOf({ before, after }: Sides, boards: readonly Board[], { above, below }: Window): string[] {
  const more = Math.max(0, before.length - MOST_TILES, after.length - MOST_TILES)
  const lost = largest(boards.map(({ nest }) => nest.lost.length))
  const outside = [...(above > 0 ? [`${above} above`] : []), ...(below > 0 ? [`${below} below`] : [])].join(' and ')
  return [
    ...(outside === '' ? [] : [`Not drawn, because the dashboard is very tall: ${outside}.`]),
    ...(more > 0 ? [`Not drawn, because there are very many: ${more} more widgets.`] : []),
    ...(lost > 0 ? [`Not drawn, because they sit in each other: ${lost} widgets.`] : []),
  ]
}
