import type { Key } from '../content/model.ts'
import { idIn, workbookKey } from '../content/model.ts'
import type { Survey } from './survey.ts'

/** What people call an object, from the root down. */
export function titleOf(surveyed: Pick<Survey, 'desired' | 'live'>, key: Key): string[] {
  const { desired, live } = surveyed
  const folder = desired.folders.get(key) ?? live.folders.get(key)
  if (folder) return [...folder.path]
  const workbook = desired.workbooks.get(key) ?? live.workbooks.get(key)
  if (workbook) return [...workbook.folder, workbook.name]
  const report = desired.reports.get(key) ?? live.reports.get(key)
  if (!report) return [idIn(key)]
  const { place, definition } = report
  const home = place.workbook === undefined ? [...(place.folder ?? [])] : titleOf(surveyed, workbookKey(place.workbook))
  return [...home, definition.name]
}

/** The workbook that a report sits in, or shall. */
export function workbookOf({ desired, live }: Survey, key: Key): Key | undefined {
  const place = (desired.reports.get(key) ?? live.reports.get(key))?.place
  return place?.workbook === undefined ? undefined : workbookKey(place.workbook)
}
