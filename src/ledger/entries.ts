import { ABSENT } from '../content/digest.ts'
import { isKind, type Key } from '../content/kinds.ts'
import { folderKey } from '../content/model.ts'
import { shownVersions } from '../content/shown-versions.ts'
import { type Base, saidOf } from '../content/threeway.ts'
import { unitDigest } from '../content/units.ts'
import {
  type Span,
  type VersionRecord,
  type WroteOver,
  withRecordWritten,
  withWrite,
  withWroteOver,
} from '../content/versions.ts'
import type { LedgerDraft } from './draft.ts'
import type { Entry, Next } from './ledger.ts'
import { type Digests, withStored } from './stored.ts'

/** How far a run has got. */
export interface RunProgress {
  /** Objects that now match the plan. */
  readonly done: ReadonlySet<Key>
  readonly failed: ReadonlySet<Key>
  /** Workbooks whose ledger already says what is being written. */
  readonly opened: ReadonlySet<Key>
  /** Holders whose ledger says what this run left behind. */
  readonly recorded: ReadonlySet<Key>
  readonly published: ReadonlySet<Key>
  /** Workbooks that the platform does not publish without a review. */
  readonly review: ReadonlySet<Key>
  /** How the platform stored the units that its answers contain; `ABSENT` for a unit that it does not have. */
  readonly stored: ReadonlyMap<Key, Digests>
  readonly numberOf: (key: Key) => number | undefined
  /** The version of a report before and after this run wrote it, if nobody else wrote in between. */
  readonly wroteOf: (report: Key) => Span | undefined
}

/**
 * A ledger is written before the first write, together with the report that carries it, after the last write, or after
 * the deletes.
 */
export type Moment = 'opening' | 'with the report' | 'closing' | 'final'

export interface Writing {
  readonly moment: Moment
  /** The number of the holder; null in the create itself. */
  readonly self: number | null
  /** The version of the report over which the ledger is written. */
  readonly version?: number | undefined
  /** When the run began. */
  readonly time: string
}

export function entriesOf(draft: LedgerDraft, progress: RunProgress, holder: Key, writing: Writing): Map<Key, Entry> {
  const { moment, self, version, time } = writing
  const written = draft.writtenIn.get(holder) ?? []
  const isDone = (key: Key): boolean => moment === 'with the report' || (moment !== 'opening' && progress.done.has(key))
  const entries = new Map(draft.before.get(holder))
  if (moment !== 'opening') {
    const span = version === undefined ? undefined : ([version, version + 1] as const)
    const wrote = moment === 'with the report' ? () => span : progress.wroteOf
    for (const key of draft.recordedIn.get(holder) ?? []) {
      const base = draft.records.get(key)
      if (!base || (written.includes(key) && !isDone(key))) continue
      entries.set(key, settled(draft, progress, key, base, holder === key ? self : null, wrote(key)))
    }
  }
  for (const key of written) {
    if (!isDone(key)) entries.set(key, unsettled(draft, progress, key, moment === 'opening' ? time : undefined))
  }
  const own = entries.get(holder)
  // Writing a report's ledger makes a version of the report in which nothing else changed.
  if (own && version !== undefined && isKind(holder, 'report') && (moment === 'closing' || moment === 'final')) {
    const closed = moment === 'final' && progress.recorded.has(holder) ? withRecordWritten(own, version - 1) : own
    entries.set(holder, { ...own, ...withRecordWritten(closed, version) })
  }
  return entries
}

/** The entry of an object that matches its record. */
function settled(
  draft: LedgerDraft,
  progress: RunProgress,
  key: Key,
  base: Base,
  self: number | null,
  wrote: Span | undefined,
): Entry {
  const live = progress.numberOf(key)
  const old = draft.entries.get(key)
  const { unpublished, ...versions } = versionsAfter(draft, key, old, wrote)
  const wroteOver = wroteOverAfter(draft, progress, key, old, writeOf(draft, key, old, wrote))
  return {
    live: self ?? live ?? old?.live ?? 0,
    commit: draft.commit,
    folder: folderNumber(draft, progress, key),
    base: withStored(base, draft.sentOf(key), progress.stored.get(key) ?? new Map()),
    ...versions,
    ...{ unpublished: draft.unpublished?.get(key) ?? unpublished, wroteOver },
  }
}

/** The number of the folder that an object is in or will be put into. */
function folderNumber(draft: LedgerDraft, progress: RunProgress, key: Key): number | undefined {
  const path = draft.folderOf(key)
  return path?.length ? progress.numberOf(folderKey(path)) : undefined
}

/** The entry of an object that is being written, or could not be written. */
function unsettled(draft: LedgerDraft, progress: RunProgress, key: Key, at: string | undefined): Entry {
  const live = progress.numberOf(key)
  const old = draft.entries.get(key)
  const unknown: Entry = {
    commit: draft.commit,
    folder: folderNumber(draft, progress, key),
    base: baseOfNew(key),
    ...draft.lastApplied.get(key),
    live: live ?? 0,
  }
  const { next: _before, ...entry } = old ?? unknown
  const wroteOver = wroteOverAfter(draft, progress, key, old)
  return { ...entry, ...versionsBefore(draft, key, old), wroteOver, next: nextOf(draft, key, at) }
}

/** Leaves out UI edits that stay: if they were listed here, they would count as ours. */
function nextOf({ commit, changedUnits, sentOf, live }: LedgerDraft, key: Key, at: string | undefined): Next {
  const units = [...(changedUnits.get(key) ?? sentOf(key).keys())]
  return {
    commit,
    at,
    from: live.facts.get(key)?.version,
    units: Object.fromEntries(units.map((unit) => [unit, sentOf(key).get(unit) ?? ABSENT])),
  }
}

function versionsBefore({ live }: LedgerDraft, key: Key, old: Entry | undefined): VersionRecord {
  const { quiet, ours, unpublished, wroteOver } = live.facts.get(key) ?? old ?? {}
  return { quiet, ours, unpublished, wroteOver }
}

function versionsAfter(draft: LedgerDraft, key: Key, old: Entry | undefined, wrote: Span | undefined): VersionRecord {
  const was = versionsBefore(draft, key, old)
  if (draft.sentOf(key).size === 0) return was
  if (wrote) return withWrite(was, wrote)
  return draft.changedUnits.has(key) ? { unpublished: was.unpublished } : {}
}

/** What our writes replaced, as far as a dashboard that this run did not publish may still show it. */
function wroteOverAfter(
  draft: LedgerDraft,
  { published }: RunProgress,
  key: Key,
  old: Entry | undefined,
  write?: WroteOver,
): VersionRecord['wroteOver'] {
  const { wroteOver = [] } = versionsBefore(draft, key, old)
  if (wroteOver.length === 0 && !write) return undefined
  const stale = shownVersions(draft.live.facts, key).filter(({ dashboard }) => !published.has(dashboard))
  return withWroteOver(
    wroteOver,
    write,
    stale.flatMap(({ snapshot }) => snapshot.version ?? []),
  )
}

/**
 * If others saved in between, we cannot tell which version our write made. It counts as the first that it can have
 * made.
 */
function writeOf(draft: LedgerDraft, key: Key, old: Entry | undefined, wrote: Span | undefined): WroteOver | undefined {
  const from = draft.live.facts.get(key)?.version
  const version = wrote?.[1] ?? (from === undefined ? undefined : from + 1)
  const units = draft.changedUnits.get(key)
  if (!units || units.size === 0 || version === undefined) return undefined
  return [version, saidOf((old ?? draft.lastApplied.get(key))?.base, units)]
}

/** In a new workbook, this is the only unit that differs from what was sent. */
const baseOfNew = (key: Key): Base => (isKind(key, 'workbook') ? { publish: unitDigest('publish', false) } : {})
