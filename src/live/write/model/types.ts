import type { BoardwrightError } from '@boardwright/common'
import type { ModelLedger } from '../../../base/model.ts'

export type Route = 'fork' | 'upload'
export type MergeInto = 'none' | 'parent' | 'default'

/** The new bytes of each file, by path; null removes the file. */
export type ModelChanges = ReadonlyMap<string, Uint8Array | null>

export interface ModelRequest {
  readonly deployment: number
  readonly branch: string
  /** The branch to create this one from, if it does not exist yet. Default: the deploy branch. */
  readonly from?: string | undefined
  readonly route: 'auto' | Route
  readonly merge: MergeInto
  readonly changes: ModelChanges
  /** The live hash that the plan saw, by path; undefined if there was no file. */
  readonly expected: ReadonlyMap<string, string | undefined>
  /** The hashes of the whole tree, by path. They show whether earlier changes have reached the merge target. */
  readonly declared?: ReadonlyMap<string, string> | undefined
  readonly projectId: string
  readonly commit: string
  /** The commit message. */
  readonly message: string
  /** Whether to write the project's ledger to the branch even if no file changes. */
  readonly adopt?: boolean | undefined
  /** Files that the changes leave different from the commit. */
  readonly pending?: ModelLedger['pending'] | undefined
  /** The hashes that were last applied, by path. */
  readonly applied?: ReadonlyMap<string, string> | undefined
  /** A file to write along with the changes. Default: the project's ledger. */
  readonly record?: { readonly path: string; readonly text: string } | undefined
  /** Whether to keep the personal fork afterwards. Remove it only if nothing in it matters. */
  readonly fork?: 'keep' | 'remove' | undefined
  /** The hashes of the tree at a commit, by path. They tell what an interrupted run left in a fork. */
  readonly filesAt?: ((commit: string) => Promise<ReadonlyMap<string, string> | undefined>) | undefined
}

export interface ModelWriteOptions {
  readonly onEvent?: ((event: ModelEvent) => void) | undefined
  /**
   * When aborted, starts nothing new and leaves dev mode. The client has another signal, which aborts requests at once.
   */
  readonly signal?: AbortSignal | undefined
  /** How many uploads run in parallel. */
  readonly concurrency?: number | undefined
  /** How long to wait for a build. Default: 15 minutes. */
  readonly buildWaitMs?: number | undefined
  readonly now?: (() => number) | undefined
  readonly sleep?: ((ms: number, signal?: AbortSignal | undefined) => Promise<void>) | undefined
}

export type ModelStep =
  | 'create branch'
  | 'open dev mode'
  | 'write'
  | 'validate'
  | 'upload'
  | 'commit'
  | 'build'
  | 'merge'
  | 'leave dev mode'

export type ModelEvent =
  | { readonly type: 'route'; readonly route: Route; readonly because: string }
  | { readonly type: 'step'; readonly step: ModelStep; readonly branch: string }
  | { readonly type: 'progress'; readonly step: 'write' | 'upload'; readonly done: number; readonly total: number }
  | { readonly type: 'build'; readonly branch: string; readonly status: string; readonly waitedMs: number }
  | { readonly type: 'retry'; readonly endpoint: string; readonly reason: string; readonly waitMs: number }

/** A compiler error, with its place in the tree if the message contains one. */
export interface ModelProblem {
  /** Path from the project root; undefined if the platform names no file. */
  readonly file: string | undefined
  readonly message: string
  readonly line?: number
  readonly column?: number
}

/** `none`: nothing builds this branch. */
export type BuildEnd = 'built' | 'none'

export interface ModelResult {
  /** Undefined if nothing had to be written. */
  readonly route: Route | undefined
  readonly branch: string
  /** Whether the branch has the new files. Its users see them now, or when its build ends. */
  readonly changed: boolean
  readonly created: boolean
  readonly written: number
  readonly deleted: number
  /** The branch that it was merged into. */
  readonly mergedInto: string | undefined
  /** The build of the last branch that was reached. */
  readonly build: BuildEnd | undefined
  readonly problems: readonly ModelProblem[]
  readonly error: BoardwrightError | undefined
  /** Sentences on leftovers that could not be cleaned up on the platform. */
  readonly remains: readonly string[]
}
