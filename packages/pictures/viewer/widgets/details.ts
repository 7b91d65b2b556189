import { detailsOf } from '../data/details.ts'
import type { Row } from '../data/rows.ts'
import { make } from '../dom.ts'
import { Told } from '../told.ts'
import type { Draw } from './context.ts'
import { drawRows } from './table.ts'

/** The rows behind a mark, or behind the whole widget. */
export const drawDetails =
  (mark?: Row): Draw =>
  async (body, given) => {
    const { stage, widget, report, name } = given
    const details = report && detailsOf(report, stage.scene, mark)
    if (!details) throw new Told('The data model does not say what is behind this: its measure has no `drill_members`.')
    const rows = await stage.rowsOf(widget, details.report)
    const about = [`Behind ${name}`, ...details.about].join(' · ')
    body.append(make('p', { class: 'bw-question-title' }, about))
    if (rows.rows.length === 0) body.append(make('p', { class: 'bw-empty' }, 'No rows.'))
    else drawRows(body, { ...given, name: about, report: details.report }, rows)
    return undefined
  }
