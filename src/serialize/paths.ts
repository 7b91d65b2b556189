import {
  type Content,
  type FolderPath,
  folderKey,
  type Key,
  pathText,
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
  const names = new Map<string, Names>()
  const namesIn = (directory: string): Names => {
    const known = names.get(directory) ?? createNames()
    names.set(directory, known)
    return known
  }
  /** Those that stay go first, so that a newcomer never takes a name that is in use. */
  const place = (
    items: readonly { key: Key; directory: string; slug: string; exact: string; ending?: string }[],
  ): void => {
    const [stay, move] = partition(items, ({ key, directory }) => directoryOf(current.get(key) ?? '') === directory)
    for (const { key, directory } of stay) {
      const at = current.get(key) ?? ''
      namesIn(directory).take(stemOf(at))
      places.set(key, at)
    }
    for (const { key, directory, slug, exact, ending = '' } of move) {
      const before = current.get(key)
      const stem = namesIn(directory).give(before === undefined ? slug : stemOf(before), exact)
      places.set(key, `${directory}/${stem}${ending}`)
    }
  }

  const directoryOfFolder = (path: FolderPath): string =>
    path.length === 0 ? CONTENT : (places.get(folderKey(path)) ?? CONTENT)

  const folders = content.folders.toSorted(
    (a, b) => a.path.length - b.path.length || compare(pathText(a.path), pathText(b.path)),
  )
  for (const depth of new Set(folders.map(({ path }) => path.length))) {
    // A new folder must not take the directory of a workbook that stays.
    for (const { slug, folder } of content.workbooks.filter((workbook) => workbook.folder.length === depth - 1)) {
      const at = current.get(workbookKey(slug)) ?? ''
      if (directoryOf(at) === directoryOfFolder(folder)) namesIn(directoryOf(at)).take(stemOf(at))
    }
    place(
      folders
        .filter(({ path }) => path.length === depth)
        .map(({ path }) => {
          const name = path.at(-1) ?? ''
          return {
            key: folderKey(path),
            directory: directoryOfFolder(path.slice(0, -1)),
            slug: fileSlugOf(name),
            exact: name,
          }
        }),
    )
  }
  place(
    content.workbooks
      .toSorted((a, b) => compare(a.slug, b.slug))
      .map(({ slug, folder }) => ({
        key: workbookKey(slug),
        directory: directoryOfFolder(folder),
        slug: fileSlugOf(slug),
        exact: slug,
      })),
  )
  place(
    content.reports
      .toSorted((a, b) => compare(a.id, b.id))
      .map(({ id, place: { workbook, folder }, definition: { name } }) => {
        const holder = workbook === undefined ? undefined : places.get(workbookKey(workbook))
        const directory = holder === undefined ? directoryOfFolder(folder ?? []) : `${holder}/reports`
        const ending = holder === undefined ? '.report.yaml' : '.yaml'
        return { key: reportKey(id), directory, slug: fileSlugOf(name), exact: `${name}\n${id}`, ending }
      }),
  )
  return places
}

const stemOf = (path: string): string => baseOf(path).replace(/(\.report)?\.yaml$/, '')

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  const groups: [T[], T[]] = [[], []]
  for (const item of items) groups[test(item) ? 0 : 1].push(item)
  return groups
}
