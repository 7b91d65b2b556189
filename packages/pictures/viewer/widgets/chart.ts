import { kindOf } from '@boardwright/platform/query'
import { make } from '../dom.ts'
import { whyNoReport } from '../facts/named.ts'
import { Told } from '../told.ts'
import { drawChart } from '../vega/chart.ts'
import type { Draw, Ended, Given } from './context.ts'
import { drawKpi } from './kpi.ts'
import { drawRows, drawTable } from './table.ts'

/** What few dashboards have is fetched with the first of its kind. */
const drawHtml: Draw = async (body, given) => (await import('./html.ts')).drawHtml(body, given)
const drawMap: Draw = async (body, given) => (await import('./map.ts')).drawMap(body, given)
const drawSankey: Draw = async (body, given) => (await import('./sankey.ts')).drawSankey(body, given)

const KINDS: Readonly<Record<string, Draw>> = {
  vega: drawChart,
  table: drawTable,
  kpi: drawKpi,
  html: drawHtml,
  map: drawMap,
  sankey: drawSankey,
}

/** Kinds that can also show their rows as a table. */
const PICTURES = new Set(['vega', 'map', 'sankey', 'kpi'])

export const drawReport: Draw = (body, given) => {
  const { report, widget } = given
  const named = widget.report ?? String(widget.config?.['reportId'] ?? '')
  if (!report) throw new Told(whyNoReport(named))
  const kind = kindOf(report)
  const draw = KINDS[kind]
  if (!draw) throw new Told(`This viewer does not know reports of the kind “${kind}”.`)
  return draw(body, given)
}

export const canShowRows = ({ report }: Given): boolean => report !== undefined && PICTURES.has(kindOf(report))

/** The rows behind a picture: for people who cannot see it, or want the numbers. */
export async function drawRowsOf(body: HTMLElement, given: Given): Promise<Ended> {
  const { stage, widget, report } = given
  if (!report) return undefined
  const rows = await stage.rowsOf(widget, report)
  if (rows.rows.length === 0) body.append(make('p', { class: 'bw-empty' }, 'No rows.'))
  else drawRows(body, { ...given, report: { ...report, spec: null } }, rows)
  return undefined
}
