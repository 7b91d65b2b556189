import type { Key } from '../content/model.ts'
import type { BoardwrightError } from '../errors.ts'

export const PHASES = [
  'data model',
  'folders',
  'workbooks',
  'reports',
  'drafts',
  'publish',
  'embed access',
  'ledgers',
  'deletes',
  'last ledgers',
] as const
export type PhaseName = (typeof PHASES)[number]

export type Verb = 'create' | 'update' | 'open' | 'draft' | 'publish' | 'share' | 'record' | 'delete'

export interface StepName {
  readonly phase: PhaseName
  readonly key: Key
  readonly title: readonly string[]
  readonly verb: Verb
  /** For a step that touches only a part of its object: which part. */
  readonly detail?: string | undefined
}

export interface Failure extends StepName {
  readonly error: BoardwrightError
}

export interface Skip extends StepName {
  /** The object that was not written and that this step needs. */
  readonly because: Key
}

/** Progress as data. Whoever shows it decides how. */
export type ApplyEvent =
  | { readonly type: 'phase'; readonly phase: PhaseName; readonly steps: number }
  | ({ readonly type: 'started' | 'done' } & StepName)
  | ({ readonly type: 'failed' } & Failure)
  | ({ readonly type: 'skipped' } & Skip)
  /** Viewers see it from now on. */
  | { readonly type: 'published'; readonly key: Key; readonly title: readonly string[]; readonly version: number }
  /** The platform wants a review before it publishes this. */
  | { readonly type: 'review'; readonly key: Key; readonly title: readonly string[] }
  /** Units that the platform stored differently from what was sent. */
  | {
      readonly type: 'altered'
      readonly key: Key
      readonly title: readonly string[]
      readonly units: readonly string[]
    }
  /** Viewers see this now, and the plan did not name it. */
  | { readonly type: 'slipped'; readonly key: Key; readonly title: readonly string[]; readonly what: readonly string[] }
  /** A line about the data model. */
  | { readonly type: 'model'; readonly text: string }
  | {
      readonly type: 'retry'
      readonly endpoint: string
      readonly reason: string
      readonly tries: number
      readonly waitMs: number
    }
  | { readonly type: 'summary'; readonly result: Result }

export interface Count {
  readonly done: number
  readonly total: number
}

export interface Result {
  /** Objects that now match the plan. */
  readonly applied: readonly Key[]
  readonly published: readonly { readonly key: Key; readonly title: readonly string[]; readonly version: number }[]
  readonly failed: readonly Failure[]
  readonly skipped: readonly Skip[]
  readonly review: readonly { readonly key: Key; readonly title: readonly string[] }[]
  /** Dashboards that were published with something that the plan did not name. */
  readonly slipped: readonly {
    readonly key: Key
    readonly title: readonly string[]
    readonly what: readonly string[]
  }[]
  readonly interrupted: boolean
  /** It was interrupted because time ran out. */
  readonly timedOut: boolean
  readonly requests: number
  readonly counts: {
    readonly folders: Count
    readonly workbooks: Count
    readonly reports: Count
    readonly drafts: Count
    readonly published: Count
    readonly deletes: Count
  }
  readonly viewers: {
    /** `none`: nothing was to be published. `old` and `new`: every dashboard of the plan. */
    readonly see: 'none' | 'old' | 'new' | 'some new'
    /** Dashboards that still show the old version. */
    readonly old: readonly { readonly key: Key; readonly title: readonly string[] }[]
    /** The new data model is already live. */
    readonly newModel: boolean
  }
  /** Steps left for the next run. */
  readonly left: readonly StepName[]
  readonly exit: number
}
