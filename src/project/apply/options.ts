import type { Client } from '@boardwright/platform'
import type { ApplyEvent } from '../../apply/events.ts'
import type { BroughtModel, RunOptions } from '../../apply/run.ts'
import type { Accepted } from '../../plan/accept.ts'
import type { Approval } from '../../plan/approval.ts'
import type { Plan } from '../../plan/plan-file.ts'
import type { Planned, PlanOptions } from '../plan.ts'

export interface ShownPlans {
  /** The number of the commit's pull request, such as `12`. */
  readonly pull: string | undefined
  readonly approvals: readonly Approval[]
  /** Why none of the shown plans count. */
  readonly problem?: string | undefined
}

/** How a plan is carried out. */
export interface RunningOptions extends PlanOptions {
  /** What somebody accepts besides what shapes the plan. */
  readonly accept?: readonly Accepted[] | undefined
  /** Prefix of the only commit that may be applied. */
  readonly commit?: string | undefined
  readonly onError?: 'stop' | 'continue' | undefined
  /** Receives notes that people should read before they agree. */
  readonly onNote?: ((text: string) => void) | undefined
  readonly onEvent?: ((event: ApplyEvent) => void) | undefined
  /** When aborted, starts no new writes and finishes those in progress. */
  readonly stop?: AbortSignal | undefined
  /** Writes the data model to its branch. Returns whether the branch changed. */
  readonly bringModel?: ((run: ModelRun) => Promise<BroughtModel>) | undefined
  readonly ledgerWriter?: RunOptions['ledgerWriter']
}

/** How a plan is carried out, and who agreed to it. */
export interface AgreedOptions extends RunningOptions {
  /** The fingerprint that somebody approved. */
  readonly approve?: string | undefined
  /**
   * What pull requests showed, if only that may be applied. Called for one commit after another, newest first, until the
   * plan is approved.
   */
  readonly shownFor?: ((commit: string) => Promise<ShownPlans>) | undefined
  /** Called once, with the plan. Declining is not a failure. */
  readonly confirm: (plan: Plan) => Promise<boolean>
  /** Called instead with a plan that only records, about which nobody is asked. */
  readonly onUnasked?: ((plan: Plan) => Promise<void>) | undefined
}

export interface ApplyOptions extends AgreedOptions {
  /** A saved plan: exactly this is applied, or nothing. */
  readonly saved?: Plan | undefined
}

export interface ModelRun {
  /** Connected to the target that is being written. */
  readonly client: Client
  readonly planned: Planned
  readonly options: Pick<ApplyOptions, 'stop' | 'onEvent' | 'concurrency'>
}
