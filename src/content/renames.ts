import { type Key, KINDS, type Kind } from './kinds.ts'
import { type Content, type FolderPath, folderKey, type Place, workbookKey } from './model.ts'
import { mapContent, OBJECTS, objectsIn } from './objects.ts'
import type { ContentSummary } from './summary.ts'

/**
 * What people renamed in the UI: by logical key, the name or slug that live has now. Taken into a tree, the old one
 * stands beside it as `was`, so that no other target makes a twin.
 */
export type Renamed = ReadonlyMap<Key, string>

export function applyRenames(content: Content, renamed: Renamed): Content {
  if (renamed.size === 0) return content
  const pathNow = (path: FolderPath): FolderPath =>
    path.map((name, index) => renamed.get(folderKey(path.slice(0, index + 1))) ?? name)
  const placeNow = ({ workbook, folder }: Place): Place => ({
    ...(workbook === undefined ? {} : { workbook: renamed.get(workbookKey(workbook)) ?? workbook }),
    ...(folder === undefined ? {} : { folder: pathNow(folder) }),
  })
  return mapContent(content, (object, kind) => {
    const { keyOf, placeOf, movedTo, renaming } = OBJECTS[kind]
    const name = renamed.get(keyOf(object))
    const moved = movedTo(object, placeNow(placeOf(object)))
    return name === undefined || !renaming ? moved : renaming.renamedTo(moved, name)
  })
}

/** What objects of a content were called before, by what they are called now: `was`, as keys. */
export function formerKeys(content: Content | ContentSummary): ReadonlyMap<Key, Key> {
  const was = new Map(
    content.folders.flatMap((folder) => (folder.was ? [[folderKey(folder.path), folder.was] as const] : [])),
  )
  const pathBefore = (path: FolderPath): FolderPath =>
    path.map((name, index) => was.get(folderKey(path.slice(0, index + 1))) ?? name)
  const pairs = KINDS.flatMap(<K extends Kind>(kind: K) => {
    const { keyOf, formerKey } = OBJECTS[kind]
    return objectsIn(content, kind).map((object): [Key, Key] => [keyOf(object), formerKey(object, pathBefore)])
  })
  return new Map(pairs.filter(([now, before]) => now !== before))
}
