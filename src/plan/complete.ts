import { commitsOf, unitsThen } from '../compare/applied.ts'
import type { Compared, Comparison } from '../compare/comparison.ts'
import { appliedDigests } from '../compare/comparison.ts'
import { groupBy } from '../content/group-by.ts'
import { isKind } from '../content/kinds.ts'
import { idIn, type Key } from '../content/model.ts'
import { digestIn, type Units } from '../content/units.ts'
import { asOfBranch } from './branch.ts'
import { type Missing, missingBreaks, NOTHING_MISSING } from './breaks.ts'
import type { PlanInputs } from './inputs.ts'
import { planRules } from './kinds.ts'
import type { HeldUnit, Notice, Plan, PlannedObject, RuleFinding, Stop, Unsealed } from './plan-file.ts'

/** Who notices a publish or a delete, by workbook. One is missing if the token may not read that. */
export type NoticesFound = ReadonlyMap<Key, { readonly notifications: number | null; readonly tenants: number | null }>

/** What is looked up last, once the plan says what is needed: none of it decides what is written. */
export interface Lookups {
  readonly notices: NoticesFound
  /** By schedule that is deleted: how many get it who joined in the UI. */
  readonly joined: ReadonlyMap<Key, number>
  readonly missing: Missing
  /** What uses the members of the data model that the plan changes. */
  readonly affected?: Plan['affected']
  readonly owners?: Plan['owners']
  /** What rules of the house find in its objects, and what does not stop it. */
  readonly findings?: readonly RuleFinding[]
  /** How many mistakes are in what the plan leaves alone. */
  readonly mistakes: number
  /** The files that the plan's branch changes, if it has one. */
  readonly changed?: readonly string[] | undefined
  /** What rules of the house find in the plan itself. */
  readonly stops: readonly Stop[]
  /** Asked for last, because reading old trees may add some. */
  readonly notes: () => readonly string[]
}

export const NOTHING_FOUND: Lookups = {
  notices: new Map(),
  joined: new Map(),
  missing: NOTHING_MISSING,
  mistakes: 0,
  stops: [],
  notes: () => [],
}

/** The commits that held objects were last applied from: their trees say what that was. */
export const commitsOfHeld = ({ held }: Pick<Plan, 'held'>, compared: Compared): ReadonlySet<string> =>
  commitsOf(
    held.flatMap(({ key, units }) => (units.length > 0 ? [key] : [])),
    compared,
  )

export function complete(plan: Unsealed, compared: Compared, inputs: PlanInputs, found: Lookups): Unsealed {
  const { notices, joined, missing, affected, owners, findings, mistakes } = found
  const { stops, notes } = missingBreaks(missing, { compared, inputs }, plan)
  const fresh = groupBy(plan.objects.filter(isNewSchedule), ({ within }) => within)
  const completed: Unsealed = {
    ...plan,
    stops: [...plan.stops, ...stops, ...found.stops],
    summary: mistakes === 0 ? plan.summary : { ...plan.summary, mistakes },
    ...(affected === undefined ? {} : { affected }),
    ...(owners?.length ? { owners } : {}),
    ...(findings?.length ? { findings: [...findings] } : {}),
    held: plan.held.map((held) => {
      const each = compared.comparisons.get(held.key)
      const then = each && unitsThen(each, compared, inputs)
      if (!each || !then) return held
      return { ...held, units: held.units.map((unit) => ({ ...unit, ...baseOf(unit, each, then, inputs) })) }
    }),
    objects: plan.objects.map((object) => {
      const [live, others] = [notices.get(object.key), joined.get(object.key)]
      if (others) return { ...object, joined: others }
      const { length: more } = fresh.get(object.key) ?? []
      if (!live && more === 0) return object
      const { notifications } = live ?? object.publish?.notice ?? { notifications: null }
      const notice = { ...live, notifications: notifications === null ? null : notifications + more }
      return { ...object, ...withNotice('publish', object, notice), ...withNotice('loss', object, notice) }
    }),
    notes: [...plan.notes, ...notes, ...found.notes()],
  }
  return asOfBranch(completed, found.changed)
}

/** One that sends from then on. */
const isNewSchedule = ({ key, action, units }: PlannedObject): boolean =>
  isKind(key, 'notification') &&
  action === 'create' &&
  units.some(({ unit, after }) => unit === 'enabled' && after === true)

const withNotice = (
  where: 'publish' | 'loss',
  object: PlannedObject,
  notice: Partial<Notice>,
): Partial<PlannedObject> => {
  const now = object[where]
  return now ? { [where]: { ...now, notice: { ...now.notice, ...notice } } } : {}
}

/** What was last applied to a unit. The commit shows it only if it matches the ledger's digest. */
function baseOf(held: HeldUnit, each: Comparison, then: Units, { modelSides }: PlanInputs): Partial<HeldUnit> {
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
