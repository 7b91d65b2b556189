import { groupBy } from '../content/group-by.ts'
import type { Key } from '../content/kinds.ts'
import { byTitle } from './order.ts'
import type { HeldObject, Plan, UnitChange } from './plan-file.ts'

/** An object that was edited in the UI since the last apply, or one that nothing but the UI writes. */
export interface Drifted {
  readonly key: Key
  readonly title: readonly string[]
  readonly within?: Key | undefined
  readonly names?: Plan['left'][number]['names']
  readonly units: readonly UnitChange[]
  readonly reason?: Plan['left'][number]['reason'] | HeldObject['reason'] | undefined
  /** Explains an edit that has no units, for example that the object was deleted. */
  readonly message: string
}

/** Every UI edit in a plan: left alone, in the way of a change, or kept next to one. */
export function driftOf(plan: Plan): Drifted[] {
  const left = plan.left.filter(({ reason }) => reason === 'ui-edit' || reason === 'read-only')
  const held = plan.held.flatMap((object) => {
    const units = [...editsOfHeld(object), ...object.merges]
    return units.length > 0 || EDITED.has(object.reason) ? [{ ...object, units }] : []
  })
  const kept = plan.objects
    .filter(({ keeps }) => keeps.length > 0)
    .map((object) => ({ ...object, units: object.keeps, message: '' }))
  return [...groupBy<Drifted, Key>([...left, ...held, ...kept], ({ key }) => key).values()].flatMap(inOne).sort(byTitle)
}

/** Nothing writes it, so what differs may be the repo's change as well. */
export const isUnwritten = ({ reason }: Drifted): boolean => reason === 'read-only'

/** An object may be left alone in one part and kept in another. */
const inOne = ([first, ...others]: readonly Drifted[]): readonly Drifted[] =>
  first ? [{ ...first, units: [first, ...others].flatMap(({ units }) => units) }] : []

const EDITED: ReadonlySet<HeldObject['reason']> = new Set(['conflict', 'overlap', 'deleted-live', 'edited-orphan'])

/** From the last applied value to live's; if that is unknown, from the repo's. What only the repo changed is no edit. */
const editsOfHeld = ({ units, reason }: HeldObject): UnitChange[] =>
  EDITED.has(reason)
    ? units
        .filter(({ edited = true }) => edited)
        .map(({ unit, baseKnown, base, repo, live }) => ({ unit, before: baseKnown ? base : repo, after: live }))
    : []
