import type { Key } from '../content/model.ts'
import { isToRemove, ledgersToClose, ledgersToShrink, ledgerText } from '../ledger/closing.ts'
import { draftLedgers, type LedgerDraft, type LiveAtPlan } from '../ledger/draft.ts'
import type { Moment, RunProgress } from '../ledger/entries.ts'
import type { Digests } from '../ledger/stored.ts'
import type { Decision } from '../plan/work.ts'
import type { RecordText, Writer } from './writer.ts'

/** Keeps track of what a run has done, and provides the ledger texts. `src/ledger` decides what they say. */
export interface LedgerWriter extends LedgerDraft {
  readonly progress: {
    readonly [K in 'done' | 'failed' | 'opened' | 'recorded' | 'published' | 'review']: Set<Key>
  } & RunProgress & { readonly stored: Map<Key, Digests> }
  readonly text: (holder: Key, moment: Moment) => RecordText
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
  const progress = {
    ...{ done: new Set<Key>(), failed: new Set<Key>(), opened: new Set<Key>(), recorded: new Set<Key>() },
    ...{ published: new Set<Key>(), review: new Set<Key>(), stored: new Map<Key, Digests>() },
    numberOf: writer.numberOf,
    wroteOf: writer.wroteOf,
  }
  return {
    ...draft,
    progress,
    text: (holder, moment) => (self, version) => ledgerText(draft, progress, holder, { moment, self, version, time }),
    toClose: () => ledgersToClose(draft, progress),
    toShrink: () => ledgersToShrink(draft, progress),
    isToRemove: (holder) => isToRemove(draft, holder),
  }
}
