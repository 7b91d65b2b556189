import type { Snapshot } from '../content/facts.ts'
import type { Key } from '../content/model.ts'
import { reportOf } from '../content/references.ts'
import { digestOf } from '../content/threeway.ts'
import { digestIn, unitsOfDashboard } from '../content/units.ts'
import { lagBehind, wroteOverSince } from '../content/versions.ts'
import { type Comparison, isOurs, unitsWith } from './compare.ts'
import { comparisonOf, outcomeOf, type PlanDraft } from './plan-draft.ts'
import { isOfDraft, PLACES } from './unit-names.ts'

/**
 * Units of a draft that differ from what viewers see, from what we last wrote and from the repo, so somebody is working
 * on them.
 */
export function unitsInProgress({ inputs, compared }: PlanDraft, key: Key): string[] {
  const draft = inputs.live.facts.get(key)?.draft
  const each = compared.comparisons.get(key)
  if (!draft || !each) return []
  const now = unitsOfDashboard(draft)
  const { ownership, live, repo } = each
  const base = ('base' in ownership && ownership.base) || {}
  const next = ownership.state === 'ours' ? (ownership.known.next?.units ?? {}) : {}
  const names = new Set([...now.keys(), ...[...(live?.keys() ?? [])].filter(isOfDraft)])
  return [...names].filter((unit) => {
    const ours = [digestOf(live, unit), digestOf(repo, unit), base[unit], next[unit]].flat()
    return !ours.includes(digestIn(now, unit))
  })
}

/** How a live report relates to the version that viewers of a dashboard see. */
export type Freshness =
  | 'fresh'
  /** We wrote it, and nobody has published it since. */
  | 'ours'
  /** Somebody else edited it without publishing. */
  | 'edited'

export function freshnessOf(planDraft: PlanDraft, { report, version }: Snapshot): Freshness {
  const key = reportOf(report)
  const each = key && comparisonOf(planDraft, key)
  const facts = key && planDraft.inputs.live.facts.get(key)
  if (!each?.live || !facts) return 'fresh'
  const isByUs = isOurs(each) && unitsWith(each, 'live', 'conflict').length === 0
  if (version === undefined || facts.version === undefined) return isByUs ? 'fresh' : 'edited'
  const lag = lagBehind(version, facts.version, facts)
  if (lag === 'none') return 'fresh'
  if (lag === 'ours') return isReverted(each, wroteOverSince(version, facts)) ? 'fresh' : 'ours'
  return lag === 'unknown' && isByUs ? 'ours' : 'edited'
}

/** Whether viewers of a dashboard do not see something that we wrote to a report and that the repo still says. */
export function lacksOurs(planDraft: PlanDraft, snapshot: Snapshot): boolean {
  const freshness = freshnessOf(planDraft, snapshot)
  if (freshness !== 'edited') return freshness === 'ours'
  const key = reportOf(snapshot.report)
  const each = key && comparisonOf(planDraft, key)
  const facts = key && planDraft.inputs.live.facts.get(key)
  if (!each?.repo || !facts || snapshot.version === undefined) return false
  return unitsToShow(each, wroteOverSince(snapshot.version, facts)).some((unit) => !PLACES.has(unit))
}

/**
 * Whether a plan only puts a report back to what viewers of a dashboard see already: they never saw the version it
 * replaces.
 */
export function isTakenBack(planDraft: PlanDraft, { report, version }: Snapshot): boolean {
  const key = reportOf(report)
  const each = key && comparisonOf(planDraft, key)
  const facts = key && planDraft.inputs.live.facts.get(key)
  const outcome = key && outcomeOf(planDraft, key)
  if (!each || !facts || version === undefined || outcome?.kind !== 'write') return false
  const was = wroteOverSince(version, facts)
  return isReverted(each, was) && [...outcome.units].every((unit) => was.has(unit))
}

/** Whether every unit that we wrote since that version is back to what it was then. */
const isReverted = (each: Comparison, was: ReadonlyMap<string, string>): boolean =>
  was.size > 0 && unitsToShow(each, was).length === 0

const unitsToShow = ({ repo }: Comparison, was: ReadonlyMap<string, string>): string[] =>
  [...was].filter(([unit, digest]) => digestOf(repo, unit) !== digest).map(([unit]) => unit)
