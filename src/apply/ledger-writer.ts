import type { Key } from '../content/model.ts'
import type { UnitDigests } from '../content/threeway.ts'
import { isToRemove, ledgerAt, ledgersToClose, ledgersToShrink } from '../ledger/closing.ts'
import { writeLedger } from '../ledger/codec.ts'
import { draftLedgers, type LedgerDraft, type LiveAtPlan } from '../ledger/draft.ts'
import type { LedgerRun, Moment, RunProgress } from '../ledger/entries.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Decision } from '../plan/work.ts'
import type { RecordText, Writer } from './writer.ts'

/** Keeps track of what a run has done, and provides the ledger texts. `src/ledger` decides what they say. */
export interface LedgerWriter extends LedgerDraft {
  readonly progress: RunProgress & {
    readonly [K in 'done' | 'failed' | 'opened' | 'published' | 'review']: Set<Key>
  } & { readonly stored: Map<Key, UnitDigests> }
  readonly text: (holder: Key, moment: Moment) => RecordText
  /** To be called once the closing text of a holder is written: its ledger now says what this run left behind. */
  readonly noteRecorded: (holder: Key) => void
  readonly toClose: () => readonly (readonly Key[])[]
  readonly toShrink: () => readonly Key[]
  readonly isToRemove: (holder: Key) => boolean
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
    objects: plan.objects.map(({ key, action, units }) => ({
      key: key as Key,
      action,
      units: units.map(({ unit }) => unit),
    })),
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
    text: (holder, moment) => (self, version) => {
      const ledger = ledgerAt(run, holder, { moment, self, version, time })
      said.set(holder, ledger)
      return writeLedger(ledger)
    },
    noteRecorded(holder) {
      const ledger = said.get(holder)
      if (ledger) recorded.set(holder, ledger)
    },
    toClose: () => ledgersToClose(run),
    toShrink: () => ledgersToShrink(run),
    isToRemove: (holder) => isToRemove(run, holder),
  }
}
