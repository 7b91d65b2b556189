import type { Key } from '../content/model.ts'
import { reportOf } from '../content/references.ts'
import { outcomeOf, type PlanDraft } from './plan-draft.ts'
import { freshnessOf } from './progress.ts'

/** An unpublished edit of a report is work in progress, like a draft, and not a UI edit yet. */
export function settleUnpublished(planDraft: PlanDraft): void {
  const { outcomes, inputs } = planDraft
  for (const { publication } of inputs.live.facts.values()) {
    for (const snapshot of publication?.snapshots ?? []) {
      const key: Key | undefined = reportOf(snapshot.report)
      const outcome = key && outcomeOf(planDraft, key)
      if (!key || outcome?.kind !== 'left' || outcome.reason !== 'ui-edit') continue
      if (freshnessOf(planDraft, snapshot) !== 'edited') continue
      outcomes.set(key, { kind: 'left', reason: 'edited-report', message: 'edited in the UI, and not published' })
    }
  }
}
