import { overlayOf } from './all-documents.ts'
import { CONTENT, directoryOf } from './layout.ts'

/**
 * The areas of a tree: a workbook with all that is in it, or what stands directly in a folder; each with what overlays
 * lay over it. An area is its directory below `content/`; what is in none, such as the data model, is in the area ''.
 */
export function areaOf(directory: string, workbooks: ReadonlySet<string>): string {
  const path = `${directory}/`.slice(overlayOf(`${directory}/`).length).replace(/\/$/, '')
  if (path !== CONTENT && !path.startsWith(`${CONTENT}/`)) return ''
  for (let at = path; at !== ''; at = directoryOf(at)) if (workbooks.has(at)) return at
  return path
}

/** Whether a file says how a folder above one of these areas is called. */
export function namesFolderAbove(file: string, areas: ReadonlySet<string>): boolean {
  const path = file.slice(overlayOf(file).length)
  if (!path.endsWith('/folder.yaml')) return false
  const prefix = `${directoryOf(path)}/`
  for (const area of areas) if (area.startsWith(prefix)) return true
  return false
}
