import type { Key } from '../content/model.ts'
import { reportOf } from '../content/references.ts'
import { freshnessOf } from './progress.ts'
import { fateOf, type Workings } from './workings.ts'

/** An edit of a report that no viewer has seen is work in progress, like a draft: it is no UI edit yet. */
export function settleUnpublished(workings: Workings): void {
  const { fates, inputs } = workings
  for (const { publication } of inputs.live.facts.values()) {
    for (const snapshot of publication?.snapshots ?? []) {
      const key: Key | undefined = reportOf(snapshot.report)
      const fate = key && fateOf(workings, key)
      if (!key || fate?.kind !== 'left' || fate.reason !== 'ui-edit') continue
      if (freshnessOf(workings, snapshot) !== 'edited') continue
      fates.set(key, { kind: 'left', reason: 'edited-report', message: 'edited in the UI, and not published' })
    }
  }
}
