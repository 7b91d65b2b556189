import { wasApplied } from '../base/ownership.ts'
import type { Compared, Comparison } from '../compare/comparison.ts'
import type { CompareInputs } from '../compare/inputs.ts'
import { liveUnits } from '../compare/live-names.ts'
import { type Content, type Entity, entityOf, ofKind } from '../content/entity.ts'
import type { Kind } from '../content/kinds.ts'
import type { PickSide } from '../content/merge.ts'
import type { Key } from '../content/model.ts'
import { countedUnits, OBJECTS } from '../content/objects.ts'
import { isBase, type UnitDigests, type Verdict } from '../content/threeway.ts'
import { CREATE_ONLY, PLACE } from '../content/units.ts'

export type MergeOutcome =
  /** Both changed the unit, or we cannot tell who did. The repo's version stays. */
  | { readonly kind: 'conflict'; readonly key: Key; readonly unit: string; readonly baseUnknown?: true }
  /** They differ, and nothing was ever applied. Live was taken; git still has the repo's version. */
  | { readonly kind: 'never-applied'; readonly key: Key }
  /** It is live, but no file declares it. It was not taken. */
  | { readonly kind: 'not-taken'; readonly key: Key }
  /** It was removed from the repo and is unchanged in live. It was not taken back. */
  | { readonly kind: 'orphan'; readonly key: Key }
  /** It was removed from the repo and edited in the UI. It was not taken back. */
  | { readonly kind: 'edited-orphan'; readonly key: Key }
  /** It has a file but is not live. It was kept, because we cannot tell which side is right. */
  | { readonly kind: 'not-live'; readonly key: Key }
  /**
   * It was deleted in the UI but kept, because the repo has changed it since, something in the repo shows it, or other
   * targets have it.
   */
  | { readonly kind: 'deleted-live'; readonly key: Key; readonly because: 'changed' | 'shown' | 'others' }
  | { readonly kind: 'removed'; readonly key: Key }
  /** It was moved or renamed in one target, but its file is shared with others. It keeps its place and its name. */
  | { readonly kind: 'for-all'; readonly key: Key; readonly unit: string }

/** How live is taken into the tree. */
export interface Taking {
  /** Both sides as they are named where they come from. */
  readonly repo: Content
  readonly live: Content
  readonly compared: Compared
  readonly inputs: CompareInputs
  /** The public id of every live report, including those that the target leaves out. */
  readonly publicIds: ReadonlyMap<Key, string>
  /** Whether the key sees everything. If not, a missing object proves nothing, for most kinds. */
  readonly complete: boolean
  /** Whether live wins everywhere. */
  readonly mirror: boolean
  /** Whether to take live objects that no file declares, too. */
  readonly takeNew: boolean
  /** Whether its file is shared with other targets. If so, this target does not remove, move or rename it. */
  readonly isShared: (key: Key) => boolean
  /** Whether the object may change; false outside the scope. */
  readonly selected: (key: Key) => boolean
  /** Whether only its place is taken from live, because people have not published their other edits. */
  readonly isInProgress: (key: Key) => boolean
}

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
  const { compared, inputs, complete, mirror, takeNew, isShared, selected, isInProgress } = taking
  const { merge, optional, isRecorded, isSeenByAll } = OBJECTS[kind]
  const { repo, live } = taking
  const outcomes: MergeOutcome[] = []
  const comparisonOf = (key: Key): Comparison | undefined => compared.comparisons.get(key)
  // For kinds without ledgers: where something was applied before, both sides have made it since, or nobody knows.
  const isMadeTwice = !isRecorded && inputs.history.relations.size > 0

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
    const isBack = mirror && (!isRecorded || inputs.live.known.size === 0 || isOurs)
    if (isBack || (!isOurs && (takeNew || brings(key)))) return [item]
    outcomes.push({ kind: !isOurs ? 'not-taken' : isAsApplied(each, each.live) ? 'orphan' : 'edited-orphan', key })
    return []
  })
  return { items: [...kept, ...added], outcomes }

  function mergeTwo(each: Comparison, item: T, other: T): T {
    const { key } = each
    const isNew = !wasApplied(each.ownership)
    // If nothing was ever applied, live wins: git still has the old version. What both sides made anew is a conflict.
    const liveWins = mirror || (isNew && !isMadeTwice)
    const named = new Set(liveUnits(compared.live, inputs.live.facts, key).map(([unit]) => unit))
    const all = new Map([...each.verdicts].filter(([unit]) => !named.has(unit)))
    const verdicts = isInProgress(key) ? new Map([...all].filter(([unit]) => PLACE.has(unit))) : all
    const isStranded = (unit: string): boolean => PLACE.has(unit) && !hasHome(other)
    const isLive = (verdict: Verdict | undefined): boolean => verdict === 'live' || (liveWins && differs(verdict))
    const isKnown = isNew ? inputs.history.trees.has(each.ownership.commit ?? '') : each.ownership.base !== undefined
    const unknown = isKnown ? {} : { baseUnknown: true as const }
    const isForAll = (unit: string): boolean => isShared(key) && (PLACE.has(unit) || CREATE_ONLY.has(unit))
    for (const [unit, verdict] of all) {
      if (isForAll(unit) && isLive(verdicts.get(unit))) outcomes.push({ kind: 'for-all', key, unit })
      else if ((verdict === 'conflict' && !liveWins) || (isStranded(unit) && isLive(verdict)))
        outcomes.push({ kind: 'conflict', key, unit, ...unknown })
    }
    if (!mirror && liveWins && [...verdicts.values()].some(differs)) outcomes.push({ kind: 'never-applied', key })
    const isTaken = (unit: string): boolean => isLive(verdicts.get(unit)) || (mirror && CREATE_ONLY.has(unit))
    const pick: PickSide = (unit) => (isTaken(unit) && !isForAll(unit) && !isStranded(unit) ? 'live' : 'repo')
    return [...verdicts.keys(), ...CREATE_ONLY].some((unit) => pick(unit) === 'live')
      ? entityOf(kind, merge(item.whole(), other.whole(), pick))
      : item
  }

  function keepMissing(each: Comparison, item: T): T[] {
    const { key, ownership } = each
    const isComplete = complete || isSeenByAll
    const isGone = isRecorded ? inputs.live.gone.has(key) : wasApplied(ownership)
    const isDeleted = isComplete && isGone && ownership.base !== undefined
    const isChanged = !isAsApplied(each, each.repo)
    const isForOthers = isShared(key)
    if (isComplete && !isForOthers && (mirror || (isDeleted && !isChanged)) && !keeps(key)) {
      outcomes.push({ kind: 'removed', key })
      return []
    }
    const because = isForOthers ? 'others' : isChanged ? 'changed' : 'shown'
    outcomes.push(isDeleted ? { kind: 'deleted-live', key, because } : { kind: 'not-live', key })
    return [item]
  }

  /** Ignores units that have a default and that the base leaves out. */
  function isAsApplied({ ownership }: Comparison, units: UnitDigests | undefined): boolean {
    const { base } = ownership
    if (base === undefined || units === undefined) return false
    return isBase(
      base,
      countedUnits(optional, units, (unit) => Object.hasOwn(base, unit)),
    )
  }
}

const differs = (verdict: Verdict | undefined): boolean => verdict !== undefined && verdict !== 'same'
