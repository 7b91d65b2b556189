import { idIn, type Key } from '../content/model.ts'
import type { WholeObjects } from '../content/readable.ts'
import { digestIn, type Units } from '../content/units.ts'
import { type Missing, missingBreaks } from './breaks.ts'
import type { Compared, Comparison } from './compare.ts'
import { appliedDigests } from './held.ts'
import type { CompareInputs, PlanInputs } from './inputs.ts'
import { lastApplied, unitsThen } from './keys-to-read.ts'
import { planRules } from './kinds.ts'
import type { HeldUnit, Notice, Plan, PlannedObject } from './plan-file.ts'

/** Who notices a publish or a delete, by workbook; workbooks are missing if this key may not read it. */
export type Notices = ReadonlyMap<Key, { readonly notifications: number | null; readonly tenants: number | null }>

/** What is read last, once the plan says what is needed: none of it decides what is written. */
export interface Lookups {
  readonly notices: Notices
  /** The objects that `appliedFrom` lists, by commit. */
  readonly applied: ReadonlyMap<string, WholeObjects>
  readonly missing: Missing
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

export function complete(
  plan: Plan,
  compared: Compared,
  inputs: PlanInputs,
  { notices, applied, missing }: Lookups,
): Plan {
  const { stops, notes } = missingBreaks(missing, { compared, inputs }, plan)
  return {
    ...plan,
    stops: [...plan.stops, ...stops],
    notes: [...plan.notes, ...notes],
    held: plan.held.map((held) => {
      const each = compared.comparisons.get(held.key)
      const then = each && unitsThen(each, compared, inputs, applied)
      if (!each || !then) return held
      return { ...held, units: held.units.map((unit) => ({ ...unit, ...baseOf(unit, each, then, inputs) })) }
    }),
    objects: plan.objects.map((object) => {
      const notice = notices.get(object.key)
      if (!notice) return object
      return { ...object, ...withNotice('publish', object, notice), ...withNotice('loss', object, notice) }
    }),
  }
}

const withNotice = (
  where: 'publish' | 'loss',
  object: PlannedObject,
  notice: Partial<Notice>,
): Partial<PlannedObject> => {
  const now = object[where]
  return now ? { [where]: { ...now, notice: { ...now.notice, ...notice } } } : {}
}

/** What was last applied to a unit. The commit shows it only if it matches the ledger's digest. */
function baseOf(held: HeldUnit, each: Comparison, then: Units, { modelSides }: CompareInputs): Partial<HeldUnit> {
  const { unit } = held
  if (appliedDigests(each, unit).includes(digestIn(then, unit))) {
    if (!then.has(unit)) return { baseKnown: true }
    const bytes = modelSides.applied.get(idIn(each.key))
    return { baseKnown: true, base: planRules(each.kind).shown(then.get(unit), bytes) }
  }
  // A part that was held keeps its older base. If nobody edited it, live still has that.
  if (held.edited !== false) return {}
  return { baseKnown: true, baseIsOlder: true, ...('live' in held ? { base: held.live } : {}) }
}
