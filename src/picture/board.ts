import type { Difference } from './differences.ts'
import { type Look, paintTile } from './paint-tile.ts'
import { LEAST, type Rows, rowsOf } from './rows.ts'
import { box, line, type Shape } from './shapes.ts'
import type { Room } from './sketches.ts'
import { fitText, lengthOf } from './text/fit.ts'
import type { Nest, Tab, Tile } from './tiles.ts'

/** One side of a change: widgets on their grid. */
export interface Board {
  readonly nest: Nest
  readonly columns: number
  readonly differences: ReadonlyMap<string, Difference>
  /** Widgets that are in a different place on the other side. */
  readonly leaving: ReadonlySet<string>
  readonly sketched: boolean
}

const GAP = 6
const HEADER = 34
const TABS = 26
const DEEPEST = 4
/** How far outside its grid a widget may be and still be drawn in place. */
const BEYOND = 3
const MOST_INSIDE = 900

/** The height that a container needs for its contents. */
export function leastHeight(tile: Tile, board: Board, depth = 0): number {
  const tab = depth < DEEPEST ? openTab(board.nest.inside(tile), board) : undefined
  if (tab === undefined) return LEAST
  const { height } = rowsOf(tab.tiles, (inner) => leastHeight(inner, board, depth + 1))
  return HEADER + (hasTabs(board.nest.inside(tile)) ? TABS : 0) + Math.min(height, MOST_INSIDE) + 8
}

const hasTabs = (tabs: readonly Tab[]): boolean => tabs.length > 1 || tabs.some(({ name }) => name !== '')

/** The first tab with a difference, else the first. */
const openTab = (tabs: readonly Tab[], { differences }: Board): Tab | undefined =>
  tabs.find(({ tiles }) => tiles.some(({ id }) => differences.has(id))) ?? tabs[0]

export function paintBoard(tiles: readonly Tile[], rows: Rows, room: Room, board: Board, depth = 0): Shape[] {
  const furthest = Math.max(1, board.columns, ...tiles.map(({ x, w }) => x + w))
  const across = Math.min(furthest, Math.max(1, board.columns) * BEYOND)
  const at = (column: number): number => (Math.min(Math.max(column, 0), across) / across) * (room.w + GAP)
  return tiles.flatMap((tile) => {
    const left = Math.min(at(tile.x), room.w - 16)
    const [top, bottom] = [Math.max(0, rows.top(tile)), Math.min(room.h, rows.bottom(tile) - GAP)]
    if (bottom - top < 4) return []
    const wide = Math.max(16, at(tile.x + tile.w) - left - GAP)
    return paintWhole(tile, { x: room.x + left, y: room.y + top, w: wide, h: bottom - top }, board, depth)
  })
}

function paintWhole(tile: Tile, room: Room, board: Board, depth: number): Shape[] {
  const look: Look = {
    difference: board.differences.get(tile.id),
    leaves: board.leaving.has(tile.id),
    sketched: board.sketched,
  }
  const { shapes, below } = paintTile(tile, room, look)
  const tabs = depth < DEEPEST ? board.nest.inside(tile) : []
  const open = openTab(tabs, board)
  if (open === undefined || below.h < LEAST - GAP) return shapes
  const strip = hasTabs(tabs) ? paintTabs(tabs, open, below, board) : []
  const inner = hasTabs(tabs) ? { ...below, y: below.y + TABS, h: below.h - TABS } : below
  const rows = rowsOf(open.tiles, (held) => leastHeight(held, board, depth + 1))
  return [...shapes, ...strip, ...paintBoard(open.tiles, rows, inner, board, depth + 1)]
}

function paintTabs(tabs: readonly Tab[], open: Tab, room: Room, { differences }: Board): Shape[] {
  let x = room.x
  return tabs.flatMap((tab) => {
    const count = tab.tiles.filter(({ id }) => differences.has(id)).length
    const isOpen = tab === open
    const hint = !isOpen && count > 0 ? ` (${count} differ)` : ''
    const name = fitText(`${tab.name || 'no tab'}${hint}`, Math.max(0, room.x + room.w - x - 20), {
      size: 12,
      bold: isOpen,
    })
    if (name === '') return []
    const wide = lengthOf(name, { size: 12, bold: isOpen })
    const shapes = [
      line([x + 2, room.y + 13], name, 12, isOpen ? 'text' : 'faint', { bold: isOpen }),
      ...(isOpen ? [box([x, room.y + 18, wide + 4, 2], { fill: 'faint', radius: 1 })] : []),
    ]
    x += wide + 20
    return shapes
  })
}
