import { editedUnits } from '../compare/comparison.ts'
import type { SideName } from '../compare/inputs.ts'
import { wholeUnits } from '../compare/whole.ts'
import { idIn, type Key, kindOf } from '../content/kinds.ts'
import { comparisonOf, type Decided, isWritten, outcomeOf } from './decided.ts'
import { planRules } from './kinds.ts'
import type { UnitChange } from './plan-file.ts'
import { homeOf, titleOf } from './titles.ts'

/** How a plan names an object. */
export function nameFacts(decided: Decided, key: Key) {
  const file = decided.inputs.files.get(key)
  const within = homeOf(decided.compared, key)
  return {
    key,
    title: titleOf(decided.compared, key),
    ...(file === undefined ? {} : { file }),
    ...(within ? { within } : {}),
  }
}

/** UI edits that the plan does not overwrite, from the repo's value to live's. */
export const editsIn = (decided: Decided, key: Key): UnitChange[] => {
  const each = comparisonOf(decided, key)
  if (!each) return []
  const edited = new Set(editedUnits(each).filter((unit) => !isWritten(outcomeOf(decided, key), unit)))
  return sidesOf(decided, key, 'desired', 'live', (unit) => edited.has(unit))
}

/** The change from one side to the other, for the wanted units. */
export function sidesOf(
  decided: Decided,
  key: Key,
  before: SideName,
  after: SideName | undefined,
  isWanted: (unit: string) => boolean = () => true,
): UnitChange[] {
  const { compared, inputs } = decided
  const names = [after, before].flatMap((side) => (side && compared[side].has(key) ? [side] : []))
  const digests = names.map((side) => comparisonOf(decided, key)?.[side === 'desired' ? 'repo' : 'live'])
  const units = [...new Set(digests.flatMap((each) => [...(each?.keys() ?? [])]))].filter(isWanted)
  if (units.length === 0) return []
  const values = new Map(names.map((side) => [side, wholeUnits(decided, side, key)]))
  const { shown } = planRules(kindOf(key))
  const saidBy = (side: SideName | undefined, unit: string): unknown => {
    const said = side && values.get(side)
    return said?.has(unit) ? shown(said.get(unit), inputs.modelSides[side ?? 'live'].get(idIn(key))) : undefined
  }
  return units.map((unit) => {
    const [was, now] = [saidBy(before, unit), saidBy(after, unit)]
    return { unit, ...(was === undefined ? {} : { before: was }), ...(now === undefined ? {} : { after: now }) }
  })
}
