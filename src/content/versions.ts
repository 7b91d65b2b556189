export type Span = readonly [from: number, to: number]

/** What a ledger says about the versions of a report: each save makes one. */
export interface VersionRecord {
  /** Between these, only the ledger changed. */
  readonly quiet?: Span | undefined
  /** Between these, only we changed it. */
  readonly ours?: Span | undefined
  /** It was adopted with edits that viewers have not seen. Only a publish ends that. */
  readonly unpublished?: number | undefined
}

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
  const { quiet, ours, unpublished } = record
  const start = quiet?.[1] === from ? quiet[0] : from
  const isOnOurs = ours !== undefined && ours[1] >= start && ours[1] <= from
  return { ours: [isOnOurs ? ours[0] : start, to], unpublished }
}

/** After only the ledger was written, over this version. */
export const withRecordWritten = (record: VersionRecord, version: number): VersionRecord => ({
  ...record,
  quiet: [record.quiet?.[1] === version ? record.quiet[0] : version, version + 1],
})

const isIn = ([from, to]: Span, version: number): boolean => version >= from && version <= to
