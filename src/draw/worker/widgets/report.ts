import { kindOf } from '../../../chart-columns.ts'
import { missingIn } from '../../../viewer/data/missing.ts'
import { GUESSED, type Rows } from '../../../viewer/data/rows.ts'
import { Told } from '../../../viewer/told.ts'
import type { Given, Paint, Size } from '../context.ts'
import { at, type Markup } from '../svg.ts'
import { paintChart } from './chart.ts'
import { paintMap, paintSankey } from './drawn.ts'
import { paintKpi } from './kpi.ts'
import { noticeHeight, paintElsewhere, paintNotice } from './notice.ts'
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
  if (!report) throw new Told(named === '' ? 'This chart names no report.' : `The report “${named}” is not there.`)
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
  return paintNotice(given, room, note) + at(0, height, await paint({ ...room, height: room.height - height }))
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
