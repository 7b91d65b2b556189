import type { Folder as Wire } from '../../api/folders.ts'
import { groupBy } from '../../content/group-by.ts'
import { type Folder, type FolderPath, folderKey, type Key, pathText } from '../../content/model.ts'
import type { KnownContent } from '../../content/summary.ts'
import type { HeldLedger } from '../../ledger/held.ts'
import { folderHints } from './folder-hints.ts'

/**
 * A folder is its path of names. It stays the same folder if the tree renames it (`was`, not yet applied), or if people
 * rename or move it in the UI, which the folder's number in a ledger reveals.
 */
export interface FolderNames {
  /** The logical path. Undefined for a folder that was not seen. */
  readonly pathOf: (id: number) => FolderPath | undefined
  /** Folders renamed in the UI: new names. */
  readonly renamed: ReadonlyMap<Key, string>
  /** Folders moved in the UI: new parents. */
  readonly moved: ReadonlyMap<Key, FolderPath>
  /** Folders that share another one's path: in the tree they are one. */
  readonly twins: readonly Wire[]
}

const ROOT = ''

export function nameFolders(
  folders: readonly Wire[],
  declared: KnownContent,
  ledgers: readonly HeldLedger[],
): FolderNames {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const children = groupBy(folders, ({ parentId }) => (parentId != null && byId.has(parentId) ? parentId : ROOT))
  const declaredIn = groupBy(declared.folders, ({ path }) => pathText(path.slice(0, -1)))
  const hints = folderHints(folders, declared, ledgers)
  const paths = new Map<number, FolderPath>()
  const renamed = new Map<Key, string>()

  const nameLevel = (parents: readonly (number | typeof ROOT)[], path: FolderPath): void => {
    const level = parents.flatMap((parent) => children.get(parent) ?? [])
    const inLive = new Set(level.map(({ name }) => name))
    const declaredHere = declaredIn.get(pathText(path)) ?? []
    const free = new Set(declaredHere.filter((each) => !inLive.has(lastOf(each))))
    const named = groupBy(level, (folder) => {
      const isDeclared = declaredHere.some((each) => lastOf(each) === folder.name)
      const match = findRenamed(folder, free, isDeclared ? undefined : hints.get(folder.id))
      if (!match) return folder.name
      free.delete(match)
      if (match.was !== folder.name) renamed.set(folderKey(match.path), folder.name)
      return lastOf(match)
    })
    for (const [name, same] of named) {
      const ids = same.map(({ id }) => id)
      for (const id of ids) paths.set(id, [...path, name])
      nameLevel(ids, [...path, name])
    }
  }
  nameLevel([ROOT], [])

  const inTree = new Set(declared.folders.map(({ path }) => pathText(path)))
  const isFree = (path: FolderPath): boolean =>
    inTree.has(pathText(path)) && ![...paths.values()].some((other) => pathText(other) === pathText(path))
  const moved: Wire[] = []
  // Contents move along with a folder, so higher ones come first.
  for (const [id, path] of [...hints].sort(([, a], [, b]) => a.length - b.length)) {
    const now = paths.get(id)
    const folder = byId.get(id)
    if (!folder || !now || inTree.has(pathText(now)) || !isFree(path)) continue
    moved.push(folder)
    paths.set(id, path)
    if (folder.name !== path.at(-1)) renamed.set(folderKey(path), folder.name)
    nameLevel([id], path)
  }
  const pathIn = (parentId: Wire['parentId']): FolderPath => (parentId == null ? [] : (paths.get(parentId) ?? []))
  return {
    pathOf: (id) => paths.get(id),
    renamed,
    moved: new Map(moved.map(({ id, parentId }) => [folderKey(paths.get(id) ?? []), pathIn(parentId)])),
    twins: [...groupBy([...paths.keys()], (id) => pathText(paths.get(id) ?? [])).values()].flatMap(([, ...others]) =>
      others.flatMap((id) => byId.get(id) ?? []),
    ),
  }
}

const lastOf = ({ path }: Folder): string => path.at(-1) ?? ''

/** The tree's folder for a live one that has another name. */
function findRenamed({ name }: Wire, free: ReadonlySet<Folder>, hint: FolderPath | undefined): Folder | undefined {
  const candidates = [...free]
  const byTree = candidates.find(({ was }) => was === name)
  return byTree ?? (hint && candidates.find(({ path }) => pathText(path) === pathText(hint)))
}
