import type { ApplyEvent } from '../apply/events.ts'
import type { BroughtModel } from '../apply/run.ts'
import type { Client } from '../client/client.ts'
import type { Approval } from '../plan/approval.ts'
import type { Plan } from '../plan/plan-file.ts'
import type { SoundProject } from '../project/project.ts'
import type { Planned, PlanOptions } from './plan.ts'

/** What pull requests showed before they were merged. */
export interface AsApproved {
  /** Asked for one commit after another, the newest first, until the plan is approved. */
  readonly shownFor: (commit: string) => Promise<ShownPlans>
  /** A commit that came without a pull request is applied as it is. */
  readonly allowDirectPush?: boolean | undefined
}

export interface ShownPlans {
  /** The pull request that the commit came with, as people call it: `12`. */
  readonly pull: string | undefined
  readonly approvals: readonly Approval[]
  /** Why nothing that was shown counts. */
  readonly problem?: string | undefined
}

export interface ApplyOptions extends PlanOptions {
  /** A plan that was saved: exactly this is applied, or nothing. */
  readonly saved?: Plan | undefined
  /** The fingerprint of the plan that somebody looked at. */
  readonly approve?: string | undefined
  /** Where people approved a plan, if only such a plan is applied. */
  readonly asApproved?: AsApproved | undefined
  readonly allowDirty?: boolean | undefined
  readonly onError?: 'stop' | 'continue' | undefined
  /** Asked once, with the plan. No is no failure. */
  readonly confirm: (plan: Plan) => Promise<boolean>
  readonly onEvent?: ((event: ApplyEvent) => void) | undefined
  /** Begins nothing more, and ends what is being written. */
  readonly stop?: AbortSignal | undefined
  /** How the data model gets to its branch. Answers whether the branch has something new. */
  readonly bringModel?: ((run: ModelRun) => Promise<BroughtModel>) | undefined
}

/** What bringing the data model of a plan to its branch takes. */
export interface ModelRun {
  /** Of the target that is written to. */
  readonly client: Client
  readonly project: SoundProject
  readonly planned: Planned
  readonly options: Pick<ApplyOptions, 'stop' | 'onEvent' | 'concurrency'>
}
