import { type Key, kindOf } from '../content/kinds.ts'
import { OBJECTS } from '../content/objects.ts'
import type { Base, LastApply, UnitDigests } from '../content/threeway.ts'
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
 * If we cannot tell whether we ever created an object, it counts as ours while the tree has it, so that nobody's edit is
 * overwritten. Once it has left the tree it does not, so that nothing of others is deleted.
 */
export function ownershipOf(key: Key, sources: AppliedSources, isDeclared: boolean, digestsAt: DigestsAt): Ownership {
  const { live, history } = sources
  const { appliedAt, exception: exceptionOf, isListed } = baseRules(kindOf(key))
  const entry = live.entries.get(key)
  const commit = appliedAt(key, sources)
  const withBase = (base: Base | undefined) => ({ state: 'applied' as const, commit, base })
  const nobodys = { state: 'unclaimed' as const, commit, base: undefined }
  const project = live.owners.get(key)
  if (project !== undefined) return { ...nobodys, state: 'foreign', project }
  if (live.newer.has(key)) return { ...nobodys, state: 'newer' }
  if (entry) {
    const { next } = entry
    const base = entry.base ?? baseOf(digestsAt(key, entry.commit))
    return { state: 'ours', entry, commit: entry.commit, base, next }
  }
  const exception = exceptionOf(key, sources)
  if (exception === 'nothing applied') return nobodys
  if (exception !== undefined) return withBase(exception)
  if (live.copies.has(key)) return nobodys
  const was = digestsAt(key, commit)
  const pending = live.pending.get(key)
  const wasThere = was !== undefined && (pending === undefined || pending.awaits !== undefined)
  const isListLost = isListed && live.unlisted.has(history.applied ?? '')
  if (wasThere && !isListLost) return withBase(baseOf(was))
  if (!wasThere && !live.copied.has(key)) return nobodys
  // A kind that cannot be owned is simply created again.
  if (wasThere && !OBJECTS[kindOf(key)].hasEntries && !live.facts.has(key)) return nobodys
  // Nobody can tell whether it was ever applied.
  return isDeclared ? withBase(undefined) : nobodys
}

const baseOf = (digests: UnitDigests | undefined): Base | undefined => digests && Object.fromEntries(digests)
