import type { Folder as WireFolder } from '@boardwright/platform'
import type { CarriedLedger } from '../../base/carried.ts'
import type { Content } from '../../content/entity.ts'
import type { Key, Kind } from '../../content/kinds.ts'
import type { FolderPath, ObjectPlace } from '../../content/model.ts'
import type { ReportRow } from '../rows/known.ts'
import type { ReportName, ReportTarget } from './reports.ts'

/** What live objects are called, by number, before their keys are known. */
export interface FoundNames {
  readonly ledgers: readonly CarriedLedger[]
  /** The root, if the folder was not seen. */
  readonly pathOf: (folder: number | null | undefined) => FolderPath
  readonly folderOf: (folder: number) => FolderPath | undefined
  readonly slugOf: (workbook: number) => string | undefined
  /** The number of the workbook whose published dashboard this is. */
  readonly workbookShowing: (dashboard: number) => number | undefined
  readonly reportOf: (report: number) => ReportName | undefined
  readonly placeOf: (report: ReportRow) => ObjectPlace | undefined
  /** Workbooks that have no slug on the platform. */
  readonly slugless: ReadonlySet<number>
  /** Folders that have the same path as another one. */
  readonly twins: readonly WireFolder[]
  /** Workbooks and folders that were renamed in the UI, with their new names. */
  readonly renamed: ReadonlyMap<Key, string>
  /** Folders that were moved in the UI, with the paths of their new parents. */
  readonly moved: ReadonlyMap<Key, FolderPath>
}

/** What names follow from. */
export interface NameSources extends ReportTarget {
  readonly names: FoundNames
  readonly declared: Content
}

/** Also has the key of everything in a deployment, by number. */
export interface DeploymentNames extends FoundNames {
  readonly keyOf: (kind: Kind, id: number) => Key | undefined
}
