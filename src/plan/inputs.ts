import type { LiveFacts, OtherDashboard } from '../content/facts.ts'
import type { Key, Kind } from '../content/kinds.ts'
import type { WholeObjects } from '../content/readable.ts'
import type { ContentSummary } from '../content/summary.ts'
import type { Begun } from '../ledger/facts.ts'
import type { Known, Pending } from '../ledger/ledger.ts'
import type { ModelLedger } from '../ledger/model.ts'
import type { Plan, Shaping } from './plan-file.ts'

/** Everything that shapes a plan. No clock, no disk, no network: same inputs, same plan, byte for byte. */
export interface PlanInputs extends CompareInputs {
  /** The objects that `keysToRead` names, of both sides and of the applied tree. */
  readonly whole: Readonly<Record<'desired' | 'live' | 'applied', WholeObjects>>
}

/** The same without complete objects. */
export interface CompareInputs {
  readonly project: { readonly id: string; readonly name: string }
  readonly target: TargetFacts
  readonly desired: ContentSummary
  /** Each object's file, from the project root. */
  readonly files: ReadonlyMap<Key, string>
  readonly live: LiveSide
  readonly history: History
  /** The source, if the tree belongs to another target. */
  readonly promotion?: Plan['promotion']
  readonly shaping: Shaping
  /** The objects that `--select` limits writing to. */
  readonly selected: (key: Key) => boolean
  /** Differences to ignore: the reason of the rule. */
  readonly ignoredBecause: (key: Key, unit: string) => string | undefined
  /** The contents of differing model files, by path, if known; and what was last applied to them. */
  readonly modelSides: Readonly<Record<'desired' | 'live' | 'applied', ModelSides>>
  /** The cubes and views in each differing model file, by path. */
  readonly modelNames: Readonly<Record<'desired' | 'live', ReadonlyMap<string, readonly string[]>>>
  /** Model files changed on both sides, where the repo has every line that was edited live. */
  readonly takenEdits: ReadonlySet<Key>
  /** Members that the live data model has and the desired one does not. An alias keeps a name. */
  readonly removedMembers: readonly string[]
  /** The other way round, each with the differing files that it takes to define it. */
  readonly addedMembers: readonly AddedMember[]
}

export interface AddedMember {
  readonly name: string
  readonly paths: readonly string[]
}

/** Text as it is, other bytes by SHA-256. */
export type ModelSides = ReadonlyMap<string, string | { readonly sha256: string }>

export interface TargetFacts {
  readonly name: string
  readonly deployment: number
  readonly host: string
  readonly url: string
  readonly home: boolean
  readonly protected: boolean
  readonly branch: string | undefined
  /** What the branch would be created from; undefined if it is there. */
  readonly branchFrom?: string | undefined
  readonly merge: 'none' | 'parent' | 'default' | undefined
  readonly limits: { readonly deletePercent: number; readonly changePercent: number; readonly fromCount: number }
}

export interface LiveSide {
  readonly content: ContentSummary
  readonly facts: ReadonlyMap<Key, LiveFacts>
  /** Dashboards that are not our content. */
  readonly otherDashboards: readonly OtherDashboard[]
  /** Our ledgers' entries, by object. */
  readonly known: ReadonlyMap<Key, Known>
  /** Holders of a ledger that a run began to write in. */
  readonly underWay: ReadonlyMap<Key, Begun>
  /** Named by a ledger without a number, and not there. */
  readonly unnumbered?: ReadonlySet<Key> | undefined
  /** What applied commits did not bring. */
  readonly pending: ReadonlyMap<Key, Pending>
  /** Commits with pending changes that nobody knows any more. */
  readonly unlisted?: ReadonlySet<string> | undefined
  /** Objects that a copied ledger names: their original existed once. */
  readonly copied: ReadonlySet<Key>
  /** Objects with a copied ledger. Nobody owns them, whatever they are called. */
  readonly copies?: ReadonlySet<Key> | undefined
  /** Looked up by number, and gone. */
  readonly gone: ReadonlySet<Key>
  readonly owners: ReadonlyMap<Key, string>
  /** Holders of a ledger from a newer version. */
  readonly newer: ReadonlySet<Key>
  readonly publicIds: ReadonlyMap<Key, string>
  /** Public ids of reports that are not our content. */
  readonly outside: ReadonlySet<string>
  /** The version of every live report, managed or not, by public id. */
  readonly reportVersions: ReadonlyMap<string, number | undefined>
  /** What was renamed in the UI: new names. */
  readonly renamed: ReadonlyMap<Key, string>
  readonly isAdmin: boolean
  /** Rows in the lists, of any owner. */
  readonly counts: { readonly [K in Kind]?: number }
  /** The server's time, in milliseconds. */
  readonly now: number
  readonly model: ModelSide | undefined
}

export interface ModelSide {
  /** This project's ledger on the branch, if any. */
  readonly record: ModelLedger | undefined
  readonly unreadable: ReadonlySet<Key>
}

export type Relation =
  | 'same'
  | 'older'
  /** HEAD is an ancestor of it. */
  | 'newer'
  | 'diverged'
  /** Not in this clone. */
  | 'missing'

/** A tree at a commit: complete, or in outline, with folders and data model only. */
export interface TreeThen {
  readonly content: ContentSummary
  readonly isOutline: boolean
}

export interface History {
  /** Undefined without git, or before the first commit. */
  readonly head: string | undefined
  readonly dirty: boolean
  readonly relations: ReadonlyMap<string, Relation>
  /**
   * The newest completely applied commit: its tree is what was applied to content, apart from what is pending. The
   * ledger of the data model counts for the data model alone.
   */
  readonly applied: string | undefined
  /** The newest of all, for display. */
  readonly newest?: string | undefined
  /** Trees at commits, rendered for this target. */
  readonly trees: ReadonlyMap<string, TreeThen>
  /** For diverged commits: where they left HEAD's history. */
  readonly forks: ReadonlyMap<string, string>
}
