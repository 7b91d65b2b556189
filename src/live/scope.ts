import { isKind, type Key } from '../content/kinds.ts'
import { foldersAlong, type Place, type ReportReference, workbookKey } from '../content/model.ts'
import { filterKnown, placesByKey } from '../content/objects.ts'
import { renamedKnown } from '../content/readable.ts'
import { missingReference } from '../content/references.ts'
import type { KnownContent } from '../content/summary.ts'
import type { LiveObjects } from './content.ts'

/** Decides which folders, workbooks and reports of a deployment are our content. */
export type Scope = (everything: KnownContent) => (key: Key) => boolean

/**
 * Leaves out whatever is out of scope. A report follows its workbook; a folder stays while it contains something that
 * stays.
 */
export function narrow(objects: LiveObjects, deployment: number, scope: Scope = () => () => true): LiveObjects {
  const { content, unread, ids, publicIds, outside } = objects
  const isIn = scope(content)
  const places = placesByKey(content)
  const isThere = (workbook: Key): boolean => places.has(workbook) && isIn(workbook)
  const isKept = (key: Key, { workbook }: Place): boolean =>
    isIn(key) && (workbook === undefined || isThere(workbookKey(workbook)))
  const own = new Set([...places].filter(([key, place]) => isKept(key, place)).map(([key]) => key))
  if (own.size === places.size) return objects

  const isHeld = ([key]: readonly [Key, Place]): boolean => own.has(key) && !isKind(key, 'folder')
  const ways = [...places].filter(isHeld).flatMap(([, { folder = [] }]) => foldersAlong(folder))
  const kept = new Set<Key>([...own, ...ways])
  const keep = <T>(map: ReadonlyMap<Key, T>): ReadonlyMap<Key, T> => new Map([...map].filter(([key]) => kept.has(key)))
  const rename = (reference: ReportReference): ReportReference => {
    const key = reference as Key
    const number = ids.get(key)
    if (number === undefined || kept.has(key)) return reference
    const publicId = publicIds.get(key)
    return publicId === undefined ? missingReference(deployment, number) : `id:${publicId}`
  }
  const leftOut = (key: Key, publicId: string): [string, number][] => {
    const number = ids.get(key)
    return kept.has(key) || number === undefined ? [] : [[publicId, number]]
  }
  return {
    content: renamedKnown({ content: filterKnown(content, (key) => kept.has(key)), unread }, rename),
    unread,
    ids: keep(ids),
    publicIds: keep(publicIds),
    outside: new Map([...outside, ...[...publicIds].flatMap(([key, id]) => leftOut(key, id))]),
  }
}
