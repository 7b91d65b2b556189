import { ledgerAt, ledgersToClose, ledgersToShrink } from '../base/closing.ts'
import { writeLedger } from '../base/codec.ts'
import { draftLedgers, type LedgerDraft, type LiveAtPlan } from '../base/draft.ts'
import type { LedgerRun, Moment, RecordText, RunProgress } from '../base/entries.ts'
import type { Ledger } from '../base/ledger.ts'
import type { Key } from '../content/model.ts'
import type { UnitDigests } from '../content/threeway.ts'
import type { Decision } from '../plan/work.ts'
import type { Writer } from './writer.ts'

/** Keeps track of what a run has done, and provides the ledger texts. `src/base` decides what they say. */
export interface LedgerWriter extends LedgerDraft {
  readonly progress: RunProgress & {
    readonly [K in 'done' | 'failed' | 'opened' | 'published' | 'review']: Set<Key>
  } & { readonly stored: Map<Key, UnitDigests> }
  readonly text: (holder: Key, moment: Moment) => RecordText
  /** To be called once the closing text of a holder is written: its ledger now says what this run left behind. */
  readonly noteRecorded: (holder: Key) => void
  readonly toClose: () => readonly (readonly Key[])[]
  readonly toShrink: () => readonly Key[]
}

export function createLedgerWriter(
  { plan, work }: Decision,
  live: LiveAtPlan,
  commit: string,
  writer: Pick<Writer, 'now' | 'numberOf' | 'wroteOf'>,
): LedgerWriter {
  const time = new Date(writer.now()).toISOString()
  const draft = draftLedgers({
    ...work,
    project: plan.project.id,
    deployment: plan.target.deployment,
    commit,
    objects: plan.objects,
    live,
  })
  const said = new Map<Key, Ledger>()
  const recorded = new Map<Key, Ledger>()
  const progress = {
    ...{ done: new Set<Key>(), failed: new Set<Key>(), opened: new Set<Key>(), published: new Set<Key>() },
    ...{ review: new Set<Key>(), stored: new Map<Key, UnitDigests>(), recorded },
    numberOf: writer.numberOf,
    wroteOf: writer.wroteOf,
  }
  const run: LedgerRun = { ...draft, ...progress }
  return {
    ...draft,
    progress,
    text: (holder, moment) => (at) => {
      const ledger = ledgerAt(run, holder, { ...at, moment, time })
      if (ledger) said.set(holder, ledger)
      return ledger && writeLedger(ledger)
    },
    noteRecorded(holder) {
      const ledger = said.get(holder)
      if (ledger) recorded.set(holder, ledger)
    },
    toClose: () => ledgersToClose(run),
    toShrink: () => ledgersToShrink(run),
  }
}

/** For a run that applies no commit: whatever it writes is an edit beside the repo, so each ledger stays as it is. */
export const keepLedgers: typeof createLedgerWriter = (...run) => ({
  ...createLedgerWriter(...run),
  text:
    () =>
    ({ record }) =>
      record,
  toClose: () => [],
  toShrink: () => [],
})
