import { holderOf, overlaps, placeAt, WIDTHS } from '../content/grid.ts'
import type { Position, Widget } from '../content/model.ts'
import type { PlaceOf, Problem } from '../content/problem.ts'

/** Widgets of one container that lie on each other, at each width. */
export function overlapFaults(widgets: readonly Widget[], placeOf: PlaceOf): Problem[] {
  return WIDTHS.flatMap((width) => {
    const [path, where] = width === 'lg' ? [['position'], ''] : [['responsiveLayouts', width], ` at ${width}`]
    const groups = new Map<string, { readonly id: string; readonly place: Position }[]>()
    return widgets.flatMap((widget, index): Problem[] => {
      const { id } = widget
      const place = placeAt(widget, width)
      if (!place) return []
      const holder = holderOf(widget)
      const group = groups.get(holder) ?? []
      const other = group.find((each) => overlaps(each.place, place))
      groups.set(holder, [...group, { id, place }])
      if (!other) return []
      const message = `widget "${id}" overlaps widget "${other.id}"${where}`
      const units = [`widget ${id}`, `widget ${other.id}`]
      return [{ kind: 'LAYOUT_INVALID', ...placeOf(['widgets', index, ...path]), message, of: id, units }]
    })
  })
}
