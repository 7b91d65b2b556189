import type { Key } from '../content/kinds.ts'
import type { LastApplied, Pending, Reason } from './ledger.ts'

/** An object, and what this commit does not bring to it. */
export interface Unreached {
  readonly key: Key
  readonly why: Reason
  /** Ledgers have entries of its kind. */
  readonly isOwned: boolean
  /** The tree at this commit has it. */
  readonly isDeclared: boolean
  /** The platform has it. */
  readonly isThere: boolean
  /** It was applied here once. */
  readonly isOurs: boolean
  /** An earlier commit had it, and it was never there. */
  readonly wasNeverApplied: boolean
  /** Nothing is to be brought: it is, or was applied, as the tree says. */
  readonly isAsDeclared: boolean
  readonly lastApplied?: LastApplied | undefined
  /** A commit that was applied, and that this one does not know. */
  readonly awaits?: string | undefined
  /** A ledger has an entry of it that says what was last applied. */
  readonly hasEntry: boolean
}

/**
 * Once a commit counts as applied, its tree is taken for what was applied to everything that has no entry of its own. So
 * what it did not bring has to be written down. Files of the data model stand in the ledger of the data model.
 */
export function pendingOf(objects: readonly Unreached[]): Pending[] {
  return objects.flatMap(({ key, why, isDeclared, isThere, ...each }): Pending[] => {
    // What is not owned, as folders, is as good as ours when it is there.
    const wasNeverThere = (!each.isOurs && (each.isOwned || !isThere)) || (!isThere && each.wasNeverApplied)
    const { awaits, lastApplied } = each
    const isUnknown = awaits !== undefined && !lastApplied && !each.isOurs && !each.isAsDeclared
    if (isDeclared && (wasNeverThere || isUnknown)) return [{ key, why, ...(awaits === undefined ? {} : { awaits }) }]
    if (!isThere || !lastApplied) return []
    // Where its own ledger was dropped or spoiled, only the commit before says that it is ours.
    if (!isDeclared) return each.hasEntry ? [] : [{ key, why: 'to delete', was: lastApplied }]
    if (each.isAsDeclared) return []
    const { base, ...was } = lastApplied
    return [{ key, why, was: each.hasEntry || base === undefined ? was : { ...was, base } }]
  })
}
