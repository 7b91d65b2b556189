import type { LiveFacts } from '../content/facts.ts'
import type { Key } from '../content/kinds.ts'
import type { LedgerFacts } from './facts.ts'
import type { History } from './history.ts'
import type { ModelLedger } from './model.ts'

/** What a target's ledgers say, and which objects are live. */
export interface TargetLedgers extends LedgerFacts {
  readonly facts: ReadonlyMap<Key, LiveFacts>
  /** The data model's branch; undefined if the target has none. */
  readonly model: { readonly record: ModelLedger | undefined; readonly unreadable: ReadonlySet<Key> } | undefined
}

/** Everything that says what was last applied. */
export interface AppliedSources {
  readonly live: TargetLedgers
  readonly history: History
}
