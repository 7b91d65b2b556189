import { editedUnits, isOurs } from '../compare/comparison.ts'
import type { Entity } from '../content/entity.ts'
import type { Publication, PublishedVersion } from '../content/facts.ts'
import type { Key, ReportReference } from '../content/model.ts'
import { publicIdOf, reportOf } from '../content/references.ts'
import { digestOf, type Verdict } from '../content/threeway.ts'
import { digestIn, isOfDraft, PLACE, unitsOfDashboard } from '../content/units.ts'
import { comparisonOf, type Decided, isWritten, outcomeOf, type Undecided } from './decided.ts'
import { freshnessOf } from './freshness.ts'
import type { Outcome } from './outcome.ts'

/**
 * Where a unit comes from that a publish would send out. A publish takes the layout and all its reports as they are at
 * that moment; it must not send out a person's work that viewers of this dashboard have not seen.
 */
export type Origin = 'repo' | 'seen' | 'applied' | 'person'

export interface SentUnit {
  /** Whether viewers of this dashboard already see its current state. */
  readonly isSeen: boolean
  /**
   * Whether the object is managed. If it is not, a unit is known to be intended only where the repo declares it
   * equally.
   */
  readonly isManaged: boolean
  /** Whether this plan writes the repo's version. */
  readonly isWritten: boolean
  /** The three-way verdict; undefined if the repo does not have the object. */
  readonly verdict: Verdict | undefined
}

export function originOf({ isSeen, isManaged, isWritten, verdict }: SentUnit): Origin {
  if (isSeen) return 'seen'
  if (isWritten || verdict === 'same') return 'repo'
  return isManaged && verdict === 'repo' ? 'applied' : 'person'
}

/** Unpublished work that publishing this dashboard would reveal. */
export interface UnseenWork {
  readonly draft: readonly string[]
  readonly edited: readonly Key[]
  /** Unmanaged reports that are new to these viewers, or newer than what they see. */
  readonly unmanaged: readonly ReportReference[]
}

export function unseenWork(decided: Decided, key: Key, outcome: Outcome, merged: Entity<'workbook'>): UnseenWork {
  const publication = decided.inputs.live.facts.get(key)?.publication
  const seen = new Map(publication?.snapshots.map((snapshot) => [publicName(decided, snapshot.report), snapshot]))
  const { references } = merged
  return {
    draft: unseenUnits(decided, key, outcome, publication),
    edited: references.flatMap((reference) => {
      const report = reportOf(reference)
      return report && isUnseen(decided, report, seen.get(publicName(decided, reference))) ? [report] : []
    }),
    unmanaged: references.filter((reference) => isOtherVersion(decided, reference, seen.get(reference))),
  }
}

/** Before the first publish, the draft is the dashboard itself, and viewers have seen no edit in it. */
function unseenUnits(decided: Decided, key: Key, outcome: Outcome, publication: Publication | undefined): string[] {
  if (publication) return unitsInProgress(decided, key)
  const each = comparisonOf(decided, key)
  if (!each?.live) return []
  return editedUnits(each).filter((unit) => isOfDraft(unit) && !isWritten(outcome, unit))
}

function isUnseen(decided: Decided, report: Key, snapshot: PublishedVersion | undefined): boolean {
  if (snapshot) return freshnessOf(decided, snapshot) === 'edited'
  const each = comparisonOf(decided, report)
  if (!each?.live) return false
  const outcome = outcomeOf(decided, report)
  const units = new Set([...each.live.keys(), ...(each.repo?.keys() ?? [])])
  return [...units].some((unit) => {
    const verdict = each.repo && (each.verdicts.get(unit) ?? 'same')
    const sent = { isSeen: PLACE.has(unit), isManaged: isOurs(each), isWritten: isWritten(outcome, unit), verdict }
    return originOf(sent) === 'person'
  })
}

function isOtherVersion(
  { inputs }: Undecided,
  reference: ReportReference,
  snapshot: PublishedVersion | undefined,
): boolean {
  const versions = inputs.live.reportVersions
  const publicId = publicIdOf(reference)
  if (publicId === undefined || !versions.has(publicId)) return false
  return snapshot?.version === undefined || snapshot.version !== versions.get(publicId)
}

/** References to one report may differ: the tree uses its key, live its public id. This makes them equal. */
function publicName({ inputs }: Undecided, reference: ReportReference): ReportReference {
  const key = reportOf(reference)
  const publicId = key && inputs.live.publicIds.get(key)
  return publicId === undefined ? reference : `id:${publicId}`
}

/**
 * Units of a draft that differ from what viewers see, from what we last wrote and from the repo, so somebody is working
 * on them.
 */
export function unitsInProgress({ inputs, compared }: Undecided, key: Key): string[] {
  const draft = inputs.live.facts.get(key)?.draft
  const each = compared.comparisons.get(key)
  if (!draft || !each) return []
  const now = unitsOfDashboard(draft)
  const { ownership, live, repo } = each
  const { base = {}, next } = ownership
  const names = new Set([...now.keys(), ...[...(live?.keys() ?? [])].filter(isOfDraft)])
  return [...names].filter((unit) => {
    const known = [digestOf(live, unit), digestOf(repo, unit), base[unit], next?.units[unit]].flat()
    return !known.includes(digestIn(now, unit))
  })
}
