import type { Scene, SceneWidget } from '../scene.ts'
import { withChoices } from '../viewer/data/choices.ts'
import { textAt } from '../viewer/data/free.ts'
import { BREAKPOINTS } from '../viewer/layout/breakpoint.ts'
import { openAt } from '../viewer/layout/open.ts'

/**
 * A scene as it looks when opened: controls have their preset values, and nothing else has been chosen. Tabs are open
 * where the widgets of interest are.
 */
export const asOpened = (scene: Scene, ofInterest: Iterable<string> = []): Scene =>
  withChoices(openAt(scene, ofInterest), () => undefined)

/** Only these widgets with what they hold, below each other, each as wide as the page: for a phone. */
export function stacked(scene: Scene, ids: readonly string[]): Scene {
  const { dashboard } = scene
  const all = dashboard.widgets ?? []
  let below = 0
  const tops = ids.flatMap((id): SceneWidget[] => {
    const found = all.find((widget) => widget.id === id)
    if (!found) return []
    const y = below
    below += found.position.h
    const position = { ...found.position, x: 0, y, w: 1 }
    return [{ ...found, position, responsiveLayouts: undefined, config: { ...found.config, parentId: undefined } }]
  })
  const held = new Set(ids)
  const inside = all.flatMap((widget) => (!held.has(widget.id) && isHeldBy(held, widget, all) ? [widget] : []))
  const cols = Object.fromEntries(BREAKPOINTS.map((name) => [name, 1]))
  const layout = { ...dashboard.layout, cols, containerPadding: [0, 12] }
  return { ...scene, dashboard: { ...dashboard, layout, widgets: [...tops, ...inside] } }
}

function isHeldBy(ids: ReadonlySet<string>, { config }: SceneWidget, all: readonly SceneWidget[]): boolean {
  const seen = new Set<string>()
  let parent = textAt(config, 'parentId')
  while (parent !== undefined && !seen.has(parent)) {
    if (ids.has(parent)) return true
    seen.add(parent)
    const id = parent
    parent = textAt(all.find((widget) => widget.id === id)?.config, 'parentId')
  }
  return false
}
