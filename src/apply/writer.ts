import type { ContentKind, Key } from '../content/kinds.ts'
import type { Audience, Objects, Workbook } from '../content/model.ts'
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
  /** Makes an object that is not there. `record`: it carries its own ledger. Of a workbook, all but its dashboard. */
  readonly create: <K extends ContentKind>(
    kind: K,
    wanted: Objects[K],
    record: RecordText | undefined,
  ) => Promise<Stored>
  /** Changes these units of an object. Those of a workbook that was not opened are its name alone, which opens it. */
  readonly update: <K extends ContentKind>(
    kind: K,
    wanted: Objects[K],
    units: readonly string[],
    record: RecordText | undefined,
  ) => Promise<Stored>
  /** Looks at a workbook and writes its ledger, before anything in it is written. */
  readonly openWorkbook: (slug: string, record: RecordText) => Promise<void>
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
  /** The ledger that an object carries and nothing else, or none any more. */
  readonly record: (key: Key, record: RecordText | undefined) => Promise<void>
  /** `leaving` is all that this run deletes: what only that uses is used by nobody. */
  readonly remove: (key: Key, leaving: ReadonlySet<Key>) => Promise<void>
}
