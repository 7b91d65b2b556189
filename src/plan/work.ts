import type { Base } from '../content/base.ts'
import type { Key } from '../content/kinds.ts'
import type { ContentByKey } from '../content/model.ts'
import type { Pending } from '../ledger/ledger.ts'
import type { Plan } from './plan-file.ts'

/**
 * What carrying out a plan takes beside it: each planned object as it shall be in live, the repo's changes merged with
 * the UI edits that stay, and what the ledgers say once that is so.
 */
export interface Work extends ContentByKey {
  /**
   * By object, what its ledger entry says afterwards: the repo's digests, and the old ones where a unit is held. Objects
   * that only converged are here and not in the plan.
   */
  readonly records: ReadonlyMap<Key, Base>
  /** What this commit does not bring, should nothing of the plan be done. */
  readonly pending: readonly Pending[]
  /** What was last applied to objects that have no entry which says it. */
  readonly lastApplied: ReadonlyMap<Key, { readonly commit: string; readonly base: Base }>
  /** Entries of ledgers whose object neither side has any more. */
  readonly forgotten: readonly Key[]
  /** Versions of reports that are taken over with edits which viewers have not seen. */
  readonly unpublished?: ReadonlyMap<Key, number> | undefined
}

export interface Decision {
  readonly plan: Plan
  readonly work: Work
}
