import type { Audience, Folder, Key, Report, Workbook } from '../content/model.ts'
import type { Span } from '../content/versions.ts'
import type { Digests } from '../ledger/stored.ts'

/** What the platform made of an object. */
export type Stored = Digests

/** The text of a ledger, once it is known whose it is and of which version. */
export type RecordText = (self: number | null, version: number | undefined) => string

/**
 * All that a run knows of the outside world. Each call is one step on one object: it looks that the object is what the
 * plan saw, writes it, and can be done again after it was cut off.
 */
export interface Writer {
  /** The platform's clock, in milliseconds. */
  readonly now: () => number
  /** Requests sent so far. */
  readonly requests: () => number
  readonly numberOf: (key: Key) => number | undefined
  /** From which version of a report to which this run wrote it, where that is known. */
  readonly wroteOf: (report: Key) => Span | undefined
  readonly createFolder: (folder: Folder) => Promise<void>
  readonly updateFolder: (folder: Folder) => Promise<void>
  /** By its slug with nothing but its ledger; then its name, place and `meta`. */
  readonly createWorkbook: (workbook: Workbook, record: RecordText) => Promise<Stored>
  /** Looks at a workbook and writes its ledger, before anything in it is written. */
  readonly openWorkbook: (slug: string, record: RecordText) => Promise<void>
  /** Name, slug, place and `meta` of a workbook that was opened. A name alone opens it too. */
  readonly changeWorkbook: (workbook: Workbook, units: readonly string[], record: RecordText) => Promise<Stored>
  /** `record`: it carries its own ledger. */
  readonly createReport: (report: Report, record: RecordText | undefined) => Promise<Stored>
  readonly updateReport: (report: Report, units: readonly string[], record: RecordText | undefined) => Promise<Stored>
  readonly writeDraft: (workbook: Workbook) => Promise<Stored>
  /** Reports that these dashboards show and that somebody edited since the plan saw them. */
  readonly editedReports: (workbooks: readonly Workbook[]) => Promise<ReadonlySet<Key>>
  /** `drafted`: this run wrote its draft. */
  readonly publish: (
    workbook: Workbook,
    drafted: boolean,
  ) => Promise<{ readonly version: number; readonly stored: Stored }>
  /** Whether a publish was refused because somebody has to look at it first. */
  readonly wantsReview: (cause: unknown) => boolean
  readonly share: (slug: string, audience: string, action: Audience) => Promise<void>
  /** The ledger of a workbook and nothing else. */
  readonly recordWorkbook: (slug: string, record: RecordText) => Promise<void>
  /** The ledger of a report that carries its own, or none any more. */
  readonly recordReport: (id: string, record: RecordText | undefined) => Promise<void>
  readonly remove: (key: Key) => Promise<void>
}
