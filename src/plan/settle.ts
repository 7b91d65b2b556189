import { isKind } from '../content/kinds.ts'
import { settleDashboards } from './dashboards.ts'
import { settleHomes } from './homes.ts'
import type { PlanDraft } from './plan-draft.ts'

/**
 * A new workbook with a held dashboard is not created, so its contents are held, which may hold further dashboards.
 * Repeats until nothing more is held.
 */
export function settleUntilStable(planDraft: PlanDraft): void {
  const { outcomes, heldParts, lefts, publishing, replaces } = planDraft
  // Workbooks that are unchanged here stay unchanged, so only the others have to be reset.
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
