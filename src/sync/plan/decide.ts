import type { Compared } from '../../compare/comparison.ts'
import type { Missing } from '../../plan/breaks.ts'
import { commitsOfHeld, complete, type Notices } from '../../plan/complete.ts'
import type { PlanInputs } from '../../plan/inputs.ts'
import { computePlan } from '../../plan/plan.ts'
import type { Plan } from '../../plan/plan-file.ts'
import { requireNoToken, withoutSecrets } from '../../plan/secrets.ts'
import type { Decision } from '../../plan/work.ts'
import { compareWithPast, type Past, withTrees } from '../past.ts'

/** What is looked up while a plan is made. */
export interface Sources extends Past {
  readonly readNotices: (plan: Plan) => Promise<Notices>
  /** What the plan asks of the data model and viewers will not have. */
  readonly readMissing: (decision: Decision, inputs: PlanInputs) => Promise<Missing>
  /** The tokens of this run: no plan shows or writes one. */
  readonly tokens: readonly string[]
}

export interface Decided extends Decision {
  readonly inputs: PlanInputs
  readonly compared: Compared
}

/** Compares, plans once, then looks up who will notice its publishes. */
export async function decideFrom(given: PlanInputs, sources: Sources): Promise<Decided> {
  const { inputs, compared } = await compareWithPast(given, sources)
  const decision = computePlan(inputs, compared)
  const { plan, work } = decision
  const [notices, missing, seen] = await Promise.all([
    sources.readNotices(plan),
    sources.readMissing(decision, inputs),
    withTrees(inputs, commitsOfHeld(plan, compared), sources),
  ])
  const completed = complete(plan, compared, seen, { notices, missing })
  requireNoToken(completed, sources.tokens)
  return { plan: withoutSecrets(completed, sources.tokens), work, inputs, compared }
}
