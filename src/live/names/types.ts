import type { Folder as WireFolder } from '../../api/folders.ts'
import type { Key, Kind } from '../../content/kinds.ts'
import type { FolderPath, Place } from '../../content/model.ts'
import type { HeldLedger } from '../../ledger/held.ts'
import type { ReportRow } from '../rows/known.ts'
import type { ReportName } from './reports.ts'

/** Names by number, before anything has a key. */
export interface FoundNames {
  readonly ledgers: readonly HeldLedger[]
  /** The root, for an unseen folder. */
  readonly pathOf: (folder: number | null | undefined) => FolderPath
  readonly folderOf: (folder: number) => FolderPath | undefined
  readonly slugOf: (workbook: number) => string | undefined
  readonly reportOf: (report: number) => ReportName | undefined
  readonly placeOf: (report: ReportRow) => Place | undefined
  /** Workbooks without a slug on the platform. */
  readonly slugless: ReadonlySet<number>
  /** Folders that share another one's path. */
  readonly twins: readonly WireFolder[]
  /** Workbooks and folders renamed in the UI: new names. */
  readonly renamed: ReadonlyMap<Key, string>
  /** Folders moved in the UI: new parents. */
  readonly moved: ReadonlyMap<Key, FolderPath>
}

/** The key of everything in a deployment, by number. */
export interface Names extends FoundNames {
  readonly keyOf: (kind: Kind, id: number) => Key | undefined
}
