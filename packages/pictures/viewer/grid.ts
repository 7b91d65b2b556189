import { keepInPlace, make, style } from './dom.ts'
import { type Breakpoint, gridAt } from './layout/breakpoint.ts'
import type { Nested } from './layout/nest.ts'
import { fromTop, placeWidgets } from './layout/place.ts'
import type { Stage, View } from './widgets/context.ts'

export interface GridView {
  readonly element: HTMLElement
  readonly arrange: (breakpoint: Breakpoint) => void
  readonly destroy: () => void
}

interface Options {
  readonly isInner?: boolean | undefined
  /** The element of an earlier grid, whose widgets stay where they are. */
  readonly on?: HTMLElement | undefined
}

/** Widgets in a grid, in reading order, whatever the order in the file. */
export function createGrid(nested: readonly Nested[], stage: Stage, { isInner = false, on }: Options = {}): GridView {
  const element = on ?? make('div', { class: isInner ? 'bw-grid bw-inner' : 'bw-grid' })
  const views = new Map<string, View>(nested.map((each) => [each.widget.id, stage.build(each)]))
  const arrange = (breakpoint: Breakpoint): void => {
    const grid = gridAt(breakpoint, stage.scene.dashboard.layout)
    const placed = placeWidgets(nested, breakpoint, grid)
    const shown = isInner ? fromTop(placed) : placed
    style(element, {
      '--bw-columns': String(grid.columns),
      '--bw-row': `${grid.rowHeight}px`,
      '--bw-gap': `${grid.gap[1]}px ${grid.gap[0]}px`,
      '--bw-around': isInner ? undefined : `${grid.padding[1]}px ${grid.padding[0]}px`,
    })
    const order = shown.flatMap(({ nested: { widget }, at, note }) => {
      const view = views.get(widget.id)
      if (!view) return []
      style(view.element, { 'grid-column': `${at.x + 1} / span ${at.w}`, 'grid-row': `${at.y + 1} / span ${at.h}` })
      view.element.dataset['note'] = note ?? ''
      view.arrange?.()
      return [view.element]
    })
    keepInPlace(element, order)
  }
  arrange(stage.breakpoint())
  const destroy = (): void => {
    for (const view of views.values()) view.destroy()
  }
  return { element, arrange, destroy }
}
