import type { Key } from '../content/model.ts'
import type { Base } from '../content/threeway.ts'
import type { Span, VersionRecord } from '../content/versions.ts'

/** The version of the ledger itself, and that of the canonical form behind its digests. */
export const LEDGER_VERSION = 1
export const CANON_VERSION = 1

/** What a run is writing to an object. Set from before the first write until after the last one. */
export interface Next {
  readonly commit: string
  /** When the run began. Missing if the run is over but did not finish this object. */
  readonly at?: string | undefined
  /** The version of the report that is overwritten. */
  readonly from?: number | undefined
  /** Only the units that the run writes. */
  readonly units: Readonly<Record<string, string>>
}

/** What was last applied to an object. */
export interface Entry extends VersionRecord {
  /** The number of the live object; 0 while it is being created. */
  readonly live: number
  readonly commit: string
  /** The number of the live folder that it is in. */
  readonly folder?: number | undefined
  readonly base: Base
  readonly next?: Next | undefined
}

/** Why a commit did not reach an object. */
export const REASONS = ['held', 'not selected', 'not managed', 'to delete', 'failed', 'cut off'] as const
export type Reason = (typeof REASONS)[number]

/** Something in a commit that was not brought. */
export interface Pending {
  readonly key: Key
  readonly why: Reason
  /** What was last applied to it. Missing if it was never there, or if we cannot tell. */
  readonly was?: LastApplied | undefined
  /** An applied commit that this one does not know. That commit says what was applied, so we wait for it. */
  readonly awaits?: string | undefined
}

export interface LastApplied {
  readonly live: number
  readonly commit: string
  /** Missing if an entry says it. If that entry is lost, it is what the tree at the commit says. */
  readonly base?: Base | undefined
}

/**
 * The ledger that apply leaves in a workbook's `meta`; a report in no workbook carries its own. It is plain data that
 * can be stored as JSON.
 */
export interface Ledger {
  readonly canon: number
  /** The project that owns the listed objects. */
  readonly project: string
  /** The object for which it was written. Null only inside the create itself. */
  readonly self: readonly [deployment: number, id: number] | null
  /** Commits that were applied in full: their trees are what was applied, apart from what is pending. */
  readonly applied: readonly string[]
  /** What those commits have not brought yet. Only one ledger of a target has this list. */
  readonly pending?: readonly Pending[] | undefined
  /** Set if another ledger lists what those commits have not brought. */
  readonly isListElsewhere?: true | undefined
  /** Whether the platform has said that publishing needs a review. */
  readonly review?: true | undefined
  /** For a report that has no entry any more: `recordOnly` of its last entry. */
  readonly recordOnly?: Span | undefined
  /**
   * If it lists what belongs to the account: how often that list has moved from one workbook to another. Nobody may have
   * been able to take it off the workbook that it left, so of several lists the one that moved last counts.
   */
  readonly accountMoves?: number | undefined
  readonly entries: Readonly<Record<Key, Entry>>
}

/** Every commit that a ledger names, sorted. */
export const commitsIn = ({ applied, pending = [], entries }: Ledger): string[] =>
  distinctCommits([
    ...applied,
    ...pending.flatMap(({ was, awaits }) => was?.commit ?? awaits ?? []),
    ...Object.values(entries).flatMap(({ commit, next }) => (next ? [commit, next.commit] : commit)),
  ])

export const distinctCommits = (commits: readonly string[]): string[] => [...new Set(commits)].sort()

/** What a ledger knows about an object that was applied. */
export interface FoundEntry extends Omit<Entry, 'base'> {
  /** Undefined if it has to be read from git, at the commit. */
  readonly base: Base | undefined
  /** The base as the entry has it, if the tree has renamed the place in it since. */
  readonly baseAsWritten?: Base | undefined
  /** Set if there is no entry: this comes from the list of what is pending. */
  readonly isPending?: true | undefined
  /** The object that carries the ledger. */
  readonly holder?: Key | undefined
}
