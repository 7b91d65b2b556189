import { idIn, isKind, type Key, KINDS, type Kind } from './kinds.ts'
import { type Content, type Folder, type FolderPath, folderKey, type Place, workbookKey } from './model.ts'
import { mapContent, OBJECTS, objectsIn } from './objects.ts'
import type { KnownContent } from './summary.ts'
import { unitDigest } from './units.ts'

/** What people have renamed and moved in the UI, by logical key. */
export interface Renamed {
  /** The live name or slug. When the tree takes it, the old one becomes `was`. */
  readonly renamed: ReadonlyMap<Key, string>
  /** The folder that a folder was moved into. */
  readonly moved: ReadonlyMap<Key, FolderPath>
}

/** The renames and moves that a tree takes. */
export interface TakenRenames extends Renamed {
  /** The `was` to keep, for an earlier rename in the tree that was never applied. */
  readonly former?: ReadonlyMap<Key, string> | undefined
}

export function applyRenames(content: Content, { renamed, moved, former }: TakenRenames): Content {
  if (renamed.size + moved.size === 0) return content
  /** If a folder was moved into its own subfolder and only half of that is taken, it stays where it was. */
  const pathNow = (path: FolderPath, through: readonly Key[] = []): FolderPath => {
    const [name] = path.slice(-1)
    if (name === undefined) return path
    const key = folderKey(path)
    const into = through.includes(key) ? undefined : moved.get(key)
    return [...pathNow(into ?? path.slice(0, -1), into ? [...through, key] : through), renamed.get(key) ?? name]
  }
  const placeNow = ({ workbook, folder }: Place): Place => ({
    ...(workbook === undefined ? {} : { workbook: renamed.get(workbookKey(workbook)) ?? workbook }),
    ...(folder === undefined ? {} : { folder: pathNow(folder) }),
  })
  return mapContent(content, (object, kind) => {
    const { keyOf, placeOf, movedTo, renaming } = OBJECTS[kind]
    const key = keyOf(object)
    const name = renamed.get(key)
    const into = moved.get(key)
    const there = movedTo(object, placeNow(into ? { folder: into } : placeOf(object)))
    return name === undefined || !renaming ? there : renaming.renamedTo(there, name, former?.get(key))
  })
}

/**
 * The former keys of renamed objects, by their current keys, according to `was`. Folders that only live has move along
 * with the folder that they are in.
 */
export function formerKeys(declared: KnownContent, live: readonly Folder[] = []): ReadonlyMap<Key, Key> {
  const folders = new Map([...live, ...declared.folders].map((folder) => [folderKey(folder.path), folder]))
  const content = { ...declared, folders: [...folders.values()] }
  if (![...content.folders, ...content.workbooks].some(({ was }) => was !== undefined)) return new Map()
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

/**
 * Digests of the places that renamed folders and workbooks have now, by those of their former places. If something else
 * has the former name now, we cannot tell which of the two a digest means, so it is left out.
 */
export const placesNow = (former: ReadonlyMap<Key, Key>, taken: ReadonlySet<Key>): ReadonlyMap<string, string> =>
  new Map(
    [...former].flatMap(([now, before]): [string, string][] =>
      taken.has(before) || !isKind(now, 'folder', 'workbook') ? [] : [[placeDigest(before), placeDigest(now)]],
    ),
  )

const placeDigest = (key: Key): string => unitDigest(isKind(key, 'folder') ? 'folder' : 'workbook', idIn(key))
