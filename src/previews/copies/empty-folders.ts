import { isKind } from '../../content/kinds.ts'
import { type FolderPath, folderKey, type Key } from '../../content/model.ts'
import { isMadeByCaller, type LiveContent } from '../../live/index.ts'

/**
 * Those of these folders that are empty and ours, given innermost first. Folders carry no stamp: one is ours if this
 * caller made it, or, if the key may not know that, if something was just deleted from it.
 */
export function emptyFolders(
  live: LiveContent,
  paths: readonly FolderPath[],
  isJustEmptied: boolean,
): ReadonlyMap<Key<'folder'>, FolderPath> {
  const gone = new Map<Key<'folder'>, FolderPath>()
  for (const path of paths) {
    const isOurs = live.caller.email === undefined ? isJustEmptied : isMadeByCaller(live, folderKey(path))
    if (isOurs && isEmpty(live, path, gone)) gone.set(folderKey(path), path)
  }
  return gone
}

const isEmpty = ({ content, ids }: LiveContent, path: FolderPath, gone: ReadonlyMap<Key, FolderPath>): boolean =>
  ids.has(folderKey(path)) &&
  ![...content.values()].some(
    ({ key, place }) => !isKind(key, 'model') && isIn(place.folder ?? [], path) && !gone.has(key),
  )

const isIn = (path: FolderPath, within: FolderPath): boolean =>
  path.length >= within.length && within.every((name, index) => path[index] === name)
