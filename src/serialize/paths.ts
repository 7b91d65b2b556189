import {
  type Content,
  type FolderPath,
  folderKey,
  type Key,
  type Report,
  reportKey,
  workbookKey,
} from '../content/model.ts'
import { baseOf, CONTENT, directoryOf } from './layout.ts'
import { createNames, fileSlugOf, type Names } from './names.ts'

/**
 * Where every object of a tree is written: the directory of a folder or a workbook, the file of a report. An object that
 * has a place keeps it as long as it stays in its folder or workbook; the others get one from their name.
 */
export function placeObjects(content: Content, current: ReadonlyMap<Key, string>): ReadonlyMap<Key, string> {
  const places = new Map<Key, string>()
  const names = createNamesByDirectory()
  /** Those that stay go first, so that a newcomer never takes a name that is in use. */
  const place = (items: readonly Item[]): void => {
    const movers: Item[] = []
    for (const item of items) {
      const at = current.get(item.key)
      if (at === undefined || directoryOf(at) !== item.directory) movers.push(item)
      else {
        names.take(item.directory, at)
        places.set(item.key, at)
      }
    }
    for (const { key, directory, nameOf, ending = '' } of movers.sort((a, b) => compare(a.key, b.key))) {
      const before = current.get(key)
      const { slug, exact } = nameOf()
      places.set(
        key,
        `${directory}/${names.give(directory, before === undefined ? slug : stemOf(before), exact)}${ending}`,
      )
    }
  }

  const directoryOfFolder = (path: FolderPath): string =>
    path.length === 0 ? CONTENT : (places.get(folderKey(path)) ?? CONTENT)

  for (const depth of [...new Set(content.folders.map(({ path }) => path.length))].sort((a, b) => a - b)) {
    // A new folder must not take the directory of a workbook that stays.
    for (const { slug, folder } of content.workbooks) {
      if (folder.length !== depth - 1) continue
      const at = current.get(workbookKey(slug)) ?? ''
      if (directoryOf(at) === directoryOfFolder(folder)) names.take(directoryOf(at), at)
    }
    place(
      content.folders
        .filter(({ path }) => path.length === depth)
        .map((folder) => {
          const name = folder.path.at(-1) ?? ''
          return {
            key: folderKey(folder.path),
            directory: directoryOfFolder(folder.path.slice(0, -1)),
            nameOf: () => ({ slug: fileSlugOf(name), exact: name }),
          }
        }),
    )
  }
  place(
    content.workbooks.map(({ slug, folder }) => ({
      key: workbookKey(slug),
      directory: directoryOfFolder(folder),
      nameOf: () => ({ slug: fileSlugOf(slug), exact: slug }),
    })),
  )
  place(
    content.reports.map((report) => {
      const { workbook, folder } = report.place
      const holder = workbook === undefined ? undefined : places.get(workbookKey(workbook))
      const directory = holder === undefined ? directoryOfFolder(folder ?? []) : `${holder}/reports`
      const ending = holder === undefined ? '.report.yaml' : '.yaml'
      return { key: reportKey(report.id), directory, ending, nameOf: () => nameOfReport(report) }
    }),
  )
  return places
}

interface Item {
  readonly key: Key
  readonly directory: string
  /** Asked for where a name has to be found. */
  readonly nameOf: () => { readonly slug: string; readonly exact: string }
  readonly ending?: string
}

const nameOfReport = ({ id, definition: { name } }: Report) => ({ slug: fileSlugOf(name), exact: `${name}\n${id}` })

/** The names that are taken in each directory: counted where one has to be found. */
function createNamesByDirectory() {
  const taken = new Map<string, string[]>()
  const names = new Map<string, Names>()
  return {
    /** A name that is in use, by its place. */
    take(directory: string, at: string): void {
      const known = names.get(directory)
      if (known) {
        known.take(stemOf(at))
        return
      }
      const others = taken.get(directory)
      if (others) others.push(at)
      else taken.set(directory, [at])
    },
    give(directory: string, slug: string, exact: string): string {
      const known = names.get(directory) ?? createNames()
      if (!names.has(directory)) for (const at of taken.get(directory) ?? []) known.take(stemOf(at))
      names.set(directory, known)
      return known.give(slug, exact)
    },
  }
}

const stemOf = (path: string): string => baseOf(path).replace(/(\.report)?\.yaml$/, '')

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
