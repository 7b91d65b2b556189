import { editedUnits } from '../compare/comparison.ts'
import type { Key } from '../content/model.ts'
import { shownVersions } from '../content/shown-versions.ts'
import { PLACE } from '../content/units.ts'
import { comparisonOf, type Left, leave, type PlanDraft } from './plan-draft.ts'
import { freshnessOf } from './unseen.ts'

const IN_PROGRESS: Left = { reason: 'edited-report', message: 'edited in the UI, and not published' }

/**
 * An unpublished edit of a report is work in progress, like a draft, so it does not count as a UI edit yet. A move does:
 * viewers do not see where a report is, so it is never published.
 */
export function settleUnpublished(planDraft: PlanDraft): void {
  const { outcomes } = planDraft
  for (const [key, { reason }] of outcomes.with('left')) {
    if (reason !== 'ui-edit' || !isUnpublished(planDraft, key)) continue
    const each = comparisonOf(planDraft, key)
    const edited = each ? editedUnits(each) : []
    if (!edited.some((unit) => PLACE.has(unit))) outcomes.set(key, { kind: 'left', ...IN_PROGRESS })
    else if (edited.some((unit) => !PLACE.has(unit))) leave(planDraft, key, IN_PROGRESS)
  }
}

/**
 * Whether no dashboard that shows a report has its latest edit. One dashboard whose viewers see it is enough to count
 * as published.
 */
export function isUnpublished(planDraft: PlanDraft, report: Key): boolean {
  const lags = unseenByDashboard(planDraft, report)
  return lags.length > 0 && lags.every((isEdited) => isEdited)
}

/** Whether viewers of some dashboard do not see the latest edit of a report. */
export const isUnseenSomewhere = (planDraft: PlanDraft, report: Key): boolean =>
  unseenByDashboard(planDraft, report).includes(true)

const unseenByDashboard = (planDraft: PlanDraft, report: Key): boolean[] =>
  shownVersions(planDraft.inputs.live.facts, report).map(
    ({ snapshot }) => freshnessOf(planDraft, snapshot) === 'edited',
  )
