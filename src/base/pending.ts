import type { LastApplied, Pending } from './ledger.ts'

/** An object that this commit may not have reached. */
export interface Unreached extends Omit<Pending, 'was'> {
  /** Whether ledgers have entries for its kind. */
  readonly isOwned: boolean
  /** Whether the tree at this commit has it. */
  readonly isDeclared: boolean
  /** Whether it is live. */
  readonly isThere: boolean
  /** Whether it was ever applied here. */
  readonly isOurs: boolean
  /** Whether an earlier commit declared it but never created it. */
  readonly wasNeverApplied: boolean
  /** Whether there is nothing to bring, because live, or what was last applied, is as the tree says. */
  readonly isAsDeclared: boolean
  readonly lastApplied?: LastApplied | undefined
  /** Whether a ledger entry says what was last applied to it. */
  readonly hasEntry: boolean
}

/**
 * Once a commit counts as applied, its tree counts as applied to everything without an entry. So whatever it did not
 * bring must be written down. Files of the data model are listed in the data model's own ledger.
 */
export function pendingOf(objects: readonly Unreached[]): Pending[] {
  return objects.flatMap(({ key, why, isDeclared, isThere, ...each }): Pending[] => {
    // Kinds that cannot be owned, such as folders, count as ours if they are live.
    const wasNeverThere = (!each.isOurs && (each.isOwned || !isThere)) || (!isThere && each.wasNeverApplied)
    const { awaits, lastApplied } = each
    const isUnknown = awaits !== undefined && !lastApplied && !each.isOurs && !each.isAsDeclared
    if (isDeclared && (wasNeverThere || isUnknown)) return [{ key, why, awaits }]
    if (!isThere || !lastApplied) return []
    // If the object's own ledger was dropped or damaged, only the earlier commit tells that it is ours.
    if (!isDeclared) return each.hasEntry ? [] : [{ key, why: 'to delete', was: lastApplied }]
    if (each.isAsDeclared) return []
    const { live, commit } = lastApplied
    return [{ key, why, was: each.hasEntry ? { live, commit } : lastApplied }]
  })
}
