import type { Publication, Snapshot } from '../content/facts.ts'
import type { Key, ReportReference } from '../content/model.ts'
import { reportOf } from '../content/references.ts'
import type { WorkbookSummary } from '../content/summary.ts'
import type { Verdict } from '../content/threeway.ts'
import { editedUnits, isOurs } from './compare.ts'
import { comparisonOf, isWritten, outcomeOf, type PlanDraft } from './plan-draft.ts'
import { freshnessOf, unitsInProgress } from './progress.ts'
import { isOfDraft } from './unit-names.ts'

/**
 * Where a unit comes from that a publish would send out. A publish takes the layout and every report that it shows as
 * they are at that moment; what comes from a person, and is new to the viewers of this dashboard, must not go with it.
 */
export type Origin = 'repo' | 'seen' | 'applied' | 'person'

export interface SentUnit {
  /** Whether the viewers of this dashboard see it as it is now. */
  readonly isSeen: boolean
  /** Whether the object is managed here. Of one that is not, only what the repo declares alike is known to be meant. */
  readonly isManaged: boolean
  /** Whether this plan writes what the repo says. */
  readonly isWritten: boolean
  /** What three-way says of the unit; undefined where the repo does not have the object. */
  readonly verdict: Verdict | undefined
}

export function originOf({ isSeen, isManaged, isWritten, verdict }: SentUnit): Origin {
  if (isSeen) return 'seen'
  if (isWritten || verdict === 'same') return 'repo'
  return isManaged && verdict === 'repo' ? 'applied' : 'person'
}

/** People's work that a publish of this dashboard would be the first to show. */
export interface UnseenWork {
  /** Units of the draft. */
  readonly draft: readonly string[]
  /** Reports of the tree. */
  readonly edited: readonly Key[]
  /** Reports that are not managed: new to these viewers, or newer than what they see. */
  readonly unmanaged: readonly ReportReference[]
}

export function unseenWork(planDraft: PlanDraft, key: Key, merged: WorkbookSummary): UnseenWork {
  const publication = planDraft.inputs.live.facts.get(key)?.publication
  const seen = new Map(publication?.snapshots.map((snapshot) => [publicName(planDraft, snapshot.report), snapshot]))
  const references = [...new Set(merged.references)]
  return {
    draft: unseenUnits(planDraft, key, publication),
    edited: references.flatMap((reference) => {
      const report = reportOf(reference)
      return report && isUnseen(planDraft, report, seen.get(publicName(planDraft, reference))) ? [report] : []
    }),
    unmanaged: references.filter(
      (reference) => reference.startsWith('id:') && isOtherVersion(planDraft, reference, seen.get(reference)),
    ),
  }
}

/** Before the first publish the draft is what three-way compares, and no edit in it was seen by anybody. */
function unseenUnits(planDraft: PlanDraft, key: Key, publication: Publication | undefined): string[] {
  if (publication) return unitsInProgress(planDraft, key)
  const each = comparisonOf(planDraft, key)
  if (!each?.live) return []
  return editedUnits(each).filter((unit) => isOfDraft(unit) && !isWritten(outcomeOf(planDraft, key), unit))
}

function isUnseen(planDraft: PlanDraft, report: Key, snapshot: Snapshot | undefined): boolean {
  if (snapshot) return freshnessOf(planDraft, snapshot) === 'edited'
  const each = comparisonOf(planDraft, report)
  if (!each?.live) return false
  const outcome = outcomeOf(planDraft, report)
  const units = new Set([...each.live.keys(), ...(each.repo?.keys() ?? [])])
  return [...units].some((unit) => {
    const verdict = each.repo && (each.verdicts.get(unit) ?? 'same')
    const sent = { isSeen: PLACES.has(unit), isManaged: isOurs(each), isWritten: isWritten(outcome, unit), verdict }
    return originOf(sent) === 'person'
  })
}

/** No viewer sees where a report is kept. */
const PLACES: ReadonlySet<string> = new Set(['workbook', 'folder'])

function isOtherVersion({ inputs }: PlanDraft, reference: ReportReference, snapshot: Snapshot | undefined): boolean {
  const versions = inputs.live.reportVersions
  const publicId = reference.slice('id:'.length)
  if (!versions.has(publicId)) return false
  return snapshot?.version === undefined || snapshot.version !== versions.get(publicId)
}

/** One report may be named as one of the tree and by its public id. */
function publicName({ inputs }: PlanDraft, reference: ReportReference): ReportReference {
  const key = reportOf(reference)
  const publicId = key && inputs.live.publicIds.get(key)
  return publicId === undefined ? reference : `id:${publicId}`
}
