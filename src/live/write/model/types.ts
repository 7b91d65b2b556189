import type { BoardwrightError } from '../../../errors.ts'

export type Route = 'fork' | 'upload'
export type MergeInto = 'none' | 'parent' | 'default'

/** Path of a file of the data model -> its bytes; null is a file that goes. */
export type ModelChanges = ReadonlyMap<string, Uint8Array | null>

export interface ModelRequest {
  readonly deployment: number
  readonly branch: string
  /** Where the branch starts when it is not there yet. The deploy branch when left out. */
  readonly from?: string | undefined
  readonly route: 'auto' | Route
  readonly merge: MergeInto
  readonly changes: ModelChanges
  /** By path, the hash that the plan saw live; undefined where it saw no file. */
  readonly expected: ReadonlyMap<string, string | undefined>
  /** All that the tree holds, by path the hash: tells whether what was applied before did arrive where it goes. */
  readonly declared?: ReadonlyMap<string, string> | undefined
  readonly projectId: string
  readonly commit: string
  /** For the history of the platform's repository. */
  readonly message: string
  /** Leave the record of this project on the branch although no file changes. */
  readonly adopt?: boolean | undefined
  /** The file that says what was brought. When left out, the record of this project with its commit. */
  readonly record?: { readonly path: string; readonly text: string } | undefined
  /** What becomes of the personal fork afterwards. A fork that is removed holds nothing that matters to anybody. */
  readonly fork?: 'keep' | 'remove' | undefined
  /** Whether bytes that lie uncommitted in a fork are those of an earlier run of ours. */
  readonly wasOurs?: ((path: string, hash: string | undefined) => boolean | Promise<boolean>) | undefined
}

export interface ModelOptions {
  readonly onEvent?: ((event: ModelEvent) => void) | undefined
  /** Begins nothing more, and leaves dev mode. The client has a signal of its own, which ends everything at once. */
  readonly signal?: AbortSignal | undefined
  /** Files uploaded at once. */
  readonly concurrency?: number | undefined
  /** How long a build is waited for. A quarter of an hour when left out. */
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

/** What the platform says is wrong with the model, at the place of the tree where its message allows. */
export interface ModelProblem {
  /** From the root of the project; undefined where the platform names no file. */
  readonly file: string | undefined
  readonly message: string
  readonly line?: number
  readonly column?: number
}

/** `none`: nothing builds this branch. */
export type BuildEnd = 'built' | 'none'

export interface ModelResult {
  /** Undefined where nothing was to be brought. */
  readonly route: Route | undefined
  readonly branch: string
  /** The branch has the new files. Whoever uses it sees them, or will when its build ends. */
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
  /** What stays behind on the platform that should not, in words. */
  readonly remains: readonly string[]
}
