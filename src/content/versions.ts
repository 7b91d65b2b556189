export type Span = readonly [from: number, to: number]

/** What a ledger says about the versions of a report. Each save makes a version. */
export interface VersionRecord {
  /** Between these versions, only the ledger changed. */
  readonly quiet?: Span | undefined
  /** Between these versions, only we changed the report. */
  readonly ours?: Span | undefined
  /** The version at which it was adopted with edits that viewers have not seen. That stays so until a publish. */
  readonly unpublished?: number | undefined
  /** What our writes replaced, as far as viewers of some dashboard may still see it, oldest first. */
  readonly wroteOver?: readonly WroteOver[] | undefined
}

/** The version that a write of ours made, and what the changed units said before, as digests. */
export type WroteOver = readonly [version: number, was: Readonly<Record<string, string>>]

/** How the version that viewers see relates to the current one. */
export type Lag =
  | 'none'
  /** All later changes are ours. */
  | 'ours'
  /** Somebody else has edited it since. */
  | 'theirs'
  /** Another version; we cannot tell who made it. */
  | 'unknown'

export function lagBehind(seen: number | undefined, now: number | undefined, record: VersionRecord = {}): Lag {
  if (seen === undefined || now === undefined) return 'unknown'
  const { quiet, ours, unpublished } = record
  const isSameAsNow = (version: number): boolean => version === now || (quiet?.[1] === now && isIn(quiet, version))
  if (isSameAsNow(seen)) return 'none'
  if (unpublished !== undefined && seen < unpublished) return 'theirs'
  return ours && isSameAsNow(ours[1]) && isIn(ours, seen) ? 'ours' : 'unknown'
}

/** The record after we wrote the report, from one version to another. Some writes make no version. */
export function withWrite(record: VersionRecord, [from, to]: Span): VersionRecord {
  if (from === to) return record
  const { quiet, ours, ...rest } = record
  const start = quiet?.[1] === from ? quiet[0] : from
  const isOnOurs = ours !== undefined && ours[1] >= start && ours[1] <= from
  return { ...rest, ours: [isOnOurs ? ours[0] : start, to] }
}

/**
 * Adds a write of ours. `seen` lists the versions that viewers of dashboards see. If none of these lies between two
 * writes, it is enough to keep what the first one replaced.
 */
export function withWroteOver(
  before: readonly WroteOver[],
  write: WroteOver | undefined,
  seen: readonly number[],
): readonly WroteOver[] | undefined {
  const kept: WroteOver[] = []
  for (const [version, was] of [...before, ...(write ? [write] : [])]) {
    if (!seen.some((each) => each < version)) continue
    const last = kept.at(-1)
    if (!last || seen.some((each) => each >= last[0] && each < version)) kept.push([version, was])
    else kept[kept.length - 1] = [version, { ...was, ...last[1] }]
  }
  return kept.length > 0 ? kept : undefined
}

/** What the units that we have written since a version said in that version, as digests. */
export function wroteOverSince(seen: number, { wroteOver = [] }: VersionRecord): ReadonlyMap<string, string> {
  const since = wroteOver.filter(([version]) => version > seen)
  return new Map(since.reverse().flatMap(([, was]) => Object.entries(was)))
}

/** The record after only the ledger was written, over this version. */
export const withRecordWritten = <R extends VersionRecord>(record: R, version: number): R => ({
  ...record,
  quiet: [record.quiet?.[1] === version ? record.quiet[0] : version, version + 1],
})

const isIn = ([from, to]: Span, version: number): boolean => version >= from && version <= to
