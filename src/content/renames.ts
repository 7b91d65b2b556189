import { type Content, type FolderPath, folderKey, type Key, workbookKey } from './model.ts'

/**
 * What people renamed in the UI: by logical key, the name or slug that live has now. Taken into a tree, the old one
 * stands beside it as `was`, so that no other target makes a twin.
 */
export type Renamed = ReadonlyMap<Key, string>

export function applyRenames(content: Content, renamed: Renamed): Content {
  if (renamed.size === 0) return content
  const pathNow = (path: FolderPath): FolderPath =>
    path.map((name, index) => renamed.get(folderKey(path.slice(0, index + 1))) ?? name)
  const slugNow = (slug: string): string => renamed.get(workbookKey(slug)) ?? slug
  return {
    ...content,
    folders: content.folders.map((folder) => {
      const isRenamed = renamed.has(folderKey(folder.path))
      const was = folder.path.at(-1)
      return { ...folder, path: pathNow(folder.path), ...(isRenamed && was !== undefined ? { was } : {}) }
    }),
    workbooks: content.workbooks.map((workbook) => ({
      ...workbook,
      slug: slugNow(workbook.slug),
      folder: pathNow(workbook.folder),
      ...(renamed.has(workbookKey(workbook.slug)) ? { was: workbook.slug } : {}),
    })),
    reports: content.reports.map((report) => {
      const { workbook, folder } = report.place
      const place = {
        ...(workbook === undefined ? {} : { workbook: slugNow(workbook) }),
        ...(folder === undefined ? {} : { folder: pathNow(folder) }),
      }
      return { ...report, place }
    }),
  }
}

/** What the folders and workbooks of a content were called before, by what they are called now: `was`, as keys. */
export function formerKeys({ folders, workbooks }: Pick<Content, 'folders' | 'workbooks'>): ReadonlyMap<Key, Key> {
  const was = new Map(folders.flatMap((folder) => (folder.was ? [[folderKey(folder.path), folder.was] as const] : [])))
  const pathBefore = (path: FolderPath): FolderPath =>
    path.map((name, index) => was.get(folderKey(path.slice(0, index + 1))) ?? name)
  return new Map(
    [
      ...folders.map(({ path }) => [folderKey(path), folderKey(pathBefore(path))] as const),
      ...workbooks.map((workbook) => [workbookKey(workbook.slug), workbookKey(workbook.was ?? workbook.slug)] as const),
    ].filter(([now, before]) => now !== before),
  )
}
