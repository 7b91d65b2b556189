import type { Compared } from '../compare/comparison.ts'
import type { CompareInputs } from '../compare/inputs.ts'
import type { Content } from '../content/entity.ts'
import type { Key } from '../content/model.ts'

export type MergeOutcome =
  /** Both changed the unit, or we cannot tell who did. The repo's version stays. */
  | { readonly kind: 'conflict'; readonly key: Key; readonly unit: string; readonly baseUnknown?: true }
  /** They differ, and nothing was ever applied. Live was taken; git still has the repo's version. */
  | { readonly kind: 'never-applied'; readonly key: Key }
  /** It is live, but no file declares it. It was not taken. */
  | { readonly kind: 'not-taken'; readonly key: Key }
  /** It was removed from the repo and is unchanged in live. It was not taken back. */
  | { readonly kind: 'orphan'; readonly key: Key }
  /** It was removed from the repo and edited in the UI. It was not taken back. */
  | { readonly kind: 'edited-orphan'; readonly key: Key }
  /** It has a file but is not live. It was kept, because we cannot tell which side is right. */
  | { readonly kind: 'not-live'; readonly key: Key }
  /**
   * It was deleted in the UI but kept, because the repo has changed it since, something in the repo shows it, or other
   * targets have it.
   */
  | { readonly kind: 'deleted-live'; readonly key: Key; readonly because: 'changed' | 'shown' | 'others' }
  | { readonly kind: 'removed'; readonly key: Key }
  /** A mirror dropped what only the repo had: its side of a unit, a whole object, or that the object was removed. */
  | { readonly kind: 'dropped'; readonly key: Key; readonly unit: string }
  | { readonly kind: 'dropped-object' | 'dropped-removal'; readonly key: Key }
  /** It was moved or renamed in one target, but its file is shared with others. It keeps its place and its name. */
  | { readonly kind: 'for-all'; readonly key: Key; readonly unit: string }

/** How live is taken into the tree. */
export interface Taking {
  /** Both sides as they are named where they come from. */
  readonly repo: Content
  readonly live: Content
  readonly compared: Compared
  readonly inputs: CompareInputs
  /** The public id of every live report, including those that the target leaves out. */
  readonly publicIds: ReadonlyMap<Key, string>
  /** Whether the key sees everything. If not, a missing object proves nothing, for most kinds. */
  readonly complete: boolean
  /** Whether live wins everywhere. */
  readonly mirror: boolean
  /** Whether to take live objects that no file declares, too. */
  readonly takeNew: boolean
  /** Whether its file is shared with other targets. If so, this target does not remove, move or rename it. */
  readonly isShared: (key: Key) => boolean
  /** Whether the object may change; false outside the scope. */
  readonly selected: (key: Key) => boolean
  /** Whether only its place is taken from live, because people have not published their other edits. */
  readonly isInProgress: (key: Key) => boolean
}
