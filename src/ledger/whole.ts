import type { HeldLedger } from './held.ts'

/** What the ledgers of a target say of the commits that were applied to it, without its objects. */
export interface AppliedCommits {
  readonly applied: readonly string[]
  /** Something of them is still to be brought, or nobody can tell. */
  readonly isPartly: boolean
}

export function appliedCommits(held: readonly HeldLedger[]): AppliedCommits {
  const own = held.flatMap((each) => each.own ?? [])
  const isListed = own.some(({ pending = [] }) => pending.length > 0)
  const isListedElsewhere = own.some(({ listedElsewhere }) => listedElsewhere)
  const isUnderWay = own.some(({ entries }) => Object.values(entries).some(({ next }) => next?.at !== undefined))
  return {
    applied: [...new Set(own.flatMap(({ applied }) => applied))].sort(),
    isPartly: isListed || isListedElsewhere || isUnderWay,
  }
}
