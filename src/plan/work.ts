import type { Recording } from '../base/draft.ts'
import type { DashboardIds } from '../content/address.ts'
import type { Key } from '../content/kinds.ts'
import type { Plan, Unsealed } from './plan-file.ts'

/**
 * What applying a plan needs besides the plan: each object in its final state, with UI edits that stay merged in, and
 * the resulting ledger entries.
 */
export interface Work extends Recording {
  /** An object's names, from the root down. Works for objects outside the plan too. */
  readonly titleOf: (key: Key) => readonly string[]
  /** Where people open a dashboard of this target. */
  readonly addressOf: (ids: DashboardIds) => string | undefined
}

export interface Decision<P extends Unsealed = Plan> {
  readonly plan: P
  readonly work: Work
}
