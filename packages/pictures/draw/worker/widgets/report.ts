import { kindOf } from '@boardwright/platform/query'
import { missingIn } from '../../../viewer/data/missing.ts'
import { GUESSED, type Rows } from '../../../viewer/data/rows.ts'
import { mapOf } from '../../../viewer/facts/map.ts'
import { whyNoReport } from '../../../viewer/facts/named.ts'
import { sankeyOf } from '../../../viewer/facts/sankey.ts'
import type { Shape } from '../../../viewer/shape.ts'
import { Told } from '../../../viewer/told.ts'
import type { Given, Paint, Size } from '../context.ts'
import type { Looks } from '../looks.ts'
import { at, el, escapeXml, type Markup } from '../svg.ts'
import { paintChart } from './chart.ts'
import { paintKpi } from './kpi.ts'
import { noticeHeight, paintElsewhere, paintEmpty, paintHint, paintNotice } from './notice.ts'
import { paintTable } from './table.ts'

type PaintRows = (given: Given, room: Size, rows: Rows) => Promise<Markup> | Markup

/** How to draw each kind of report. A table reports missing columns itself. */
const KINDS: Readonly<Record<string, PaintRows>> = {
  vega: whole(paintChart),
  table: paintTable,
  kpi: whole(paintKpi),
  map: whole(paintMap),
  sankey: whole(paintSankey),
  html: (given, room) => paintElsewhere(given, room, 'HTML report', 'Drawn in a browser only: see it in `preview`.'),
}

export const paintReport: Paint = (given, room) => {
  const { report, widget, on } = given
  const named = widget.report ?? String(widget.config?.['reportId'] ?? '')
  if (!report) throw new Told(whyNoReport(named))
  const kind = kindOf(report)
  const paint = KINDS[kind]
  if (!paint) throw new Told(`This viewer does not know reports of the kind “${kind}”.`)
  if (kind === 'html') return paint(given, room, { columns: [], rows: [] })
  const rows = on.rowsOf(widget, report)
  return rows.isGuessed
    ? paintBelow(given, room, GUESSED, (rest) => paint(given, rest, rows))
    : paint(given, room, rows)
}

async function paintBelow(
  given: Given,
  room: Size,
  note: string,
  paint: (rest: Size) => Promise<Markup> | Markup,
): Promise<Markup> {
  const height = noticeHeight(given, room, note) + GAP
  return paintHint(given, room, note) + at(0, height, await paint({ ...room, height: room.height - height }))
}

const GAP = 8

/** Draws a report only if its rows have all the columns that it names. */
function whole(paint: PaintRows): PaintRows {
  return (given, room, rows) => {
    const missing = given.report && missingIn(given.report, rows)
    if (missing !== undefined) throw new Told(missing)
    return paint(given, room, rows)
  }
}

/** Styles from the viewer's style sheet for drawings, by the class of the nearest group and the element. */
const STYLES: Readonly<Record<string, (looks: Looks) => Readonly<Record<string, string | number>>>> = {
  'bw-map-key text': ({ faint }) => ({ fill: faint, 'font-size': 11 }),
  'bw-sankey-links path': () => ({ fill: 'none', 'stroke-opacity': 0.28 }),
  'bw-sankey text': ({ text, card }) => ({
    ...{ fill: text, stroke: card, 'stroke-width': 3, 'paint-order': 'stroke', 'font-size': 12 },
  }),
}

function paintMap(given: Given, { width, height }: Size, rows: Rows): Markup {
  const places = mapOf(given, rows, given.on.outline())
  if (typeof places === 'string') return paintEmpty(given, { width, height }, places)
  return write(places.draw({ width: Math.max(80, width), height: Math.max(80, height) }), given.looks)
}

function paintSankey(given: Given, { width, height }: Size, rows: Rows): Markup {
  const flows = sankeyOf(given, rows)
  if (typeof flows === 'string') return paintEmpty(given, { width, height }, flows)
  if (flows.note === undefined) return write(flows.draw(width, height), given.looks)
  const top = noticeHeight(given, { width }, flows.note) + GAP
  return paintNotice(given, { width }, flows.note) + at(0, top, write(flows.draw(width, height - top), given.looks))
}

/** A shape as markup. Titles are dropped, because only pages show them. */
function write({ tag, attributes, children }: Shape, looks: Looks, around = ''): Markup {
  const { class: own, role: _, 'aria-label': __, 'aria-hidden': ___, viewBox, ...rest } = attributes
  const group = own === undefined ? around : String(own)
  const style = STYLES[`${group} ${tag}`]?.(looks) ?? {}
  const inner = children.map((child) =>
    typeof child === 'string' ? escapeXml(child) : child.tag === 'title' ? '' : write(child, looks, group),
  )
  const [, , width, height] = String(viewBox ?? '').split(' ')
  const size = tag === 'svg' ? { width, height, overflow: 'hidden' } : {}
  return el(tag, { ...size, class: own, ...style, ...rest }, ...inner)
}
