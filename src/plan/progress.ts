import type { Snapshot } from '../content/facts.ts'
import type { Key } from '../content/model.ts'
import { reportOf } from '../content/references.ts'
import { digestOf } from '../content/threeway.ts'
import { digestIn, unitsOfDashboard } from '../content/units.ts'
import { lagBehind } from '../content/versions.ts'
import { isOurs, unitsWith } from './compare.ts'
import { comparisonOf, type PlanDraft } from './plan-draft.ts'
import { isOfDraft } from './unit-names.ts'

/**
 * Units of a draft that differ from what viewers see, from what we wrote and from the repo: somebody is working on
 * them.
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

/** How a report relates to what viewers see of it on a dashboard. */
export type Freshness =
  | 'fresh'
  /** We wrote it, and nobody published it since. */
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
  return lag === 'ours' || (lag === 'unknown' && isByUs) ? 'ours' : 'edited'
}
