import { largest, smallest } from '@boardwright/common'
import { type Board, leastHeight, paintBoard } from './board.ts'
import { type Differences, differencesOf, type Sides, sideNames } from './differences.ts'
import { paintPanels } from './panels.ts'
import { type Rows, rowsOf } from './rows.ts'
import type { Shape, Sheet } from './shapes.ts'
import type { Room } from './sketches.ts'
import { nestOf, type Tile } from './tiles.ts'

/** A dashboard before and after. A side without widgets is left out, because the dashboard is created or deleted. */
export interface Change extends Sides {
  readonly title: string
  /** What changes, in a few sentences. */
  readonly told: readonly string[]
  readonly columns: number
  /** Draws just one dashboard, that in `after`, without marks. */
  readonly isPlain?: true
  /** What is said below the picture. */
  readonly notes?: readonly string[] | undefined
}

/** The most widgets, and the greatest height, that a picture shows. The rest is only counted. */
const MOST_TILES = 600
const MOST_SKETCHED = 150
const TALLEST = 4_000

const NONE: Differences = { before: new Map(), after: new Map() }

export function drawDashboards(change: Change): Sheet | undefined {
  const before = change.before.slice(0, MOST_TILES)
  const after = change.after.slice(0, MOST_TILES)
  const [now, then] = sideNames(change)
  const sides = [
    ...(before.length > 0 ? [{ name: now, tiles: before }] : []),
    ...(after.length > 0 ? [{ name: change.isPlain ? `${change.columns} columns` : then, tiles: after }] : []),
  ]
  if (sides.length === 0) return undefined
  const differences = change.isPlain ? NONE : differencesOf(change)
  const leaving = new Set(
    [...differences.after].filter(([, { word }]) => /^moved|resized/.test(word)).map(([id]) => id),
  )
  const boards = sides.map(({ name, tiles }): Board & { readonly name: string; readonly tiles: readonly Tile[] } => ({
    ...{ name, tiles, nest: nestOf(tiles), columns: change.columns },
    differences: name === now ? differences.before : differences.after,
    leaving: name === now ? leaving : new Set(),
    sketched: before.length + after.length <= MOST_SKETCHED,
  }))
  const rows = rowsOf(
    boards.flatMap(({ nest }) => nest.top),
    (tile) => largest(boards.map((board) => (board.nest.top.includes(tile) ? leastHeight(tile, board) : 0))),
  )
  const window = windowOf(rows, boards)
  return paintPanels(
    {
      ...{ title: change.title, told: change.told, notes: notesOf(change, boards, window) },
      differences: [...differences.before.values(), ...differences.after.values()],
    },
    boards.map((board) => ({ name: board.name, paint: (room) => paintRows(board, rows, window, room) })),
    window.height,
  )
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

function paintRows(board: Board, rows: Rows, window: Window, room: Room): Shape[] {
  const shown: Rows = {
    top: (tile) => rows.top(tile) - window.top,
    bottom: (tile) => rows.bottom(tile) - window.top,
    height: window.height,
  }
  return paintBoard(board.nest.top, shown, room, board)
}

function notesOf({ before, after, notes = [] }: Change, boards: readonly Board[], { above, below }: Window): string[] {
  const more = Math.max(0, before.length - MOST_TILES, after.length - MOST_TILES)
  const lost = largest(boards.map(({ nest }) => nest.lost.length))
  const outside = [...(above > 0 ? [`${above} above`] : []), ...(below > 0 ? [`${below} below`] : [])].join(' and ')
  return [
    ...notes,
    ...(outside === '' ? [] : [`Not drawn, because the dashboard is very tall: ${outside}.`]),
    ...(more > 0 ? [`Not drawn, because there are very many: ${more} more widgets.`] : []),
    ...(lost > 0 ? [`Not drawn, because they sit in each other: ${lost} widgets.`] : []),
  ]
}
