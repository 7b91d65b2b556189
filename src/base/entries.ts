import { ABSENT } from '../content/digest.ts'
import { type Key, kindOf } from '../content/kinds.ts'
import { folderKey } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import { shownVersions } from '../content/shown-versions.ts'
import type { Base } from '../content/threeway.ts'
import { saidOf, type UnitDigests } from '../content/threeway.ts'
import { unitDigest } from '../content/units.ts'
import {
  type Overwritten,
  type Span,
  type VersionRecord,
  withOverwritten,
  withRecordWritten,
  withWrite,
} from '../content/versions.ts'
import type { LedgerDraft } from './draft.ts'
import type { Entry, Ledger, Next } from './ledger.ts'
import { withStored } from './stored.ts'

/** How far a run has got. */
export interface RunProgress {
  /** Objects that now match the plan. */
  readonly done: ReadonlySet<Key>
  readonly failed: ReadonlySet<Key>
  /** Workbooks whose ledger already says what is being written. */
  readonly opened: ReadonlySet<Key>
  /** Ledgers that say what this run left behind, by holder. */
  readonly recorded: ReadonlyMap<Key, Pick<Ledger, 'entries' | 'pending'>>
  readonly published: ReadonlySet<Key>
  /** Workbooks that the platform does not publish without a review. */
  readonly review: ReadonlySet<Key>
  /** How the platform stored the units that its answers contain; `ABSENT` for a unit that it does not have. */
  readonly stored: ReadonlyMap<Key, UnitDigests>
  readonly numberOf: (key: Key) => number | undefined
  /** The version of a report before and after this run wrote it, if nobody else wrote in between. */
  readonly wroteOf: (report: Key) => Span | undefined
}

/** The ledgers of a run, and how far the run has got. */
export interface LedgerRun extends LedgerDraft, RunProgress {}

/**
 * A ledger is written before the first write, together with the report that carries it, or after the last write. After
 * the deletes, one that says too much is closed again.
 */
export type Moment = 'opening' | 'with the report' | 'closing'

/** An object that may carry a ledger, right before it is written. */
export interface RecordHolder {
  /** Its number; null in the create itself. */
  readonly self: number | null
  /** The version of the report over which the ledger is written. */
  readonly version?: number | undefined
  /** The ledger that it carries now. */
  readonly record?: string | undefined
}

/** The text of the ledger that an object is to carry. Undefined for none. */
export type RecordText = (holder: RecordHolder) => string | undefined

export interface Writing extends Pick<RecordHolder, 'self' | 'version'> {
  readonly moment: Moment
  /** When the run began. */
  readonly time: string
}

export function entriesOf(run: LedgerRun, holder: Key, { moment, self, version, time }: Writing): Map<Key, Entry> {
  const isSent = moment === 'with the report'
  const sentAs = version === undefined ? undefined : ([version, version + 1] as const)
  const entries = new Map(run.before.get(holder))
  for (const key of run.toRecordIn.get(holder) ?? []) {
    const isWhole = !run.planned.has(key) || isSent || (moment === 'closing' && run.done.has(key))
    const base = run.bases.get(key)
    if (!isWhole) entries.set(key, unsettled(run, key, moment === 'opening' ? time : undefined))
    else if (base && moment !== 'opening') {
      const wrote = isSent ? sentAs : run.wroteOf(key)
      entries.set(key, settled(run, key, base, holder === key ? self : null, wrote))
    }
  }
  const own = entries.get(holder)
  // Writing a report's ledger makes a version of the report in which nothing else changed.
  if (own && version !== undefined && moment === 'closing') {
    const closed = run.recorded.has(holder) ? withRecordWritten(own, version - 1) : own
    entries.set(holder, withRecordWritten(closed, version))
  }
  return entries
}

/** The entry of an object that matches its record. */
function settled(run: LedgerRun, key: Key, base: Base, self: number | null, wrote: Span | undefined): Entry {
  return {
    live: self ?? run.numberOf(key) ?? 0,
    commit: run.commit,
    folder: folderNumber(run, key),
    base: withStored(base, run.sentOf(key), run.stored.get(key) ?? new Map()),
    ...versionsAfter(run, key, wrote),
  }
}

/** The entry of an object that is being written, or could not be written. */
function unsettled(run: LedgerRun, key: Key, at: string | undefined): Entry {
  const unknown: Entry = {
    ...{ commit: run.commit, folder: folderNumber(run, key), base: baseOfNew(key), ...run.lastApplied.get(key) },
    live: run.numberOf(key) ?? 0,
  }
  const versions = versionsBefore(run, key)
  const overwritten = overwrittenAfter(run, key, versions)
  const entry = { ...(run.entries.get(key) ?? unknown), live: unknown.live }
  return { ...entry, ...versions, overwritten, next: nextOf(run, key, at) }
}

/** The number of the folder that an object is in or will be put into. */
function folderNumber({ places, numberOf }: LedgerRun, key: Key): number | undefined {
  const { folder } = places.get(key) ?? {}
  return folder?.length ? numberOf(folderKey(folder)) : undefined
}

/** Leaves out UI edits that stay: if they were listed here, they would count as ours. */
function nextOf({ commit, changedUnits, sentOf, live }: LedgerRun, key: Key, at: string | undefined): Next {
  const units = [...(changedUnits.get(key) ?? sentOf(key).keys())]
  return {
    commit,
    at,
    from: live.facts.get(key)?.version,
    units: Object.fromEntries(units.map((unit) => [unit, sentOf(key).get(unit) ?? ABSENT])),
  }
}

/** Only versions of the live object count. Those of an object that is gone say nothing about its replacement. */
function versionsBefore({ live }: LedgerRun, key: Key): VersionRecord {
  const { recordOnly, byUs, unpublished, overwritten } = live.facts.get(key) ?? {}
  return { recordOnly, byUs, unpublished, overwritten }
}

function versionsAfter(run: LedgerRun, key: Key, wrote: Span | undefined): VersionRecord {
  const was = versionsBefore(run, key)
  const isWritten = run.sentOf(key).size > 0
  const { recordOnly, byUs } = wrote ? withWrite(was, wrote) : isWritten ? {} : was
  return {
    ...{ recordOnly, byUs, unpublished: run.unpublished?.get(key) ?? was.unpublished },
    overwritten: overwrittenAfter(run, key, was, writeOf(run, key, wrote)),
  }
}

/** What our writes replaced, as far as a dashboard that this run did not publish may still show it. */
function overwrittenAfter(
  { live, published }: LedgerRun,
  key: Key,
  { overwritten = [] }: VersionRecord,
  write?: Overwritten,
): VersionRecord['overwritten'] {
  const shown = shownVersions(live.facts, key).filter(({ dashboard }) => !published.has(dashboard))
  const seen = shown.flatMap(({ snapshot }) => snapshot.version ?? [])
  return withOverwritten(overwritten, write, seen)
}

/**
 * If others saved in between, we cannot tell which version our write made. It counts as the first that it can have
 * made.
 */
function writeOf(run: LedgerRun, key: Key, wrote: Span | undefined): Overwritten | undefined {
  const from = run.live.facts.get(key)?.version
  const version = wrote?.[1] ?? (from === undefined ? undefined : from + 1)
  const units = run.changedUnits.get(key)
  if (!units || units.size === 0 || version === undefined) return undefined
  return [version, saidOf((run.entries.get(key) ?? run.lastApplied.get(key))?.base, units)]
}

const baseOfNew = (key: Key): Base =>
  Object.fromEntries(
    Object.entries(OBJECTS[kindOf(key)].createdWith ?? {}).map(([unit, value]) => [unit, unitDigest(unit, value)]),
  )
