import type { BoardwrightError } from '@boardwright/common'
import type { Key } from '../content/model.ts'

export const PHASES = [
  'data model',
  'attributes',
  'roles',
  'groups',
  'tenant groups',
  'folders',
  'workbooks',
  'reports',
  'drafts',
  'publish',
  'embed access',
  'schedules',
  'ledgers',
  'deletes',
  'last ledgers',
] as const
export type PhaseName = (typeof PHASES)[number]

/** What is counted of a run, by phase. A phase without a count would be told as if nothing had been written. */
export const COUNTED = {
  attributes: 'attributes',
  roles: 'roles',
  groups: 'groups',
  'tenant groups': 'tenantGroups',
  folders: 'folders',
  workbooks: 'workbooks',
  reports: 'reports',
  drafts: 'drafts',
  publish: 'published',
  'embed access': 'shares',
  schedules: 'schedules',
  deletes: 'deleted',
} as const satisfies Readonly<Record<Exclude<PhaseName, 'data model' | 'ledgers' | 'last ledgers'>, string>>

export type Verb = 'create' | 'update' | 'open' | 'draft' | 'publish' | 'share' | 'record' | 'delete' | 'look'

export interface StepName {
  readonly phase: PhaseName
  readonly key: Key
  readonly title: readonly string[]
  readonly verb: Verb
  /** The part of the object that the step touches, if it is only a part. */
  readonly detail?: string | undefined
}

export interface Failure extends StepName {
  readonly error: BoardwrightError
}

export interface Skip extends StepName {
  /** The object that this step needs and that was not written. */
  readonly because: Key
}

export interface PublishedDashboard {
  readonly key: Key
  readonly title: readonly string[]
  readonly version: number
  /** Where people open it, if the project says so. */
  readonly address?: string
}

/** Progress as data; whoever shows it decides how. */
export type ApplyEvent =
  | { readonly type: 'phase'; readonly phase: PhaseName; readonly steps: number }
  | ({ readonly type: 'started' | 'done' } & StepName)
  | ({ readonly type: 'failed' } & Failure)
  | ({ readonly type: 'skipped' } & Skip)
  /** Viewers see the new version from now on. */
  | ({ readonly type: 'published' } & PublishedDashboard)
  /** The platform wants a review before it publishes this. */
  | { readonly type: 'review'; readonly key: Key; readonly title: readonly string[] }
  /** Units that the platform stored differently from what was sent. */
  | {
      readonly type: 'altered'
      readonly key: Key
      readonly title: readonly string[]
      readonly units: readonly string[]
    }
  /** Viewers now see something that the plan did not name. */
  | { readonly type: 'slipped'; readonly key: Key; readonly title: readonly string[]; readonly what: readonly string[] }
  /** A dashboard shows a report that this run deleted: somebody put it there right before. */
  | { readonly type: 'shown'; readonly key: Key; readonly title: readonly string[]; readonly where: string }
  /** A line of text about the data model. */
  | { readonly type: 'model'; readonly text: string }
  | {
      readonly type: 'retry'
      readonly endpoint: string
      readonly reason: string
      readonly tries: number
      readonly mostTries: number
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
  readonly published: readonly PublishedDashboard[]
  readonly failed: readonly Failure[]
  readonly skipped: readonly Skip[]
  readonly review: readonly { readonly key: Key; readonly title: readonly string[] }[]
  /** Dashboards that went out with something that the plan did not name. */
  readonly slipped: readonly {
    readonly key: Key
    readonly title: readonly string[]
    readonly what: readonly string[]
  }[]
  /** Reports that were deleted, each with a dashboard that shows it now. */
  readonly shown: readonly { readonly key: Key; readonly title: readonly string[]; readonly where: string }[]
  readonly interrupted: boolean
  /** Whether it was interrupted because time ran out. */
  readonly timedOut: boolean
  readonly requests: number
  readonly counts: { readonly [Name in (typeof COUNTED)[keyof typeof COUNTED]]: Count }
  readonly viewers: {
    /** `none`: nothing was to be published. `old` and `new` are about every dashboard that was. */
    readonly see: 'none' | 'old' | 'new' | 'some new'
    /** Dashboards of which viewers still see the old version. */
    readonly old: readonly { readonly key: Key; readonly title: readonly string[] }[]
    /** Whether the new data model is already live. */
    readonly newModel: boolean
  }
  /** Steps left for the next run. */
  readonly left: readonly StepName[]
  readonly exit: number
}
