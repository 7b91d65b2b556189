import { largest } from '@boardwright/common'
import type { Difference, Kind } from './differences.ts'
import { drawGlyph, GLYPH_SIZE } from './glyphs.ts'
import type { Role } from './palette.ts'
import { LEAST, type Rows, rowsOf } from './rows.ts'
import { box, line, type Path, type Point, path, type Shape } from './shapes.ts'
import { drawSketch, type Room } from './sketches.ts'
import { fitText, lengthOf, wrapText } from './text/fit.ts'
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
  const furthest = largest([1, board.columns, ...tiles.map(({ x, w }) => x + w)])
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

const LABEL = { size: 13 }
const BADGE = { size: 11, bold: true }
const PAD = 9
const LINE = 17

interface Look {
  readonly difference: Difference | undefined
  readonly leaves?: boolean | undefined
  readonly sketched: boolean
}

const COLOURS: Readonly<Record<Kind | 'none', readonly [ink: Role, tint: Role, soft: Role, strong: Role]>> = {
  none: ['faint', 'card', 'sketch', 'sketchStrong'],
  moved: ['moved', 'movedTint', 'movedSketch', 'movedSketch'],
  added: ['added', 'addedTint', 'addedSketch', 'addedSketch'],
  removed: ['removed', 'removedTint', 'removedSketch', 'removedSketch'],
  changed: ['changed', 'changedTint', 'changedSketch', 'changedSketch'],
  held: ['held', 'card', 'sketch', 'sketchStrong'],
}

/** Paints the frame of a widget with its icon, name and change. Returns the room that is left for its contents. */
function paintTile(tile: Tile, room: Room, look: Look): { shapes: Shape[]; below: Room } {
  const { difference } = look
  const [ink, tint, soft, strong] = COLOURS[difference?.kind ?? 'none']
  const badge = difference ? paintBadge(difference, room, ink) : { shapes: [], width: 0 }
  const textRoom = room.w - 2 * PAD - GLYPH_SIZE - 7
  const isNarrow = textRoom - badge.width < 16
  const most = room.h >= 2 * LINE + 8 ? 2 : 1
  const widthOfLine = (index: number): number => (index === 0 ? textRoom - badge.width : textRoom)
  const lines = isNarrow ? [] : wrapText(nameOf(tile), widthOfLine, LABEL, most)
  const high = Math.max(1, lines.length) * LINE
  const top = room.y + Math.min(PAD, Math.max(0, (room.h - high) / 2))
  const middle = top + LINE / 2
  const header = top - room.y + high + PAD - 2
  const below = {
    x: room.x + PAD + 1,
    y: room.y + header,
    w: room.w - 2 * PAD - 2,
    h: room.h - header - PAD - 1,
  }
  return {
    shapes: [
      ...paintFrame(tile, room, look, ink, tint),
      ...(room.w < GLYPH_SIZE + 8 || (isNarrow && badge.width > 0 && room.w < 48)
        ? []
        : drawGlyph(tile.type, tile.shows, [room.x + PAD, middle - GLYPH_SIZE / 2], ink)),
      ...lines.map((text, index) =>
        line([room.x + PAD + GLYPH_SIZE + 7, middle + 4.6 + index * LINE], text, LABEL.size, 'text'),
      ),
      ...badge.shapes,
      ...(look.sketched && below.h > 14 ? drawSketch(tile.type, tile.shows, below, soft, strong) : []),
    ],
    below,
  }
}

/** An unnamed widget shows its type. */
const nameOf = ({ id, type, label }: Tile): string =>
  label === `${type.toLowerCase()} ${id}` ? type.toLowerCase().replaceAll('_', ' ') : label

function paintFrame({ type }: Tile, room: Room, { difference, leaves }: Look, ink: Role, tint: Role): Shape[] {
  const rectangle = [room.x, room.y, room.w, room.h] as const
  const [right, bottom] = [room.x + room.w, room.y + room.h]
  if (type === 'SPACER' && !difference) {
    const around = path(
      'edge',
      1,
      [room.x, room.y],
      [right, room.y],
      [right, bottom],
      [room.x, bottom],
      [room.x, room.y],
    )
    return [{ ...around, dash: [5, 5] } satisfies Path]
  }
  if (type === 'DIVIDER' && !difference) {
    const middle = room.y + room.h / 2
    return room.w < 140 ? [] : [path('edge', 1.4, [room.x + 100, middle], [right - PAD, middle])]
  }
  const stroke = difference || leaves ? (difference ? ink : 'moved') : 'edge'
  return [box(rectangle, { fill: tint, stroke, strokeWidth: difference ? 1.8 : leaves ? 1.4 : 1, radius: 6 })]
}

const HIGH = 18

interface Badge {
  readonly shapes: Shape[]
  readonly width: number
}

/** The word if it fits next to a name, else the sign alone. On the upper edge it covers nothing that is drawn inside. */
export function paintBadge({ sign, word }: Difference, room: Room, ink: Role, isOnEdge = false): Badge {
  const text = [`${sign} ${word}`, sign].find((each) => lengthOf(each, BADGE) + 14 < room.w - (each === sign ? 0 : 92))
  if (text === undefined || room.h < HIGH) return { shapes: [], width: 0 }
  const shown = fitText(text, room.w, BADGE)
  const wide = chipWidth(shown)
  const at: Point = [
    room.x + room.w - wide - Math.min(7, (room.w - wide) / 2),
    room.y + (isOnEdge ? -HIGH / 2 : Math.min(7, (room.h - HIGH) / 2)),
  ]
  return { shapes: paintChip(shown, at, ink), width: wide + 8 }
}

const chipWidth = (text: string): number => Math.max(HIGH, lengthOf(text, BADGE) + 13)

export function paintChip(text: string, [x, y]: Point, ink: Role): Shape[] {
  const wide = chipWidth(text)
  const left = x + (wide - lengthOf(text, BADGE)) / 2
  const [sign = '', ...words] = text.split(' ')
  const way = WAYS[sign]
  const word = way ? words.join(' ') : text
  const from = left + lengthOf(text, BADGE) - lengthOf(word, BADGE)
  return [
    box([x, y, wide, HIGH], { fill: ink, radius: HIGH / 2 }),
    ...(way ? arrow([left + lengthOf(sign, BADGE) / 2, y + HIGH / 2], way) : []),
    line([from, y + 13], word, BADGE.size, 'onMark', { bold: true }),
  ]
}

/** Arrows are drawn: few fonts have bold ones. */
const WAYS: Readonly<Record<string, Point>> = { '→': [1, 0], '←': [-1, 0], '↑': [0, -1], '↓': [0, 1] }

function arrow([x, y]: Point, [right, down]: Point): Shape[] {
  const at = (along: number, across: number): Point => [
    x + along * right - across * down,
    y + along * down + across * right,
  ]
  return [path('onMark', 1.8, at(-4, 0), at(4, 0)), path('onMark', 1.8, at(0.8, -3.2), at(4, 0), at(0.8, 3.2))]
}
