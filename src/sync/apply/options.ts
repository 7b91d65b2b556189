import type { ApplyEvent } from '../../apply/events.ts'
import type { BroughtModel } from '../../apply/run.ts'
import type { Client } from '../../client/client.ts'
import type { Approval } from '../../plan/approval.ts'
import type { Plan } from '../../plan/plan-file.ts'
import type { SoundProject } from '../../project/project.ts'
import type { Planned, PlanOptions } from '../plan.ts'

export interface AsApproved {
  /** Asked commit by commit, newest first, until the plan is approved. */
  readonly shownFor: (commit: string) => Promise<ShownPlans>
  /** Apply commits without a pull request as they are. */
  readonly allowDirectPush?: boolean | undefined
}

export interface ShownPlans {
  /** The commit's pull request: `12`. */
  readonly pull: string | undefined
  readonly approvals: readonly Approval[]
  /** Why nothing that was shown counts. */
  readonly problem?: string | undefined
}

export interface ApplyOptions extends PlanOptions {
  /** A saved plan: exactly this is applied, or nothing. */
  readonly saved?: Plan | undefined
  /** The fingerprint that somebody approved. */
  readonly approve?: string | undefined
  /** Where plans get approved, if only approved ones may be applied. */
  readonly asApproved?: AsApproved | undefined
  readonly allowDirty?: boolean | undefined
  /** The beginning of the only commit that may be applied. */
  readonly commit?: string | undefined
  readonly onError?: 'stop' | 'continue' | undefined
  /** Asked once, with the plan. No is not a failure. */
  readonly confirm: (plan: Plan) => Promise<boolean>
  /** Told what somebody should know before they agree. */
  readonly onNote?: ((text: string) => void) | undefined
  readonly onEvent?: ((event: ApplyEvent) => void) | undefined
  /** Aborted: start no new writes and finish those in progress. */
  readonly stop?: AbortSignal | undefined
  /** Brings the data model to its branch. Returns whether the branch changed. */
  readonly bringModel?: ((run: ModelRun) => Promise<BroughtModel>) | undefined
}

export interface ModelRun {
  /** For the target that is written. */
  readonly client: Client
  readonly project: SoundProject
  readonly planned: Planned
  readonly options: Pick<ApplyOptions, 'stop' | 'onEvent' | 'concurrency'>
}
