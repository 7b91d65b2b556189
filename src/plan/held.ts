import { isEdited, isOurs } from '../compare/comparison.ts'
import type { Key } from '../content/kinds.ts'
import { reportsShownBy } from '../content/references.ts'
import { comparisonOf, type Decided, partsWith } from './decided.ts'
import { namesOfUnits } from './labels.ts'
import { byReason } from './order.ts'
import type { Held } from './outcome.ts'
import type { HeldObject, HeldUnit } from './plan-file.ts'
import { editsIn, nameFacts, sidesOf } from './sides.ts'

export function heldObjects(decided: Decided): HeldObject[] {
  const whole = decided.outcomes.with('held').map(([key, outcome]) => heldObject(decided, key, outcome))
  const parts = partsWith(decided, 'held').map(([key, held]) => heldObject(decided, key, held))
  return [...whole, ...parts].sort(byReason)
}

function heldObject(decided: Decided, key: Key, { reason, message, what, units, commit, waitsFor }: Held): HeldObject {
  const facts = decided.inputs.live.facts.get(key)
  const sides = units.map((unit) => heldUnit(decided, key, unit))
  const merges = what === 'object' ? editsIn(decided, key) : []
  return {
    ...nameFacts(decided, key),
    ...{ reason, message, what, units: sides, merges },
    ...namesOfUnits(decided, key, [...sides, ...merges]),
    ...(commit === undefined ? recordedCommit(decided, key) : { commit }),
    ...(waitsFor === undefined ? {} : { waitsFor: [...waitsFor] }),
    ...(reason === 'deleted-live' ? lostBy(decided, key) : {}),
    ...(facts?.updatedAt === undefined ? {} : { updatedAt: facts.updatedAt }),
    ...(facts?.owner === undefined ? {} : { owner: facts.owner }),
  }
}

function lostBy({ compared }: Decided, report: Key): { lostBy?: Key[] } {
  const dashboards = [...compared.comparisons.values()].filter(
    (each) =>
      isOurs(each) && each.repo && [...each.dangling.values()].flatMap(reportsShownBy).some((key) => key === report),
  )
  return dashboards.length === 0 ? {} : { lostBy: dashboards.map(({ key }) => key) }
}

const recordedCommit = (decided: Decided, key: Key): { commit?: string } => {
  const ownership = comparisonOf(decided, key)?.ownership
  return ownership?.state === 'ours' ? { commit: ownership.entry.commit } : {}
}

/** The last applied value is in git; `complete` fills it in. */
function heldUnit(decided: Decided, key: Key, unit: string): HeldUnit {
  const each = comparisonOf(decided, key)
  const [change] = sidesOf(decided, key, 'live', 'desired', (name) => name === unit)
  const edited = each && isEdited(each, unit)
  return {
    ...{ unit, baseKnown: false },
    ...(edited === undefined ? {} : { edited }),
    ...(change && 'after' in change ? { repo: change.after } : {}),
    ...(change && 'before' in change ? { live: change.before } : {}),
  }
}
