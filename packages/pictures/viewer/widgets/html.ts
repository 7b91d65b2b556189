import { make } from '../dom.ts'
import { Told } from '../told.ts'
import type { Draw } from './context.ts'
import { fadeAtEdges } from './edges.ts'
import { sanitise } from './sanitise.ts'
import { fillTemplate } from './template.ts'

/** An HTML report: its template filled with the rows, then sanitised. */
export const drawHtml: Draw = async (body, { stage, widget, report, name }) => {
  if (!report) return undefined
  if (typeof report.spec !== 'string') throw new Told('This HTML report has no text.')
  const { rows } = await stage.rowsOf(widget, report)
  const filled = fillTemplate(report.spec, rows, stage.formats)
  const about = { class: 'bw-scroll bw-prose', tabindex: 0, role: 'group', 'aria-label': name }
  const prose = make('div', about, sanitise(filled))
  body.append(prose)
  body.classList.add('bw-filled')
  return fadeAtEdges(prose)
}
