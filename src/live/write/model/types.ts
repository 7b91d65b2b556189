import type { BoardwrightError } from '../../../errors.ts'

export type Route = 'fork' | 'upload'
export type MergeInto = 'none' | 'parent' | 'default'

/** Path -> bytes; null removes the file. */
export type ModelChanges = ReadonlyMap<string, Uint8Array | null>

export interface ModelRequest {
  readonly deployment: number
  readonly branch: string
  /** Where the branch starts if it does not exist yet. Default: the deploy branch. */
  readonly from?: string | undefined
  readonly route: 'auto' | Route
  readonly merge: MergeInto
  readonly changes: ModelChanges
  /** The live hash that the plan saw, by path; undefined if there was no file. */
  readonly expected: ReadonlyMap<string, string | undefined>
  /** The whole tree's hashes by path: they tell whether earlier changes reached the merge target. */
  readonly declared?: ReadonlyMap<string, string> | undefined
  readonly projectId: string
  readonly commit: string
  /** The commit message. */
  readonly message: string
  /** Write the project's ledger to the branch even if no file changes. */
  readonly adopt?: boolean | undefined
  /** A file that says what was brought. Default: the project's ledger with its commit. */
  readonly record?: { readonly path: string; readonly text: string } | undefined
  /** What happens to the personal fork afterwards. A removed fork holds nothing that matters. */
  readonly fork?: 'keep' | 'remove' | undefined
  /** Whether uncommitted bytes in a fork come from an earlier run of ours. */
  readonly wasOurs?: ((path: string, hash: string | undefined) => boolean | Promise<boolean>) | undefined
}

export interface ModelOptions {
  readonly onEvent?: ((event: ModelEvent) => void) | undefined
  /** Aborted: start nothing new, and leave dev mode. The client's own signal aborts at once. */
  readonly signal?: AbortSignal | undefined
  /** Parallel uploads. */
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

/** A compiler error, at its place in the tree if the message allows. */
export interface ModelProblem {
  /** From the project root; undefined if the platform names no file. */
  readonly file: string | undefined
  readonly message: string
  readonly line?: number
  readonly column?: number
}

/** `none`: nothing builds this branch. */
export type BuildEnd = 'built' | 'none'

export interface ModelResult {
  /** Undefined if there was nothing to bring. */
  readonly route: Route | undefined
  readonly branch: string
  /** The branch has the new files. Its users see them now, or once its build ends. */
  readonly changed: boolean
  readonly created: boolean
  readonly written: number
  readonly deleted: number
  /** The branch that it was merged into. */
  readonly mergedInto: string | undefined
  /** Of the last branch that was reached. */
  readonly build: BuildEnd | undefined
  readonly problems: readonly ModelProblem[]
  readonly error: BoardwrightError | undefined
  /** What stays behind on the platform and should not, in words. */
  readonly remains: readonly string[]
}
