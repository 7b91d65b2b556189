export type Span = readonly [from: number, to: number]

/** What a ledger says about the versions of a report: each save makes one. */
export interface VersionRecord {
  /** Between these, only the ledger changed. */
  readonly quiet?: Span | undefined
  /** Between these, only we changed it. */
  readonly ours?: Span | undefined
  /** It was adopted with edits that viewers have not seen. Only a publish ends that. */
  readonly unpublished?: number | undefined
  /** What our writes replaced that viewers of some dashboard may still see, oldest first. */
  readonly wroteOver?: readonly WroteOver[] | undefined
}

/** The version that a write of ours made, and what the units that it changed said before, as digests. */
export type WroteOver = readonly [version: number, was: Readonly<Record<string, string>>]

/** How the report that viewers see relates to the current one. */
export type Lag =
  | 'none'
  /** All later changes are ours. */
  | 'ours'
  /** Somebody edited it since. */
  | 'theirs'
  /** Another version, of unknown origin. */
  | 'unknown'

export function lagBehind(seen: number | undefined, now: number | undefined, record: VersionRecord = {}): Lag {
  if (seen === undefined || now === undefined) return 'unknown'
  const { quiet, ours, unpublished } = record
  const saysTheSame = (version: number): boolean => version === now || (quiet?.[1] === now && isIn(quiet, version))
  if (saysTheSame(seen)) return 'none'
  if (unpublished !== undefined && seen < unpublished) return 'theirs'
  return ours && saysTheSame(ours[1]) && isIn(ours, seen) ? 'ours' : 'unknown'
}

/** After we wrote it, from one version to another. Some writes make no version. */
export function withWrite(record: VersionRecord, [from, to]: Span): VersionRecord {
  if (from === to) return record
  const { quiet, ours, ...rest } = record
  const start = quiet?.[1] === from ? quiet[0] : from
  const isOnOurs = ours !== undefined && ours[1] >= start && ours[1] <= from
  return { ...rest, ours: [isOnOurs ? ours[0] : start, to] }
}

/**
 * After another write of ours. `seen` are the versions that viewers of dashboards see: of writes between which none of
 * these lies, what the first one replaced is enough.
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

/** What units that we wrote since a version said in it, as digests. */
export function wroteOverSince(seen: number, { wroteOver = [] }: VersionRecord): ReadonlyMap<string, string> {
  const since = wroteOver.filter(([version]) => version > seen)
  return new Map(since.reverse().flatMap(([, was]) => Object.entries(was)))
}

/** After only the ledger was written, over this version. */
export const withRecordWritten = (record: VersionRecord, version: number): VersionRecord => ({
  ...record,
  quiet: [record.quiet?.[1] === version ? record.quiet[0] : version, version + 1],
})

const isIn = ([from, to]: Span, version: number): boolean => version >= from && version <= to
