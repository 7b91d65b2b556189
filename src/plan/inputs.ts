import type { LiveFacts, OtherDashboard } from '../content/facts.ts'
import type { Key, Kind } from '../content/kinds.ts'
import type { WholeObjects } from '../content/readable.ts'
import type { ContentSummary } from '../content/summary.ts'
import type { Known, Pending } from '../ledger/ledger.ts'
import type { ModelLedger } from '../ledger/model.ts'
import type { Plan, Shaping } from './plan-file.ts'

/** Everything that shapes a plan. No clock, no disk, no network: same inputs, same plan, byte for byte. */
export interface PlanInputs extends CompareInputs {
  /** What `keysToRead` names of the sides, and of the tree that was applied last. */
  readonly whole: Readonly<Record<'desired' | 'live' | 'applied', WholeObjects>>
}

/** The same short of what objects say in whole. */
export interface CompareInputs {
  readonly project: { readonly id: string; readonly name: string }
  readonly target: TargetFacts
  readonly desired: ContentSummary
  /** Where the tree holds each object, from the root of the project. */
  readonly files: ReadonlyMap<Key, string>
  readonly live: LiveSide
  readonly history: History
  /** Where the tree comes from, when it is that of another target. */
  readonly promotion?: Plan['promotion']
  readonly shaping: Shaping
  /** Which objects `--select` narrows writing to. */
  readonly selected: (key: Key) => boolean
  /** Differences that nobody wants to hear of: the reason of the rule. */
  readonly ignoredBecause: (key: Key, unit: string) => string | undefined
  /** What model files that differ hold, by path, where it is known; and what was last applied to them. */
  readonly modelSides: Readonly<Record<'desired' | 'live' | 'applied', ModelSides>>
  /** Model files that both sides changed, where the repo has every line that was edited live. */
  readonly takenEdits: ReadonlySet<Key>
  /** Members that the live data model has and the desired one does not. An alias keeps a name. */
  readonly removedMembers: readonly string[]
}

/** A text as it is, other bytes by their SHA-256. */
export type ModelSides = ReadonlyMap<string, string | { readonly sha256: string }>

export interface TargetFacts {
  readonly name: string
  readonly deployment: number
  readonly host: string
  readonly url: string
  readonly home: boolean
  readonly protected: boolean
  readonly branch: string | undefined
  readonly merge: 'none' | 'parent' | 'default' | undefined
  readonly limits: { readonly deletePercent: number; readonly changePercent: number; readonly fromCount: number }
}

export interface LiveSide {
  readonly content: ContentSummary
  readonly facts: ReadonlyMap<Key, LiveFacts>
  /** Dashboards of the deployment that are no content of ours. */
  readonly otherDashboards: readonly OtherDashboard[]
  /** What ledgers of ours say, by object. */
  readonly known: ReadonlyMap<Key, Known>
  /** What the commits that were applied did not bring. */
  readonly pending: ReadonlyMap<Key, Pending>
  /** Commits of which something is pending and nobody knows what. */
  readonly unlisted?: ReadonlySet<string> | undefined
  /** Objects that a copied ledger names: their original was there once. */
  readonly copied: ReadonlySet<Key>
  /** Objects that hold a copied ledger. They are nobody's, whatever they are called. */
  readonly copies?: ReadonlySet<Key> | undefined
  /** Asked for by number, and not there. */
  readonly gone: ReadonlySet<Key>
  /** Objects that another project owns. */
  readonly owners: ReadonlyMap<Key, string>
  /** Holders of a ledger of a later version. */
  readonly newer: ReadonlySet<Key>
  readonly publicIds: ReadonlyMap<Key, string>
  /** Public ids of reports that are no content of ours. */
  readonly outside: ReadonlySet<string>
  /** The version of every live report, managed or not, by public id. */
  readonly reportVersions: ReadonlyMap<string, number | undefined>
  /** What was renamed in the UI: to what. */
  readonly renamed: ReadonlyMap<Key, string>
  readonly isAdmin: boolean
  /** Rows that the lists had, of whoever. */
  readonly counts: { readonly [K in Kind]?: number }
  /** The server's time, in milliseconds. */
  readonly now: number
  readonly model: ModelSide | undefined
}

/** The data model's own ledger. */
export interface ModelSide {
  /** The record of this project on the branch; undefined when there is none. */
  readonly record: ModelLedger | undefined
  /** Files whose bytes cannot be read. */
  readonly unreadable: ReadonlySet<Key>
}

export type Relation =
  | 'same'
  /** An ancestor of HEAD. */
  | 'older'
  /** HEAD is an ancestor of it. */
  | 'newer'
  | 'diverged'
  /** The clone does not have it. */
  | 'lacking'

/** A tree at a commit: all of it, or only what no ledger speaks of: its folders and its data model. */
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
   * The newest commit that was applied to its end: its tree is what was applied to content, but for what is pending. The
   * ledger of the data model counts for the data model alone.
   */
  readonly applied: string | undefined
  /** The newest of all, for people. */
  readonly newest?: string | undefined
  /** Trees at commits, rendered for this target. */
  readonly trees: ReadonlyMap<string, TreeThen>
  /** Of commits that diverged: where they left the line of HEAD. */
  readonly forks: ReadonlyMap<string, string>
}
