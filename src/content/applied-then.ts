import { type Key, KINDS, type Kind } from './kinds.ts'
import { OBJECTS, objectsIn } from './objects.ts'
import { formerKeys } from './renames.ts'
import { type ContentSummary, type KnownContent, readDigests } from './summary.ts'
import type { Applied, Base } from './threeway.ts'

/** Kinds without ledger entries. What was applied to them is read from the tree at a commit. */
export const UNRECORDED: readonly Kind[] = KINDS.filter((kind) => !OBJECTS[kind].isRecorded)

export interface LastApply {
  /** The tree at the applied commit; undefined if it cannot be read. */
  readonly tree: ContentSummary | undefined
  /** Objects that are not what that commit says, with what was applied instead; undefined if that is unknown. */
  readonly exceptions: ReadonlyMap<Key, Base | undefined>
}

export const NOT_THERE: Base = {}

/**
 * What was last applied to each object of a kind that the repo declares or that commit declared. If the commit does not
 * have an object, nothing was applied to it.
 */
export function appliedThen<K extends Kind>(
  kind: K,
  declared: KnownContent,
  { tree, exceptions }: LastApply,
): Map<Key, Applied> {
  const { keyOf, digestsOf } = OBJECTS[kind]
  const former = formerKeys(declared)
  const digests = new Map<Key, Base>(
    tree && objectsIn(tree, kind).map((each) => [keyOf(each), Object.fromEntries(readDigests(digestsOf(each)))]),
  )
  const names = objectsIn(declared, kind).map((each): Key => keyOf(each))
  const renamed = new Set(names.flatMap((key) => former.get(key) ?? []))
  const all = new Set([...names, ...[...digests.keys()].filter((key) => !renamed.has(key))])
  return new Map(
    [...all].flatMap((key): [Key, Applied][] => {
      const was = digests.get(key) ?? digests.get(former.get(key) ?? key)
      const base = exceptions.has(key) ? exceptions.get(key) : tree && (was ?? NOT_THERE)
      return base === NOT_THERE && !names.includes(key) ? [] : [[key, { base }]]
    }),
  )
}
