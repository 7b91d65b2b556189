import type { Dashboard, FolderPath, ReportReference } from './model.ts'
import type { VersionRecord } from './versions.ts'

/** What live says about an object besides its content. */
export interface LiveFacts extends FactsOfRow {
  readonly id: number
}

export interface FactsOfRow extends VersionRecord {
  /** The live slug of a workbook, undefined if it has none; or the live name of a folder. */
  readonly name?: string | undefined
  /** The path of a folder's parent. */
  readonly folder?: FolderPath | undefined
  readonly version?: number | undefined
  readonly updatedAt?: string | undefined
  readonly owner?: string | undefined
  readonly publication?: Publication | undefined
  /** The draft of a published workbook, if it differs from what is published. */
  readonly draft?: Dashboard | undefined
  /** How many embed users are in a group of their tenant. */
  readonly members?: number | undefined
  /** Whether the platform has said that publishing it needs a review. */
  readonly review?: boolean | undefined
}

export interface Publication {
  readonly dashboard: number
  readonly publicId: string
  readonly version: number
  /** The reports that viewers see, with versions. */
  readonly snapshots: readonly PublishedVersion[]
}

export interface PublishedVersion {
  readonly report: ReportReference
  readonly version: number | undefined
}

/**
 * Why an object of the account cannot be written: what has its name in live has a form that no file can have, or ours has
 * another name there, and another one has its own.
 */
export type Barred = 'unfit' | 'namesake'

/** A dashboard in the deployment that is not our content, and the reports that it shows. */
export interface OtherDashboard {
  readonly title: readonly string[]
  readonly shows: readonly ReportReference[]
}
