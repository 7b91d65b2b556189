import { idIn, type Key } from '../content/model.ts'
import type { WholeObjects } from '../content/readable.ts'
import { digestIn } from '../content/units.ts'
import type { Compared } from './compare.ts'
import { appliedDigests } from './held.ts'
import type { CompareInputs } from './inputs.ts'
import { lastApplied, unitsThen } from './keys-to-read.ts'
import { planRules } from './kinds.ts'
import type { HeldObject, HeldUnit, Plan } from './plan-file.ts'

/** Who notices a publish, by workbook; workbooks are missing if this key may not read it. */
export type Notices = ReadonlyMap<Key, { readonly notifications: number | null; readonly tenants: number | null }>

/** Information that is only shown: no decision depends on it, so it is read last. */
export interface Lookups {
  readonly notices: Notices
  /** The objects that `appliedFrom` lists, by commit. */
  readonly applied: ReadonlyMap<string, WholeObjects>
}

/** The commits that held objects were last applied from, each with the objects to look up there. */
export function appliedFrom(
  { held }: Pick<Plan, 'held'>,
  compared: Compared,
  inputs: CompareInputs,
): ReadonlyMap<string, ReadonlySet<Key>> {
  const told = held.filter(({ units }) => units.length > 0)
  return lastApplied(
    told.map(({ key }) => key),
    compared,
    inputs,
  )
}

export function complete(plan: Plan, compared: Compared, inputs: CompareInputs, { notices, applied }: Lookups): Plan {
  const withBases = (held: HeldObject): HeldObject => {
    const { key } = held
    const each = compared.comparisons.get(key)
    const then = each && unitsThen(each, compared, inputs, applied)
    if (!each || !then) return held
    const { shown } = planRules(each.kind)
    const baseOf = (unit: string): unknown => shown(then.get(unit), inputs.modelSides.applied.get(idIn(key)))
    // Shown only if it matches the ledger's digest.
    const isKnown = (unit: string): boolean => appliedDigests(each, unit).includes(digestIn(then, unit))
    const baseIn = ({ unit, edited, ...sides }: HeldUnit): Partial<HeldUnit> => {
      if (isKnown(unit)) return { baseKnown: true, ...(then.has(unit) ? { base: baseOf(unit) } : {}) }
      // A part that was held keeps its older base. If nobody edited it, live still has that.
      return edited === false
        ? { baseKnown: true, baseIsOlder: true, ...('live' in sides ? { base: sides.live } : {}) }
        : {}
    }
    const withBase = (unit: HeldUnit): HeldUnit => {
      const { unit: name, baseKnown, edited, ...sides } = unit
      return {
        ...{ unit: name, baseKnown },
        ...(edited === undefined ? {} : { edited }),
        ...baseIn(unit),
        ...sides,
      }
    }
    return { ...held, units: held.units.map(withBase) }
  }
  return {
    ...plan,
    held: plan.held.map(withBases),
    objects: plan.objects.map((object) => {
      const notice = notices.get(object.key)
      if (!object.publish || !notice) return object
      return { ...object, publish: { ...object.publish, notice: { ...object.publish.notice, ...notice } } }
    }),
  }
}
