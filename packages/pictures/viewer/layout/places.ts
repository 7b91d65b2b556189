import type { Scene, ScenePosition } from '../../scene.ts'
import { type Breakpoint, type Grid, gridAt } from './breakpoint.ts'
import { type Nested, nestWidgets, tabsOf, underTab } from './nest.ts'
import { fromTop, placeWidgets } from './place.ts'

/** A place in the grid of a container, or of the page. */
export interface Place {
  readonly at: ScenePosition
  /** The container and its tab; undefined for the page. */
  readonly within: string | undefined
}

export function placesIn({ dashboard }: Scene, breakpoint: Breakpoint): ReadonlyMap<string, Place> {
  const grid = gridAt(breakpoint, dashboard.layout)
  const all = new Map<string, Place>()
  const put = (nested: readonly Nested[], within: string | undefined): void => {
    const placed = placeWidgets(nested, breakpoint, grid)
    for (const { nested: each, at } of within === undefined ? placed : fromTop(placed)) {
      const { id } = each.widget
      all.set(id, { at, within })
      const tabs = tabsOf(each.widget)
      if (tabs.length === 0) put(each.children, id)
      else for (const tab of tabs) put(underTab(each, tab.id), `${id}/${tab.id}`)
    }
  }
  put(nestWidgets(dashboard.widgets ?? []), undefined)
  return all
}

export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** A place in pixels, in a grid of this width. */
export function boxOf({ x, y, w, h }: ScenePosition, { columns, rowHeight, gap }: Grid, width: number): Box {
  const [across, down] = gap
  const column = (width - (columns - 1) * across) / columns
  return {
    ...{ left: x * (column + across), top: y * (rowHeight + down) },
    ...{ width: w * column + (w - 1) * across, height: h * rowHeight + (h - 1) * down },
  }
}
