import type { Key } from '../content/kinds.ts'
import { unitsAt } from '../content/readable.ts'
import type { Units } from '../content/units.ts'
import type { Compared, Comparison } from './comparison.ts'
import type { CompareInputs } from './inputs.ts'
import { appliedRules } from './kinds.ts'

/** The commit that an object was last applied from. */
export const recordedAt = ({ key, kind, ownership }: Comparison, inputs: CompareInputs): string | undefined =>
  ownership.state === 'ours' ? ownership.known.commit : appliedRules(kind).appliedAt(key, inputs)

/** The commits that these objects were last applied from. */
export const commitsOf = (keys: Iterable<Key>, { comparisons }: Compared, inputs: CompareInputs): ReadonlySet<string> =>
  new Set(
    [...keys].flatMap((key) => {
      const each = comparisons.get(key)
      return (each && recordedAt(each, inputs)) ?? []
    }),
  )

/** An object as it was last applied, by the name that it had at the time. */
export function unitsThen(
  each: Comparison,
  { namesOf }: Pick<Compared, 'namesOf'>,
  inputs: CompareInputs,
): Units | undefined {
  const whole = inputs.history.trees.get(recordedAt(each, inputs) ?? '')?.whole()
  return whole && namesOf(each.key).flatMap((key) => unitsAt(whole, key) ?? [])[0]
}
