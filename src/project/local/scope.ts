import type { Target } from '../../config/model.ts'
import { isBelowAny, inScope as isInScope, takesAll } from '../../config/scope.ts'
import { type Content, ofKind } from '../../content/entity.ts'
import { keptBy } from '../../content/kept-by.ts'
import { CONTENT_KINDS, idIn, isKind, type Key, kindOf } from '../../content/kinds.ts'
import { belowContent } from '../../serialize/layout.ts'
import type { ParsedTree } from '../../serialize/parse.ts'
import { currentPlaces } from '../../serialize/update.ts'

/** Whether the target manages a data-model file. */
export const inModelScope = ({ dataModel }: Target, path: string): boolean =>
  dataModel !== undefined && (dataModel.paths.length === 0 || isBelowAny(dataModel.paths, path))

/** Whether the target's scope includes an object, by its path in the tree. */
export function scopeOf(target: Target, places: ReadonlyMap<Key, string>, content: Content): (key: Key) => boolean {
  if (takesAll(target.scope)) return () => true
  const sources = new Map<Key, string | undefined>(ofKind(content, 'report').map(({ key, own }) => [key, own.source]))
  return (key) => {
    if (!isKind(key, ...CONTENT_KINDS)) return true
    const path = belowContent(places.get(key) ?? '')
    return isInScope(target.scope, { path, kind: kindOf(key), source: sources.get(key) })
  }
}

/** Whether the tree declares an object that the target leaves out. */
export function leftOutOf(target: Target, tree: ParsedTree): (key: Key) => boolean {
  const isIn = scopeOf(target, currentPlaces(tree), tree.content)
  const { kept, leftOut } = keptBy(tree.content, (key) => target.content && isIn(key))
  return (key) => (isKind(key, 'model') ? !inModelScope(target, idIn(key)) : leftOut.has(key) && !kept.has(key))
}
