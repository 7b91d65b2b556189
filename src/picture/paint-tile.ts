import type { Difference, Kind } from './differences.ts'
import { drawGlyph, GLYPH_SIZE } from './glyphs.ts'
import type { Role } from './palette.ts'
import { box, line, type Path, path, type Shape } from './shapes.ts'
import { drawSketch, type Room } from './sketches.ts'
import { fitText, lengthOf, wrapText } from './text/fit.ts'
import type { Tile } from './tiles.ts'

const LABEL = { size: 13 }
const BADGE = { size: 11, bold: true }
const PAD = 9
const LINE = 17

export interface Look {
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
}

/** Paints the frame of a widget with its icon, name and change. Returns the room that is left for its contents. */
export function paintTile(tile: Tile, room: Room, look: Look): { shapes: Shape[]; below: Room } {
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

/** The word if it fits next to a name, else the sign alone. */
function paintBadge({ sign, word }: Difference, room: Room, ink: Role): { shapes: Shape[]; width: number } {
  const text = [`${sign} ${word}`, sign].find((each) => lengthOf(each, BADGE) + 14 < room.w - (each === sign ? 0 : 92))
  if (text === undefined || room.h < HIGH) return { shapes: [], width: 0 }
  const shown = fitText(text, room.w, BADGE)
  const wide = Math.max(HIGH, lengthOf(shown, BADGE) + 13)
  const x = room.x + room.w - wide - Math.min(7, (room.w - wide) / 2)
  const y = room.y + Math.min(7, (room.h - HIGH) / 2)
  return {
    shapes: [
      box([x, y, wide, HIGH], { fill: ink, radius: HIGH / 2 }),
      line([x + (wide - lengthOf(shown, BADGE)) / 2, y + 13], shown, BADGE.size, 'onMark', { bold: true }),
    ],
    width: wide + 8,
  }
}
