import { cellHolder, overlaps, placeAt, WIDTHS } from './grid.ts'
import type { Dashboard } from './model.ts'

/** What does not fit together in a dashboard. */
export interface LayoutFault {
  readonly message: string
  readonly widgets: readonly string[]
}

type Widgets = Pick<Dashboard, 'widgets'>

function layoutFaults({ widgets }: Widgets): LayoutFault[] {
  const ids = new Set(widgets.map(({ id }) => id))
  const orphans = widgets.flatMap(({ id, config }): LayoutFault[] => {
    const parent = config?.['parentId']
    return typeof parent === 'string' && !ids.has(parent)
      ? [{ message: `widget "${id}" sits in "${parent}", which does not exist`, widgets: [parent, id] }]
      : []
  })
  const crowded = WIDTHS.flatMap((width) => crowdedAt(widgets, width))
  return [...orphans, ...crowded]
}

/** The faults of a merged dashboard that none of the dashboards it was merged from has. */
export function newLayoutFaults(merged: Widgets, from: readonly Widgets[]): LayoutFault[] {
  const known = new Set(from.flatMap((each) => layoutFaults(each).map(({ message }) => message)))
  return layoutFaults(merged).filter(({ message }) => !known.has(message))
}

/** Widgets of one container share a grid, at each width. */
function crowdedAt(widgets: Dashboard['widgets'], width: (typeof WIDTHS)[number]): LayoutFault[] {
  const where = width === 'lg' ? '' : ` at ${width}`
  const placed = widgets.flatMap((widget) => {
    const place = placeAt(widget, width)
    return place === undefined ? [] : [{ id: widget.id, holder: cellHolder(widget), place }]
  })
  return placed.flatMap((one, index) =>
    placed
      .slice(0, index)
      .filter((other) => other.holder === one.holder && overlaps(other.place, one.place))
      .map((other) => {
        const pair = [other.id, one.id].sort()
        return { message: `widgets ${pair.map((id) => `"${id}"`).join(' and ')} overlap${where}`, widgets: pair }
      }),
  )
}
