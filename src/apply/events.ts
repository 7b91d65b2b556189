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

/** What a step does to its object. */
export type Verb = 'create' | 'update' | 'open' | 'draft' | 'publish' | 'share' | 'record' | 'delete'

/** One step on one object, as people know it. */
export interface StepName {
  readonly phase: PhaseName
  readonly key: Key
  /** Names from the root. */
  readonly title: readonly string[]
  readonly verb: Verb
  /** Of a step that is about a part of its object: which. */
  readonly detail?: string | undefined
}

export interface Failure extends StepName {
  readonly error: BoardwrightError
}

export interface Skip extends StepName {
  /** The object that was not written, and that the step needs. */
  readonly because: Key
}

/** Progress, as data. Whoever shows it decides how. */
export type ApplyEvent =
  | { readonly type: 'phase'; readonly phase: PhaseName; readonly steps: number }
  | ({ readonly type: 'started' | 'done' } & StepName)
  | ({ readonly type: 'failed' } & Failure)
  | ({ readonly type: 'skipped' } & Skip)
  /** Viewers see it from now on. */
  | { readonly type: 'published'; readonly key: Key; readonly title: readonly string[]; readonly version: number }
  /** The platform wants a review before it publishes this. */
  | { readonly type: 'review'; readonly key: Key; readonly title: readonly string[] }
  /** The platform keeps these units otherwise than they were sent. */
  | {
      readonly type: 'altered'
      readonly key: Key
      readonly title: readonly string[]
      readonly units: readonly string[]
    }
  /** What happens to the data model, in words. */
  | { readonly type: 'model'; readonly text: string }
  | {
      readonly type: 'retry'
      readonly endpoint: string
      readonly reason: string
      readonly tries: number
      readonly waitMs: number
    }
  | { readonly type: 'summary'; readonly result: Result }

/** Of one kind of work, how much there was and how much is done. */
export interface Count {
  readonly done: number
  readonly total: number
}

export interface Result {
  /** Objects of the plan that are as planned now. */
  readonly applied: readonly Key[]
  readonly published: readonly { readonly key: Key; readonly title: readonly string[]; readonly version: number }[]
  readonly failed: readonly Failure[]
  readonly skipped: readonly Skip[]
  /** Dashboards that wait for a review. */
  readonly review: readonly { readonly key: Key; readonly title: readonly string[] }[]
  readonly interrupted: boolean
  /** It was interrupted because its time was over. */
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
  /** What viewers see at this moment. */
  readonly viewers: {
    /** `none`: nothing was to be published. `old` and `new`: of every dashboard of the plan. */
    readonly see: 'none' | 'old' | 'new' | 'some new'
    /** The dashboards that still show what they showed before. */
    readonly old: readonly { readonly key: Key; readonly title: readonly string[] }[]
    /** The data model is new already. */
    readonly newModel: boolean
  }
  /** Steps that the next run has to do. */
  readonly left: readonly StepName[]
  /** The exit status that this ending has. */
  readonly exit: number
}
