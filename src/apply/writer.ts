import type { RecordText } from '../base/entries.ts'
import type { ContentKind, Key } from '../content/kinds.ts'
import type { Audience, Objects, ReportReference, Workbook } from '../content/model.ts'
import type { UnitDigests } from '../content/threeway.ts'
import type { Span } from '../content/versions.ts'

export type Stored = UnitDigests

/**
 * The outside world, as a run sees it. Each call is one step on one object: it checks that the object is still what the
 * plan saw, and writes it. It can be repeated after an interruption.
 */
export interface Writer {
  /** The platform's clock, in milliseconds. */
  readonly now: () => number
  readonly requests: () => number
  readonly numberOf: (key: Key) => number | undefined
  /** The report's version before and after this run wrote it, if known. */
  readonly wroteOf: (report: Key) => Span | undefined
  /** Creates an object; a workbook without its dashboard. `record` is the ledger that the object carries itself. */
  readonly create: <K extends ContentKind>(kind: K, wanted: Objects[K], record: RecordText) => Promise<Stored>
  /** Writes these units of an object. If a workbook is not open yet, this opens it and may write only its name. */
  readonly update: <K extends ContentKind>(
    kind: K,
    wanted: Objects[K],
    units: readonly string[],
    record: RecordText,
  ) => Promise<Stored>
  /** Checks a workbook and writes its ledger, before anything else in it is written. */
  readonly openWorkbook: (slug: string, record: RecordText) => Promise<void>
  readonly writeDraft: (workbook: Workbook) => Promise<Stored>
  /** Reports on these dashboards that somebody has edited since the plan. */
  readonly editedReports: (workbooks: readonly Workbook[]) => Promise<ReadonlySet<ReportReference>>
  readonly publish: (workbook: Workbook) => Promise<{
    readonly version: number
    readonly stored: Stored
    /** What viewers saw before this publish. */
    readonly before: Stored
    readonly slipped: readonly string[]
  }>
  /** Whether the platform refused a publish because it needs a review. */
  readonly wantsReview: (cause: unknown) => boolean
  readonly share: (slug: string, audience: string, action: Audience) => Promise<void>
  /** Writes or removes only the ledger that an object carries. */
  readonly record: (key: Key, record: RecordText) => Promise<void>
  /**
   * Deletes an object. `leaving` is everything that this run deletes; uses by those objects do not count. `people` is
   * how many are on its list, as far as the plan says.
   */
  readonly remove: (key: Key, planned: { readonly leaving: ReadonlySet<Key>; readonly people: number }) => Promise<void>
  /**
   * Reports that this run deleted and that a dashboard shows now, each with its name: somebody put them there between
   * the last look and the delete.
   */
  readonly shownSince: (leaving: ReadonlySet<Key>) => Promise<ReadonlyMap<Key, string>>
}
