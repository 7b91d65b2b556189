import type { Folder as Wire } from '../../api/folders.ts'
import { type FolderPath, folderKey, idIn, type Key, reportKey, workbookKey } from '../../content/model.ts'
import { formerKeys } from '../../content/renames.ts'
import type { KnownContent } from '../../content/summary.ts'
import { unitDigest } from '../../content/units.ts'
import { entriesOf, type HeldLedger } from '../../ledger/held.ts'

/**
 * The paths that live folders had at the last apply, by number. If the tree still says the same folder, or renames it by
 * `was`, the ledger's number belongs to that path, whatever the folder is called now.
 */
export function folderHints(
  folders: readonly Wire[],
  declared: KnownContent,
  ledgers: readonly HeldLedger[],
): ReadonlyMap<number, FolderPath> {
  const parents = new Map(folders.map(({ id, parentId }) => [id, parentId]))
  const names = new Map(folders.map(({ id, name }) => [id, name]))
  const former = formerKeys(declared)
  const homes = declaredHomes(declared, former)
  const hints = new Map<number, FolderPath>()
  for (const { key, known } of entriesOf(ledgers)) {
    const { folder, base } = known
    const home = homes.get(key)
    if (!home?.length || folder === undefined || base?.['folder'] === undefined) continue
    const here = folderKey(home)
    const paths = [here, former.get(here) ?? here].map((key) => unitDigest('folder', idIn(key)))
    if (![base['folder']].flat().some((digest) => paths.includes(digest))) continue
    const chain = chainOf(folder, parents).reverse()
    for (const [up, id] of chain.entries()) {
      // Elsewhere in the folder tree, only the name shows that its surroundings came along.
      if (up > 0 && chain.length !== home.length && names.get(id) !== home.at(-1 - up)) break
      if (!hints.has(id)) hints.set(id, home.slice(0, home.length - up))
    }
  }
  return hints
}

/** The folders of the tree's objects, by key: current ones, and those before a rename. */
function declaredHomes(declared: KnownContent, former: ReadonlyMap<Key, Key>): ReadonlyMap<Key, FolderPath> {
  const homes = new Map<Key, FolderPath>([
    ...declared.workbooks.map(({ slug, folder }) => [workbookKey(slug), folder] as const),
    ...declared.reports.map(({ id, place }) => [reportKey(id), place.folder ?? []] as const),
  ])
  for (const [now, before] of former) {
    const home = homes.get(now)
    if (home && !homes.has(before)) homes.set(before, home)
  }
  return homes
}

/** From the root down. Empty if a parent is unknown or parents form a cycle. */
function chainOf(id: number, parents: ReadonlyMap<number, number | null | undefined>): number[] {
  const chain: number[] = []
  for (let at: number | null | undefined = id; at != null; at = parents.get(at)) {
    if (chain.includes(at) || !parents.has(at)) return []
    chain.unshift(at)
  }
  return chain
}
