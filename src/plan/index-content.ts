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
import { mapReferences, type Rename } from '../content/references.ts'
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
    content.workbooks.map((workbook) => [workbookKey(workbook.slug), settled(workbook, settle)]),
  )
  const reports = new Map(content.reports.map((report) => [reportKey(report.id), report]))
  const model = new Map(content.model.map((file) => [modelKey(file.path), file]))
  const made = new Map<Key, Units>()

  const make = (key: Key): Units | undefined => {
    const folder = folders.get(key)
    if (folder) return unitsOfFolder(folder)
    const workbook = workbooks.get(key)
    if (workbook) return unitsOfWorkbook(workbook)
    const report = reports.get(key)
    if (report) return unitsOfReport(report)
    const file = model.get(key)
    return file && unitsOfModelFile(file)
  }
  return {
    ...{ folders, workbooks, reports, model },
    has: (key) => folders.has(key) || workbooks.has(key) || reports.has(key) || model.has(key),
    units(key) {
      const units = made.get(key) ?? make(key)
      if (units) made.set(key, units)
      return units
    },
  }
}

const settled = (workbook: Workbook, settle: Rename): Workbook =>
  workbook.dashboard ? { ...workbook, dashboard: mapReferences(workbook.dashboard, settle) } : workbook
