import {
  type Content,
  type Folder,
  folderKey,
  type Key,
  type Kind,
  kindOf,
  type ModelFile,
  modelKey,
  type Report,
  reportKey,
  type Workbook,
  workbookKey,
} from '../content/model.ts'
import { type Rename, withReferences } from '../content/references.ts'
import { type Units, unitsOfFolder, unitsOfModelFile, unitsOfReport, unitsOfWorkbook } from '../content/units.ts'
import { once } from '../once.ts'

/** A content by key, with the units of each object made when they are asked for. */
export interface Indexed {
  readonly folders: ReadonlyMap<Key, Folder>
  readonly workbooks: ReadonlyMap<Key, Workbook>
  readonly reports: ReadonlyMap<Key, Report>
  readonly model: ReadonlyMap<Key, ModelFile>
  has(key: Key): boolean
  units(key: Key): Units | undefined
}

/**
 * `settle` gives each report one name, so that two sides which name it differently say the same. Of a content that is
 * read when it is asked for, no more is asked than has to be.
 */
export function indexContent(content: Content, settle: Rename): Indexed {
  const folders = once(() => new Map<Key, Folder>(content.folders.map((folder) => [folderKey(folder.path), folder])))
  const workbooks = once(
    () =>
      new Map<Key, Workbook>(
        content.workbooks.map((workbook) => [workbookKey(workbook.slug), withReferences(workbook, settle)]),
      ),
  )
  const reports = once(() => new Map<Key, Report>(content.reports.map((report) => [reportKey(report.id), report])))
  const model = once(() => new Map<Key, ModelFile>(content.model.map((file) => [modelKey(file.path), file])))
  const tables = { folder: folders, workbook: workbooks, report: reports, model }
  const units: Readonly<Record<Kind, (key: Key) => Units | undefined>> = {
    folder: (key) => makeOnce(folders().get(key), unitsOfFolder),
    workbook: (key) => makeOnce(workbooks().get(key), unitsOfWorkbook),
    report: (key) => makeOnce(reports().get(key), unitsOfReport),
    model: (key) => makeOnce(model().get(key), unitsOfModelFile),
  }
  return {
    get folders() {
      return folders()
    },
    get workbooks() {
      return workbooks()
    },
    get reports() {
      return reports()
    },
    get model() {
      return model()
    },
    has: (key) => tables[kindOf(key)]().has(key),
    units: (key) => units[kindOf(key)](key),
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
