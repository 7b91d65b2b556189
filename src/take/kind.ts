import { wasApplied } from '../base/ownership.ts'
import { type Comparison, isAsLastApplied } from '../compare/comparison.ts'
import { type Entity, entityOf, ofKind } from '../content/entity.ts'
import type { Kind } from '../content/kinds.ts'
import type { PickSide } from '../content/merge.ts'
import type { Key } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import { CREATE_ONLY } from '../content/units.ts'
import { fatesOf } from './fates.ts'
import type { MergeOutcome, Taking } from './taking.ts'

/** What the rest of the tree needs of this kind. */
export interface Needs<K extends Kind> {
  /** Keep it although it is no longer live. */
  readonly keeps?: (key: Key) => boolean
  /** Take it even if new objects are left out. */
  readonly brings?: (key: Key) => boolean
  /** Whether the resulting tree has the workbook that a live object is in. If not, it stays where the repo has it. */
  readonly hasHome?: (live: Entity<K>) => boolean
}

export interface TakenKind<K extends Kind> {
  readonly items: readonly Entity<K>[]
  readonly outcomes: readonly MergeOutcome[]
}

export function takeKind<K extends Kind>(
  kind: K,
  taking: Taking,
  { keeps = () => false, brings = () => false, hasHome = () => true }: Needs<K> = {},
): TakenKind<K> {
  type T = Entity<K>
  const { compared, inputs, complete, mirror, takeNew, isShared, selected } = taking
  const { merge, hasEntries, isSeenByAll } = OBJECTS[kind]
  const { repo, live } = taking
  const outcomes: MergeOutcome[] = []
  const comparisonOf = (key: Key): Comparison | undefined => compared.comparisons.get(key)

  const kept = ofKind(repo, kind).flatMap((item): T[] => {
    const { key } = item
    const each = comparisonOf(key)
    const other = live.get(key)
    // What only the tree has may be something that its target leaves out.
    if (!each?.repo || !selected(key)) return [item]
    return other === undefined ? keepMissing(each, item) : [mergeTwo(each, item, other)]
  })
  const added = ofKind(live, kind).flatMap((item): T[] => {
    const { key } = item
    const each = comparisonOf(key)
    if (!each || repo.has(key) || !selected(key)) return []
    const isOurs = wasApplied(each.ownership)
    // For kinds with ledgers, a live object that no ledger lists may have been forgotten on purpose.
    const isBack = mirror && (!hasEntries || inputs.live.entries.size === 0 || isOurs)
    if (isBack && isOurs) outcomes.push({ kind: 'dropped-removal', key })
    if (isBack || (!isOurs && (takeNew || brings(key)))) return [item]
    outcomes.push({ kind: !isOurs ? 'not-taken' : isAsLastApplied(each, 'live') ? 'orphan' : 'edited-orphan', key })
    return []
  })
  return { items: [...kept, ...added], outcomes }

  function mergeTwo(each: Comparison, item: T, other: T): T {
    const { key, ownership } = each
    const { fateOf, dropped } = fatesOf(each, taking, { isHomeless: !hasHome(other) })
    const { base, commit } = ownership
    const isKnown = wasApplied(ownership) ? base !== undefined : inputs.history.trees.has(commit ?? '')
    for (const [unit, fate] of fateOf) {
      if (fate === 'for-all') outcomes.push({ kind: fate, key, unit })
      if (fate === 'conflict') outcomes.push({ kind: fate, key, unit, ...(isKnown ? {} : { baseUnknown: true }) })
    }
    if (mirror) for (const unit of dropped) outcomes.push({ kind: 'dropped', key, unit })
    else if (dropped.length > 0) outcomes.push({ kind: 'never-applied', key })
    const isReplaced = (unit: string): boolean => mirror && CREATE_ONLY.has(unit) && !isShared(key)
    const pick: PickSide = (unit) => (fateOf.get(unit) === 'live' || isReplaced(unit) ? 'live' : 'repo')
    return [...fateOf.keys(), ...CREATE_ONLY].some((unit) => pick(unit) === 'live')
      ? entityOf(kind, merge(item.whole(), other.whole(), pick))
      : item
  }

  function keepMissing(each: Comparison, item: T): T[] {
    const { key, ownership } = each
    const isComplete = complete || isSeenByAll
    const isGone = hasEntries ? inputs.live.gone.has(key) : wasApplied(ownership)
    const isDeleted = isComplete && isGone && ownership.base !== undefined
    const isChanged = !isAsLastApplied(each, 'repo')
    const isForOthers = isShared(key)
    if (isComplete && !isForOthers && (mirror || (isDeleted && !isChanged)) && !keeps(key)) {
      outcomes.push({ kind: isDeleted && !isChanged ? 'removed' : 'dropped-object', key })
      return []
    }
    const because = isForOthers ? 'others' : isChanged ? 'changed' : 'shown'
    outcomes.push(isDeleted ? { kind: 'deleted-live', key, because } : { kind: 'not-live', key })
    return [item]
  }
}
