import type { Folder as WireFolder } from '../../api/folders.ts'
import type { Report as WireReport } from '../../api/reports.ts'
import type { Content, FolderPath, Key, Kind, Place } from '../../content/model.ts'
import { folderKey, reportKey, workbookKey } from '../../content/model.ts'
import type { HeldLedger } from '../../ledger/held.ts'
import type { Inventory } from '../inventory.ts'
import { refuseClashes } from './clash.ts'
import { nameFolders } from './folders.ts'
import { nameReports, type ReportName, type ReportTarget } from './reports.ts'
import { nameWorkbooks } from './workbooks.ts'

/** What everything in a deployment is called in the tree. Numbers are those of live objects. */
export interface Names {
  readonly ledgers: readonly HeldLedger[]
  /** The root, for a folder that was not seen. */
  readonly pathOf: (folder: number | null | undefined) => FolderPath
  readonly slugOf: (workbook: number) => string | undefined
  readonly reportOf: (report: number) => ReportName | undefined
  /** Undefined for a report in a workbook that was not seen. */
  readonly placeOf: (report: WireReport) => Place | undefined
  readonly keyOf: (kind: Kind, id: number) => Key | undefined
  /** Workbooks that the platform has no slug for. */
  readonly slugless: ReadonlySet<number>
  /** Folders that have the path of another one. */
  readonly twins: readonly WireFolder[]
  /** Workbooks and folders that somebody renamed in the UI: to what. */
  readonly renamed: ReadonlyMap<Key, string>
}

/** Refuses what is ambiguous, all of it at once. */
export function nameObjects(
  inventory: Inventory,
  ledgers: readonly HeldLedger[],
  target: ReportTarget & { readonly declared: Content; readonly slugs?: ReadonlyMap<string, string> | undefined },
): Names {
  const { declared } = target
  const folders = nameFolders(inventory.folders, declared, ledgers)
  const pathOf = (id: number | null | undefined): FolderPath => (id == null ? [] : (folders.pathOf(id) ?? []))
  const workbooks = nameWorkbooks(
    inventory.workbooks,
    ({ folderId }) => pathOf(folderId),
    declared,
    ledgers,
    target.slugs,
  )
  const reports = nameReports(inventory.reports, target, declared, ledgers)
  refuseClashes([...workbooks.clashes, ...reports.clashes])

  const slugOf = (id: number): string | undefined => workbooks.slugs.get(id)
  const keysOf: Readonly<Record<Kind, (id: number) => Key | undefined>> = {
    folder: (id) => mapKey(folders.pathOf(id), folderKey),
    workbook: (id) => mapKey(slugOf(id), workbookKey),
    report: (id) => mapKey(reports.names.get(id)?.id, reportKey),
    model: () => undefined,
  }
  return {
    ledgers,
    pathOf,
    slugOf,
    reportOf: (id) => reports.names.get(id),
    placeOf({ workbookId, folderId }) {
      const workbook = workbookId == null ? undefined : slugOf(workbookId)
      if (workbookId != null && workbook === undefined) return undefined
      const folder = pathOf(folderId)
      return { ...(workbook === undefined ? {} : { workbook }), ...(folder.length === 0 ? {} : { folder }) }
    },
    keyOf: (kind, id) => keysOf[kind](id),
    slugless: workbooks.slugless,
    twins: folders.twins,
    renamed: new Map([...folders.renamed, ...workbooks.renamed]),
  }
}

const mapKey = <T>(value: T | undefined, keyOf: (value: T) => Key): Key | undefined =>
  value === undefined ? undefined : keyOf(value)
