import type { Target } from '../config/model.ts'
import { inScope, takesAll } from '../config/scope.ts'
import { sourceOf } from '../content/glance.ts'
import type { Content, Key } from '../content/model.ts'
import { idIn, kindOf } from '../content/model.ts'
import { CONTENT } from '../serialize/layout.ts'

/** Which objects the scope of a target leaves, by where they are or would be in the tree. */
export function scopeOf(target: Target, places: ReadonlyMap<Key, string>, { reports }: Content): (key: Key) => boolean {
  if (takesAll(target.scope)) return () => true
  const sources = new Map(reports.map((report) => [report.id, sourceOf(report)]))
  return (key) => {
    const [kind, id] = [kindOf(key), idIn(key)]
    const path = (places.get(key) ?? '').slice(CONTENT.length + 1)
    if (kind === 'report') return inScope(target.scope, { path, kind, source: sources.get(id) })
    return (kind !== 'folder' && kind !== 'workbook') || inScope(target.scope, { path, kind })
  }
}
