import type { Compared } from '../../compare/comparison.ts'
import { commitsOfHeld, complete, type Lookups } from '../../plan/complete.ts'
import { sealed } from '../../plan/fingerprint.ts'
import type { PlanInputs } from '../../plan/inputs.ts'
import { computePlan } from '../../plan/plan.ts'
import type { Unsealed } from '../../plan/plan-file.ts'
import { requireNoToken, withoutSecrets } from '../../plan/secrets.ts'
import { withDeploymentNames } from '../../plan/shown-deployments.ts'
import type { Decision } from '../../plan/work.ts'
import { compareWithPast, type Past, withTrees } from '../past.ts'

/** What is looked up while a plan is made. */
export interface Sources<Found extends Lookups = Lookups> extends Past {
  /** Called with the plan, which says what is needed. */
  readonly lookUp: (decision: Decision<Unsealed>, inputs: PlanInputs) => Promise<Found>
  /** The tokens of this run: no plan shows or writes one. */
  readonly tokens: readonly string[]
}

export interface CompleteDecision<Found extends Lookups = Lookups> extends Decision {
  readonly inputs: PlanInputs
  readonly compared: Compared
  readonly found: Found
}

/** Compares, plans once, then looks up what the plan is to say besides. */
export async function decideFrom<Found extends Lookups>(
  given: PlanInputs,
  sources: Sources<Found>,
): Promise<CompleteDecision<Found>> {
  const { inputs, compared } = await compareWithPast(given, sources)
  const decision = computePlan(inputs, compared)
  const { plan, work } = decision
  requireNoToken(plan, sources.tokens)
  const [found, seen] = await Promise.all([
    sources.lookUp(decision, inputs),
    withTrees(inputs, commitsOfHeld(plan, compared), sources),
  ])
  const completed = withDeploymentNames(complete(plan, compared, seen, found), inputs.live.deployments)
  return { plan: sealed(withoutSecrets(completed, sources.tokens)), work, inputs, compared, found }
}
