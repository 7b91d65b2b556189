import { isKind, type Key } from '../content/kinds.ts'
import { folderKey } from '../content/model.ts'
import { isBeside, PREVIEWS, previewIn } from '../content/preview.ts'
import type { KnownContent } from '../content/summary.ts'
import type { Scope } from './scope.ts'

/** A copy is never an original: what previews of a project own is not there for the project itself, nor are their folders. */
export const withoutPreviews =
  (
    scope: Scope | undefined,
    {
      owners,
      projectId,
      declared,
    }: { readonly owners: ReadonlyMap<Key, string>; readonly projectId: string; readonly declared: KnownContent },
  ): Scope =>
  (everything) => {
    const isIn = scope?.(everything) ?? (() => true)
    if (isBeside(projectId)) return isIn
    const declaredFolders = new Set(declared.folders.map(({ path }) => folderKey(path)))
    const folders = new Set(
      everything.folders.flatMap(({ path }) => (path[0] === PREVIEWS && path.length <= 2 ? [folderKey(path)] : [])),
    )
    const owned = [...owners].flatMap(([key, owner]) => (previewIn(owner, projectId) === undefined ? [] : [key]))
    const ofPreviews = new Set<Key>([
      ...[...folders].filter((key) => !declaredFolders.has(key)),
      ...owned.filter((key) => !isKind(key, 'folder')),
    ])
    return ofPreviews.size === 0 ? isIn : (key) => isIn(key) && !ofPreviews.has(key)
  }
