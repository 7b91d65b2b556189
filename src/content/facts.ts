import type { Dashboard, FolderPath, ReportReference } from './model.ts'
import type { VersionRecord } from './versions.ts'

/** What live says of an object beside its content. */
export interface LiveFacts extends VersionRecord {
  /** Its number, of this deployment only. */
  readonly id: number
  /** The live slug of a workbook, undefined where it has none; the live name of a folder. */
  readonly name?: string | undefined
  /** The path of the folder that a folder is in. */
  readonly folder?: FolderPath | undefined
  /** Of a report. */
  readonly version?: number | undefined
  readonly updatedAt?: string | undefined
  readonly owner?: string | undefined
  readonly publication?: Publication | undefined
  /** The draft of a published workbook, where it is not what is published. */
  readonly draft?: Dashboard | undefined
  /** The platform said that publishing it needs a review. */
  readonly review?: boolean | undefined
}

export interface Publication {
  /** The number of the published dashboard. */
  readonly dashboard: number
  readonly version: number
  /** Reports as viewers see them: which, and of which version. */
  readonly snapshots: readonly Snapshot[]
}

export interface Snapshot {
  readonly report: ReportReference
  readonly version: number | undefined
}

/** A dashboard of the deployment that is no content of ours, and what it shows. */
export interface OtherDashboard {
  readonly title: readonly string[]
  readonly shows: readonly ReportReference[]
}
