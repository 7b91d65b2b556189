export type Span = readonly [from: number, to: number]

/** What a ledger says about the versions of a report. Each save makes a version. */
export interface VersionRecord {
  /** Between these versions, only the ledger changed. */
  readonly recordOnly?: Span | undefined
  /** Between these versions, only we changed the report. */
  readonly byUs?: Span | undefined
  /** The version at which it was adopted with edits that viewers have not seen. That stays so until a publish. */
  readonly unpublished?: number | undefined
  /** What our writes replaced, as far as viewers of some dashboard may still see it, oldest first. */
  readonly overwritten?: readonly Overwritten[] | undefined
}

/** The version that a write of ours made, and what the changed units said before, as digests. */
export type Overwritten = readonly [version: number, was: Readonly<Record<string, string>>]

/** Who has changed a report since the version that viewers see. */
type SavedBy = 'nobody' | 'us' | 'others' | 'unknown'

export function whoSavedSince(seen: number | undefined, now: number | undefined, record: VersionRecord = {}): SavedBy {
  if (seen === undefined || now === undefined) return 'unknown'
  const { recordOnly, byUs, unpublished } = record
  const isSameAsNow = (version: number): boolean =>
    version === now || (recordOnly?.[1] === now && isIn(recordOnly, version))
  if (isSameAsNow(seen)) return 'nobody'
  if (unpublished !== undefined && seen < unpublished) return 'others'
  return byUs && isSameAsNow(byUs[1]) && isIn(byUs, seen) ? 'us' : 'unknown'
}

/** The record after we wrote the report, from one version to another. Some writes make no version. */
export function withWrite(record: VersionRecord, [from, to]: Span): VersionRecord {
  if (from === to) return record
  const { recordOnly, byUs, ...rest } = record
  const start = recordOnly?.[1] === from ? recordOnly[0] : from
  const isOnOurs = byUs !== undefined && byUs[1] >= start && byUs[1] <= from
  return { ...rest, byUs: [isOnOurs ? byUs[0] : start, to] }
}

/**
 * Adds a write of ours. `seen` lists the versions that viewers of dashboards see. If none of these lies between two
 * writes, it is enough to keep what the first one replaced.
 */
export function withOverwritten(
  before: readonly Overwritten[],
  write: Overwritten | undefined,
  seen: readonly number[],
): readonly Overwritten[] | undefined {
  const kept: Overwritten[] = []
  for (const [version, was] of [...before, ...(write ? [write] : [])]) {
    if (!seen.some((each) => each < version)) continue
    const last = kept.at(-1)
    if (!last || seen.some((each) => each >= last[0] && each < version)) kept.push([version, was])
    else kept[kept.length - 1] = [version, { ...was, ...last[1] }]
  }
  return kept.length > 0 ? kept : undefined
}

/** What the units that we have written since a version said in that version, as digests. */
export function beforeOurWrites(seen: number, { overwritten = [] }: VersionRecord): ReadonlyMap<string, string> {
  const since = overwritten.filter(([version]) => version > seen)
  return new Map(since.reverse().flatMap(([, was]) => Object.entries(was)))
}

/** The record after only the ledger was written, over this version. */
export const withRecordWritten = <R extends VersionRecord>(record: R, version: number): R => ({
  ...record,
  recordOnly: [record.recordOnly?.[1] === version ? record.recordOnly[0] : version, version + 1],
})

const isIn = ([from, to]: Span, version: number): boolean => version >= from && version <= to
