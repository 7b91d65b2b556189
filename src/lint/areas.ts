import { CONTENT, directoryOf } from '../serialize/layout.ts'
import { withoutOverlay } from '../serialize/locate.ts'

/**
 * The areas of a tree: the direct contents of a folder, the reports of a workbook, and the rest of a workbook, each
 * with its overlays. An area is its directory below `content/`; everything outside, such as the data model, is the area
 * ''.
 */
export function areaOf(directory: string, workbooks: ReadonlySet<string>): string {
  const path = withoutOverlay(`${directory}/`).replace(/\/$/, '')
  if (path !== CONTENT && !path.startsWith(`${CONTENT}/`)) return ''
  for (let at = path; at !== ''; at = directoryOf(at)) {
    if (workbooks.has(at)) return path === reportsOf(at) ? path : at
  }
  return path
}

/** The area of the reports that the rest of a workbook may name. */
export const reportsOf = (area: string): string => `${area}/reports`

/** Whether a file names one of the directories above these areas. */
export function namingAbove(areas: Iterable<string>): (file: string) => boolean {
  const above = new Set<string>()
  for (const area of areas) for (let at = directoryOf(area); at !== ''; at = directoryOf(at)) above.add(at)
  return (file) => {
    if (!NAMING.test(file)) return false
    return above.has(directoryOf(withoutOverlay(file)))
  }
}

const NAMING = /\/(folder|workbook)\.yaml$/
