import { type Comparison, editedUnits, isOurs, unitsWith } from '../compare/comparison.ts'
import { ABSENT, UNKNOWN } from '../content/digest.ts'
import type { Key } from '../content/kinds.ts'
import { reportsShownBy } from '../content/references.ts'
import { digestOf } from '../content/threeway.ts'
import { PLACE } from '../content/units.ts'
import { comparisonOf, type Decided } from './decided.ts'
import { namesOfUnits } from './labels.ts'
import { byTitle, compare } from './order.ts'
import type { Held } from './outcome.ts'
import type { HeldObject, HeldUnit, LeftObject, UnitChange } from './plan-file.ts'
import { editsIn, nameFacts, sidesOf } from './sides.ts'
import { isUnpublished } from './unpublished.ts'

const byReason = (a: HeldObject | LeftObject, b: HeldObject | LeftObject): number =>
  byTitle(a, b) || compare(a.reason, b.reason)

export function heldObjects(decided: Decided): HeldObject[] {
  const whole = decided.outcomes.with('held').map(([key, outcome]) => heldObject(decided, key, outcome))
  const parts = partsOf(decided, 'held').map(([key, held]) => heldObject(decided, key, held))
  return [...whole, ...parts].sort(byReason)
}

const partsOf = <K extends 'held' | 'left'>({ parts }: Decided, kind: K) =>
  [...parts].flatMap(([key, all]) =>
    all
      .filter((part): part is Extract<typeof part, { kind: K }> => part.kind === kind)
      .map((part) => [key, part] as const),
  )

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
  const digests = each ? appliedDigests(each, unit) : []
  return {
    unit,
    baseKnown: false,
    ...(digests.length === 0 || digests.includes(UNKNOWN) || each?.dangling.has(unit)
      ? {}
      : { edited: !digests.includes(digestOf(each?.live, unit)) }),
    ...(change && 'after' in change ? { repo: change.after } : {}),
    ...(change && 'before' in change ? { live: change.before } : {}),
  }
}

/** The digests under which a unit counts as applied: as sent and as stored. */
export function appliedDigests({ ownership }: Comparison, unit: string): readonly string[] {
  // A folder's position may have been left out of its record, so a missing one means unknown, not absent.
  const unsaid = unit === 'position' ? UNKNOWN : ABSENT
  const { base } = ownership
  return base ? [base[unit] ?? unsaid].flat() : []
}

export function leftObjects(decided: Decided): LeftObject[] {
  return [...decided.outcomes.with('left'), ...partsOf(decided, 'left')]
    .map(([key, { reason, message, claim }]) => {
      const units = leftUnits(decided, key, reason)
      const said = { reason, message, units, ...(claim && { claim }) }
      return { ...nameFacts(decided, key), ...said, ...namesOfUnits(decided, key, units) }
    })
    .sort(byReason)
}

const SHOWS_UNITS: ReadonlySet<string> = new Set(['edited-report', 'ui-edit', 'ignored', 'unclaimed', 'older-branch'])

/** Differences that are left alone, from the repo's value to live's. */
function leftUnits(decided: Decided, key: Key, reason: string): UnitChange[] {
  const each = comparisonOf(decided, key)
  if (!each?.repo || !each.live || !SHOWS_UNITS.has(reason)) return []
  const isCounted = (unit: string): boolean => decided.inputs.ignoredBecause(key, unit) === undefined
  const differing = new Set(
    reason === 'ui-edit'
      ? editedUnits(each).filter(isCounted)
      : [...editedUnits(each), ...unitsWith(each, 'conflict', 'repo')],
  )
  // A move is not in progress, whatever else is.
  const isMoveAlone = reason === 'ui-edit' && isUnpublished(decided, key)
  const isOf = (unit: string): boolean =>
    isMoveAlone ? PLACE.has(unit) : reason !== 'edited-report' || !PLACE.has(unit)
  return sidesOf(decided, key, 'desired', 'live', (unit) => differing.has(unit) && isOf(unit))
}
