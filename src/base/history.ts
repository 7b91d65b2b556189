import { type CommitRelation, isPast } from '../content/commit-relation.ts'
import type { Content } from '../content/entity.ts'
import type { Key } from '../content/kinds.ts'

/** The tree at a commit. */
export interface TreeThen {
  /** Folders and data model only: most plans need no more. */
  readonly outline: Content
  /** Everything, read when it is asked for first; undefined if its workbooks and reports cannot be read. */
  readonly whole: () => Content | undefined
  /** Whether it has files of content that the tree lacks now. */
  readonly hasMoreFiles: boolean
}

/** What git knows of the commits that ledgers name. */
export interface History {
  /** Undefined outside git, or before the first commit. */
  readonly head: string | undefined
  readonly dirty: boolean
  /** Set if the tree was made from another project. Its names are derived, so an object under a new name is a new one. */
  readonly isMade?: true | undefined
  readonly relations: ReadonlyMap<string, CommitRelation>
  /**
   * The newest commit that was applied in full: content was applied from its tree, apart from what is pending. The data
   * model's own ledger counts only for the data model.
   */
  readonly applied: string | undefined
  /** The newest commit in any ledger, for display only. */
  readonly newest?: string | undefined
  /** Trees at commits, rendered for this target. */
  readonly trees: ReadonlyMap<string, TreeThen>
  /** For each new object whose file declared another object when that was last applied, the other object. */
  readonly declaredBefore?: ReadonlyMap<Key, Key> | undefined
  /** For each diverged commit, where it left HEAD's history. */
  readonly forks: ReadonlyMap<string, string>
}

/** The commit, if this tree's history lacks it. */
export function unlessInHistory({ relations }: History, commit: string | undefined): string | undefined {
  const relation = relations.get(commit ?? '')
  return relation === undefined || isPast(relation) ? undefined : commit
}
