import { isKind, type Key } from '../content/kinds.ts'
import { ALL } from '../content/policies.ts'
import { policyUnit, resourceIn, unitsOfRole } from '../content/role.ts'
import { type Decided, entityAfter } from './decided.ts'
import type { PlannedObject, UnitChange } from './plan-file.ts'

/** What a role goes on allowing on every resource of the types on which it changes: there, single ones are nothing new. */
export function everywhereOf(
  decided: Decided,
  key: Key,
  units: readonly UnitChange[],
): Pick<PlannedObject, 'everywhere'> {
  const role = isKind(key, 'role') ? entityAfter(decided, key)?.whole() : undefined
  if (role === undefined) return {}
  const [after, changed] = [unitsOfRole(role), new Set(units.map(({ unit }) => unit))]
  const stays = [...new Set(units.flatMap(({ unit }) => resourceIn(unit)?.resourceType ?? []))].flatMap((type) => {
    const unit = policyUnit(type, ALL)
    return changed.has(unit) || !after.has(unit) ? [] : [[type, after.get(unit) as string[]] as const]
  })
  return stays.length === 0 ? {} : { everywhere: Object.fromEntries(stays) }
}
