import type { DocumentKind } from '../content/files.ts'
import type { FreeForm, ReportReference } from '../content/model.ts'
import type { Digests } from '../content/summary.ts'

/**
 * What a tree needs of a document that is as it was when it was read the last time, and was right: enough to find it and
 * to compare it, and not what it says.
 */
export interface Abstract {
  readonly kind: DocumentKind
  /** Its value: all of it of a folder and of a workbook; of a report what tells which one it is. */
  readonly value: FreeForm
  /** Of the units that a report or a dashboard says. */
  readonly digests: Digests
  /** The reports that a dashboard names, and which ones they were. */
  readonly names: readonly (readonly [name: string, report: ReportReference])[]
  /** The variables that it uses. */
  readonly uses: readonly string[]
}

/** What is known of the files of a tree without reading them. */
export interface Recall {
  readonly abstractOf: (file: string) => Abstract | undefined
  /** The hash of a file of the data model, by its path from the project root. */
  readonly hashOf: (file: string) => string | undefined
}
