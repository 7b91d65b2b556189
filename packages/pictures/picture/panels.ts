import type { Difference } from './differences.ts'
import { box, line, type Meaning, path, type Shape, type Sheet } from './shapes.ts'
import type { Room } from './sketches.ts'
import { fitText, lengthOf, wrapText } from './text/fit.ts'
import { rowsOfText, rowWithColours } from './told.ts'

/** What a picture of a change says around its sides. */
export interface Told {
  readonly title: string
  readonly told: readonly string[]
  readonly differences: readonly Difference[]
  readonly notes: readonly string[]
}

/** One side: its name, and its shapes in a room. */
export interface Panel {
  readonly name: string
  readonly paint: (room: Room) => Shape[]
}

const WIDTH = 1240
const ALONE = 860
const MARGIN = 28
const BETWEEN = 44
const TOP = 92
const ROW = 20
const MOST_TOLD = 6
const PAD = 12

/** How wide the contents of each of so many panels are. */
export const panelWidth = (count: number): number => outerWidth(count) - 2 * PAD

const sheetWidth = (count: number): number => (count === 2 ? WIDTH : ALONE)
const outerWidth = (count: number): number => (sheetWidth(count) - 2 * MARGIN - (count - 1) * BETWEEN) / count

/** One or two panels of the same height side by side, with a heading, and what the marks mean. */
export function paintPanels(told: Told, panels: readonly Panel[], tall: number): Sheet {
  const width = sheetWidth(panels.length)
  const outer = outerWidth(panels.length)
  const rows = rowsOfText(told.told, width - 2 * MARGIN, { size: 14 }, MOST_TOLD)
  const top = TOP + rows.length * ROW
  const bottom = top + 2 * PAD + tall
  const legend = legendOf(told.differences)
  const notes = told.notes.flatMap((note) => wrapText(note, () => width - 2 * MARGIN, { size: 13 }, 3))
  const height = bottom + 20 + (legend.length > 0 ? 26 : 0) + notes.length * 20 + 10
  const roomOf = (index: number): Room => ({
    ...{ x: MARGIN + index * (outer + BETWEEN), y: top, w: outer, h: tall + 2 * PAD },
  })
  const shapes = [
    ...heading(told.title, rows, width),
    ...panels.flatMap((panel, index) => paintPanel(panel, roomOf(index))),
    ...(panels.length === 2 ? arrow(MARGIN + outer + BETWEEN / 2, top + Math.min(tall, 420) / 2) : []),
    ...paintLegend(legend, bottom + 32),
    ...notes.map((text, index) =>
      line([MARGIN, bottom + (legend.length > 0 ? 60 : 32) + index * 20], text, 13, 'faint'),
    ),
  ]
  const title = [told.title, told.told.join('; ')].join(': ')
  return {
    ...{ width, height: Math.ceil(height), title, background: 'page', shapes },
    parts: {
      sides: panels.map(({ name }, index) => ({ name, ...inside(roomOf(index)) })),
      ...{ told: told.told, legend, notes: told.notes },
    },
  }
}

/** Without the line around it. */
const inside = ({ x, y, w, h }: Room): Room => ({ x: x + 1, y: y + 1, w: w - 2, h: h - 2 })

function paintPanel({ name, paint }: Panel, room: Room): Shape[] {
  return [
    line([room.x + 2, room.y - 10], name, 14, 'text', { bold: true }),
    box([room.x, room.y, room.w, room.h], { fill: 'frame', stroke: 'edge', radius: 10 }),
    ...paint({ x: room.x + PAD, y: room.y + PAD, w: room.w - 2 * PAD, h: room.h - 2 * PAD }),
  ]
}

function heading(title: string, rows: readonly string[], width: number): Shape[] {
  const face = { size: 20, bold: true }
  return [
    line([MARGIN, 44], fitText(title, width - 2 * MARGIN, face), 20, 'text', { bold: true }),
    ...rows.flatMap((text, index) => rowWithColours([MARGIN, 68 + index * ROW], text, 14, 'text')),
  ]
}

const arrow = (x: number, y: number): Shape[] => [
  path('faint', 2, [x - 11, y], [x + 11, y]),
  path('faint', 2, [x + 4, y - 7], [x + 11, y], [x + 4, y + 7]),
]

/** What the colours on this picture mean, in the words of its chips. */
function legendOf(differences: readonly Difference[]): Meaning[] {
  return KINDS.flatMap((ink) => {
    const words = differences.flatMap(({ kind, word }) => (kind === ink ? word.split(', ') : []))
    if (words.length === 0) return []
    return [{ ink, words: ink === 'held' ? 'held, not applied' : [...new Set(words)].join(', ') }]
  })
}

const KINDS = ['added', 'removed', 'moved', 'changed', 'held'] as const satisfies readonly Difference['kind'][]

const SWATCH = 14

/** Frames, as on the picture. */
function paintLegend(entries: readonly Meaning[], y: number): Shape[] {
  let x = MARGIN
  return entries.flatMap(({ ink, words }) => {
    const shapes = [
      box([x, y - 11, SWATCH, SWATCH], { stroke: ink, strokeWidth: 2, radius: 4 }),
      line([x + SWATCH + 8, y + 0.5], words, 13, 'faint'),
    ]
    x += SWATCH + 8 + lengthOf(words, { size: 13 }) + 26
    return shapes
  })
}
