import { holderOf, overlaps } from '../content/grid.ts'
import type { Dashboard } from '../content/model.ts'

/** What does not fit together in a dashboard, naming the widgets. */
export function layoutFaults({ widgets }: Dashboard): string[] {
  const ids = new Set(widgets.map(({ id }) => id))
  const orphans = widgets.flatMap(({ id, config }) => {
    const parent = config?.['parentId']
    return typeof parent === 'string' && !ids.has(parent)
      ? [`widget "${id}" sits in "${parent}", which does not exist`]
      : []
  })
  const crowded = widgets.flatMap((widget, index) =>
    widgets
      .slice(0, index)
      .filter((other) => holderOf(other) === holderOf(widget) && overlaps(other.position, widget.position))
      .map(
        (other) =>
          `widgets ${[other.id, widget.id]
            .sort()
            .map((id) => `"${id}"`)
            .join(' and ')} overlap`,
      ),
  )
  return [...orphans, ...crowded]
}
