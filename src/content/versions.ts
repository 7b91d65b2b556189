/** From the one version of a report to the other, both with it. */
export type Span = readonly [from: number, to: number]

/** What a record says of the versions of a report: each save makes one. */
export interface VersionRecord {
  /** Between these nothing but the record changed. */
  readonly quiet?: Span | undefined
  /** Between these nobody but us changed it. */
  readonly ours?: Span | undefined
  /** It was taken over with edits which viewers of an older one have not seen. Only a publish ends that. */
  readonly unpublished?: number | undefined
}

/** How what viewers see of a report stands to what it says now. */
export type Lag =
  | 'none'
  /** What came since came from us. */
  | 'ours'
  /** Something of it is somebody's edit. */
  | 'theirs'
  /** Another version, and nobody knows whose. */
  | 'unknown'

export function lagBehind(seen: number | undefined, now: number | undefined, record: VersionRecord = {}): Lag {
  if (seen === undefined || now === undefined) return 'unknown'
  const { quiet, ours, unpublished } = record
  const saysTheSame = (version: number): boolean => version === now || (quiet?.[1] === now && isIn(quiet, version))
  if (saysTheSame(seen)) return 'none'
  if (unpublished !== undefined && seen < unpublished) return 'theirs'
  return ours && saysTheSame(ours[1]) && isIn(ours, seen) ? 'ours' : 'unknown'
}

/** The same once we wrote it, from one version to another. Some writes make no version. */
export function withWrite(record: VersionRecord, [from, to]: Span): VersionRecord {
  if (from === to) return record
  const { quiet, ours, unpublished } = record
  const start = quiet?.[1] === from ? quiet[0] : from
  const isOnOurs = ours !== undefined && ours[1] >= start && ours[1] <= from
  return { ours: [isOnOurs ? ours[0] : start, to], unpublished }
}

/** The same once nothing but the record was written, over this version. */
export const withRecordWritten = (record: VersionRecord, version: number): VersionRecord => ({
  ...record,
  quiet: [record.quiet?.[1] === version ? record.quiet[0] : version, version + 1],
})

const isIn = ([from, to]: Span, version: number): boolean => version >= from && version <= to
