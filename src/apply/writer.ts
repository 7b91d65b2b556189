import type { ContentKind, Key } from '../content/kinds.ts'
import type { Audience, Objects, ReportReference, Workbook } from '../content/model.ts'
import type { Span } from '../content/versions.ts'
import type { Digests } from '../ledger/stored.ts'

export type Stored = Digests

/** Builds the text of a ledger once its owner and version are known. */
export type RecordText = (self: number | null, version: number | undefined) => string

/**
 * The outside world, as a run sees it. Each call is one step on one object: it checks that the object is what the plan
 * saw, writes it, and can be repeated after it was cut off.
 */
export interface Writer {
  /** The platform's clock, in milliseconds. */
  readonly now: () => number
  readonly requests: () => number
  readonly numberOf: (key: Key) => number | undefined
  /** The versions from which and to which this run wrote a report, if known. */
  readonly wroteOf: (report: Key) => Span | undefined
  /** Creates an object. `record`: it carries its own ledger. For a workbook, everything but its dashboard. */
  readonly create: <K extends ContentKind>(
    kind: K,
    wanted: Objects[K],
    record: RecordText | undefined,
  ) => Promise<Stored>
  /** Changes these units of an object. For a workbook that is not open yet: its name alone, which opens it. */
  readonly update: <K extends ContentKind>(
    kind: K,
    wanted: Objects[K],
    units: readonly string[],
    record: RecordText | undefined,
  ) => Promise<Stored>
  /** Checks a workbook and writes its ledger, before anything in it is written. */
  readonly openWorkbook: (slug: string, record: RecordText) => Promise<void>
  readonly writeDraft: (workbook: Workbook) => Promise<Stored>
  /** Reports that these dashboards show and that somebody edited since the plan was made. */
  readonly editedReports: (workbooks: readonly Workbook[]) => Promise<ReadonlySet<ReportReference>>
  /** `drafted`: this run wrote its draft. */
  readonly publish: (
    workbook: Workbook,
    drafted: boolean,
  ) => Promise<{
    readonly version: number
    readonly stored: Stored
    /** What viewers saw of the dashboard before, where no draft of it was written. */
    readonly before: Stored
    readonly slipped: readonly string[]
  }>
  /** Whether a publish was refused because it needs a review. */
  readonly wantsReview: (cause: unknown) => boolean
  readonly share: (slug: string, audience: string, action: Audience) => Promise<void>
  /** Writes or removes the ledger that an object carries, and nothing else. */
  readonly record: (key: Key, record: RecordText | undefined) => Promise<void>
  /** `leaving`: everything that this run deletes. What only those use counts as unused. */
  readonly remove: (key: Key, leaving: ReadonlySet<Key>) => Promise<void>
}
