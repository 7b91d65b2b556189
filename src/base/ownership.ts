import { type Key, kindOf } from '../content/kinds.ts'
import { OBJECTS } from '../content/objects.ts'
import type { Applied, Base, UnitDigests } from '../content/threeway.ts'
import type { Known } from '../ledger/ledger.ts'
import type { CompareInputs } from './inputs.ts'
import { appliedRules } from './kinds.ts'

/** Who owns an object in this target, and what was last applied to it. */
export type Ownership =
  | { readonly state: 'ours'; readonly known: Known; readonly base: Base | undefined }
  /** In the last applied tree but without a ledger entry. Folders and model files never have one. */
  | { readonly state: 'known'; readonly base: Base | undefined }
  | { readonly state: 'unclaimed' }
  | { readonly state: 'foreign'; readonly project: string }
  | { readonly state: 'newer' }

/** Whether we applied the object here, as far as we can tell. */
export const wasApplied = ({ state }: Ownership): boolean => state === 'ours' || state === 'known'

/** What was last applied to an object, as far as we know, and what an interrupted apply was writing. */
export const appliedTo = (ownership: Ownership): Applied => ({
  base: 'base' in ownership ? ownership.base : undefined,
  next: ownership.state === 'ours' ? ownership.known.next : undefined,
})

/**
 * A ledger in another canonical form gives the commit but no digests.
 *
 * If we cannot tell whether we ever created an object, it counts as ours while the tree has it, so that nobody's edit is
 * overwritten. Once it has left the tree it does not, so that nothing of others is deleted.
 */
export function ownershipOf(
  key: Key,
  inputs: CompareInputs,
  isDeclared: boolean,
  digestsAt: (key: Key, commit: string | undefined) => UnitDigests | undefined,
): Ownership {
  const { live, history } = inputs
  const project = live.owners.get(key)
  if (project !== undefined) return { state: 'foreign', project }
  if (live.newer.has(key)) return { state: 'newer' }
  const known = live.known.get(key)
  if (known) return { state: 'ours', known, base: known.base ?? baseOf(digestsAt(key, known.commit)) }
  const { appliedAt, exception: exceptionOf, isListed } = appliedRules(kindOf(key))
  const exception = exceptionOf(key, inputs)
  if (exception === 'nothing applied') return { state: 'unclaimed' }
  if (exception !== undefined) return { state: 'known', base: exception }
  if (live.copies.has(key)) return { state: 'unclaimed' }
  const was = digestsAt(key, appliedAt(key, inputs))
  const pending = live.pending.get(key)
  if (was && (!pending || pending.awaits !== undefined)) {
    const isUnlisted = isListed && live.unlisted.has(history.applied ?? '')
    if (!isUnlisted) return { state: 'known', base: baseOf(was) }
    // A kind that cannot be owned is simply created again.
    if (!OBJECTS[kindOf(key)].isRecorded && !live.facts.has(key)) return { state: 'unclaimed' }
  } else if (!live.copied.has(key)) return { state: 'unclaimed' }
  return isDeclared ? { state: 'known', base: undefined } : { state: 'unclaimed' }
}

const baseOf = (digests: UnitDigests | undefined): Base | undefined => digests && Object.fromEntries(digests)
