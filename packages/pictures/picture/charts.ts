import { largest, smallest } from '@boardwright/common'
import { escapeXml } from '../draw/worker/svg.ts'
import type { Change } from './before-after.ts'
import { paintBadge, paintChip } from './board.ts'
import { type Difference, differencesOf } from './differences.ts'
import { type Panel, paintPanels, panelWidth } from './panels.ts'
import { box, line, type Shape, type Sheet } from './shapes.ts'
import type { Room } from './sketches.ts'
import { fitText, lengthOf, wrapText } from './text/fit.ts'

export interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A dashboard as drawn: its SVG, and where its widgets are in it. */
export interface DrawnBoard {
  readonly svg: string
  readonly width: number
  readonly height: number
  readonly places: Readonly<Record<string, Place>>
}

/** Both sides of a change, as drawn. One is missing if the dashboard is created or deleted. */
export interface Charts {
  readonly before?: DrawnBoard | undefined
  readonly after?: DrawnBoard | undefined
}

/** The greatest height of a side in the picture. */
const TALLEST = 4_000

/** The same picture as that of boxes, with the charts themselves. */
export function drawCharts(change: Change, charts: Charts): Sheet | undefined {
  const differences = differencesOf(change)
  const leaving = new Set([...differences.after].filter(([, { kind }]) => kind === 'moved').map(([id]) => id))
  const sides = [
    ...(charts.before ? [{ name: 'Now', board: charts.before, marks: differences.before, leaving }] : []),
    ...(charts.after ? [{ name: 'After', board: charts.after, marks: differences.after, leaving: NOTHING }] : []),
  ]
  if (sides.length === 0) return undefined
  const inner = panelWidth(sides.length)
  const scaleOf = ({ width }: DrawnBoard): number => inner / width
  const whole = largest(sides.map(({ board }) => board.height * scaleOf(board)))
  const tops = sides.flatMap(({ board, marks, leaving: left }) =>
    Object.entries(board.places).flatMap(([id, { y }]) => (marks.has(id) || left.has(id) ? [y * scaleOf(board)] : [])),
  )
  const isTall = whole > TALLEST
  const top = isTall ? Math.max(0, Math.min(smallest([...tops, whole]) - 60, whole - TALLEST)) : 0
  const tall = Math.min(whole, TALLEST)
  const panels = sides.map(({ name, board, marks, leaving: left }): Panel => {
    const window = { top: top / scaleOf(board), height: tall / scaleOf(board) }
    return {
      name,
      paint: (room) => [insetOf(board, window, room), ...paintMarks(board, { marks, leaving: left }, window, room)],
    }
  })
  const { title, summary, notes = [] } = change
  const cut = isTall ? ['The dashboard is very tall: this is the part with the first change.'] : []
  return paintPanels(
    {
      ...{ title, summary, notes: [...cut, ...notes] },
      differences: [...differences.before.values(), ...differences.after.values()],
    },
    panels,
    tall,
  )
}

const NOTHING: ReadonlySet<string> = new Set()

interface Marks {
  readonly marks: ReadonlyMap<string, Difference>
  readonly leaving: ReadonlySet<string>
}

/** The part of a drawing that is shown, in its own pixels. */
interface Window {
  readonly top: number
  readonly height: number
}

function insetOf({ svg, width }: DrawnBoard, { top, height }: Window, room: Room): Shape {
  return { kind: 'inset', ...room, from: [0, top, width, height], drawn: svg }
}

function paintMarks(board: DrawnBoard, { marks, leaving }: Marks, window: Window, room: Room): Shape[] {
  const scale = room.w / board.width
  return Object.entries(board.places).flatMap(([id, { x, y, width, height }]): Shape[] => {
    const difference = marks.get(id)
    const at: Room = {
      x: room.x + x * scale,
      y: room.y + (y - window.top) * scale,
      w: width * scale,
      h: height * scale,
    }
    if ((!difference && !leaving.has(id)) || at.y < room.y - 1 || at.y + at.h > room.y + room.h + 1) return []
    const ink = difference?.kind ?? 'moved'
    return [
      box([at.x, at.y, at.w, at.h], { stroke: ink, strokeWidth: difference ? 2 : 1.4, radius: 5 }),
      ...(difference ? paintBadge(difference, at, ink, true).shapes : []),
    ]
  })
}

/** One widget that changes. */
export interface WidgetChange {
  readonly id: string
  readonly label: string
  readonly difference: Difference
  readonly notes: readonly string[]
}

const MARGIN = 16
const BETWEEN = 20
const HEAD = 62
const CHIP = 170
const WIDEST = 590
const LEAST = 380

/** A widget before and after, each as large as it is on its page, if there is room. Undefined if no side shows it. */
export function drawWidgetCharts(change: WidgetChange, { before, after }: Charts): Sheet | undefined {
  const { label, difference, notes } = change
  const sides = [
    ...sideOf('Now', before, difference.kind === 'added' ? undefined : change.id),
    ...sideOf('After', after, difference.kind === 'removed' ? undefined : change.id),
  ]
  const [first, second] = sides
  if (!first) return undefined
  const isSame = second !== undefined && first.drawn === second.drawn
  const wide = largest(sides.map(({ w }) => w))
  const width = Math.max(LEAST, 2 * MARGIN + sides.length * wide + (sides.length - 1) * BETWEEN)
  const tall = largest(sides.map(({ h }) => h))
  const told = [...(isSame ? ['Both look the same here.'] : []), ...notes].flatMap((note) =>
    wrapText(note, () => width - 2 * MARGIN, { size: 12 }, 3),
  )
  const name = fitText(label, width - 2 * MARGIN - CHIP, { size: 15, bold: true })
  const left = lengthOf(name, { size: 15, bold: true })
  return {
    ...{ width, height: Math.ceil(HEAD + tall + 10 + told.length * 18 + 8), background: 'page' },
    title: `${label}: ${difference.word}`,
    shapes: [
      line([MARGIN, 29], name, 15, 'text', { bold: true }),
      ...paintChip(`${difference.sign} ${difference.word}`, [MARGIN + left + 10, 15], difference.kind),
      ...sides.flatMap(({ name: side, drawn, page, w, h, place }, index): Shape[] => {
        const x = MARGIN + index * (wide + BETWEEN)
        return [
          line([x, HEAD - 8], side, 12, 'faint'),
          { kind: 'inset', x, y: HEAD, w, h, from: [0, 0, place.width, place.height], drawn: page + drawn },
        ]
      }),
      ...told.map((text, index) => line([MARGIN, HEAD + tall + 26 + index * 18], text, 12, 'faint')),
    ],
  }
}

function sideOf(name: string, board: DrawnBoard | undefined, id: string | undefined) {
  const place = id === undefined || board === undefined ? undefined : new Map(Object.entries(board.places)).get(id)
  const drawn = place && board && id !== undefined ? markupOf(board.svg, id) : undefined
  if (!board || !place || drawn === undefined) return []
  const scale = Math.min(1, WIDEST / place.width)
  return [{ name, drawn, page: pageOf(board.svg), place, w: place.width * scale, h: place.height * scale }]
}

/** The widget's own part of a drawing, moved to its corner. */
function markupOf(svg: string, id: string): string | undefined {
  const font = /^<svg [^>]*?font-family="([^"]*)"/.exec(svg)?.[1]
  const start = svg.indexOf(`<g data-widget="${escapeXml(id)}"`)
  if (start < 0) return undefined
  const tags = /<(\/?)g(?=[ >])[^>]*?(\/?)>/g
  tags.lastIndex = start
  let depth = 0
  for (let tag = tags.exec(svg); tag; tag = tags.exec(svg)) {
    if (tag[2] !== '/') depth += tag[1] === '/' ? -1 : 1
    if (depth > 0) continue
    const own = svg.slice(start, tags.lastIndex).replace(/ transform="[^"]*"/, '')
    return font === undefined ? own : `<g font-family="${font}">${own}</g>`
  }
  return undefined
}

/** The first rectangle of a drawing is its page. */
function pageOf(svg: string): string {
  const start = svg.indexOf('<rect ')
  return svg.slice(start, svg.indexOf('>', start) + 1)
}
