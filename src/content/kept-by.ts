import { type Content, placesByKey } from './entity.ts'
import type { Key } from './kinds.ts'
import { foldersAlong, workbookKey } from './model.ts'

/**
 * What a scope keeps of some content, and what it leaves out. A report goes with its workbook. A folder that is left out
 * is kept all the same while something in it is kept: that has to sit somewhere.
 */
export function keptBy(
  content: Content,
  isIn: (key: Key) => boolean,
): { readonly kept: ReadonlySet<Key>; readonly leftOut: ReadonlySet<Key> } {
  const places = placesByKey(content)
  const isThere = (workbook: Key): boolean => places.has(workbook) && isIn(workbook)
  const kept = new Set<Key>()
  const leftOut = new Set<Key>()
  for (const [key, { workbook }] of places) {
    const isOwn = isIn(key) && (workbook === undefined || isThere(workbookKey(workbook)))
    ;(isOwn ? kept : leftOut).add(key)
  }
  if (leftOut.size === 0) return { kept, leftOut }
  const ways = [...kept].flatMap((key) => foldersAlong(places.get(key)?.folder ?? []))
  return { kept: new Set([...kept, ...ways]), leftOut }
}
