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

/** How far a run has come. */
export interface RunProgress {
  /** Objects that are as planned. */
  readonly done: ReadonlySet<Key>
  readonly failed: ReadonlySet<Key>
  /** Workbooks whose ledger says already what is being written. */
  readonly opened: ReadonlySet<Key>
  /** Holders whose ledger says what this run left. */
  readonly recorded: ReadonlySet<Key>
  readonly published: ReadonlySet<Key>
  /** Workbooks that cannot be published before somebody has looked at them. */
  readonly review: ReadonlySet<Key>
  /** What the platform made of the units that its answers tell, `ABSENT` where it has none. */
  readonly stored: ReadonlyMap<Key, Digests>
  readonly numberOf: (key: Key) => number | undefined
  /** From which version of a report to which this run wrote it, where nobody else did. */
  readonly wroteOf: (report: Key) => Span | undefined
}

/** A ledger is written before the first write, with the object that carries it, after the last write, or after the deletes. */
export type Moment = 'opening' | 'with the report' | 'closing' | 'final'

export interface Writing {
  readonly moment: Moment
  /** The number of the holder. Null in the create itself. */
  readonly self: number | null
  /** The version of a report that the ledger is written over. */
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
  // Writing the ledger of a report makes a version of it in which nothing else changed.
  if (own && version !== undefined && isKind(holder, 'report') && (moment === 'closing' || moment === 'final')) {
    const closed = moment === 'final' && progress.recorded.has(holder) ? withRecordWritten(own, version - 1) : own
    entries.set(holder, { ...own, ...withRecordWritten(closed, version) })
  }
  return entries
}

/** An object that is as its record says. */
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

/** The number of the folder that an object sits in, or is put into. */
function folderNumber(draft: LedgerDraft, progress: RunProgress, key: Key): number | undefined {
  const path = draft.folderOf(key)
  return path?.length ? progress.numberOf(folderKey(path)) : undefined
}

/** An object that is being written, or whose writing failed. */
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

/** UI edits that stay are not written: they would count as ours. */
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

/** What our writes replaced, where a dashboard that this run did not publish may still show it. */
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

/** Where others saved in between, nobody knows which version our write made: the first that it can have made counts. */
function writeOf(draft: LedgerDraft, key: Key, old: Entry | undefined, wrote: Span | undefined): WroteOver | undefined {
  const from = draft.live.facts.get(key)?.version
  const version = wrote?.[1] ?? (from === undefined ? undefined : from + 1)
  const units = draft.changedUnits.get(key)
  if (!units || units.size === 0 || version === undefined) return undefined
  return [version, saidOf((old ?? draft.lastApplied.get(key))?.base, units)]
}

/** Of what the platform says of a new workbook, this alone is not what was sent. */
const baseOfNew = (key: Key): Base => (isKind(key, 'workbook') ? { publish: unitDigest('publish', false) } : {})
