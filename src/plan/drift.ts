import type { Key } from '../content/kinds.ts'
import type { HeldObject, Plan, UnitChange } from './plan-file.ts'

/** An object that was edited in the UI since the last apply. */
export interface Drifted {
  readonly key: Key
  readonly title: readonly string[]
  readonly within?: Key | undefined
  readonly names?: Plan['left'][number]['names']
  readonly units: readonly UnitChange[]
  /** Explains an edit that has no units, for example that the object was deleted. */
  readonly message: string
}

/** Every UI edit in a plan: left alone, in the way of a change, or kept next to one. */
export function driftOf(plan: Plan): Drifted[] {
  const left = plan.left.filter(({ reason }) => reason === 'ui-edit')
  const held = plan.held.flatMap((object) => {
    const units = [...editsIn(object), ...object.merges]
    return units.length > 0 || EDITED.has(object.reason) ? [{ ...object, units }] : []
  })
  const kept = plan.objects
    .filter(({ keeps }) => keeps.length > 0)
    .map((object) => ({ ...object, units: object.keeps, message: '' }))
  return [...left, ...held, ...kept].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
}

const EDITED: ReadonlySet<string> = new Set(['conflict', 'overlap', 'deleted-live', 'edited-orphan'])

const orderOf = ({ title, key }: Drifted): string => [...title, key].join('\u0000')

/** From the last applied value to live's; if that is unknown, from the repo's. */
const editsIn = ({ units, reason }: HeldObject): UnitChange[] =>
  EDITED.has(reason)
    ? units.map(({ unit, baseKnown, base, repo, live }) => ({ unit, before: baseKnown ? base : repo, after: live }))
    : []
