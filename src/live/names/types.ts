import type { Folder as WireFolder } from '../../api/folders.ts'
import type { Report as WireReport } from '../../api/reports.ts'
import type { Key, Kind } from '../../content/kinds.ts'
import type { FolderPath, Place } from '../../content/model.ts'
import type { HeldLedger } from '../../ledger/held.ts'
import type { ReportName } from './reports.ts'

/** The names of what has numbers, before any of it is a key. */
export interface FoundNames {
  readonly ledgers: readonly HeldLedger[]
  /** The root, for a folder that was not seen. */
  readonly pathOf: (folder: number | null | undefined) => FolderPath
  /** Undefined for a folder that was not seen. */
  readonly folderOf: (folder: number) => FolderPath | undefined
  readonly slugOf: (workbook: number) => string | undefined
  readonly reportOf: (report: number) => ReportName | undefined
  /** Undefined for a report in a workbook that was not seen. */
  readonly placeOf: (report: WireReport) => Place | undefined
  /** Workbooks that the platform has no slug for. */
  readonly slugless: ReadonlySet<number>
  /** Folders that have the path of another one. */
  readonly twins: readonly WireFolder[]
  /** Workbooks and folders that somebody renamed in the UI: to what. */
  readonly renamed: ReadonlyMap<Key, string>
  /** Folders that somebody moved in the UI: into which one. */
  readonly moved: ReadonlyMap<Key, FolderPath>
}

/** What everything in a deployment is called in the tree. Numbers are those of live objects. */
export interface Names extends FoundNames {
  readonly keyOf: (kind: Kind, id: number) => Key | undefined
}
