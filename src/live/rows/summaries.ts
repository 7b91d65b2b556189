import type { ReportReference } from '../../content/model.ts'
import type { Digests } from '../../content/summary.ts'
import type { RecordRead } from '../../ledger/codec.ts'
import type { Shown } from '../map/workbook.ts'
import type { Unknown } from './unknown.ts'

/** What every run asks of a report, whatever it is called and whatever else there is. */
export interface ReportRowSummary {
  /** It nests deeper than a file may: it is not content, and nothing else is known of it. */
  readonly isTooDeep: boolean
  /** What stands where a record would. */
  readonly record: unknown
  /** Numbers that may be those of reports, where no reference is expected. */
  readonly suspects: readonly number[]
  readonly unknown: readonly Unknown[]
}

/** What every run asks of a workbook, whatever it is called and whatever else there is. */
export interface WorkbookRowSummary extends Shown {
  /** It nests deeper than a file may: it is not content. */
  readonly isTooDeep: boolean
  readonly record: RecordRead
  /** What of its `meta` the tree holds, as JSON. */
  readonly meta: string
  readonly hasDashboard: boolean
  /** The numbers of the reports that its dashboard names, in the order of its widgets. */
  readonly shows: readonly number[]
  readonly publication?: PublicationSummary | undefined
  /** Its draft is not what is published, or is not written as that is. */
  readonly hasDraft: boolean
  readonly hasCalculatedFields: boolean
  /** Numbers that may be those of reports, where no reference is expected. */
  readonly suspects: readonly number[]
  readonly unknown: readonly Unknown[]
}

export interface PublicationSummary {
  readonly dashboard: number
  readonly version: number
  readonly snapshots: readonly (readonly [report: number, version: number])[]
}

/** The dashboard of a workbook, where what its reports are called is known. */
export interface DashboardSummary {
  readonly names: readonly (readonly [report: number, name: ReportReference])[]
  /** Of the units that the dashboard says. */
  readonly digests: Digests
}
