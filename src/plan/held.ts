import { type Comparison, editedUnits, isOurs, unitsWith } from '../compare/comparison.ts'
import { shownBy } from '../compare/dangling.ts'
import { ABSENT, UNKNOWN } from '../content/digest.ts'
import type { Key } from '../content/kinds.ts'
import { digestOf } from '../content/threeway.ts'
import { PLACE } from '../content/units.ts'
import { namesOfUnits } from './labels.ts'
import { byTitle, compare } from './order.ts'
import type { Held } from './outcome.ts'
import { comparisonOf, type PlanDraft } from './plan-draft.ts'
import type { HeldObject, HeldUnit, LeftObject, UnitChange } from './plan-file.ts'
import { editsIn, namesOf, sidesOf } from './sides.ts'
import { isUnpublished } from './unpublished.ts'

const byReason = (a: HeldObject | LeftObject, b: HeldObject | LeftObject): number =>
  byTitle(a, b) || compare(a.reason, b.reason)

export function heldObjects(planDraft: PlanDraft): HeldObject[] {
  const whole = planDraft.outcomes.with('held').map(([key, outcome]) => heldObject(planDraft, key, outcome))
  const parts = [...planDraft.heldParts].flatMap(([key, held]) => held.map((each) => heldObject(planDraft, key, each)))
  return [...whole, ...parts].sort(byReason)
}

function heldObject(
  planDraft: PlanDraft,
  key: Key,
  { reason, message, what, units, commit, waitsFor }: Held,
): HeldObject {
  const facts = planDraft.inputs.live.facts.get(key)
  const sides = units.map((unit) => heldUnit(planDraft, key, unit))
  const merges = what === 'object' ? editsIn(planDraft, key) : []
  return {
    ...namesOf(planDraft, key),
    ...{ reason, message, what, units: sides, merges },
    ...namesOfUnits(planDraft, key, [...sides, ...merges]),
    ...(commit === undefined ? recordedCommit(planDraft, key) : { commit }),
    ...(waitsFor === undefined ? {} : { waitsFor: [...waitsFor] }),
    ...(reason === 'deleted-live' ? lostBy(planDraft, key) : {}),
    ...(facts?.updatedAt === undefined ? {} : { updatedAt: facts.updatedAt }),
    ...(facts?.owner === undefined ? {} : { owner: facts.owner }),
  }
}

function lostBy({ compared }: PlanDraft, report: Key): { lostBy?: Key[] } {
  const dashboards = [...compared.comparisons.values()].filter(
    (each) => isOurs(each) && each.repo && [...each.dangling.values()].flatMap(shownBy).some((key) => key === report),
  )
  return dashboards.length === 0 ? {} : { lostBy: dashboards.map(({ key }) => key) }
}

const recordedCommit = (planDraft: PlanDraft, key: Key): { commit?: string } => {
  const ownership = comparisonOf(planDraft, key)?.ownership
  return ownership?.state === 'ours' ? { commit: ownership.known.commit } : {}
}

/** The last applied value is in git; `complete` fills it in. */
function heldUnit(planDraft: PlanDraft, key: Key, unit: string): HeldUnit {
  const each = comparisonOf(planDraft, key)
  const [change] = sidesOf(planDraft, key, 'live', 'desired', (name) => name === unit)
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

export function leftObjects(planDraft: PlanDraft): LeftObject[] {
  const whole = planDraft.outcomes.with('left').map(([key, outcome]) => ({ key, ...outcome }))
  const parts = [...planDraft.lefts].flatMap(([key, lefts]) => lefts.map((left) => ({ key, ...left })))
  return [...whole, ...parts]
    .map(({ key, reason, message, ...more }) => {
      const units = leftUnits(planDraft, key, reason)
      const claim = 'claim' in more ? { claim: more.claim } : {}
      return { ...namesOf(planDraft, key), reason, message, units, ...claim, ...namesOfUnits(planDraft, key, units) }
    })
    .sort(byReason)
}

const SHOWS_UNITS: ReadonlySet<string> = new Set(['edited-report', 'ui-edit', 'ignored', 'unclaimed', 'older-branch'])

/** Differences that are left alone, from the repo's value to live's. */
function leftUnits(planDraft: PlanDraft, key: Key, reason: string): UnitChange[] {
  const each = comparisonOf(planDraft, key)
  if (!each?.repo || !each.live || !SHOWS_UNITS.has(reason)) return []
  const isCounted = (unit: string): boolean => planDraft.inputs.ignoredBecause(key, unit) === undefined
  const differing = new Set(
    reason === 'ui-edit'
      ? editedUnits(each).filter(isCounted)
      : [...editedUnits(each), ...unitsWith(each, 'conflict', 'repo')],
  )
  // A move is not in progress, whatever else is.
  const isMoveAlone = reason === 'ui-edit' && isUnpublished(planDraft, key)
  const isOf = (unit: string): boolean =>
    isMoveAlone ? PLACE.has(unit) : reason !== 'edited-report' || !PLACE.has(unit)
  return sidesOf(planDraft, key, 'desired', 'live', (unit) => differing.has(unit) && isOf(unit))
}
