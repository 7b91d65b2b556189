import { type Content, type Entity, ofKind } from '../content/entity.ts'
import { CONTENT_KINDS, type ContentKind, type Key } from '../content/kinds.ts'
import { type FolderPath, folderKey, workbookKey } from '../content/model.ts'
import { treeRules } from './kinds.ts'
import { baseOf, CONTENT, directoryOf, inFolder, inWorkbook, type Spot, stemOf } from './layout.ts'
import { createNames, fileSlugOf, type Names } from './names.ts'

/**
 * The place of every object in a tree: the directory of a folder or workbook, the file of a report. Existing objects
 * keep theirs while they stay in their folder or workbook; others get one from their name.
 */
export function placeObjects(content: Content, current: ReadonlyMap<Key, string>): ReadonlyMap<Key, string> {
  const places = new Map<Key, string>()
  const names = createNamesByDirectory()
  /** Existing places first, so that a newcomer never takes a name in use. */
  const place = (items: readonly Item[]): void => {
    const movers: Item[] = []
    for (const item of items.filter(({ key }) => !places.has(key))) {
      const at = current.get(item.key)
      if (at === undefined || directoryOf(at) !== item.directory) movers.push(item)
      else {
        names.take(item.directory, at)
        places.set(item.key, at)
      }
    }
    for (const { key, directory, nameOf, ending } of movers.sort((a, b) => compare(a.key, b.key))) {
      const before = current.get(key)
      const { name, exact } = nameOf()
      places.set(
        key,
        `${directory}/${names.give(directory, before === undefined ? fileSlugOf(name) : stemOf(baseOf(before)), exact)}${ending}`,
      )
    }
  }

  const placeAll = <K extends ContentKind>(kind: K): void =>
    place(ofKind(content, kind).map((object) => itemOf(kind, object)))
  const directoryOfFolder = (path: FolderPath): string =>
    path.length === 0 ? CONTENT : (places.get(folderKey(path)) ?? CONTENT)
  /** An object goes into its folder if its workbook has no place in the tree. */
  const itemOf = <K extends ContentKind>(kind: K, object: Entity<K>): Item => {
    const { folder = [], workbook, tenant } = object.place
    const holder = workbook === undefined ? undefined : places.get(workbookKey(workbook))
    return {
      key: object.key,
      ...(holder === undefined ? inFolder(kind, directoryOfFolder(folder), tenant) : inWorkbook(kind, holder)),
      nameOf: () => treeRules(kind).named(object),
    }
  }

  const folders = ofKind(content, 'folder')
  for (const depth of [...new Set(folders.map(({ own }) => own.path.length))].sort((a, b) => a - b)) {
    // A new folder must not take the directory of an existing workbook.
    for (const { key, own } of ofKind(content, 'workbook')) {
      if (own.folder.length !== depth - 1) continue
      const at = current.get(key) ?? ''
      if (directoryOf(at) === directoryOfFolder(own.folder)) names.take(directoryOf(at), at)
    }
    place(folders.filter(({ own }) => own.path.length === depth).map((folder) => itemOf('folder', folder)))
  }
  for (const kind of CONTENT_KINDS) placeAll(kind)
  return places
}

interface Item extends Spot {
  readonly key: Key
  readonly nameOf: () => { readonly name: string; readonly exact: string }
}

/** The names taken in each directory, computed on demand. */
function createNamesByDirectory() {
  const taken = new Map<string, string[]>()
  const names = new Map<string, Names>()
  return {
    take(directory: string, at: string): void {
      const known = names.get(directory)
      if (known) {
        known.take(stemOf(baseOf(at)))
        return
      }
      const others = taken.get(directory)
      if (others) others.push(at)
      else taken.set(directory, [at])
    },
    give(directory: string, slug: string, exact: string): string {
      const known = names.get(directory) ?? createNames()
      if (!names.has(directory)) for (const at of taken.get(directory) ?? []) known.take(stemOf(baseOf(at)))
      names.set(directory, known)
      return known.give(slug, exact)
    },
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
