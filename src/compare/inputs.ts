import type { CommitRelation } from '../content/commit-relation.ts'
import type { LiveFacts, OtherDashboard } from '../content/facts.ts'
import type { Key, Kind } from '../content/kinds.ts'
import type { FolderPath } from '../content/model.ts'
import type { ContentSummary } from '../content/summary.ts'
import type { LedgerFacts } from '../ledger/facts.ts'
import type { ModelLedger } from '../ledger/model.ts'

/** What is compared: the tree, what is live, and what was last applied according to ledgers and git. */
export interface CompareInputs {
  readonly desired: ContentSummary
  readonly live: LiveSide
  readonly history: History
  /** Model files that changed on both sides, but whose repo version already contains every line edited live. */
  readonly takenEdits: ReadonlySet<Key>
}

export type SideName = 'desired' | 'live'

export interface LiveSide extends Omit<LedgerFacts, 'commits' | 'applied'> {
  readonly content: ContentSummary
  readonly facts: ReadonlyMap<Key, LiveFacts>
  /** Dashboards of workbooks that are not our content. */
  readonly otherDashboards: readonly OtherDashboard[]
  readonly publicIds: ReadonlyMap<Key, string>
  /** Public ids of reports that are not our content. */
  readonly outside: ReadonlySet<string>
  /** What the target leaves out. Folders in it may still be in `content`, because of what is in them. */
  readonly leftOut: ReadonlyMap<Key, { readonly name: string; readonly folder: FolderPath }>
  /** The version of every live report, managed or not, by public id. */
  readonly reportVersions: ReadonlyMap<string, number | undefined>
  readonly isAdmin: boolean
  /** The email of the user behind this key, if it may know that. */
  readonly caller: string | undefined
  /** How many rows the platform's lists have, of any owner. */
  readonly counts: { readonly [K in Kind]?: number }
  /** The server's time, in milliseconds. */
  readonly now: number
  readonly model: ModelSide | undefined
}

export interface ModelSide {
  /** This project's ledger on the branch, if there is one. */
  readonly record: ModelLedger | undefined
  readonly unreadable: ReadonlySet<Key>
}

/** The tree at a commit. */
export interface TreeThen {
  /** Folders and data model only: most plans need no more. */
  readonly outline: ContentSummary
  /** Everything, read when it is asked for first; undefined if its workbooks and reports cannot be read. */
  readonly whole: () => ContentSummary | undefined
  /** Whether it has files of content that the tree lacks now. */
  readonly hasMoreFiles: boolean
}

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
