import type { Key } from '../content/model.ts'
import { reportOf } from '../content/references.ts'
import { outcomeOf, type PlanDraft } from './plan-draft.ts'
import { freshnessOf } from './progress.ts'

/** An unpublished edit of a report is work in progress, like a draft, and not a UI edit yet. */
export function settleUnpublished(planDraft: PlanDraft): void {
  const isUiEdit = (key: Key): boolean => {
    const outcome = outcomeOf(planDraft, key)
    return outcome?.kind === 'left' && outcome.reason === 'ui-edit'
  }
  for (const key of unpublishedAmong(planDraft, isUiEdit))
    planDraft.outcomes.set(key, {
      kind: 'left',
      reason: 'edited-report',
      message: 'edited in the UI, and not published',
    })
}

/** Reports whose latest edit some dashboard does not show to its viewers yet. */
export function unpublishedAmong(planDraft: PlanDraft, isAsked: (key: Key) => boolean): ReadonlySet<Key> {
  const found = new Set<Key>()
  for (const { publication } of planDraft.inputs.live.facts.values()) {
    for (const snapshot of publication?.snapshots ?? []) {
      const key: Key | undefined = reportOf(snapshot.report)
      if (key && isAsked(key) && freshnessOf(planDraft, snapshot) === 'edited') found.add(key)
    }
  }
  return found
}
