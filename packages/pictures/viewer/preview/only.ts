import type { Scene, SceneMarks } from '../../scene.ts'
import { textAt } from '../data/free.ts'

/** Only the marked widgets, with the containers that hold them; undefined if it has none. */
export function onlyMarked(scene: Scene, marks: SceneMarks): Scene | undefined {
  const all = scene.dashboard.widgets ?? []
  const byId = new Map(all.map((widget) => [widget.id, widget]))
  const kept = new Set<string>()
  for (const { id } of all) {
    if (!Object.hasOwn(marks, id)) continue
    for (let at = byId.get(id); at && !kept.has(at.id); at = byId.get(textAt(at.config, 'parentId') ?? ''))
      kept.add(at.id)
  }
  if (kept.size === 0) return undefined
  return { ...scene, dashboard: { ...scene.dashboard, widgets: all.filter(({ id }) => kept.has(id)) } }
}
