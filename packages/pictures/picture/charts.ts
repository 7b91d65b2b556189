import { largest, smallest } from '@boardwright/common'
import { escapeXml } from '../draw/worker/svg.ts'
import type { Change } from './before-after.ts'
import { paintBadge, paintChip } from './board.ts'
import { CHANGED, type Difference, type Differences, differencesOf, sideNames } from './differences.ts'
import type { Role } from './palette.ts'
import { type Panel, paintPanels, panelWidth } from './panels.ts'
import { box, line, type Shape, type Sheet } from './shapes.ts'
import type { Room } from './sketches.ts'
import { fitText, lengthOf, wrapText } from './text/fit.ts'
import { rowsOfText, rowWithColours } from './told.ts'

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
  readonly heading?: (Place & { readonly text: string }) | undefined
}

/** Both sides of a change, as drawn. One is missing if the dashboard is created or deleted. */
export interface Charts {
  readonly before?: DrawnBoard | undefined
  readonly after?: DrawnBoard | undefined
}

const NONE: Differences = { before: new Map(), after: new Map() }

/** The greatest height of a side in the picture. */
const TALLEST = 4_000

/** The same picture as that of boxes, with the charts themselves. */
export function drawCharts(change: Change, charts: Charts): Sheet | undefined {
  // Of what is new or deleted as a whole, no part is something else than the rest.
  const isCompared = change.isHeld || (charts.before && charts.after)
  const { before, after } = isCompared ? differencesOf(change) : NONE
  const leaving = new Set([...after].filter(([, { word }]) => /^moved|resized/.test(word)).map(([id]) => id))
  const heading = headingOf(charts, change)
  const [now, then] = sideNames(change)
  const sides = [
    ...(charts.before ? [{ name: now, board: charts.before, marks: marksOn(charts.before, before, leaving) }] : []),
    ...(charts.after
      ? [{ name: then, board: charts.after, marks: [...heading, ...marksOn(charts.after, after)] }]
      : []),
  ]
  if (sides.length === 0) return undefined
  const inner = panelWidth(sides.length)
  const scaleOf = ({ width }: DrawnBoard): number => inner / width
  const whole = largest(sides.map(({ board }) => board.height * scaleOf(board)))
  const tops = sides.flatMap(({ board, marks }) => marks.map(({ place }) => place.y * scaleOf(board)))
  const isTall = whole > TALLEST
  const top = isTall ? Math.max(0, Math.min(smallest([...tops, whole]) - 60, whole - TALLEST)) : 0
  const tall = Math.min(whole, TALLEST)
  const panels = sides.map(({ name, board, marks }): Panel => {
    const window = { top: top / scaleOf(board), height: tall / scaleOf(board) }
    return {
      name,
      paint: (room) => [
        insetOf(board, window, room),
        ...paintMarks(board, marks, window, room, change.isHeld ? 'held' : 'moved'),
      ],
    }
  })
  const { title, told, notes = [] } = change
  const cut = isTall ? ['The dashboard is very tall: this is the part with the first change.'] : []
  return paintPanels(
    {
      ...{ title, told, notes: [...cut, ...notes] },
      differences: [...before.values(), ...after.values(), ...heading.map(({ difference }) => difference)],
    },
    panels,
    tall,
  )
}

/** A place to frame. Without a difference, it is where something moves away from. */
interface Mark {
  readonly place: Place
  readonly difference: Difference | undefined
}

const marksOn = (
  { places }: DrawnBoard,
  differences: ReadonlyMap<string, Difference>,
  leaving: ReadonlySet<string> = new Set(),
): Mark[] =>
  Object.entries(places).flatMap(([id, place]) => {
    const difference = differences.get(id)
    return difference || leaving.has(id) ? [{ place, difference }] : []
  })

const headingOf = ({ before, after }: Charts, { isHeld }: Change) =>
  before?.heading && after?.heading && before.heading.text !== after.heading.text
    ? [{ place: after.heading, difference: isHeld ? { ...CHANGED, kind: 'held' as const } : CHANGED }]
    : []

/** The part of a drawing that is shown, in its own pixels. */
interface Window {
  readonly top: number
  readonly height: number
}

function insetOf({ svg, width }: DrawnBoard, { top, height }: Window, room: Room): Shape {
  return { kind: 'inset', ...room, from: [0, top, width, height], drawn: svg }
}

function paintMarks(board: DrawnBoard, marks: readonly Mark[], window: Window, room: Room, leaving: Role): Shape[] {
  const scale = room.w / board.width
  return marks.flatMap(({ place: { x, y, width, height }, difference }): Shape[] => {
    const at: Room = {
      x: room.x + x * scale,
      y: room.y + (y - window.top) * scale,
      w: width * scale,
      h: height * scale,
    }
    if (at.y < room.y - 1 || at.y + at.h > room.y + room.h + 1) return []
    return [
      box([at.x, at.y, at.w, at.h], {
        ...{ stroke: difference?.kind ?? leaving, strokeWidth: difference ? 2 : 1.4, radius: 5 },
      }),
      ...(difference ? paintBadge(difference, at, difference.kind, true).shapes : []),
    ]
  })
}

/** Stands for the title and the description of a dashboard. No widget has it. */
export const HEADING = ''

/** One widget that changes, or the heading. */
export interface WidgetChange {
  readonly id: string
  readonly label: string
  readonly difference: Difference
  /** What changes in it, in a few sentences. */
  readonly told: readonly string[]
  readonly notes: readonly string[]
}

const MARGIN = 16
const BETWEEN = 20
const TOP = 62
const ROW = 19
const MOST_TOLD = 4
const CHIP = 170
/** Half of a wide page. */
const WIDEST = 607
/** A forge shows pictures of any width as wide as a comment, so that small ones would get large letters. */
const LEAST = { wide: 840, phone: 380 } as const
const PHONE = 560

/**
 * A widget before and after, each as large as it is on its page, if there is room. Undefined if no side shows it. Where
 * both sides look the same there is nothing to compare, and it says why.
 */
export function drawWidgetCharts(change: WidgetChange, { before, after }: Charts): Sheet | undefined {
  const { label, difference, told, notes } = change
  const [now, then] = sideNames({ isHeld: difference.kind === 'held' || undefined })
  const found = [
    ...sideOf(now, before, difference.kind === 'added' ? undefined : change.id),
    ...sideOf(then, after, difference.kind === 'removed' ? undefined : change.id),
  ]
  const [first, second] = found
  if (!first) return undefined
  const isSame = second !== undefined && first.drawn === second.drawn
  const sides = isSame ? [] : found
  const wide = largest([0, ...sides.map(({ w }) => w)])
  const isWide = [before, after].some((board) => board && board.width > PHONE)
  const least = LEAST[isWide ? 'wide' : 'phone']
  const width = Math.max(least, 2 * MARGIN + sides.length * wide + (sides.length - 1) * BETWEEN)
  const rows = rowsOfText(told, width - 2 * MARGIN, { size: 13 }, MOST_TOLD)
  const head = TOP + rows.length * ROW
  const bottom = isSame ? head - 26 : head + largest(sides.map(({ h }) => h))
  const said = [...(isSame ? [sameBecause(told)] : []), ...notes]
  const below = said.flatMap((note) => wrapText(note, () => width - 2 * MARGIN, { size: 12 }, 3))
  const name = fitText(label, width - 2 * MARGIN - CHIP, { size: 15, bold: true })
  const left = lengthOf(name, { size: 15, bold: true })
  const meaning = { ink: difference.kind, words: `${difference.sign} ${difference.word}` }
  return {
    ...{
      width,
      height: Math.ceil(bottom + (below.length === 0 ? MARGIN : 18 + below.length * 18)),
      background: 'page',
    },
    title: [`${label}: ${difference.word}`, ...told].join('; '),
    shapes: [
      line([MARGIN, 29], name, 15, 'text', { bold: true }),
      ...paintChip(`${difference.sign} ${difference.word}`, [MARGIN + left + 10, 15], difference.kind),
      ...rows.flatMap((text, index) => rowWithColours([MARGIN, 51 + index * ROW], text, 13, 'text')),
      ...sides.flatMap(({ name: side, drawn, page, w, h, from }, index): Shape[] => {
        const x = MARGIN + index * (wide + BETWEEN)
        return [line([x, head - 8], side, 12, 'faint'), { kind: 'inset', x, y: head, w, h, from, drawn: page + drawn }]
      }),
      ...below.map((text, index) => line([MARGIN, bottom + 26 + index * 18], text, 12, 'faint')),
    ],
    parts: {
      sides: sides.map(({ name: side, w, h }, index) => ({
        name: side,
        x: MARGIN + index * (wide + BETWEEN),
        y: head,
        w,
        h,
      })),
      ...{ told, legend: [meaning], notes: said },
    },
  }
}

const sameBecause = (told: readonly string[]): string =>
  told.length > 0 && told.every((text) => text.startsWith('title '))
    ? 'Nothing to see here: the widget does not show that title.'
    : 'Nothing to see here: what changes is not drawn.'

interface DrawnSide {
  readonly name: string
  readonly drawn: string
  readonly page: string
  readonly from: readonly [x: number, y: number, w: number, h: number]
  readonly w: number
  readonly h: number
}

function sideOf(name: string, board: DrawnBoard | undefined, id: string | undefined): DrawnSide[] {
  if (!board || id === undefined) return []
  const isHeading = id === HEADING
  const place = isHeading ? board.heading : new Map(Object.entries(board.places)).get(id)
  const drawn = markupOf(board.svg, isHeading ? 'data-heading="yes"' : `data-widget="${escapeXml(id)}"`)
  if (!place || drawn === undefined) return []
  const scale = Math.min(1, WIDEST / place.width)
  const { width, height } = place
  return [{ name, drawn, page: pageOf(board.svg), from: [0, 0, width, height], w: width * scale, h: height * scale }]
}

/** The part of a drawing that has this mark, moved to its corner. */
function markupOf(svg: string, mark: string): string | undefined {
  const font = /^<svg [^>]*?font-family="([^"]*)"/.exec(svg)?.[1]
  const start = svg.indexOf(`<g ${mark}`)
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
