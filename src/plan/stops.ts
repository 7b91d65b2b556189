import { breaksOf } from './breaks.ts'
import type { Decided } from './decided.ts'
import { stopsOf } from './limits.ts'
import { splitNames } from './model-names.ts'
import type { Plan } from './plan-file.ts'

/** Everything that stops a plan with these outcomes, and notes of what a flag allows. */
export function whatStops(decided: Decided): Pick<Plan, 'stops' | 'notes'> {
  const { stops, notes } = breaksOf(decided)
  return { stops: [...stopsOf(decided), ...splitNames(decided), ...stops], notes }
}
