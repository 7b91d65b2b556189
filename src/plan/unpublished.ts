import type { Key } from '../content/model.ts'
import { shownVersions } from '../content/shown-versions.ts'
import type { PlanDraft } from './plan-draft.ts'
import { freshnessOf } from './unseen.ts'

/** An unpublished edit of a report is work in progress, like a draft, so it does not count as a UI edit yet. */
export function settleUnpublished(planDraft: PlanDraft): void {
  const { outcomes } = planDraft
  for (const [key, { reason }] of outcomes.with('left')) {
    if (reason !== 'ui-edit' || !isUnpublished(planDraft, key)) continue
    outcomes.set(key, { kind: 'left', reason: 'edited-report', message: 'edited in the UI, and not published' })
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
