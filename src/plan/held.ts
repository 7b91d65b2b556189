import { isEdited, isOurs, unitsWith } from '../compare/comparison.ts'
import type { Key } from '../content/kinds.ts'
import { reportsShownBy } from '../content/references.ts'
import { PLACE } from '../content/units.ts'
import { comparisonOf, type Decided, partsWith } from './decided.ts'
import { drawingWith } from './drawing.ts'
import { WAITING } from './homes.ts'
import { namesOfUnits } from './labels.ts'
import { byReason } from './order.ts'
import type { Held } from './outcome.ts'
import type { HeldObject, HeldUnit, UnitChange } from './plan-file.ts'
import { editsIn, nameFacts, sidesOf } from './sides.ts'

export function heldObjects(decided: Decided): HeldObject[] {
  const whole = decided.outcomes.with('held').map(([key, outcome]) => heldObject(decided, key, outcome))
  const parts = partsWith(decided, 'held').map(([key, held]) => heldObject(decided, key, held))
  return [...whole, ...parts].sort((a, b) => Number(isLater(a)) - Number(isLater(b)) || byReason(a, b))
}

/** Held only because something else is, which says what can be done. */
export const isWaiting = ({ reason }: Pick<HeldObject, 'reason'>): boolean =>
  reason === 'held-report' || WAITING.has(reason)

/** A report whose edit is in conflict comes before the dashboard that is held for the edit. */
const isLater = (held: HeldObject): boolean => isWaiting(held) || held.reason === 'edited-report'

function heldObject(decided: Decided, key: Key, { reason, message, what, units, commit, waitsFor }: Held): HeldObject {
  const facts = decided.inputs.live.facts.get(key)
  const waiting = what === 'dashboard' ? unedited(decided, key, units) : new Set<string>()
  const sides = units.filter((unit) => !waiting.has(unit)).map((unit) => heldUnit(decided, key, unit))
  const alsoHeld =
    what === 'object'
      ? changesBeside(decided, key, { reason, units })
      : sidesOf(decided, key, 'live', 'desired', (unit) => waiting.has(unit))
  const merges = what === 'object' ? editsIn(decided, key) : []
  return {
    ...nameFacts(decided, key),
    ...{ reason, message, what, units: sides, merges },
    ...(alsoHeld.length === 0 ? {} : { alsoHeld }),
    ...namesOfUnits(decided, key, [...sides, ...alsoHeld, ...merges]),
    ...(commit === undefined ? recordedCommit(decided, key) : { commit }),
    ...(waitsFor === undefined ? {} : { waitsFor: [...waitsFor] }),
    ...(DRAWN.has(what) ? drawingWith(decided, key, decided.compared.desired.get(key)) : {}),
    ...(reason === 'deleted-live' ? lostBy(decided, key) : {}),
    ...(facts?.updatedAt === undefined ? {} : { updatedAt: facts.updatedAt }),
    ...(facts?.owner === undefined ? {} : { owner: facts.owner }),
  }
}

const DRAWN: ReadonlySet<Held['what']> = new Set(['object', 'dashboard'])

/** A dashboard waits with all that the repo changes on it, also with what nobody edited. */
function unedited(decided: Decided, key: Key, units: readonly string[]): ReadonlySet<string> {
  const each = comparisonOf(decided, key)
  return new Set(units.filter((unit) => each && isEdited(each, unit) === false))
}

/** Held for what something is called: nobody knows yet what its repo's side changes. */
const OF_NAMES: ReadonlySet<HeldObject['reason']> = new Set(['namesake', 'absent-deployment'])

/** What the repo changes in an object that is live, besides what is in the way, such as the place it goes to. */
function changesBeside(decided: Decided, key: Key, { reason, units }: Pick<Held, 'reason' | 'units'>): UnitChange[] {
  const each = comparisonOf(decided, key)
  if (!each?.repo || !each.live || !isOurs(each) || OF_NAMES.has(reason)) return []
  const isInTheWay = (unit: string): boolean => units.includes(unit) || (WAITING.has(reason) && PLACE.has(unit))
  const isIgnored = (unit: string): boolean => decided.inputs.ignoredBecause(key, unit) !== undefined
  const waiting = new Set(unitsWith(each, 'repo').filter((unit) => !isInTheWay(unit) && !isIgnored(unit)))
  return sidesOf(decided, key, 'live', 'desired', (unit) => waiting.has(unit))
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
