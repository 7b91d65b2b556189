import type { Scene, SceneWidget } from '../../scene.ts'
import { textAt } from '../data/free.ts'
import { tabsOf } from './nest.ts'

/** A scene whose tabs and folded containers are open where these widgets are. For two tabs of one, the first is open. */
export function openAt(scene: Scene, ids: Iterable<string>): Scene {
  const widgets = scene.dashboard.widgets ?? []
  const byId = new Map(widgets.map((widget) => [widget.id, widget]))
  const opened = new Map<string, Readonly<Record<string, unknown>>>()
  for (const id of ids) {
    let inner = byId.get(id)
    for (const holder of holdersOf(id, byId)) {
      const tab = tabsOf(holder).length > 0 ? { activeTab: inner?.config?.['tabId'] } : { collapsed: false }
      if (!opened.has(holder.id) && (holder.config?.['collapsed'] === true || 'activeTab' in tab))
        opened.set(holder.id, tab)
      inner = holder
    }
  }
  if (opened.size === 0) return scene
  const all = widgets.map((widget) => ({ ...widget, config: { ...widget.config, ...opened.get(widget.id) } }))
  return { ...scene, dashboard: { ...scene.dashboard, widgets: all } }
}

function holdersOf(id: string, byId: ReadonlyMap<string, SceneWidget>): SceneWidget[] {
  const holders: SceneWidget[] = []
  let at = byId.get(textAt(byId.get(id)?.config, 'parentId') ?? '')
  while (at && !holders.includes(at)) {
    holders.push(at)
    at = byId.get(textAt(at.config, 'parentId') ?? '')
  }
  return holders
}
