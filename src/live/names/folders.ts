import type { Folder as Wire } from '../../api/folders.ts'
import { type Content, type Folder, type FolderPath, folderKey, type Key, pathText } from '../../content/model.ts'
import type { HeldLedger } from '../../ledger/held.ts'
import { folderHints } from './folder-hints.ts'
import { groupBy } from './group.ts'

/**
 * A folder is its path of names. Two kinds of renaming make no other folder of it: one in the tree (`was`) that was not
 * applied yet, and one in the UI, which shows because a ledger has the folder's number.
 */
export interface FolderNames {
  /** The logical path. Undefined for a folder that was not seen. */
  readonly pathOf: (id: number) => FolderPath | undefined
  /** Folders that were renamed in the UI: to what. */
  readonly renamed: ReadonlyMap<Key, string>
  /** Folders that have the path of another one: in the tree they are one. */
  readonly twins: readonly Wire[]
}

const ROOT = ''

export function nameFolders(folders: readonly Wire[], declared: Content, ledgers: readonly HeldLedger[]): FolderNames {
  const seen = new Set(folders.map(({ id }) => id))
  const children = groupBy(folders, ({ parentId }) => (parentId != null && seen.has(parentId) ? parentId : ROOT))
  const declaredIn = groupBy(declared.folders, ({ path }) => pathText(path.slice(0, -1)))
  const hints = folderHints(folders, declared, ledgers)
  const paths = new Map<number, FolderPath>()
  const renamed = new Map<Key, string>()
  const twins: Wire[] = []

  const nameLevel = (parents: readonly (number | typeof ROOT)[], path: FolderPath): void => {
    const level = parents.flatMap((parent) => children.get(parent) ?? [])
    const inLive = new Set(level.map(({ name }) => name))
    const free = new Set((declaredIn.get(pathText(path)) ?? []).filter((each) => !inLive.has(lastOf(each))))
    const named = groupBy(level, (folder) => {
      const match = findRenamed(folder, free, hints.get(folder.id))
      if (!match) return folder.name
      free.delete(match)
      if (match.was !== folder.name) renamed.set(folderKey(match.path), folder.name)
      return lastOf(match)
    })
    for (const [name, same] of named) {
      const ids = same.map(({ id }) => id)
      for (const id of ids) paths.set(id, [...path, name])
      twins.push(...same.slice(1))
      nameLevel(ids, [...path, name])
    }
  }
  nameLevel([ROOT], [])
  return { pathOf: (id) => paths.get(id), renamed, twins }
}

const lastOf = ({ path }: Folder): string => path.at(-1) ?? ''

/** The folder of the tree that a live one is, though it has another name. */
function findRenamed({ name }: Wire, free: ReadonlySet<Folder>, hint: FolderPath | undefined): Folder | undefined {
  const candidates = [...free]
  const byTree = candidates.find(({ was }) => was === name)
  return byTree ?? (hint && candidates.find(({ path }) => pathText(path) === pathText(hint)))
}
