import { unitsAt } from '../content/entity.ts'
import type { Key } from '../content/kinds.ts'
import type { Units } from '../content/units.ts'
import type { Compared, Comparison } from './comparison.ts'
import type { CompareInputs } from './inputs.ts'

/** The commits that these objects were last applied from. */
export const commitsOf = (keys: Iterable<Key>, { comparisons }: Compared): ReadonlySet<string> =>
  new Set([...keys].flatMap((key) => comparisons.get(key)?.ownership.commit ?? []))

/** An object as it was last applied, by the name that it had at the time. */
export function unitsThen(
  { key, ownership }: Comparison,
  { namesOf }: Pick<Compared, 'namesOf'>,
  { history }: Pick<CompareInputs, 'history'>,
): Units | undefined {
  const whole = history.trees.get(ownership.commit ?? '')?.whole()
  return whole && namesOf(key).flatMap((each) => unitsAt(whole, each) ?? [])[0]
}
