import type { DocumentKind } from '../content/files.ts'
import type { FreeForm, ReportReference } from '../content/model.ts'
import type { Digests } from '../content/summary.ts'

/** What a tree needs of an unchanged, valid document: enough to find and compare it, without its contents. */
export interface DocumentSummary {
  readonly kind: DocumentKind
  /** Its value: complete for folders and workbooks; for a report, its identity. */
  readonly value: FreeForm
  readonly digests: Digests
  /** The names of reports in a dashboard, and which reports they meant. */
  readonly names: readonly (readonly [name: string, report: ReportReference])[]
  readonly uses: readonly string[]
}

/** What is known of a tree's files without reading them. */
export interface Recall {
  readonly summaryOfFile: (file: string) => DocumentSummary | undefined
  readonly hashOf: (file: string) => string | undefined
}
