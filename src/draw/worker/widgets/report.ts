import { kindOf } from '../../../chart-columns.ts'
import { missingIn } from '../../../viewer/data/missing.ts'
import type { Rows } from '../../../viewer/data/rows.ts'
import { Told } from '../../../viewer/told.ts'
import type { Given, Paint, Size } from '../context.ts'
import type { Markup } from '../svg.ts'
import { paintChart } from './chart.ts'
import { paintMap, paintSankey } from './drawn.ts'
import { paintKpi } from './kpi.ts'
import { paintElsewhere } from './notice.ts'
import { paintTable } from './table.ts'

type PaintRows = (given: Given, room: Size, rows: Rows) => Promise<Markup> | Markup

/** By kind of report. A table says itself what its rows lack. */
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
  return paint(given, room, kind === 'html' ? { columns: [], rows: [] } : on.rowsOf(widget, report))
}

/** A report that cannot be drawn without the columns which it names. */
function whole(paint: PaintRows): PaintRows {
  return (given, room, rows) => {
    const missing = given.report && missingIn(given.report, rows)
    if (missing !== undefined) throw new Told(missing)
    return paint(given, room, rows)
  }
}
