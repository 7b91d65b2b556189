import { columnsOf, holderOf } from '../content/grid.ts'
import type { Dashboard, Widget } from '../content/model.ts'
import type { Box, Drawing } from './plan-file.ts'

/** A dashboard before and after as boxes, where something shows a change of its layout. */
export function drawingOf(
  before: Dashboard | undefined,
  after: Dashboard | undefined,
  nameOf: (reference: string) => string,
): Drawing | undefined {
  const boxes = (dashboard: Dashboard | undefined): Box[] =>
    (dashboard?.widgets ?? []).map((widget) => boxOf(widget, nameOf))
  const drawing = { columns: columnsOf(after ?? before ?? { widgets: [] }), before: boxes(before), after: boxes(after) }
  const isSame = JSON.stringify(drawing.before.map(placeOf)) === JSON.stringify(drawing.after.map(placeOf))
  return isSame ? undefined : drawing
}

const placeOf = ({ id, x, y, w, h, parent }: Box) => [id, x, y, w, h, parent]

function boxOf(widget: Widget, nameOf: (reference: string) => string): Box {
  const { id, type, position } = widget
  const holder = holderOf(widget).trim()
  return { id, type, label: labelOf(widget, nameOf), ...position, ...(holder === '' ? {} : { parent: holder }) }
}

/** The title that a widget has, else the report that it shows, else what it is. */
export function labelOf({ id, type, report, config }: Widget, nameOf: (reference: string) => string): string {
  for (const key of ['title', 'name', 'label', 'text']) {
    const text = config?.[key]
    if (typeof text === 'string' && text.trim() !== '') return text.trim().split('\n')[0]?.slice(0, 60) ?? id
  }
  if (report === undefined) return `${type.toLowerCase()} ${id}`
  return report.startsWith('missing(') ? 'a report that is gone' : nameOf(report)
}
