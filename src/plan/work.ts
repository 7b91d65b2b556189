import type { Base } from '../content/base.ts'
import type { Key } from '../content/kinds.ts'
import type { ContentByKey } from '../content/model.ts'
import type { Pending } from '../ledger/ledger.ts'
import type { Plan } from './plan-file.ts'

/**
 * What executing a plan needs besides it: each object in its final state, with the repo's changes merged with surviving
 * UI edits, and the resulting ledger entries.
 */
export interface Work extends ContentByKey {
  /**
   * By object, its resulting ledger entry: the repo's digests, and the old ones of held units. Objects that merely
   * converged are here but not in the plan.
   */
  readonly records: ReadonlyMap<Key, Base>
  /** What this commit does not bring if nothing of the plan is done. */
  readonly pending: readonly Pending[]
  /** What was last applied to objects whose entry does not say it. */
  readonly lastApplied: ReadonlyMap<Key, { readonly commit: string; readonly base: Base }>
  /** An object's names, from the root down, in the plan or not. */
  readonly titleOf: (key: Key) => readonly string[]
  /** Ledger entries of objects that neither side has any more. */
  readonly forgotten: readonly Key[]
  /** Versions of reports that are adopted with edits which viewers have not seen. */
  readonly unpublished?: ReadonlyMap<Key, number> | undefined
}

export interface Decision {
  readonly plan: Plan
  readonly work: Work
}
