import type { Target } from '../config/model.ts'
import { inScope, takesAll } from '../config/scope.ts'
import { sourceOf } from '../content/glance.ts'
import { CONTENT_KINDS, isKind, type Key, kindOf } from '../content/kinds.ts'
import { type Content, reportKey } from '../content/model.ts'
import { CONTENT } from '../serialize/layout.ts'

/** Which objects the scope of a target leaves, by where they are or would be in the tree. */
export function scopeOf(target: Target, places: ReadonlyMap<Key, string>, { reports }: Content): (key: Key) => boolean {
  if (takesAll(target.scope)) return () => true
  const sources = new Map<Key, string | undefined>(reports.map((report) => [reportKey(report.id), sourceOf(report)]))
  return (key) => {
    if (!isKind(key, ...CONTENT_KINDS)) return true
    const path = (places.get(key) ?? '').slice(CONTENT.length + 1)
    return inScope(target.scope, { path, kind: kindOf(key), source: sources.get(key) })
  }
}
