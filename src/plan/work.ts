import type { Key } from '../content/kinds.ts'
import type { ContentByKey } from '../content/model.ts'
import type { Base } from '../content/threeway.ts'
import type { Pending } from '../ledger/ledger.ts'
import type { Plan } from './plan-file.ts'

/**
 * What applying a plan needs besides the plan: each object in its final state, with UI edits that stay merged in, and
 * the resulting ledger entries.
 */
export interface Work extends ContentByKey {
  /**
   * For each object, its ledger entry after the apply: the repo's digests, and the old ones of held units. Includes
   * objects that merely converged, which are not in the plan.
   */
  readonly records: ReadonlyMap<Key, Base>
  /** What would be pending if no step of the plan were done. */
  readonly pending: readonly Pending[]
  /** What was last applied to objects whose ledger entry does not say so. */
  readonly lastApplied: ReadonlyMap<Key, { readonly commit: string; readonly base: Base }>
  /** An object's names, from the root down. Works for objects outside the plan too. */
  readonly titleOf: (key: Key) => readonly string[]
  /** Ledger entries of objects that neither side has any longer. */
  readonly forgotten: readonly Key[]
  /** Versions of reports that were adopted with edits that viewers have not seen. */
  readonly unpublished?: ReadonlyMap<Key, number> | undefined
}

export interface Decision {
  readonly plan: Plan
  readonly work: Work
}
