import type { CommitRelation } from '../content/commit-relation.ts'
import type { LiveFacts, OtherDashboard } from '../content/facts.ts'
import type { Key, Kind } from '../content/kinds.ts'
import type { FolderPath } from '../content/model.ts'
import type { Readable, ReadObject } from '../content/readable.ts'
import type { ContentSummary } from '../content/summary.ts'
import type { LedgerFacts } from '../ledger/facts.ts'
import type { ModelLedger } from '../ledger/model.ts'
import type { Plan, Shaping } from './plan-file.ts'

/** Everything that shapes a plan. No clock, no disk, no network: same inputs, same plan, byte for byte. */
export interface PlanInputs {
  readonly project: { readonly id: string; readonly name: string }
  readonly target: TargetFacts
  readonly desired: ContentSummary
  /** The objects of both sides in full. */
  readonly whole: Readonly<Record<'desired' | 'live', ReadObject>>
  /** Each object's file, from the project root. */
  readonly files: ReadonlyMap<Key, string>
  readonly live: LiveSide
  readonly history: History
  /** Set if the tree belongs to another target: where the content comes from. */
  readonly promotion?: Plan['promotion']
  /** Set if the tree contains edits that this run overwrote, to restore them. */
  readonly restores?: Plan['restores']
  readonly shaping: Shaping
  /** Whether `--select` allows writing this object. */
  readonly selected: (key: Key) => boolean
  /** Whether `--select` names this object by its id, slug or path, rather than by a pattern or by what it is in. */
  readonly named: (key: Key) => boolean
  /** For a difference that a rule ignores: the reason in that rule. */
  readonly ignoredBecause: (key: Key, unit: string) => string | undefined
  /** The contents of model files that differ, by path, where known, and what was last applied to them. */
  readonly modelSides: Readonly<Record<'desired' | 'live' | 'applied', ModelSides>>
  /** The cubes and views in each model file that differs, by path. */
  readonly modelNames: Readonly<Record<'desired' | 'live', ReadonlyMap<string, readonly string[]>>>
  /** Model files that changed on both sides, but whose repo version already contains every line edited live. */
  readonly takenEdits: ReadonlySet<Key>
  /**
   * Members that the live data model has and the desired one lacks. A member with an alias does not count as removed.
   */
  readonly removedMembers: readonly RemovedMember[]
}

export interface RemovedMember {
  readonly name: string
  /** What else viewers see in this deployment that uses it: content that the target leaves out. */
  readonly usersOutOfScope: readonly MemberUser[]
}

export interface MemberUser {
  readonly key: Key
  readonly title: readonly string[]
  readonly owner: string | undefined
}

/** Text as it is; other bytes as their SHA-256. */
export type ModelSides = ReadonlyMap<string, string | { readonly sha256: string }>

export interface TargetFacts {
  readonly name: string
  readonly deployment: number
  readonly host: string
  readonly url: string
  readonly home: boolean
  readonly protected: boolean
  readonly branch: string | undefined
  /** The branch that a missing one would be created from; undefined if the branch exists. */
  readonly branchFrom?: string | undefined
  readonly merge: 'none' | 'parent' | 'default' | undefined
  readonly limits: { readonly deletePercent: number; readonly changePercent: number; readonly fromCount: number }
}

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
  /** Objects renamed in the UI, with their new names. */
  readonly renamed: ReadonlyMap<Key, string>
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
  readonly whole: () => Readable | undefined
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
