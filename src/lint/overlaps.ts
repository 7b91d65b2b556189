import { cellHolder, overlaps, placeAt, WIDTHS } from '../content/grid.ts'
import type { Position, Widget } from '../content/model.ts'
import type { PlaceOf, Problem } from '../content/problem.ts'

interface Placed {
  readonly id: string
  readonly index: number
  readonly place: Position
}

/** Widgets of one container that lie on each other, at each width. */
export function overlapFaults(widgets: readonly Widget[], placeOf: PlaceOf): Problem[] {
  return WIDTHS.flatMap((width) => {
    const [path, where] = width === 'lg' ? [['position'], ''] : [['responsiveLayouts', width], ` at ${width}`]
    const groups = new Map<string, Placed[]>()
    for (const [index, widget] of widgets.entries()) {
      const place = placeAt(widget, width)
      if (!place) continue
      const group = groups.get(cellHolder(widget)) ?? []
      group.push({ id: widget.id, index, place })
      groups.set(cellHolder(widget), group)
    }
    return [...groups.values()].flatMap(overlapping).map(([{ id, index }, other]): Problem => {
      const message = `widget "${id}" overlaps widget "${other.id}"${where}`
      const units = [`widget ${id}`, `widget ${other.id}`]
      return { kind: 'LAYOUT_INVALID', ...placeOf(['widgets', index, ...path]), message, of: id, units }
    })
  })
}

/** No screen has as many side by side. */
const MOST_SIDE_BY_SIDE = 100

/** Each widget that lies on another, with that one, which stands before it in the file. Looks from the top down. */
function overlapping(group: readonly Placed[]): (readonly [Placed, Placed])[] {
  const beside: Placed[] = []
  return group
    .toSorted((one, other) => one.place.y - other.place.y || one.index - other.index)
    .flatMap((each) => {
      const around = beside.filter(({ place }) => place.y + place.h > each.place.y).slice(-MOST_SIDE_BY_SIDE)
      const other = around.find(({ place }) => overlaps(place, each.place))
      beside.splice(0, beside.length, ...around, each)
      return other === undefined ? [] : [each.index > other.index ? ([each, other] as const) : ([other, each] as const)]
    })
}
