import { missedBy } from '../../viewer/facts/missed.ts'
import { type Heading, headingOf, nameOf, reportOf } from '../../viewer/facts/named.ts'
import type { Nested } from '../../viewer/layout/nest.ts'
import { Told } from '../../viewer/told.ts'
import { type Box, type Given, moved, type Paint, type Stage } from './context.ts'
import { isBoxed, looksOfWidget } from './looks.ts'
import { at, clipped, el, type Markup, short } from './svg.ts'
import { paintContainer } from './widgets/container.ts'
import { paintField, paintFilter, paintGrain } from './widgets/controls.ts'
import { paintNotice } from './widgets/notice.ts'
import { paintAi, paintDivider } from './widgets/plain.ts'
import { paintReport } from './widgets/report.ts'
import { paintText } from './widgets/text.ts'

/** The buttons next to a title are not drawn, but their space is kept. */
const TOOLS = { button: 26, height: 20, gap: 8 } as const
const HEAD_GAP = { page: 8, inner: 6 } as const

/** Draws a widget in its place: its box, its title and its contents. Errors in the contents are shown in the widget. */
export async function drawWidget(nested: Nested, stage: Stage, box: Box, isInner: boolean): Promise<Markup> {
  const { widget, problem } = nested
  const { scene } = stage.about
  const report = reportOf(widget, scene)
  const looks = looksOfWidget(stage.looks, widget, { isInner })
  const given: Given = { stage: stage.about, on: stage, looks, widget, nested, name: nameOf(widget, report), report }
  const [top, right, bottom, left] = looks.padding.map((each) => each + looks.border) as [
    number,
    number,
    number,
    number,
  ]
  const width = box.width - left - right
  const head = headOf(given, width, HEAD_GAP[isInner ? 'inner' : 'page'])
  const said = problem === undefined ? undefined : paintNote(given, problem, width)
  const y = top + head.height + (said?.height ?? 0)
  const room = { width, height: box.height - y - bottom }
  const { corner } = stage
  stage.place(widget.id, { x: corner.x + box.x, y: corner.y + box.y, width: box.width, height: box.height })
  const isSeen = isBoxed(widget, { isInner })
  return el(
    'g',
    { 'data-widget': widget.id, transform: `translate(${short(box.x)} ${short(box.y)})` },
    isSeen || looks.card !== 'none' ? frame(given, box, isSeen) : '',
    at(left, top, head.markup, ...(said ? [at(0, head.height, said.markup)] : [])),
    clipped({ x: left, y, ...room }, await inside({ ...given, on: moved(stage, box.x + left, box.y + y) }, room)),
    missedChip(given, box.width),
  )
}

/** On the upper edge, as on a page. */
function missedChip({ report, looks, on }: Given, width: number): Markup {
  const missed = missedBy(report)
  if (missed === undefined) return ''
  const type = { size: 11, fill: looks.faint }
  const text = on.letters.fit(missed.text, width - 2 * CHIP.left - 2 * CHIP.padding, type)
  const { left, top, height, padding } = CHIP
  const room = { width: on.letters.widthOf(text, type) + 2 * padding - 1, height: height - 1 }
  const fill = looks.card === 'none' ? looks.page : looks.card
  return el(
    'g',
    {},
    el('rect', { x: left + 0.5, y: top + 0.5, ...room, rx: 8.5, fill, stroke: looks.strongLine }),
    on.letters.line(left + padding, top + 1, height - 2, text, type),
  )
}

const CHIP = { left: 13, top: -8, height: 18, padding: 9 } as const

async function inside(given: Given, room: { width: number; height: number }): Promise<Markup> {
  const { widget, on } = given
  if (room.width <= 0 || room.height <= 0) return ''
  try {
    const why = on.stopped[widget.id]
    if (why !== undefined) throw new Told(why)
    on.begin(widget.id)
    const paint = PAINTS[widget.type]
    if (!paint) throw new Told(`This viewer does not know widgets of the type “${widget.type}”.`)
    return await paint(given, room)
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause)
    return paintNotice(given, room, cause instanceof Told ? text : `This cannot be drawn: ${text}`)
  }
}

const frame = ({ looks }: Given, { width, height }: Box, isSeen: boolean): Markup => {
  const { card, line, border, radius } = looks
  return el('rect', {
    ...{ x: border / 2, y: border / 2, width: width - border, height: height - border, rx: radius, fill: card },
    ...(isSeen && border > 0 ? { stroke: line, 'stroke-width': border } : {}),
  })
}

interface Part {
  readonly markup: Markup
  readonly height: number
}

function headOf(given: Given, width: number, gap: number): Part {
  const heading: Heading | undefined = headingOf(given.nested)
  if (!heading) return { markup: '', height: 0 }
  const { looks, on, name, report } = given
  const { letters } = on
  const buttons = report === undefined ? 0 : hasRows(given) ? 2 : 1
  const room = width - (buttons > 0 ? buttons * TOOLS.button + TOOLS.gap : 0)
  const type = { size: looks.titleSize, weight: looks.titleWeight, fill: looks.title }
  const height = 1.35 * type.size
  const lines = letters.wrap(name, room, type)
  const below = { size: 12.5, fill: looks.faint }
  const subtitle = heading.subtitle === undefined ? [] : letters.wrap(heading.subtitle, room, below)
  const tall = lines.length * height + subtitle.length * 1.5 * below.size
  return {
    markup: [
      ...lines.map((line, index) => letters.line(0, index * height, height, line, type)),
      ...subtitle.map((line, index) =>
        letters.line(0, lines.length * height + index * 1.5 * below.size, 1.5 * below.size, line, below),
      ),
    ].join(''),
    height: Math.max(tall, buttons > 0 ? TOOLS.height : 0) + gap,
  }
}

/** Whether the viewer shows a second button, for the rows behind a picture. */
const hasRows = ({ report }: Given): boolean =>
  ['vega', 'map', 'sankey', 'kpi'].includes(report?.kind ?? (report?.spec == null ? 'table' : 'vega'))

function paintNote({ looks, on }: Given, text: string, width: number): Part {
  const type = { size: 12, fill: looks.faint }
  const lines = on.letters.wrap(text, width, type)
  return {
    markup: lines.map((line, index) => on.letters.line(0, index * 18, 18, line, type)).join(''),
    height: lines.length * 18 + 6,
  }
}

const PAINTS: Readonly<Record<string, Paint>> = {
  CHART: paintReport,
  TEXT: paintText,
  FILTER: paintFilter,
  TIME_GRAIN: paintGrain,
  FIELD: paintField,
  AI: paintAi,
  DIVIDER: paintDivider,
  SPACER: () => '',
  CONTAINER: paintContainer,
  PARENT: paintContainer,
  TABS_CONTAINER: paintContainer,
}
