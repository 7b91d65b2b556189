import { type Comparison, isEditedLive, isOurs } from '../compare/comparison.ts'
import type { PublishedVersion } from '../content/facts.ts'
import { reportOf } from '../content/references.ts'
import { digestOf } from '../content/threeway.ts'
import { PLACE } from '../content/units.ts'
import { beforeOurWrites, whoSavedSince } from '../content/versions.ts'
import { comparisonOf, type Decided, outcomeOf, type Undecided } from './decided.ts'
import type { Outcome } from './outcome.ts'

/** How a live report relates to the version that viewers of a dashboard see. */
type Freshness =
  | 'fresh'
  /** We wrote it, and nobody has published it since. */
  | 'by us'
  /** Somebody else edited it without publishing. */
  | 'edited'

export function freshnessOf(decided: Undecided, { report, version }: PublishedVersion): Freshness {
  const key = reportOf(report)
  const each = key && comparisonOf(decided, key)
  const facts = key && decided.inputs.live.facts.get(key)
  if (!each?.live || !facts) return 'fresh'
  const isUnedited = isOurs(each) && !isEditedLive(each)
  if (version === undefined || facts.version === undefined) return isUnedited ? 'fresh' : 'edited'
  const savedBy = whoSavedSince(version, facts.version, facts)
  if (savedBy === 'nobody') return 'fresh'
  if (savedBy === 'us') return isReverted(each, beforeOurWrites(version, facts)) ? 'fresh' : 'by us'
  return savedBy === 'unknown' && isUnedited ? 'by us' : 'edited'
}

/** Whether viewers of a dashboard do not see something that we wrote to a report and that the repo still says. */
export function viewersLackOurWrite(decided: Undecided, snapshot: PublishedVersion): boolean {
  const freshness = freshnessOf(decided, snapshot)
  if (freshness !== 'edited') return freshness === 'by us'
  const key = reportOf(snapshot.report)
  const each = key && comparisonOf(decided, key)
  const facts = key && decided.inputs.live.facts.get(key)
  if (!each?.repo || !facts || snapshot.version === undefined) return false
  return unitsToShow(each, beforeOurWrites(snapshot.version, facts)).length > 0
}

/** Whether writing a report changes what dashboards show. Viewers do not see which folder or workbook it is in. */
export const viewersWillNotice = (outcome: Outcome | undefined): boolean =>
  outcome?.kind === 'create' || (outcome?.kind === 'write' && [...outcome.units].some((unit) => !PLACE.has(unit)))

/**
 * Whether a plan only puts a report back to what viewers of a dashboard see already: they never saw the version it
 * replaces.
 */
export function putsBackWhatIsSeen(decided: Decided, { report, version }: PublishedVersion): boolean {
  const key = reportOf(report)
  const each = key && comparisonOf(decided, key)
  const facts = key && decided.inputs.live.facts.get(key)
  const outcome = key && outcomeOf(decided, key)
  if (!each || !facts || version === undefined || outcome?.kind !== 'write') return false
  const was = beforeOurWrites(version, facts)
  return isReverted(each, was) && [...outcome.units].every((unit) => PLACE.has(unit) || was.has(unit))
}

/** Whether every unit that we wrote since that version and that viewers see is back to what it was then. */
const isReverted = (each: Comparison, was: ReadonlyMap<string, string>): boolean =>
  was.size > 0 && unitsToShow(each, was).length === 0

const unitsToShow = ({ repo }: Comparison, was: ReadonlyMap<string, string>): string[] =>
  [...was].filter(([unit, digest]) => !PLACE.has(unit) && digestOf(repo, unit) !== digest).map(([unit]) => unit)
