import type { Difference } from './differences.ts'
import type { Role } from './palette.ts'
import { box, line, path, type Shape, type Sheet } from './shapes.ts'
import type { Room } from './sketches.ts'
import { fitText, lengthOf, wrapText } from './text/fit.ts'

/** What a picture of a change says around its sides. */
export interface Told {
  readonly title: string
  readonly summary: string
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
const TOP = 112
const PAD = 12

/** How wide the contents of each of so many panels are. */
export const panelWidth = (count: number): number => outerWidth(count) - 2 * PAD

const sheetWidth = (count: number): number => (count === 2 ? WIDTH : ALONE)
const outerWidth = (count: number): number => (sheetWidth(count) - 2 * MARGIN - (count - 1) * BETWEEN) / count

/** One or two panels of the same height side by side, with a heading, and what the marks mean. */
export function paintPanels(told: Told, panels: readonly Panel[], tall: number): Sheet {
  const width = sheetWidth(panels.length)
  const outer = outerWidth(panels.length)
  const bottom = TOP + 2 * PAD + tall
  const legend = legendOf(told.differences)
  const notes = told.notes.flatMap((note) => wrapText(note, () => width - 2 * MARGIN, { size: 13 }, 3))
  const height = bottom + 20 + (legend.length > 0 ? 26 : 0) + notes.length * 20 + 10
  const shapes = [
    ...heading(told, width),
    ...panels.flatMap((panel, index) =>
      paintPanel(panel, { x: MARGIN + index * (outer + BETWEEN), y: TOP, w: outer, h: tall + 2 * PAD }),
    ),
    ...(panels.length === 2 ? arrow(MARGIN + outer + BETWEEN / 2, TOP + Math.min(tall, 420) / 2) : []),
    ...paintLegend(legend, bottom + 32),
    ...notes.map((text, index) =>
      line([MARGIN, bottom + (legend.length > 0 ? 60 : 32) + index * 20], text, 13, 'faint'),
    ),
  ]
  return { width, height: Math.ceil(height), title: `${told.title}: ${told.summary}`, background: 'page', shapes }
}

function paintPanel({ name, paint }: Panel, room: Room): Shape[] {
  return [
    line([room.x + 2, room.y - 10], name, 14, 'text', { bold: true }),
    box([room.x, room.y, room.w, room.h], { fill: 'frame', stroke: 'edge', radius: 10 }),
    ...paint({ x: room.x + PAD, y: room.y + PAD, w: room.w - 2 * PAD, h: room.h - 2 * PAD }),
  ]
}

function heading({ title, summary }: Told, width: number): Shape[] {
  const room = width - 2 * MARGIN
  return [
    line([MARGIN, 44], fitText(title, room, { size: 20, bold: true }), 20, 'text', { bold: true }),
    line([MARGIN, 68], fitText(summary, room, { size: 14 }), 14, 'faint'),
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
