import type { RecordRead } from '../../base/codec.ts'
import type { ReportReference } from '../../content/model.ts'
import type { Digests } from '../../content/unit-digests.ts'
import type { Visibility } from '../map/workbook.ts'
import type { Unknown } from './unknown.ts'

/** What every run needs to know of a report, independent of names and other objects. */
export interface ReportRowSummary {
  /** Why no file can hold it: it is not content, and nothing else is looked at. */
  readonly noFile?: string | undefined
  /** The value at the ledger's key. */
  readonly record: unknown
  /** Numbers that may belong to reports, where no reference is expected. */
  readonly suspects: readonly number[]
  readonly unknown: readonly Unknown[]
}

/** What every run needs to know of a workbook, independent of names and other objects. */
export interface WorkbookRowSummary extends Visibility {
  /** Why no file can hold it: it is not content. */
  readonly noFile?: string | undefined
  readonly record: RecordRead
  /** The part of its `meta` that goes into the tree, as JSON. */
  readonly meta: string
  readonly hasDashboard: boolean
  /** The numbers of the reports on its dashboard, in the order of the widgets. */
  readonly shows: readonly number[]
  readonly publication?: PublicationSummary | undefined
  /** Whether its draft differs from what is published, if only in how it is written. */
  readonly hasDraft: boolean
  readonly hasCalculatedFields: boolean
  /** Numbers that may belong to reports, where no reference is expected. */
  readonly suspects: readonly number[]
  readonly unknown: readonly Unknown[]
}

export interface PublicationSummary {
  readonly dashboard: number
  readonly publicId: string
  readonly version: number
  readonly snapshots: readonly (readonly [report: number, version: number])[]
}

/** A workbook's dashboard, valid while its reports have these names. */
export interface KnownDashboard {
  readonly names: readonly (readonly [report: number, name: ReportReference])[]
  /** Digests of the units in the dashboard. */
  readonly digests: Digests
}
