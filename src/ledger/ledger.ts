import type { Key } from '../content/model.ts'
import type { Base } from '../content/threeway.ts'
import type { Span, VersionRecord } from '../content/versions.ts'

/** Of the record itself, and of the canonical form that its digests are made of. */
export const LEDGER_VERSION = 2
export const CANON_VERSION = 1

/** What a run is writing to an object, from before the first write until after the last. */
export interface Next {
  readonly commit: string
  /** When the run began. None once the run is over and the object was not written to its end. */
  readonly at?: string | undefined
  /** The version of a report that is written over. */
  readonly from?: number | undefined
  /** Of these units only. */
  readonly units: Readonly<Record<string, string>>
}

/** What was last applied to an object. */
export interface Entry extends VersionRecord {
  /** The number of the live object; 0 while it is being created. */
  readonly live: number
  readonly commit: string
  /** The number of the live folder it sits in. */
  readonly folder?: number | undefined
  readonly base: Base
  readonly next?: Next | undefined
}

/** Why a commit did not reach an object. */
export const REASONS = ['held', 'not selected', 'not managed', 'to delete', 'failed', 'cut off'] as const
export type Reason = (typeof REASONS)[number]

/** Something that a commit says and that was not brought. */
export interface Pending {
  readonly key: Key
  readonly why: Reason
  /** What was last applied to it. Left out: it was never there, or nobody here can know. */
  readonly was?: LastApplied | undefined
  /** A commit that was applied, and that this one does not know. It says what was applied, and is waited for. */
  readonly awaits?: string | undefined
}

export interface LastApplied {
  readonly live: number
  readonly commit: string
  /** Left out where an entry says it; without that entry it is what the tree says at the commit. */
  readonly base?: Base | undefined
}

/**
 * The record that apply leaves in a workbook's `meta`; a report in no workbook carries its own. Plain data: it can be
 * kept as JSON.
 */
export interface Ledger {
  readonly canon: number
  /** The project that owns what is listed. */
  readonly project: string
  /** The object that it was written on. Null only inside the create itself. */
  readonly self: readonly [deployment: number, id: number] | null
  /** Commits that were applied to their end: their trees are what was applied, but for what is pending. */
  readonly applied: readonly string[]
  /** Of the commits that were applied. One ledger of a target has the list. */
  readonly pending?: readonly Pending[] | undefined
  /** Something is pending of the commits that were applied, and another ledger has the list. */
  readonly listedElsewhere?: true | undefined
  /** The platform said that publishing needs a review. */
  readonly review?: true | undefined
  /** Of a report that is in it no more: what its entry said. */
  readonly quiet?: Span | undefined
  readonly entries: Readonly<Record<Key, Entry>>
}

/** Every commit that a ledger names, sorted. */
export const commitsIn = ({ applied, pending = [], entries }: Ledger): string[] =>
  distinct([
    ...applied,
    ...pending.flatMap(({ was, awaits }) => was?.commit ?? awaits ?? []),
    ...Object.values(entries).flatMap(({ commit, next }) => (next ? [commit, next.commit] : commit)),
  ])

export const distinct = (commits: readonly string[]): string[] => [...new Set(commits)].sort()

/** What a ledger knows of an object that was applied. */
export interface Known extends Omit<Entry, 'base'> {
  /** Undefined where it has to be read from git, at the commit. */
  readonly base: Base | undefined
  /** What the entry says, where the tree calls the place that it names otherwise now. */
  readonly baseAsWritten?: Base | undefined
  /** No entry says it: it comes from the list of what is pending. */
  readonly isPending?: true | undefined
  /** What carries the ledger that says it. */
  readonly holder?: Key | undefined
}
