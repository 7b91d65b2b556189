import type { ContentKind, Key } from '../../content/kinds.ts'
import type { WriteState } from './state.ts'
import type { ShowingWorkbooks } from './uses.ts'

/** What a plan knows of a delete beside its object. */
export interface PlannedDelete {
  /** Everything that the run deletes: uses by those objects do not count. */
  readonly leaving: ReadonlySet<Key>
  /** How many people are on the object's list. */
  readonly people: number
}

export interface Deletion extends PlannedDelete {
  readonly lookAtUses: () => Promise<ShowingWorkbooks>
}

/**
 * Every delete looks at the object itself last, with no other request before the DELETE. What it may need from others,
 * who shows it or what is in it, is looked at before that.
 */
export type Remove<K extends ContentKind> = (state: WriteState, key: Key<K>, deletion: Deletion) => Promise<void>
