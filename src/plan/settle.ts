import { isKind } from '../content/kinds.ts'
import { settleDashboards } from './dashboards.ts'
import { settleHomes } from './homes.ts'
import type { PlanDraft } from './plan-draft.ts'

/**
 * A new workbook whose dashboard is held is not created, so its contents wait too, and then the dashboards that show
 * them. Dashboards are judged again until nothing more is held.
 */
export function settleUntilStable(planDraft: PlanDraft): void {
  const { outcomes, heldParts, lefts, publishing, replaces } = planDraft
  // The outcome of an unchanged workbook does not change here.
  const decided = outcomes.others().filter(([key]) => isKind(key, 'workbook'))
  for (;;) {
    settleDashboards(planDraft)
    const before = countHeld(planDraft)
    settleHomes(planDraft)
    if (countHeld(planDraft) === before) return
    for (const [key, outcome] of decided) outcomes.set(key, outcome)
    for (const map of [heldParts, lefts, publishing, replaces]) map.clear()
  }
}

const countHeld = ({ outcomes }: PlanDraft): number => outcomes.with('held').length
