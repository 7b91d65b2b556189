import { type Key, kindOf } from '../content/kinds.ts'
import { OBJECTS } from '../content/objects.ts'
import type { Base, LastApply, UnitDigests } from '../content/threeway.ts'
import { isListedElsewhere } from './account-holder.ts'
import { baseRules } from './kinds.ts'
import type { FoundEntry } from './ledger.ts'
import type { AppliedSources } from './sources.ts'

/** Whose an object is in this target, and what was last applied to it. */
export type Ownership = LastApplied &
  (
    | { readonly state: 'ours'; readonly entry: FoundEntry }
    /** In the last applied tree but without a ledger entry. Folders and model files never have one. */
    | { readonly state: 'applied' }
    | { readonly state: 'unclaimed' }
    | { readonly state: 'foreign'; readonly project: string }
    | { readonly state: 'newer' }
  )

/** The base is undefined if it is unknown. */
interface LastApplied extends LastApply {
  /** The commit that it was last applied from. */
  readonly commit: string | undefined
}

/** Whether we applied the object here, as far as we can tell. */
export const wasApplied = ({ state }: Ownership): boolean => state === 'ours' || state === 'applied'

/** An object as the tree at a commit has it. */
export type DigestsAt = (key: Key, commit: string | undefined) => UnitDigests | undefined

/**
 * The one answer to whose an object is, and what was last applied to it. A ledger in another canonical form gives the
 * commit but no digests.
 *
 * If nobody can tell whether we ever created an object, it counts as ours while the tree has it, so that nobody's edit
 * is overwritten. Once it has left the tree it does not, so that nothing of others is deleted.
 */
export function ownershipOf(key: Key, sources: AppliedSources, isDeclared: boolean, digestsAt: DigestsAt): Ownership {
  const { owners, newer, entries } = sources.live
  const commit = baseRules(kindOf(key)).appliedAt(key, sources)
  const unknown = { commit, base: undefined }
  const project = owners.get(key)
  if (project !== undefined) return { ...unknown, state: 'foreign', project }
  if (newer.has(key)) return { ...unknown, state: 'newer' }
  const entry = entries.get(key)
  if (entry) {
    const base = entry.base ?? baseOf(digestsAt(key, entry.commit))
    return { state: 'ours', entry, commit: entry.commit, base, next: entry.next }
  }
  const applied = appliedWithoutEntry(key, sources, () => digestsAt(key, commit))
  if (applied === 'nothing') return { ...unknown, state: 'unclaimed' }
  if (applied === 'unknown') return { ...unknown, state: isDeclared ? 'applied' : 'unclaimed' }
  return { state: 'applied', commit, base: applied }
}

/** What we applied to an object that has no ledger entry, if anybody can tell. */
function appliedWithoutEntry(
  key: Key,
  sources: AppliedSources,
  inCommit: () => UnitDigests | undefined,
): Base | 'nothing' | 'unknown' {
  const { live, history } = sources
  const { exception, isListed } = baseRules(kindOf(key))
  const told = exception(key, sources)
  if (told !== undefined) return told
  // A name alone proves nothing of what has it now: people can give it to another one.
  if (live.copies.has(key) || (isListedElsewhere(key) && live.facts.has(key))) return 'nothing'
  const was = inCommit()
  if (!was || hasYetToBeApplied(key, sources)) return live.copied.has(key) ? 'unknown' : 'nothing'
  const isListLost = isListed && live.unlisted.has(history.applied ?? '')
  if (!isListLost) return Object.fromEntries(was)
  const isCreatedAgain = !OBJECTS[kindOf(key)].hasEntries && !live.facts.has(key)
  return isCreatedAgain ? 'nothing' : 'unknown'
}

/** The commit left this object out, and it has never been applied. */
const hasYetToBeApplied = (key: Key, { live }: AppliedSources): boolean => {
  const pending = live.pending.get(key)
  return pending !== undefined && pending.awaits === undefined
}

const baseOf = (digests: UnitDigests | undefined): Base | undefined => digests && Object.fromEntries(digests)
