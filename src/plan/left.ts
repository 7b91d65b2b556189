import { type Comparison, editedUnits, unitsWith } from '../compare/comparison.ts'
import { PLACE } from '../content/units.ts'
import { comparisonOf, type Decided, partsWith } from './decided.ts'
import { namesOfUnits } from './labels.ts'
import { byReason } from './order.ts'
import type { LeftObject, UnitChange } from './plan-file.ts'
import { nameFacts, sidesOf } from './sides.ts'
import { isUnpublished } from './unpublished.ts'

export function leftObjects(decided: Decided): LeftObject[] {
  return [...decided.outcomes.with('left'), ...partsWith(decided, 'left')]
    .map(([key, { reason, message, claim }]) => {
      const units = leftUnits(decided, comparisonOf(decided, key), reason)
      const said = { reason, message, units, ...(claim && { claim }) }
      return { ...nameFacts(decided, key), ...said, ...namesOfUnits(decided, key, units) }
    })
    .sort(byReason)
}

/** Differences that are left alone, from the repo's value to live's. */
function leftUnits(decided: Decided, each: Comparison | undefined, reason: LeftObject['reason']): UnitChange[] {
  const shown = each?.repo && each.live && SHOWN[reason]
  return shown ? sidesOf(decided, each.key, 'desired', 'live', shown(decided, each)) : []
}

type ShownUnits = (decided: Decided, each: Comparison) => (unit: string) => boolean

const differing: ShownUnits = (_, each) => {
  const units = new Set([...editedUnits(each), ...unitsWith(each, 'conflict', 'repo')])
  return (unit) => units.has(unit)
}

/** By reason; the others show nothing. */
const SHOWN: { readonly [Reason in LeftObject['reason']]?: ShownUnits } = {
  ignored: differing,
  unclaimed: differing,
  'older-branch': differing,
  'read-only': (decided, each) => {
    const isShown = differing(decided, each)
    return (unit) => isShown(unit) && decided.inputs.ignoredBecause(each.key, unit) === undefined
  },
  'edited-report'(decided, each) {
    const isShown = differing(decided, each)
    return (unit) => isShown(unit) && !PLACE.has(unit)
  },
  'ui-edit'(decided, each) {
    const { key } = each
    const edited = new Set(editedUnits(each))
    // A move is not in progress, whatever else is.
    const isMoveAlone = isUnpublished(decided, key)
    const isShown = (unit: string): boolean => !isMoveAlone || PLACE.has(unit)
    return (unit) => edited.has(unit) && isShown(unit) && decided.inputs.ignoredBecause(key, unit) === undefined
  },
}
