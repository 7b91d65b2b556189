import type { Folder as Wire } from '@boardwright/platform'
import type { CarriedLedger } from '../../base/carried.ts'
import { type Content, ofKind } from '../../content/entity.ts'
import { groupBy } from '../../content/group-by.ts'
import { type Folder, type FolderPath, folderKey, type Key, pathText } from '../../content/model.ts'
import { folderHints } from './folder-hints.ts'

/**
 * A folder is identified by its path of names. It stays the same folder if the tree renames it (with a `was` that is
 * not applied yet), or if people rename or move it in the UI, which its number in a ledger reveals.
 */
export interface FolderNames {
  /** The logical path; undefined for a folder that we did not see. */
  readonly pathOf: (id: number) => FolderPath | undefined
  /** Folders that were renamed in the UI, with their new names. */
  readonly renamed: ReadonlyMap<Key, string>
  /** Folders that were moved in the UI, with the paths of their new parents. */
  readonly moved: ReadonlyMap<Key, FolderPath>
  /** Folders that have the same path as another one; the tree has one folder for both. */
  readonly twins: readonly Wire[]
}

const ROOT = ''

export function nameFolders(
  folders: readonly Wire[],
  declared: Content,
  ledgers: readonly CarriedLedger[],
): FolderNames {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const children = groupBy(folders, ({ parentId }) => (parentId != null && byId.has(parentId) ? parentId : ROOT))
  const inFiles = ofKind(declared, 'folder').map(({ own }) => own)
  const declaredIn = groupBy(inFiles, ({ path }) => pathText(path.slice(0, -1)))
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

  const inTree = new Set(inFiles.map(({ path }) => pathText(path)))
  const isFree = (path: FolderPath): boolean =>
    inTree.has(pathText(path)) && ![...paths.values()].some((other) => pathText(other) === pathText(path))
  const moved: Wire[] = []
  // Moving a folder moves its contents too, so folders further up come first.
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

/** The tree's folder for a live one with another name. */
function findRenamed({ name }: Wire, free: ReadonlySet<Folder>, hint: FolderPath | undefined): Folder | undefined {
  const candidates = [...free]
  const byTree = candidates.find(({ was }) => was === name)
  return byTree ?? (hint && candidates.find(({ path }) => pathText(path) === pathText(hint)))
}
