import {
  type Content,
  type Folder,
  folderKey,
  type Key,
  type ModelFile,
  modelKey,
  type Report,
  reportKey,
  type Workbook,
  workbookKey,
} from '../content/model.ts'
import { type Rename, withReferences } from '../content/references.ts'
import { type Units, unitsOfFolder, unitsOfModelFile, unitsOfReport, unitsOfWorkbook } from '../content/units.ts'

/** A content by key, with the units of each object made when they are asked for. */
export interface Indexed {
  readonly folders: ReadonlyMap<Key, Folder>
  readonly workbooks: ReadonlyMap<Key, Workbook>
  readonly reports: ReadonlyMap<Key, Report>
  readonly model: ReadonlyMap<Key, ModelFile>
  has(key: Key): boolean
  units(key: Key): Units | undefined
}

/** `settle` gives each report one name, so that two sides which name it differently say the same. */
export function indexContent(content: Content, settle: Rename): Indexed {
  const folders = new Map(content.folders.map((folder) => [folderKey(folder.path), folder]))
  const workbooks = new Map(
    content.workbooks.map((workbook) => [workbookKey(workbook.slug), withReferences(workbook, settle)]),
  )
  const reports = new Map(content.reports.map((report) => [reportKey(report.id), report]))
  const model = new Map(content.model.map((file) => [modelKey(file.path), file]))
  const unitsOf = (key: Key): Units | undefined =>
    makeOnce(reports.get(key), unitsOfReport) ??
    makeOnce(workbooks.get(key), unitsOfWorkbook) ??
    makeOnce(folders.get(key), unitsOfFolder) ??
    makeOnce(model.get(key), unitsOfModelFile)
  return {
    ...{ folders, workbooks, reports, model },
    has: (key) => folders.has(key) || workbooks.has(key) || reports.has(key) || model.has(key),
    units: unitsOf,
  }
}

/** An object that stands in two contents, as in two commits, has its units made once. */
const made = new WeakMap<object, Units>()

function makeOnce<T extends object>(object: T | undefined, make: (object: T) => Units): Units | undefined {
  if (object === undefined) return undefined
  const known = made.get(object)
  if (known) return known
  const units = make(object)
  made.set(object, units)
  return units
}
