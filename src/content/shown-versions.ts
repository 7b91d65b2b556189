import { oncePer } from '@boardwright/common'
import type { LiveFacts, PublishedVersion } from './facts.ts'
import type { Key } from './kinds.ts'
import { reportOf } from './references.ts'

export interface Shown {
  readonly dashboard: Key
  readonly snapshot: PublishedVersion
}

/** The dashboards that show a report to viewers, and which version they show. */
export const shownVersions = (facts: ReadonlyMap<Key, LiveFacts>, report: Key): readonly Shown[] =>
  byReport(facts).get(report) ?? []

const byReport = oncePer((facts: ReadonlyMap<Key, LiveFacts>): ReadonlyMap<Key, readonly Shown[]> => {
  const shown = new Map<Key, Shown[]>()
  for (const [dashboard, { publication }] of facts) {
    for (const snapshot of publication?.snapshots ?? []) {
      const report = reportOf(snapshot.report)
      if (!report) continue
      const known = shown.get(report)
      if (known) known.push({ dashboard, snapshot })
      else shown.set(report, [{ dashboard, snapshot }])
    }
  }
  return shown
})
