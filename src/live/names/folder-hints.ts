import type { Folder as Wire } from '@boardwright/platform'
import { type CarriedLedger, entriesCarried } from '../../base/carried.ts'
import { type Content, ofKind } from '../../content/entity.ts'
import { type FolderPath, idIn, type Key } from '../../content/model.ts'
import { formerKeys } from '../../content/renames.ts'
import { unitDigest } from '../../content/units.ts'

/**
 * The paths that live folders had at the last apply, by number, according to ledgers. They hold as long as the tree has
 * such a folder, or renames it with `was`, whatever the live folder is called now.
 */
export function folderHints(
  folders: readonly Wire[],
  declared: Content,
  ledgers: readonly CarriedLedger[],
): ReadonlyMap<number, FolderPath> {
  const parents = new Map(folders.map(({ id, parentId }) => [id, parentId]))
  const names = new Map(folders.map(({ id, name }) => [id, name]))
  const former = formerKeys(declared)
  const placesAs = (nameOf: (key: Key) => Key) =>
    ofKind(declared, 'folder').map(({ key, own }) => [unitDigest('folder', idIn(nameOf(key))), own.path] as const)
  const places = new Map([...placesAs((key) => key), ...placesAs((key) => former.get(key) ?? key)])
  const hints = new Map<number, FolderPath>()
  for (const [, { folder, base, next }] of entriesCarried(ledgers)) {
    // An object that an interrupted run created has no base yet; `next` says where it was put.
    const home = [base?.['folder'] ?? next?.units['folder'] ?? []]
      .flat()
      .flatMap((digest) => [places.get(digest) ?? []])[0]
    if (!home?.length || folder === undefined) continue
    const chain = chainOf(folder, parents).reverse()
    for (const [up, id] of chain.entries()) {
      // If the folder is at another depth now, a parent counts as having moved along only if its name matches.
      if (up > 0 && chain.length !== home.length && names.get(id) !== home.at(-1 - up)) break
      if (!hints.has(id)) hints.set(id, home.slice(0, home.length - up))
    }
  }
  return hints
}

/** The folders from the root down to this one. Empty if a parent is unknown or the parents form a cycle. */
function chainOf(id: number, parents: ReadonlyMap<number, number | null | undefined>): number[] {
  const chain: number[] = []
  for (let at: number | null | undefined = id; at != null; at = parents.get(at)) {
    if (chain.includes(at) || !parents.has(at)) return []
    chain.unshift(at)
  }
  return chain
}
