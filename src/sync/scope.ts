import type { Target } from '../config/model.ts'
import { inScope, takesAll } from '../config/scope.ts'
import { CONTENT_KINDS, isKind, type Key, kindOf } from '../content/kinds.ts'
import { reportKey } from '../content/model.ts'
import { isSummary, type KnownContent } from '../content/summary.ts'
import { CONTENT } from '../serialize/layout.ts'

/** Which objects the scope of a target leaves, by where they are or would be in the tree. */
export function scopeOf(
  target: Target,
  places: ReadonlyMap<Key, string>,
  { reports }: KnownContent,
): (key: Key) => boolean {
  if (takesAll(target.scope)) return () => true
  const sources = new Map<Key, string | undefined>(
    reports.map((each) => [reportKey(each.id), (isSummary(each) ? each : each.definition).source]),
  )
  return (key) => {
    if (!isKind(key, ...CONTENT_KINDS)) return true
    const path = (places.get(key) ?? '').slice(CONTENT.length + 1)
    return inScope(target.scope, { path, kind: kindOf(key), source: sources.get(key) })
  }
}
