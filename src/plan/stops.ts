import { breaksOf } from './breaks.ts'
import { stopsOf } from './limits.ts'
import { splitNames } from './model-names.ts'
import type { PlanDraft } from './plan-draft.ts'
import type { Plan } from './plan-file.ts'

/** Everything that stops a plan with these outcomes, and notes of what a flag allows. */
export function whatStops(planDraft: PlanDraft): Pick<Plan, 'stops' | 'notes'> {
  const { stops, notes } = breaksOf(planDraft)
  return { stops: [...stopsOf(planDraft), ...splitNames(planDraft), ...stops], notes }
}
